"""Face Off Duels: start reading at ``phases.py``."""
