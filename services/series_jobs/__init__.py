"""Series as jobs of the platform: see the README."""

from services.series_jobs.jobs import SeriesJobs
from services.series_jobs.live import LiveMatches
from services.series_jobs.planning import SeriesRequest, plan_document
from services.series_jobs.series_record import (
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
