"""Small rulesets for tests."""
