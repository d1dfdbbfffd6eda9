"""People's own bots: a file of Python with ``BOTS``, whose bots take part beside those of the ruleset.

A document names such a bot by the SHA-256 of its file, so that nobody goes on with a series by another file than it was
begun with. The file is read once, and its bytes go to every process that plays.
"""

import functools
import hashlib
import re
import sys
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from services.bots.thinking import ThinkingBot
from services.engine.chance import Chance
from services.engine.registry import AnyRuleset
from services.engine.roster import Roster
from services.engine.ruleset import Bot, BotInfo
from services.series.document import OWN_BOT, OwnBotInfo

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class BadBots(Exception):
    """A file of bots cannot be used. The message names the file and says what is wrong, in a line."""


@dataclass(frozen=True, slots=True)
class BotFile:
    """A file of bots. ``source``: its bytes, which are executed wherever the file is used."""

    path: str
    source: bytes

    @classmethod
    def read(cls, path: Path) -> "BotFile":
        """A file as it is now.

        Raises:
            BadBots: it cannot be read.
        """
        try:
            return cls(str(path), path.read_bytes())
        except OSError as error:
            raise BadBots(f"{path} cannot be read: {error.strerror}") from None

    @property
    def version(self) -> str:
        """What a document calls it by: ``sha256:`` and 64 hexadecimal digits."""
        return OWN_BOT + hashlib.sha256(self.source).hexdigest()

    def bots(self) -> dict[str, Bot[Any]]:
        """The file's ``BOTS``. Executes the file, once in a process.

        Raises:
            BadBots: it raises an exception, or ``BOTS`` is not a dictionary of bots by name.
        """
        return _bots(self)


@dataclass(frozen=True, slots=True)
class OwnBots:
    """The bots of some files, for rosters. Can be sent to another process."""

    files: tuple[BotFile, ...] = ()

    @classmethod
    def read(cls, paths: Iterable[Path]) -> "OwnBots":
        """The bots of files as they are now.

        Raises:
            BadBots: a file cannot be read.
        """
        return cls(tuple(dict.fromkeys([BotFile.read(path) for path in paths])))

    def roster(self, rules: AnyRuleset) -> Roster:
        """The bots of a ruleset, and these beside them.

        Raises:
            BadBots: a file cannot be used, or names a bot as the ruleset or another file does.
        """
        own = Roster.of(rules)
        bots: dict[str, Bot[Any]] = {}
        infos = []
        owners = dict.fromkeys(own.bots, own.description.id)
        for file in self.files:
            for name, bot in file.bots().items():
                if name in owners:
                    raise BadBots(f"{file.path}: {owners[name]} has a bot {name!r}, too: give it another name")
                bots[name], owners[name] = bot, file.path
                info = OwnBotInfo(name, f"Of {Path(file.path).name}.", isinstance(bot, ThinkingBot), file.version)
                infos.append(info)
        return own.joined_by(bots, infos)


NO_OWN_BOTS: Final = OwnBots()


class _Absent(Bot[Any]):
    """Stands for a bot whose file is not here."""

    def choose(self, view: Any, legal: list[int], chance: Chance) -> int:  # noqa: ANN401 - any ruleset's view
        raise LookupError("the bot is not here")


def with_absent(roster: Roster, names: Iterable[str]) -> Roster:
    """A roster with bots of these names, too, which cannot choose: to play again what they have chosen."""
    absent = {name: _Absent() for name in sorted(set(names))}
    return roster.joined_by(absent, [BotInfo(name, "Not here.") for name in absent])


@functools.cache
def _bots(file: BotFile) -> dict[str, Bot[Any]]:
    found = getattr(_executed(file), "BOTS", None)
    if not isinstance(found, dict) or not found:
        raise BadBots(f"{file.path} does not define BOTS, a dictionary of bots by name")
    for name, bot in found.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise BadBots(f"{file.path}: {name!r} is no name of a bot: up to 64 letters, digits, '.', '_' and '-'")
        if isinstance(bot, type):
            raise BadBots(f"{file.path}: {name!r} is a class, not a bot: write {bot.__name__}()")
        if not isinstance(bot, Bot):
            raise BadBots(f"{file.path}: {name!r} is no bot, but of type {type(bot).__name__}: derive it from Bot")
    return dict(found)


def _executed(file: BotFile) -> ModuleType:
    module = ModuleType(f"own_bots_{hashlib.sha256(file.source).hexdigest()[:16]}")
    module.__file__ = file.path
    sys.modules[module.__name__] = module  # data classes look for their module there
    try:
        code = compile(file.source, file.path, "exec", dont_inherit=True)
        # Whoever plays the series has named the file.
        exec(code, module.__dict__)  # noqa: S102  # nosec B102
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise BadBots(f"{file.path}: {told_in_a_line(error, [file.path])}") from None
    return module


def told_in_a_line(error: BaseException, paths: Iterable[str]) -> str:
    """An exception, and the last line of one of these files that led to it."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    wanted = set(paths)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename in wanted]
    return f"{what} (line {lines[-1]})" if lines else what
