"""Provable fairness: seeds that nobody can choose, and that anybody can check afterwards.

When a match is created the platform draws a server seed and publishes its SHA-256, the commitment. Every person may add
a client seed when taking a seat. The match's seed depends on all of them, so neither the platform (which is bound by
its commitment) nor a player (who does not know the server seed) can steer it. The replay reveals the server seed.
"""

import hashlib
import hmac


def commitment(server_seed: bytes) -> str:
    """What is published when a match is created: SHA-256, hexadecimal."""
    return hashlib.sha256(server_seed).hexdigest()


def bot_seed(server_seed: bytes, seat: int, decision: int) -> bytes:
    """The randomness of a house bot in one decision. A turn that is played twice is played the same."""
    return hmac.digest(server_seed, b"bot\0%d\0%d" % (seat, decision), "sha256")
