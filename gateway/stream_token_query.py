"""Stream tokens in addresses, and how they are kept out of everything that repeats an address.

An address is written down in more places than anybody knows: traces have it, and whatever is made of a request by a
library. So a token is taken out of it before Flask, and what instruments Flask, sees the request.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import unquote_plus

from services.errors import FieldError, Reason, Refusal

TOKEN: Final = "token"  # noqa: S105 # nosec B105 - the parameter's name
POINTER: Final = f"/query/{TOKEN}"
_ENVIRON: Final = "playhall.stream_tokens"
_ADDRESSES: Final = ("RAW_URI", "REQUEST_URI")
"""Where some servers leave the whole address."""

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def hide_stream_tokens(app: WsgiApp) -> WsgiApp:
    """The application, which is shown addresses without their tokens."""

    def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        query = environ.get("QUERY_STRING", "")
        if query:
            parts = [(part, *part.partition("=")[::2]) for part in query.split("&")]
            tokens = [unquote_plus(value) for _, name, value in parts if unquote_plus(name) == TOKEN]
            if tokens:
                environ["QUERY_STRING"] = "&".join(part for part, name, _ in parts if unquote_plus(name) != TOKEN)
                environ[_ENVIRON] = tokens
                for address in _ADDRESSES:
                    environ.pop(address, None)
        return app(environ, start_response)

    return serve


def stream_token_in(environ: Mapping[str, Any]) -> str | None:
    """The token of a request's address; None if it has none.

    Raises:
        Refusal: ``INVALID_FIELD``: it has several.
    """
    tokens: list[str] = environ.get(_ENVIRON, [])
    if len(tokens) > 1:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(POINTER, "Give it once."),))
    return tokens[0] if tokens else None
