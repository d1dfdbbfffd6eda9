"""Face Off: the deck-builder for two to five players."""
