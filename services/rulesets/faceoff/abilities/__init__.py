"""Abilities: the programs of cards, carried out instruction by instruction, and the questions that they ask."""
