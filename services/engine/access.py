"""How engine services are called over the network: TLS, and the token that they ask for."""

import importlib.metadata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from services.grpc_serving.credentials import TlsFiles, channel_credentials
from services.settings import EngineSettings

_TLS: Final = "tls:"


@dataclass(frozen=True, slots=True)
class EngineAccess:
    """``token``, ``tls``: for the services of installed rulesets, which are the platform's own. ``foreign_tokens``: for
    those of others, by ruleset: what is secret between ours is not for them."""

    token: str = field(default="", repr=False)
    tls: TlsFiles = field(default_factory=TlsFiles)
    foreign_tokens: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class EngineTarget:
    """A service. ``address``: a gRPC target. ``token``: to be shown; ``""``: none. ``tls``: of the channel; None: it is
    not encrypted."""

    address: str
    token: str = field(default="", repr=False)
    tls: TlsFiles | None = None


def engine_target(ruleset: str, place: str, access: EngineAccess, *, is_installed: bool) -> EngineTarget:
    """How to call the service of a ruleset at a place: ``unix:/path``, which only its owner can open and needs neither;
    another gRPC target; or one after ``tls:``, whose certificate must be of an authority that gRPC trusts."""
    if place.startswith("unix:"):
        return EngineTarget(place)
    token = access.token if is_installed else access.foreign_tokens.get(ruleset, "")
    if place.startswith(_TLS):
        own = access.tls if is_installed else TlsFiles()
        return EngineTarget(place.removeprefix(_TLS), token, own)
    return EngineTarget(place, token, access.tls if is_installed and access.tls else None)


def access_from(settings: EngineSettings) -> EngineAccess:
    """What the settings say.

    Raises:
        ValueError: they contradict each other, or cannot be read.
    """
    tls = TlsFiles(settings.engine_tls_cert, settings.engine_tls_key, settings.engine_tls_ca)
    if tls:
        channel_credentials(tls)  # a channel is made at its first call: too late to learn that a file is missing
    return EngineAccess(
        token=settings.engine_token.partition(",")[0],
        tls=tls,
        foreign_tokens=dict(_foreign(entry.strip()) for entry in settings.foreign_engine_tokens.split(",") if entry),
    )


def served_by(settings: EngineSettings) -> str:
    """What plays the rulesets that this process plays itself: its image, or the release of Playhall."""
    return settings.image or f"playhall {importlib.metadata.version('playhall')}"


def _foreign(entry: str) -> tuple[str, str]:
    ruleset, _, token = entry.partition("=")
    if not ruleset or not token or not token.isascii() or not token.isprintable():
        raise ValueError("tokens of foreign engines are written `<ruleset>=<token>`, separated by commas")
    return ruleset, token
