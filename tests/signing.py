"""The keys that the platforms of the tests sign with."""

import hashlib
from typing import Final

from services.fairness.signing import SigningKeys

SIGNING_KEYS: Final = SigningKeys(hashlib.sha256(b"the signing key of the tests").digest())
