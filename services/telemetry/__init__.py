"""What operators see of a running platform: figures, traces, and whether a process is well.

``metrics.py`` names every figure; ``census.py`` counts what lies in Redis; ``endpoint.py`` serves both to Prometheus;
``tracing.py`` follows a request through the processes. ``docs/operations.md`` explains them to operators.
"""

from typing import Final

MULTIPROCESS: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable from which the library learns, when it is imported, where the processes of one deployment count."""
