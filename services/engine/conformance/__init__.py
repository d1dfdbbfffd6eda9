"""The conformance suite: the 25 invariants that every ruleset keeps. See ``README.md`` beside this file."""
