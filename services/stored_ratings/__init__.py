"""Ratings that are kept and shown: computed from the log of results, and listed."""
