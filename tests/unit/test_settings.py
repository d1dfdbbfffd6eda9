"""Settings that are more than a number or a word."""

import pytest

from services.settings import BadSetting, read_settings
from tests.marks import each_row


def cors(text: str) -> str:
    return read_settings({"PLAYHALL_CORS_ORIGINS": text}).gateway.cors_origins


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("", ""),
        (" , ", ""),
        ("*", "*"),
        ("https://play.example", "https://play.example"),
        (" https://play.example , http://localhost:* ,", "https://play.example,http://localhost:*"),
        ("https://a.example,https://a.example", "https://a.example"),
        ("https://play.example:8443", "https://play.example:8443"),
        ("http://[::1]:*,http://[2001:db8::1]:3000", "http://[::1]:*,http://[2001:db8::1]:3000"),
        ("http://127.0.0.1:5173", "http://127.0.0.1:5173"),
        ("capacitor://localhost", "capacitor://localhost"),
    ],
)
def test_origins_are_taken_as_browsers_write_them(text: str, origins: str) -> None:
    assert cors(text) == origins


@each_row(
    ("origin", "why"),
    [
        ("play.example", "is not scheme://host"),
        ("https://play.example/", "is not scheme://host"),
        ("https://play.example/app", "is not scheme://host"),
        ("https://Play.example", "in lower case"),
        ("https://*.example", "is not scheme://host"),
        ("https://me@play.example", "is not scheme://host"),
        ("https://play.example:", "is not scheme://host"),
        ("https://play.example:443", "write https://play.example"),
        ("http://play.example:80", "write http://play.example"),
        ("https://play.example:65536", "a port above 65535"),
        ("http://[::g]:*", "is not scheme://host"),
        ("http://[1:2]:*", "has no IPv6 address"),
        ("http://[0:0:0:0:0:0:0:1]", r"browsers write as \[::1\]"),
        ("null", "every sandboxed page"),
        ("*,https://play.example", "'\\*' is not scheme://host"),
        ("https://a.example https://b.example", "is not scheme://host"),
        ("https://a.example\n", None),
    ],
)
def test_what_no_browser_would_send_is_refused_at_the_start(origin: str, why: str | None) -> None:
    if why is None:  # blanks around an origin are passed over
        assert cors(origin) == origin.strip()
        return
    with pytest.raises(BadSetting, match=f"PLAYHALL_CORS_ORIGINS must be origins .*{why}"):
        cors(origin)
