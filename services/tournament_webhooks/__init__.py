"""Webhooks of tournaments: their hosts' own programs are told each entry of the log. See the README.

Nothing is imported here: a ticker needs `store` without what makes calls.
"""
