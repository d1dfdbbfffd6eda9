"""Bots that think: searches over any ruleset, from what a seat may know and nothing else."""
