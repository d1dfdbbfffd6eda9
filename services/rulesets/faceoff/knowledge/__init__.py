"""Who knows what: observing a state, imagining the states behind a view, the hidden facts of a state."""
