"""How large a request may be before anybody looks at it. The size of the body is a setting: see ``reading``."""

from collections.abc import Mapping
from typing import Any, Final

from services.errors import Reason, Refusal

MOST_ADDRESS_BYTES: Final = 4_096
MOST_HEADER_BYTES: Final = 16_384


def check_sizes(environ: Mapping[str, Any]) -> None:
    """Refuse an address or headers beyond what any client of this API needs. ``environ``: the request's, as WSGI has
    it.

    Raises:
        Refusal: ``URI_TOO_LONG``, ``HEADERS_TOO_LARGE``.
    """
    if len(environ.get("PATH_INFO", "")) + len(environ.get("QUERY_STRING", "")) > MOST_ADDRESS_BYTES:
        raise Refusal(Reason.URI_TOO_LONG, f"An address has {MOST_ADDRESS_BYTES} bytes at most.")
    headers = sum([len(name) + len(value) for name, value in environ.items() if name[:5] == "HTTP_"])
    if headers > MOST_HEADER_BYTES:
        raise Refusal(Reason.HEADERS_TOO_LARGE, f"Headers have {MOST_HEADER_BYTES} bytes at most.")
