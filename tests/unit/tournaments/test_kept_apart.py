"""Who is kept apart: by hosts, and by a rule."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from services.tournaments import steps
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import fold
from services.tournaments.log import Entered, KeptApart, RoundEnded, StageStarted, Started, Undone
from services.tournaments.settings import ApartRule, EliminationStage, PodsStage, RoundRobinStage, Stage, SwissStage
from services.tournaments.tournament import NotPossible, Tournament
from tests.unit.tournaments.logs import SEED, Told, settings


def begun(stage: Stage, names: str, owners: str = "", rule: ApartRule | None = None) -> Told:
    """Entrants of one letter each; those with the same letter in ``owners`` belong to one person, ``-`` to nobody."""
    of = settings(stage).model_copy(update={"apart": rule})
    told = Told(of)
    for name, owner in zip(names, owners or "-" * len(names), strict=True):
        told.tell(Entered(entrant=name, name=name, is_bot=True, owner=None if owner == "-" else owner))
    return told.tell(Started(seeding=tuple(names)), StageStarted(stage=0, seeding=tuple(names)))


def met(tournament: Tournament, number: int = 1) -> Iterator[str]:
    for table in tournament.rounds[number - 1].tables:
        yield from ("".join(sorted(pair)) for pair in combinations(table.entrants, 2))


def paired(told: Told) -> set[str]:
    """Who meets in the next round."""
    told.tell(steps.pair_now(told.tournament, Lots(SEED)))
    return set(met(told.tournament, len(told.tournament.rounds)))


def test_whom_a_host_keeps_apart_do_not_meet_until_that_is_taken_back() -> None:
    told = begun(SwissStage(rounds=3), "abcd")
    assert paired(told) == {"ac", "bd"}
    told.tell(KeptApart(entrants=("a", "c")))
    assert "ac" not in paired_again(told)
    number = len(told.entries) - 1
    told.tell(Undone(entry=number))
    told.tournament = fold(told.settings, told.entries)
    assert paired_again(told) == {"ac", "bd"}


def paired_again(told: Told) -> set[str]:
    told.tell(steps.pair_now(told.tournament, Lots(SEED)))
    return set(met(told.tournament))


def test_nobody_of_a_club_meets_another_of_it_in_the_first_rounds() -> None:
    told = begun(PodsStage(rounds=3, seats=3), "abcdefghi")
    told.tell(KeptApart(entrants=("a", "b", "c"), until_round=1))
    assert not {"ab", "ac", "bc"} & paired(told)
    with pytest.raises(NotPossible, match="round 1 has been paired"):
        told.tell(KeptApart(entrants=("d", "e"), until_round=1))


def test_a_host_who_leaves_no_pairing_is_told_who_is_concerned() -> None:
    told = begun(SwissStage(rounds=3), "abcd")
    told.tell(KeptApart(entrants=("a", "b", "c")))
    with pytest.raises(NotPossible, match=r"the forbidden pairs leave no pairing; concerned: a, b, c"):
        paired(told)


def test_bots_of_one_owner_do_not_meet_where_that_can_be() -> None:
    rule = ApartRule()
    told = begun(SwissStage(rounds=3), "abcd", "x-x-", rule)
    assert "ac" not in paired(told)
    assert told.tournament.rounds[0].paired.notes == ()


def test_the_largest_group_is_given_up_where_no_pairing_keeps_all_apart() -> None:
    told = begun(SwissStage(rounds=3), "abcdef", "xxxxyy", ApartRule())
    assert "ef" not in paired(told)
    (note,) = told.tournament.rounds[0].paired.notes
    assert note.endswith("belong to one owner and meet: no pairing was found that keeps all apart.")


def test_the_rule_holds_for_as_many_rounds_as_it_says() -> None:
    told = begun(SwissStage(rounds=3), "ab", "xx", ApartRule(rounds=1))
    told.tell(steps.pair_now(told.tournament, Lots(SEED)))
    assert len(told.tournament.rounds[0].paired.notes) == 1
    told.played(1, 1, 2).tell(RoundEnded(round=1))
    told.tell(steps.pair_now(told.tournament, Lots(SEED)))
    assert not any("one owner" in note for note in told.tournament.rounds[1].paired.notes)


def test_pods_keep_apart_by_both_and_say_whom_they_could_not() -> None:
    told = begun(PodsStage(rounds=2, seats=3), "abcdef", "xxx---", ApartRule())
    told.tell(KeptApart(entrants=("d", "e")))
    assert "de" not in paired(told)
    notes = told.tournament.rounds[0].paired.notes
    assert all("belong to one owner" in note for note in notes)
    assert len(notes) == 1


@pytest.mark.parametrize(
    "stage",
    [RoundRobinStage(), EliminationStage(format="single_elimination"), PodsStage(rounds=2, seats=3, system="power")],
)
def test_nobody_is_kept_apart_in_formats_that_cannot(stage: Stage) -> None:
    told = begun(stage, "abcd")
    with pytest.raises(NotPossible, match="no stage to come keeps anybody apart"):
        told.tell(KeptApart(entrants=("a", "b")))


def test_who_is_kept_apart_has_entered() -> None:
    told = begun(SwissStage(rounds=3), "abcd")
    for entrants in (("a", "z"), ("a", "a")):
        with pytest.raises(NotPossible, match="it names somebody twice, or somebody who has not entered"):
            told.tell(KeptApart(entrants=entrants))
