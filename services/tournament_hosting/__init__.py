"""Tournaments as resources of the platform: hosted by players, played in live matches, kept in SQL."""

from services.tournament_hosting.hosting import Tournaments
from services.tournament_hosting.model import HostedTournament, HostRole, NewTournament, TournamentVisibility
from services.tournament_hosting.runner import TournamentRunner

__all__ = [
    "HostRole",
    "HostedTournament",
    "NewTournament",
    "TournamentRunner",
    "TournamentVisibility",
    "Tournaments",
]
