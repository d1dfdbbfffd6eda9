"""A match in words for people: labels of actions, the table as text, events as lines."""
