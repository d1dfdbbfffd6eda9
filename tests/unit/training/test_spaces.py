"""What adapters tell policies: hashed features and masks."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="observations need the extra `training`")

from services.training.spaces import TooManyActions, action_mask, view_features

ROOT = Path(__file__).parents[3]


def test_the_platform_and_the_client_have_the_same_features_and_masks() -> None:
    ours, theirs = ROOT / "services" / "training", ROOT / "clients" / "python" / "playhall_client"
    assert (ours / "spaces.py").read_bytes() == (theirs / "spaces.py").read_bytes()


def test_a_value_counts_at_the_hash_of_its_path_and_text() -> None:
    features = view_features({"round": 3}, 2048)  # CRC-32 of '/round=3' is 3071047365
    assert features.sum() == 1
    assert features[3071047365 % 2048] == 1
    assert features.dtype == "uint8"


def test_a_value_in_a_list_counts_with_its_place_and_without() -> None:
    one, other = view_features({"hand": ["A", "B"]}, 4096), view_features({"hand": ["B", "A"]}, 4096)
    assert one.sum() == other.sum() == 4
    assert (one == other).sum() == 4096 - 4
    assert (one * other).sum() == 2


def test_what_is_empty_counts_too_and_true_is_not_one() -> None:
    values: list[Any] = [[], {}, None, "", 0, False, 1, True]
    empty = [view_features({"hand": value}, 4096).argmax() for value in values]
    assert len(set(empty)) == 8


def test_counts_end_at_255() -> None:
    assert view_features({"coins": [1] * 300}, 1).tolist() == [255]


def test_a_mask_has_a_one_for_each_legal_action() -> None:
    assert action_mask(2, 4).tolist() == [1, 1, 0, 0]
    assert action_mask(0, 3).tolist() == [0, 0, 0]


def test_more_legal_actions_than_the_space_has_are_an_error_that_says_what_to_do() -> None:
    with pytest.raises(TooManyActions, match="5 legal actions and the action space 4: give a greater max_actions"):
        action_mask(5, 4)
