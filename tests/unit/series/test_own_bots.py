"""People's own bots in a series: their file names them, and every process plays by the same bytes."""

import hashlib
import pickle
from pathlib import Path

import pytest

from services.engine.roster import Roster
from services.engine.ruleset import BotInfo
from services.series.designs import Schedule, Table
from services.series.document import Entrant, OwnBotInfo, SeriesDocument, UnplayableSeries, bot_versions, check_playable
from services.series.folder import Folder
from services.series.local import LocalPool, play_series
from services.series.own_bots import BadBots, BotFile, OwnBots, with_absent
from services.series.playing import Player
from tests.rulesets.sealed import RULESET
from tests.unit.series import broken_bots
from tests.unit.series.documents import SEED, playable

FIRST = """
from dataclasses import dataclass

from services.engine.ruleset import Bot


@dataclass(frozen=True)
class Fixed(Bot):
    place: int

    def choose(self, view, legal, chance):
        return legal[self.place]


BOTS = {"first": Fixed(0), "last": Fixed(-1)}
"""


def own(text: str, *others: str) -> OwnBots:
    files = [BotFile(f"{number}.py", each.encode()) for number, each in enumerate((text, *others))]
    return OwnBots(tuple(files))


def between(bots: OwnBots, *entrants: str, matches: int = 8) -> SeriesDocument:
    """A series of Sealed Rows between bots of the ruleset and own ones."""
    versions = bot_versions(bots.roster(RULESET).description)
    made = playable(RULESET, *entrants, matches=matches)
    named = tuple(Entrant(bot=bot, version=versions[bot]) for bot in entrants)
    return made.model_copy(update={"entrants": named})


def player_of(bots: OwnBots, document: SeriesDocument) -> Player:
    return Player(RULESET, document, SEED, bots.roster(RULESET))


def test_a_file_adds_its_bots_to_those_of_the_ruleset() -> None:
    roster = own(FIRST).roster(RULESET)
    version = "sha256:" + hashlib.sha256(FIRST.encode()).hexdigest()
    assert sorted(roster.bots) == ["first", "greedy", "last", "random"]
    assert bot_versions(roster.description) == {"first": version, "greedy": "1.0.0", "last": version, "random": "1.0.0"}
    assert roster.description.bots[-1] == OwnBotInfo("last", "Of 0.py.", thinks=False, version=version)
    assert sorted(RULESET.bots()) == ["greedy", "random"]


def test_without_files_the_ruleset_has_its_own_bots() -> None:
    assert OwnBots().roster(RULESET) == Roster(RULESET.describe(), RULESET.bots())


def test_several_files_play_each_other() -> None:
    other = FIRST.replace('"first"', '"one"').replace('"last"', '"two"')
    bots = own(FIRST, other)
    assert sorted(bots.roster(RULESET).bots) == ["first", "greedy", "last", "one", "random", "two"]
    player = player_of(bots, between(bots, "first", "two"))
    assert player.play(Table(0, 0, (0, 1))).error == ""


def test_a_file_that_is_given_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FIRST)
    assert len(OwnBots.read([path, path]).files) == 1


def test_processes_play_by_the_bytes_that_were_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FIRST)
    read = OwnBots((BotFile.read(path),))
    path.write_text("raise SystemExit")
    document = between(read, "first", "random", "last", matches=60)
    with LocalPool(document, SEED, workers=1, own_bots=read, find_ruleset=broken_bots.sealed) as pool:
        folder = Folder.create(tmp_path / "run", document, SEED)
        results = [result for some in play_series(pool, folder) for result in some]
    player, schedule = player_of(pickle.loads(pickle.dumps(read)), document), Schedule(document)
    assert results == [player.play(schedule.table(number)) for number in range(60)]
    assert not any(result.error for result in results)


def test_a_series_is_not_played_by_another_file_or_without_it() -> None:
    bots = own(FIRST)
    document = between(bots, "first", "random")
    check_playable(document, bots.roster(RULESET).description)
    changed = own(FIRST.replace("legal[self.place]", "legal[0]"))
    with pytest.raises(UnplayableSeries, match="the file of the bot 'first' is not the one that the series was begun"):
        check_playable(document, changed.roster(RULESET).description)
    digest = hashlib.sha256(FIRST.encode()).hexdigest()
    with pytest.raises(UnplayableSeries, match=f"the bot 'first' is of a file that is not given .*{digest}"):
        check_playable(document, RULESET.describe())
    entrants = (Entrant(bot="random", version="sha256:00"),)
    with pytest.raises(UnplayableSeries, match=r"the bot 'random' is of version sha256:00, here is 1\.0\.0"):
        check_playable(document.model_copy(update={"entrants": entrants}), RULESET.describe())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("BOTS = 1 / 0", r"0\.py: ZeroDivisionError: division by zero \(line 1\)"),
        ("\n\ndef", r"0\.py: SyntaxError: invalid syntax \(0\.py, line 3\)"),
        ("import of_nowhere", r"0\.py: ModuleNotFoundError: No module named 'of_nowhere' \(line 1\)"),
        ("raise SystemExit(3)", r"0\.py: SystemExit: 3 \(line 1\)"),
        ("raise ValueError('two\\nlines')", r"0\.py: ValueError: two lines \(line 1\)"),
        ("", r"0\.py does not define BOTS, a dictionary of bots by name"),
        ("BOTS = {}", r"0\.py does not define BOTS"),
        ("BOTS = ['mine']", r"0\.py does not define BOTS"),
        ("BOTS = {'mine': 7}", r"0\.py: 'mine' is no bot, but of type int: derive it from Bot"),
        ("class Mine: pass\nBOTS = {'mine': Mine}", r"0\.py: 'mine' is a class, not a bot: write Mine\(\)"),
        ("BOTS = {7: 7}", r"0\.py: 7 is no name of a bot"),
        ("BOTS = {'[red]': 7}", r"0\.py: '\[red\]' is no name of a bot"),
        (FIRST.replace('"first"', '"greedy"'), r"0\.py: sealed has a bot 'greedy', too: give it another name"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_line(text: str, complaint: str) -> None:
    with pytest.raises(BadBots, match=f"^{complaint}") as refused:
        own(text).roster(RULESET)
    assert "\n" not in str(refused.value)


def test_two_files_have_no_bot_of_one_name() -> None:
    with pytest.raises(BadBots, match=r"1\.py: 0\.py has a bot 'first', too: give it another name"):
        own(FIRST, FIRST + "# changed").roster(RULESET)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadBots, match=r"nothing\.py cannot be read: No such file or directory"):
        OwnBots.read([tmp_path / "nothing.py"])


@pytest.mark.parametrize(
    ("choice", "error"),
    [
        ("bool(legal.index(legal[0]))", "illegal_choice"),
        ("float(legal[0])", "bot_failed"),
        ("None", "bot_failed"),
        ("1 / 0", "bot_failed"),
        ("-1", "illegal_choice"),
    ],
)
def test_what_is_no_action_costs_the_match(choice: str, error: str) -> None:
    bots = own(FIRST.replace("legal[self.place]", choice))
    player = player_of(bots, between(bots, "first"))
    assert player.play(Table(0, 0, (0, 0))).error == error


def test_a_number_of_another_type_is_the_action_that_it_is() -> None:
    told = FIRST.replace("legal[self.place]", "Like(legal[self.place])") + (
        "\n\nclass Like(int):\n    def __str__(self):\n        return 'like'\n    __format__ = __repr__ = __str__\n"
    )
    bots, plain = own(told), own(FIRST)
    player = player_of(bots, between(bots, "first", "last"))
    replay = player.replay(Table(0, 0, (0, 1)))
    assert "like" not in str(replay.steps)
    assert player_of(plain, between(plain, "first", "last")).play(Table(0, 0, (0, 1))).error == ""


def test_bots_that_are_not_here_have_a_name_and_do_not_choose() -> None:
    roster = with_absent(Roster.of(RULESET), ["mine", "mine"])
    assert roster.description.bots[-1] == BotInfo("mine", "Not here.")
    assert sorted(roster.bots) == ["greedy", "mine", "random"]
