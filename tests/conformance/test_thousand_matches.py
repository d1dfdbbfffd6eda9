"""What must hold in each of a thousand random matches, beside what the suite checks in some dozens of every ruleset."""

import pytest

from tests.unit.faceoff.test_ending import check_at_random

pytestmark = [pytest.mark.slow, pytest.mark.matrix]


@pytest.mark.parametrize("hundred", range(10))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_face_off_ends_in_time_conserves_its_cards_and_can_be_replayed(players: int, hundred: int) -> None:
    """FO-T39 (FO-R79, FO-R51, FO-R38)."""
    check_at_random(players, range(100 * hundred, 100 * hundred + 100))
