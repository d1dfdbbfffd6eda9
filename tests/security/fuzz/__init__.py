"""Requests by the hundred thousand that no client would send, against a platform that runs.

``python -m tests.security.fuzz --rest 100000 --grpc 100000`` starts one, and ends with 1 if it was hurt.
"""
