"""Quick pairing: players say what they want to play, and who waits for the same is seated together."""
