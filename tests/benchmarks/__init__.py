"""Measurements that are run by hand; no tests."""
