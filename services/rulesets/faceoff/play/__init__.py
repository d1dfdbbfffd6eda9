"""The course of a match, in the rulebook's order. Start reading at ``phases.py``."""
