"""What several operations of a subject have in common, between the doors and the services."""
