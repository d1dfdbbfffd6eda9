"""Faults of the stores, with real processes."""
