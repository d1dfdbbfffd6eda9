"""For those who train bots: decisions of finished matches as rows, and matches as environments."""
