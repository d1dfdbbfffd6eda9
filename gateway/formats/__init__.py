"""How answers are written: JSON from parts that are JSON already, views, positions, moments."""
