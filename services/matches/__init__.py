"""Live matches: seats, decisions, events, deadlines; kept in Redis until they are archived."""
