"""What the pages of tournaments keep: bounded by weight, made once for all who want it at the same time."""

import threading

import pytest

from gateway.pages.cache import BoundedCache


def cache(capacity: int) -> BoundedCache[str, str]:
    return BoundedCache(capacity, len)


def test_what_was_made_is_not_made_again() -> None:
    kept = cache(10)
    assert kept.get("a", lambda: "one") == "one"
    assert kept.get("a", lambda: "two") == "one"


def test_what_was_not_used_for_longest_is_dropped_when_the_weight_grows_too_large() -> None:
    kept = cache(6)
    for key in ("a", "b"):
        kept.get(key, lambda: "xxx")
    kept.get("a", lambda: "new")
    kept.get("c", lambda: "xxx")
    assert kept.get("a", lambda: "new") == "xxx"
    assert kept.get("b", lambda: "new") == "new"


def test_what_weighs_more_than_all_may_is_given_and_not_kept() -> None:
    kept = cache(3)
    kept.get("a", lambda: "xxx")
    assert kept.get("b", lambda: "yyyy") == "yyyy"
    assert kept.get("b", lambda: "zzzz") == "zzzz"
    assert kept.get("a", lambda: "new") == "xxx"


def test_a_failure_is_told_and_not_kept() -> None:
    kept = cache(10)

    def fail() -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        kept.get("a", fail)
    assert kept.get("a", lambda: "one") == "one"


def test_who_wants_the_same_meanwhile_waits_for_it_and_others_do_not() -> None:
    kept, begun, may_end, made = cache(10), threading.Event(), threading.Event(), list[str]()

    def slow() -> str:
        begun.set()
        assert may_end.wait(10)
        made.append("a")
        return "slow"

    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(kept.get("a", slow))) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert begun.wait(10)
    assert kept.get("b", lambda: "quick") == "quick"
    may_end.set()
    for thread in threads:
        thread.join(10)
    assert (found, made) == (["slow"] * 4, ["a"])
