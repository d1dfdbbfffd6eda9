"""What is sent to which engine service."""

import pytest

from services.engine.access import EngineAccess, EngineTarget, access_from, engine_target
from services.grpc_serving.credentials import TlsFiles
from services.settings import BadSetting, read_settings

OURS = TlsFiles(authorities="/ca.pem")
ACCESS = EngineAccess("our-secret-token", OURS, {"theirs": "their-token"})


@pytest.mark.parametrize(
    ("ruleset", "place", "is_installed", "expected"),
    [
        ("factionwars", "dns:///engine:50051", True, EngineTarget("dns:///engine:50051", "our-secret-token", OURS)),
        ("factionwars", "unix:/run/engine.sock", True, EngineTarget("unix:/run/engine.sock")),
        ("theirs", "10.0.0.7:50051", False, EngineTarget("10.0.0.7:50051", "their-token", None)),
        ("theirs", "tls:10.0.0.7:50051", False, EngineTarget("10.0.0.7:50051", "their-token", TlsFiles())),
        ("others", "10.0.0.8:50051", False, EngineTarget("10.0.0.8:50051", "", None)),
    ],
)
def test_our_token_goes_to_our_engines_only(
    ruleset: str, place: str, is_installed: bool, expected: EngineTarget
) -> None:
    assert engine_target(ruleset, place, ACCESS, is_installed=is_installed) == expected


def test_without_tls_a_channel_to_our_engines_is_plain() -> None:
    target = engine_target("factionwars", "engine:50051", EngineAccess("t"), is_installed=True)
    assert target == EngineTarget("engine:50051", "t", None)


def test_tokens_of_foreign_engines_are_read_by_ruleset() -> None:
    settings = read_settings({"HOME": "/", "PLAYHALL_FOREIGN_ENGINE_TOKENS": "theirs=abc=, others=xyz"})
    assert access_from(settings.engines).foreign_tokens == {"theirs": "abc=", "others": "xyz"}


@pytest.mark.parametrize("text", ["theirs", "theirs=", "=abc"])
def test_a_token_without_its_ruleset_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="are written"):
        access_from(read_settings({"HOME": "/", "PLAYHALL_FOREIGN_ENGINE_TOKENS": text}).engines)


def test_of_several_tokens_the_first_is_sent() -> None:
    settings = read_settings({"HOME": "/", "PLAYHALL_ENGINE_TOKEN": "the-newer-token-1,the-older-token-1"})
    assert access_from(settings.engines).token == "the-newer-token-1"


@pytest.mark.parametrize(
    "text", ["short", "the-newer-token-1,short", "the-newer-token-1,", "with a blank in the middle"]
)
def test_a_short_token_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="PLAYHALL_ENGINE_TOKEN must be at least 16"):
        read_settings({"HOME": "/", "PLAYHALL_ENGINE_TOKEN": text})


def test_no_token_stands_in_a_text_of_the_settings_or_of_a_target() -> None:
    settings = read_settings({"HOME": "/", "PLAYHALL_ENGINE_TOKEN": "our-secret-token"})
    assert "our-secret-token" not in repr(
        (settings, access_from(settings.engines), EngineTarget("x", "our-secret-token"))
    )
