"""Tournaments of house bots on a platform whose processes are killed: what they come to, and what they should."""
