"""Tests of what rulesets share."""
