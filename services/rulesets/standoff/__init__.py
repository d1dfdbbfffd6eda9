"""Standoff. ``ruleset.py`` is what the platform uses; ``phases.py`` is where to start reading."""
