"""Tournaments as resources of the platform: hosted by players, played in live matches, kept in SQL.

Nothing is imported here: a ticker needs `due` without what pairs rounds.
"""
