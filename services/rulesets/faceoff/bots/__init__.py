"""The bots, and what greedy thinks things are worth."""
