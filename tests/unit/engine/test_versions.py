"""Versions of a ruleset side by side: which deals new matches, and which plays a match."""

import json
from collections.abc import Iterable

import pytest

from services.engine import registry
from services.engine.documents import catalogue_sha256
from services.engine.engine import Engine, RulesetVersion, Step
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import Description
from services.engine.versions import Target, version_key
from services.errors import Reason, Refusal
from tests.rulesets.versioned import Versioned

SEED = bytes(32)
CARDS = ({"id": "a", "name": "A", "kind": "card"},)


class Away(InProcessEngine):  # type: ignore[type-arg]
    """An engine that cannot be reached while ``is_away``."""

    is_away = True

    def describe(self) -> Description:
        self._check()
        return super().describe()

    def start(self, *given: object) -> Step:
        self._check()
        return super().start(*given)  # type: ignore[arg-type]

    def _check(self) -> None:
        if self.is_away:
            raise Refusal(Reason.BUSY)


def directory(*engines: Engine, drained: Iterable[str] = ()) -> EngineDirectory:
    targets = [Target(engine, str(place)) for place, engine in enumerate(engines)]
    return EngineDirectory({"sealed": targets}, drained=lambda: {("sealed", version) for version in drained})


def serves(version: str) -> Engine:
    return InProcessEngine(Versioned(version))


def pin(version: str, cards: str = "") -> RulesetVersion:
    return RulesetVersion("sealed", version, cards)


def refusal(engine: Engine) -> Refusal:
    with pytest.raises(Refusal) as caught:
        engine.start(2, {}, SEED)
    return caught.value


def test_versions_are_ordered_as_semantic_versioning_has_it() -> None:
    ordered = [
        "first",
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0",
        "1.9.0",
        "1.10.0",
        "2",
    ]
    shuffled = [*ordered[4:], *ordered[:4]]
    assert sorted(shuffled, key=version_key) == ordered


def test_new_matches_are_dealt_by_the_newest_version_wherever_it_stands() -> None:
    assert directory(serves("1.9.0"), serves("1.10.0"), serves("1.2.0")).engine("sealed").describe().version == "1.10.0"


def test_a_drained_version_deals_no_new_matches_and_its_own_go_on() -> None:
    engines = directory(serves("1.0.0"), serves("1.1.0"), drained=["1.1.0"])
    assert engines.engine("sealed").describe().version == "1.0.0"
    assert engines.pinned(pin("1.1.0")).start(2, {}, SEED).position.version == "1.1.0"


def test_where_every_version_is_drained_nothing_is_dealt_for_a_while() -> None:
    with pytest.raises(Refusal) as caught:
        directory(serves("1.0.0"), drained=["1.0.0"]).engine("sealed")
    assert (caught.value.reason, "lets no version" in caught.value.detail) == (Reason.BUSY, True)


def test_a_target_that_is_away_is_left_out_of_new_matches() -> None:
    assert directory(serves("1.0.0"), Away(Versioned("1.1.0"))).engine("sealed").describe().version == "1.0.0"


def test_each_match_is_played_by_its_own_version() -> None:
    engines = directory(serves("1.0.0"), serves("1.2.0"))
    for version, label in (("1.0.0", "Lay 1 in column 1"), ("1.2.0", "LAY 1 IN COLUMN 1")):
        engine = engines.pinned(pin(version))
        step = engine.start(2, {}, SEED)
        assert step.position.version == engine.describe().version == version
        assert json.loads(step.situation(0).legal)[0]["label"] == label
        _, after = engine.play(step.position, 0, "place 3")
        assert engine.observe(after.position).situations == after.situations
        assert engine.default(after.position, 1).startswith("place ")
        view = after.situation(1).view
        assert engine.choose("greedy", view, [f"place {card}" for card in range(1, 6)], SEED).startswith("place ")
        assert engine.imagine(view, SEED).version == version
        with pytest.raises(Refusal, match="UNKNOWN_BOT"):  # nobody in Sealed Rows searches
            engine.explain("greedy", view, ["place 1"], SEED, iterations=1, milliseconds=9)


def test_a_version_that_nobody_serves_is_named_with_those_that_are() -> None:
    found = refusal(directory(serves("1.10.0"), serves("1.9.0")).pinned(pin("1.0.0")))
    assert found.reason is Reason.UNSUPPORTED_VERSION
    assert found.metadata == {"version": "1.0.0", "served": "1.9.0, 1.10.0"}
    assert found.detail == "Version 1.0.0 of sealed is not served; 1.9.0, 1.10.0 is."


def test_a_version_that_may_be_served_by_who_is_away_is_to_be_asked_for_again() -> None:
    assert refusal(directory(serves("1.1.0"), Away(Versioned("1.0.0"))).pinned(pin("1.0.0"))).reason is Reason.BUSY


def test_a_match_of_two_targets_goes_on_while_one_of_them_is_away() -> None:
    away = Away(Versioned("1.0.0"))
    away.is_away = False
    engines = directory(away, serves("1.0.0"))
    step = engines.pinned(pin("1.0.0")).start(2, {}, SEED)
    away.is_away = True
    assert engines.pinned(pin("1.0.0")).start(2, {}, SEED) == step


def test_a_version_with_other_cards_does_not_play_the_match() -> None:
    changed = InProcessEngine(Versioned("1.0.0", CARDS))
    mine = catalogue_sha256(())
    found = refusal(directory(changed).pinned(pin("1.0.0", mine)))
    assert (found.reason, "other cards" in found.detail) == (Reason.UNSUPPORTED_VERSION, True)
    position = serves("1.0.0").start(2, {}, SEED).position
    with pytest.raises(Refusal, match="UNSUPPORTED_VERSION"):
        directory(changed).pinned(pin("1.0.0", mine)).play(position, 0, "place 1")
    assert directory(changed, serves("1.0.0")).pinned(pin("1.0.0", mine)).play(position, 0, "place 1")[0] == "place 1"
    assert directory(changed).pinned(pin("1.0.0", catalogue_sha256(CARDS))).describe().cards == CARDS


def test_several_targets_of_a_ruleset_stand_in_one_entry() -> None:
    places = registry.places("local,factionwars=local|dns:///engine-factionwars-1-0-0:50051")
    assert places["factionwars"] == "local|dns:///engine-factionwars-1-0-0:50051"
    assert registry.targets(places["factionwars"]) == ["local", "dns:///engine-factionwars-1-0-0:50051"]
    for setting in ("factionwars=local|", "factionwars=|local", "factionwars=a||b", "chess=local|a:1"):
        with pytest.raises(ValueError, match=r"target that is none|is not installed"):
            registry.places(setting)


def test_whoever_changes_a_card_tells_operators() -> None:
    """Live matches stand still where their cards are gone, be it a text. Change a digest here only together with the
    ruleset's version, or with a paragraph of the changelog that tells operators to keep an engine of the old image."""
    engines = {id: InProcessEngine(ruleset).describe() for id, ruleset in registry.installed().items()}
    assert {id: (served.version, served.catalogue_sha256[:16]) for id, served in engines.items()} == {
        "commanders": ("1.0.0", "a0586ba6ae9b1b2f"),
        "duels": ("1.0.0", "614d43ffb7a525cd"),
        "faceoff": ("1.0.0", "ea4f9c0904bda03f"),
        "factionwars": ("1.0.0", "2b8aaaee8bd05d2e"),
        "standoff": ("1.0.0", "36af6805544fc201"),
    }
