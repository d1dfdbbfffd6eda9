"""Which pages of other origins may call the gateway from a browser (CORS), by Starlette's middleware.

A browser lets a page read answers of another origin only if their headers say so, and asks first (a preflight) before
it sends what a form could not. Nothing here protects the service: who may do what is decided by the key, which a page
must have been given and sends in ``Authorization``. There are no cookies, so credentials are never allowed.

A preflight is answered by the event loop, before keys, threads and Redis: to count it would cost more than to answer
it, so it counts against no rate limit. The limits of connections hold for it as for everything.
"""

import re
from typing import Final

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.settings import ANY_PORT

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

REQUEST_HEADERS: Final = (
    "Accept",
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
"""What a page may send beside what every page may."""

RESPONSE_HEADERS: Final = (
    "Allow",
    "Date",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "Playhall-Time",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
)
"""What a page may read beside what every page may."""

PREFLIGHT_SECONDS: Final = 7_200
"""How long a browser may remember a preflight's answer: as long as any does."""


def with_cors(app: ASGIApp, origins: str) -> ASGIApp:
    """The application for pages of these origins as well; itself if there are none.

    Args:
        app: answers all requests but preflights.
        origins: as :attr:`services.settings.GatewaySettings.cors_origins`.
    """
    if not origins:
        return app
    listed = origins.split(",")
    exact = [origin for origin in listed if not origin.endswith(ANY_PORT)]
    patterns = [re.escape(origin.removesuffix(ANY_PORT)) + r"(?::[0-9]{1,5})?" for origin in {*listed} - {*exact}]
    of_pages = CORSMiddleware(
        app,
        allow_origins=exact,
        allow_origin_regex="|".join(sorted(patterns)) or None,
        allow_methods=METHODS,
        allow_headers=REQUEST_HEADERS,
        expose_headers=RESPONSE_HEADERS,
        max_age=PREFLIGHT_SECONDS,
    )

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if b"origin" in dict(scope["headers"]):
            await of_pages(scope, receive, send)
            return

        async def send_varied(message: Message) -> None:
            if message["type"] == "http.response.start":
                _vary(message["headers"])
            await send(message)

        await app(scope, receive, send_varied)

    return serve


def _vary(headers: list[tuple[bytes, bytes]]) -> None:
    """Say that a page of another origin would be answered otherwise, as the middleware does it, which looks at each
    request and response several times."""
    varies = [value for name, value in headers if name == b"vary"]
    others = [header for header in headers if header[0] != b"vary"]
    headers[:] = [*others, (b"vary", b", ".join([*varies, b"Origin"]))]
