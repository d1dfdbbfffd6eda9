"""Creations that may be attempted again."""

from services.identity.idempotent_creation import Creation, once

SEED = bytes(range(32))


def test_the_same_creation_has_the_same_id_and_secrets() -> None:
    first, again = Creation(1_469_922_850_259, SEED), Creation(1_469_922_850_259, SEED)
    assert first.id("p_") == again.id("p_")
    assert first.secret("api key") == again.secret("api key")


def test_an_id_begins_with_the_moment() -> None:
    assert Creation(1_469_922_850_259, SEED).id("m_")[:12] == "m_01arz3ndek"


def test_purposes_and_seeds_have_nothing_in_common() -> None:
    one, other = Creation(5, SEED), Creation(5, SEED[::-1])
    secrets = [one.secret("a"), one.secret("b"), other.secret("a"), other.secret("b")]
    assert len(set(secrets)) == 4
    assert one.id("k")[11:] != other.id("k")[11:]
    assert one.id("k")[11:] != one.id("p_")[12:]


def test_what_is_created_once_is_like_nothing_else() -> None:
    made = [once(lambda: 7) for _ in range(1000)]
    assert len({creation.id("") for creation in made}) == 1000
    assert {creation.at_ms for creation in made} == {7}


def test_the_repr_hides_the_seed() -> None:
    assert "seed" not in repr(Creation(5, SEED))
