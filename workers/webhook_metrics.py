"""How many of the bots that are called have their circuit breaker open at this moment."""

from collections.abc import Callable, Iterator

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from services.errors import Refusal
from services.platform_time import platform_ms


class WebhookCollector(Collector):
    """The breakers as Prometheus reads them. Counted anew each time; a server that cannot be reached gives no
    figures."""

    def __init__(self, count_offline: Callable[[int], int], *, now_ms: Callable[[], int] = platform_ms) -> None:
        """``count_offline``: see :meth:`services.webhooks.line.CallLine.count_offline`."""
        self._count_offline = count_offline
        self._now_ms = now_ms

    def collect(self) -> Iterator[Metric]:
        """The figure."""
        try:
            number = self._count_offline(self._now_ms())
        except Refusal:
            return
        yield GaugeMetricFamily(
            "playhall_webhook_breakers_open", "Bots whose webhook is not called for a while, since it failed.", number
        )
