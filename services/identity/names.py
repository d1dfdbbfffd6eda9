"""Names of players and keys: short text that can be printed anywhere."""

import re
import unicodedata
from typing import Final

from services.errors import FieldError, Reason, Refusal

MAX_NAME: Final = 64
"""Characters of a name, at most."""

MAX_CHOSEN_NAME: Final = 32
CHOSEN_NAME_PATTERN: Final = r"^[A-Za-z0-9]+([ ._-][A-Za-z0-9]+)*$"
"""What names are like that players choose for themselves and their bots, 2 to 32 characters: so that each of them can
be told from the others at sight."""

_CHOSEN: Final = re.compile(CHOSEN_NAME_PATTERN.removeprefix("^").removesuffix("$"), re.ASCII)
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}", re.ASCII)
VERSION_PATTERN: Final = r"^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$"

# Digits and the Cyrillic and Greek letters that look like a Latin one, in lower case.
_ALIKE: Final = str.maketrans(
    "01i\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4",
    "ollaeopcyxljsdalkvopt",
)

# Control characters, halves of UTF-16 pairs (they are no text and cannot be stored), line and paragraph separators.
_REFUSED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# These turn the direction of the text that follows them, in a table or a log line as well.
_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What Unicode calls ignorable by default: it is drawn as nothing at all. Two names could differ in it alone, and tags
# can hold a whole hidden text.
_UNSEEN: Final = frozenset(
    chr(code)
    for first, last in (
        (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
        (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)  # fmt: skip
# Of these, what scripts and emoji are written with: joiners, and variation selectors.
_JOINING: Final = frozenset(map(chr, (0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_ZERO_WIDTH: Final = frozenset("\u200c\u200d")
_KEYCAP: Final = "\u20e3"
_MARKS: Final = frozenset({"Mn", "Me"})
_MOST_MARKS: Final = 4
"""So many marks on one character at most, as UTS #39 (5.4) has it: a pile of them covers the lines above and below."""
# They are letters or symbols, and blank: of Braille, of music, and what stands for an object that is not there.
_BLANK: Final = frozenset("\u2800\U0001d159\ufffc")


def is_visible(text: str) -> bool:
    """Whether a text shows anything: a letter, digit, punctuation mark or symbol that is drawn. A combining mark alone
    is nothing to look at, and of private and unassigned characters nobody knows what they are."""
    return any(
        unicodedata.category(character)[0] in "LNPS" and character not in _UNSEEN and character not in _BLANK
        for character in text
    )


def is_printable(text: str) -> bool:
    """Whether a text can be printed anywhere, in one line: it holds no control characters, nothing that is no text, and
    nothing that turns the direction of what follows."""
    return not any(unicodedata.category(character) in _REFUSED or character in _TURNING for character in text)


def has_stray_marks(text: str) -> bool:
    """Whether marks are piled up in a text, or its first character is one, which would be put on what stands before."""
    row = _MOST_MARKS
    for character in text:
        category = unicodedata.category(character)
        if category != "Cf":  # joiners and the like, which part no marks from their character
            row = row + 1 if category in _MARKS else 0
        if row > _MOST_MARKS:
            return True
    return False


def clean_name(text: str, pointer: str = "/name") -> str:
    """The name without blanks around it: 1 to 64 characters, at least one of them visible.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``pointer``.
    """
    name = text.strip()
    if not 1 <= len(name) <= MAX_NAME:
        raise _refused(f"must have 1 to {MAX_NAME} characters", pointer)
    if not is_printable(name):
        raise _refused("must not hold control characters", pointer)
    if not is_visible(name):
        raise _refused("must hold a visible character", pointer)
    if _hides_something(name):
        raise _refused("must not hold characters that nobody sees", pointer)
    if has_stray_marks(name):
        raise _refused(f"must not begin with a mark, nor have more than {_MOST_MARKS} on a character", pointer)
    return name


def _hides_something(name: str) -> bool:
    """Whether a name holds what nobody sees: ignorable characters, but for joiners and selectors where they do
    something, which is never after a letter that has cases, a blank, or another of their kind."""
    for at, character in enumerate(name):
        if character not in _UNSEEN:
            continue
        before, after = name[at - 1 : at] or " ", name[at + 1 : at + 2] or " "
        if character not in _JOINING or before.isspace() or before.lower() != before.upper():
            return True
        if before.isascii() and after != _KEYCAP:
            return True
        if before in _JOINING and (before in _ZERO_WIDTH or character not in _ZERO_WIDTH):
            return True
        if character in _ZERO_WIDTH and (after.isspace() or after.isascii()):
            return True
    return False


def name_key(name: str) -> str:
    """What two names share that look alike: without case, accents, blanks and punctuation, and with one letter for
    each group of those that are hard to tell apart (``0`` and ``o``; ``1``, ``i`` and ``l``; ``rn`` and ``m``). At most
    64 characters; empty for a name without letters and digits."""
    letters = unicodedata.normalize("NFKD", name.casefold()).casefold()
    plain = "".join(letter for letter in letters if letter.isalnum()).translate(_ALIKE)
    return plain.replace("rn", "m").replace("vv", "w")[:MAX_NAME]


RESERVED: Final = frozenset(
    map(name_key, ("admin", "administrator", "house", "moderator", "operator", "playhall", "root", "support", "system"))
)
"""Keys of names by which somebody could be taken for the platform."""


def chosen_name(text: str) -> str:
    """The name without blanks around it, as a player may choose it: 2 to 32 ASCII letters and digits, single blanks,
    dots, hyphens or underscores between them.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/name``; ``NAME_TAKEN`` for one of the platform's.
    """
    name = text.strip()
    if not 2 <= len(name) <= MAX_CHOSEN_NAME or not _CHOSEN.fullmatch(name):
        raise _refused(
            f"must have 2 to {MAX_CHOSEN_NAME} characters: letters and digits of ASCII, and single blanks, dots, "
            "hyphens or underscores between them"
        )
    if name_key(name) in RESERVED:
        raise name_taken()
    return name


def name_by_host(text: str, pointer: str) -> str:
    """The name without blanks around it, as a host may give it to a person without an account: as :func:`clean_name`
    has it, and none of the platform's.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``pointer``.
    """
    name = clean_name(text, pointer)
    if name_key(name) in RESERVED:
        raise _refused("is the platform's", pointer)
    return name


def name_taken() -> Refusal:
    """What is said of a name that is, or looks like, another's."""
    return Refusal(Reason.NAME_TAKEN, errors=(FieldError("/name", "is another's, or looks like it"),))


def clean_version(text: str) -> str:
    """A version of a bot's program, as it is.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/version``.
    """
    if not _VERSION.fullmatch(text):
        detail = "must have 1 to 64 letters, digits, dots, hyphens, underscores or plus signs, a letter or digit first"
        raise Refusal(Reason.INVALID_FIELD, detail, (FieldError("/version", detail),))
    return text


def _refused(detail: str, pointer: str = "/name") -> Refusal:
    return Refusal(Reason.INVALID_FIELD, f"The name {detail}.", errors=(FieldError(pointer, detail),))
