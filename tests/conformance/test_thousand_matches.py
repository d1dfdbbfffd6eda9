"""What must hold in each of a thousand random matches, beside what the suite checks in some dozens of every ruleset."""

import pytest

from tests.unit.faceoff.test_ending import check_at_random

pytestmark = [pytest.mark.slow, pytest.mark.matrix]


@pytest.mark.parametrize("fifty", range(5))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_face_off_ends_in_time_conserves_its_cards_and_can_be_replayed(players: int, fifty: int) -> None:
    """FO-T39 (FO-R79, FO-R51, FO-R38). The first 20 are in tests/unit/faceoff/test_ending.py."""
    first = 20 + 50 * fifty
    check_at_random(players, range(first, first + 50))
