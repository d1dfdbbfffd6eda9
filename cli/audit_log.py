"""``playhall audit-log``: whether a platform's log of commitments is what it must be, and the same as before."""

import hashlib
import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from cli.rest_client import NotReachable, Problem, Rest
from cli.verify_series import read_saved
from services.engine.fairness import canonical
from services.engine.replay import MalformedReplay, Replay, read
from services.fairness import audit
from services.fairness.audit import Audit, AuditFailed, KeptHead
from services.fairness.hash_chain import ChainEntry, SignedHead
from services.fairness.signing import PublicKeys
from services.matches.replay_checks import BadEvidence, read_object
from services.moments import moment
from services.series.folder import BadFolder
from services.series.promise_checks import BadSeries

_DIGEST = re.compile(r"[0-9a-f]{64}")
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("url")
@click.option(
    "--head", "file", type=_FILE, help="The file with the head of the last audit; replaced if all checks succeed."
)
@click.option(
    "--compare",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A head of this platform that somebody else has saved; repeat for several.",
)
@click.option(
    "--commitment", "commitments", multiple=True, help="A commitment that must be in the log; repeat for several."
)
@click.option(
    "--replay",
    "replays",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A replay whose commitment must have the place that it names; repeat for several.",
)
@click.option(
    "--event",
    "events",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A saved tournament (GET /v1/tournaments/{tournament}), in the same way.",
)
@click.option(
    "--series",
    "all_series",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="A saved (GET /v1/series/{series}) or downloaded series with all its extensions, in the same way.",
)
def audit_log(
    url: str,
    file: Path | None,
    compare: tuple[Path, ...],
    commitments: tuple[str, ...],
    replays: tuple[Path, ...],
    events: tuple[Path, ...],
    all_series: tuple[Path, ...],
) -> None:
    """Read the log of commitments of the platform at URL and check every link of it. Needs no API key.

    Save a head (--head) and audit regularly to find out whether entries that you have seen are removed, changed or
    dated differently. Compare it with the heads of others (--compare) to find out whether they see another log.
    """
    wanted = [_digest(text) for text in commitments]
    told = [*map(_replay, replays), *map(_event, events), *(each for path in all_series for each in _series(path))]
    wanted += [each.digest for each in told]
    try:
        kept = [_kept(path, f"compared ({path})") for path in compare]
        own = _kept(file, "saved") if file is not None and file.exists() else None
        rest = Rest(url, None)
        found = audit.audit(
            _Log(rest),
            now_ms=time.time_ns() // 1_000_000,
            kept=kept if own is None else [own, *kept],
            commitments=wanted,
        )
        for each in told:
            _check_place(each, found.places[each.digest])
    except AuditFailed as error:
        raise click.ClickException(f"the log does not hold: {error}.") from None
    except (NotReachable, Problem, ValueError) as error:
        raise click.ClickException(str(error)) from None
    if file is not None:
        _write(file, found.kept)
    _report(found, own, kept, wanted)
    if file is not None:
        click.echo(f"The head is kept in {file}.")


@dataclass(frozen=True, slots=True)
class _Told:
    """Where a document says that a commitment stands in the log."""

    path: Path
    digest: bytes
    index: int
    hash: str


class _Log:
    """The log over REST."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest

    def keys(self) -> PublicKeys:
        return audit.parse_keys(self._rest.read("/v1/signing-keys"))

    def head(self) -> SignedHead:
        return audit.parse_head(self._rest.read("/v1/commitments/head"))

    def entries(self, start: int) -> list[ChainEntry]:
        return audit.parse_entries(self._rest.read("/v1/commitments", start=start, page_size=500))


def _digest(text: str) -> bytes:
    if not _DIGEST.fullmatch(text.lower()):
        raise click.BadParameter(f"{text!r} is not 64 hexadecimal digits", param_hint="--commitment")
    return bytes.fromhex(text)


def _kept(path: Path, name: str) -> KeptHead:
    try:
        return KeptHead.from_json(path.read_bytes(), name)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be read: {error.strerror}") from None


def _replay(path: Path) -> _Told:
    try:
        replay = read(path.read_bytes())
    except MalformedReplay as error:
        raise click.ClickException(f"{path} is not a replay: {error}") from None
    if not isinstance(replay, Replay) or replay.commitment_log is None:
        raise click.ClickException(f"{path} names no place in a log of commitments")
    place = replay.commitment_log
    return _Told(path, bytes.fromhex(replay.commitment), place.index, place.hash)


def _event(path: Path) -> _Told:
    try:
        told = read_object(path.read_bytes(), str(path))
        digest, place = hashlib.sha256(canonical(told["commitment_document"])).digest(), told["commitment_log"]
        return _Told(path, digest, place["index"], place["hash"])
    except BadEvidence as error:
        raise click.ClickException(str(error)) from None
    except (KeyError, TypeError):
        raise click.ClickException(f"{path} is no tournament that names a place in a log of commitments") from None


def _series(path: Path) -> list[_Told]:
    try:
        parts = read_saved(path).parts
    except (BadFolder, BadSeries) as error:
        raise click.ClickException(f"{path} is not a series: {error}") from None
    named = [(part.promise.digest(), part.published) for part in parts]
    told = [_Told(path, digest, there.log_index, there.log_hash) for digest, there in named if there is not None]
    if len(told) < len(parts):
        raise click.ClickException(f"{path} names no place in a log of commitments")
    return told


def _check_place(told: _Told, entry: ChainEntry) -> None:
    if (told.index, told.hash) != (entry.index, entry.hash.hex()):
        raise AuditFailed(f"{told.path} names entry {told.index} ({told.hash}), its commitment is entry {entry.index}")


def _write(path: Path, kept: KeptHead) -> None:
    """All of it or nothing: what was kept is worth more than what is new."""
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    try:
        new.write_text(kept.to_json(), encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None


def _report(found: Audit, own: KeptHead | None, others: Sequence[KeptHead], wanted: Sequence[bytes]) -> None:
    head = found.kept.head
    click.echo(f"The log holds: {head.head.size} entries, hash {head.head.hash.hex()}, at {moment(head.head.time_ms)}.")
    click.echo("Checked:")
    click.echo(
        f"- the head is signed with the key {head.signature.key_id}, which is published and was not retired then"
    )
    click.echo("- every entry follows the one before, none is dated before it, and the last one is the head's")
    for kept in [*([] if own is None else [own]), *others]:
        before = kept.head.head
        click.echo(
            f"- it goes on from the {kept.name} head: the first {before.size} entries of {moment(before.time_ms)} are "
            "the same, no later one is dated before it, and the keys of then are still published"
        )
    for digest in wanted:
        place = found.places[digest]
        click.echo(f"- the commitment {digest.hex()} is entry {place.index}, of {moment(place.time_ms)}")
    click.echo("Not checked:")
    if own is None:
        click.echo("- whether the log was the same before: no head was saved")
    if not others:
        click.echo("- whether others are shown the same log: no head was compared")
    if not wanted:
        click.echo("- whether a commitment that you were given is in it: none was named")
    click.echo("- what was committed to: `playhall verify` checks a match's replay against its commitment")
