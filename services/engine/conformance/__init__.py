"""The conformance suite: the 26 invariants that every ruleset keeps. See ``README.md`` beside this file."""
