"""Tests of the log of results, of what is computed from it, and of what callers see of that."""
