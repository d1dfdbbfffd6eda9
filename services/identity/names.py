"""Names of players and keys: short text that can be printed anywhere."""

import unicodedata
from typing import Final

from services.errors import FieldError, Reason, Refusal

MAX_NAME: Final = 64
"""Characters of a name, at most."""

# Control characters, halves of UTF-16 pairs (they are no text and cannot be stored), line and paragraph separators.
_REFUSED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# These turn the direction of the text that follows them, in a table or a log line as well.
_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(text: str) -> str:
    """The name without blanks around it: 1 to 64 characters, at least one of them visible.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/name``.
    """
    name = text.strip()
    if not 1 <= len(name) <= MAX_NAME:
        raise _refused(f"must have 1 to {MAX_NAME} characters")
    if any(unicodedata.category(character) in _REFUSED or character in _TURNING for character in name):
        raise _refused("must not hold control characters")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise _refused("must hold a visible character")
    return name


def _refused(detail: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, f"The name {detail}.", errors=(FieldError("/name", detail),))
