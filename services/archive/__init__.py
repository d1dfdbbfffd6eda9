"""Where matches go when they have ended, and what they add up to."""

from services.archive.archive import Archive
from services.archive.archived_match import ArchivedMatch, FinishedMatch, FinishedSeat, LogPage, PageEnd, Statistics

__all__ = ["Archive", "ArchivedMatch", "FinishedMatch", "FinishedSeat", "LogPage", "PageEnd", "Statistics"]
