"""Faction Wars."""
