"""What operators see of a running platform: metrics, traces, and whether a process is well.

``metrics.py`` names every metric; ``operations_server.py`` serves them to Prometheus; ``health.py`` is a loop's
heartbeat; ``tracing.py`` follows a request through the processes. ``docs/operations.md`` explains them to operators.
"""

from typing import Final

MULTIPROCESS: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable from which the library learns, when it is imported, where the processes of one deployment count."""
