"""Signatures of calls, as Standard Webhooks has them (https://www.standardwebhooks.com), version 1: HMAC-SHA256."""

import hmac
from base64 import b64encode
from collections.abc import Iterable
from typing import Final

SECRET_PREFIX: Final = "whsec_"  # not a secret # noqa: S105 # nosec B105


def signed_headers(secrets: Iterable[bytes], id: str, at_seconds: int, body: bytes) -> dict[str, str]:
    """The headers of a call. Each secret makes a signature: a receiver accepts the call if it can verify one."""
    content = b"%b.%d.%b" % (id.encode(), at_seconds, body)
    signatures = (b64encode(hmac.digest(secret, content, "sha256")).decode() for secret in secrets)
    return {
        "webhook-id": id,
        "webhook-timestamp": str(at_seconds),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }


def secret_text(secret: bytes) -> str:
    """A secret as its receiver is given it."""
    return SECRET_PREFIX + b64encode(secret).decode()
