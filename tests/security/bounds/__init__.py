"""Every field of every operation of both doors, at the bounds of what its schema allows; and then everything is read.

``python -m tests.security.bounds`` tries all of it and says how much that was; ``tests/security/test_bounds.py`` a part.
"""
