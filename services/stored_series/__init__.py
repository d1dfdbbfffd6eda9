"""Series as jobs of the platform: see the README."""

from services.stored_series.jobs import SeriesJobs
from services.stored_series.live import LiveMatches
from services.stored_series.planning import SeriesRequest, plan_document
from services.stored_series.series_record import (
    NO_LIMITS,
    ChunkClaim,
    Series,
    SeriesBacklog,
    SeriesLimits,
    SeriesQuotaUse,
    SeriesStatus,
)

__all__ = [
    "NO_LIMITS",
    "ChunkClaim",
    "LiveMatches",
    "Series",
    "SeriesBacklog",
    "SeriesJobs",
    "SeriesLimits",
    "SeriesQuotaUse",
    "SeriesRequest",
    "SeriesStatus",
    "plan_document",
]
