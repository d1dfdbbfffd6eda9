"""Events: what a viewer is shown of each, and a view brought up to date by that."""
