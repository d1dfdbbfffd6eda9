"""Faults planted on purpose, one by one, to see that a test finds each."""
