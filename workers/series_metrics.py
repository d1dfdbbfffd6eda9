"""What there is of series at this moment."""

from collections.abc import Callable, Iterator

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from services.errors import Refusal
from services.stored_series import SeriesBacklog


class SeriesCollector(Collector):
    """The backlog of series as Prometheus reads it. Measured anew each time; a database that does not answer gives no
    figures."""

    def __init__(self, measure: Callable[[], SeriesBacklog]) -> None:
        self._measure = measure

    def collect(self) -> Iterator[Metric]:
        """The figures."""
        try:
            backlog = self._measure()
        except Refusal:
            return
        series = GaugeMetricFamily("playhall_series", "Series, by status.", labels=("status",))
        for status, number in backlog.by_status.items():
            series.add_metric((status.value,), number)
        yield series
        yield GaugeMetricFamily(
            "playhall_series_matches_left", "Matches that active series are still to play.", backlog.matches_left
        )
