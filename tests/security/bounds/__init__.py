"""Every field of every operation of both doors, at the bounds of its schema; and then everything is read.

``python -m tests.security.bounds`` tries all of it and says how much that was; ``tests/security/test_bounds.py`` tries
a part.
"""
