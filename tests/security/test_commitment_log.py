"""An operator who tampers with the log of commitments is found out by whoever has kept a head.

The operator here holds the database and the signing keys, and is careful: after each change all hashes are made anew
and the head is signed again, so that the log looks whole to whoever sees it for the first time.
"""

import dataclasses
import hashlib
from collections.abc import Callable, Sequence

import pytest

from services.fairness.audit import AuditFailed, KeptHead, audit
from services.fairness.hash_chain import EMPTY, ChainEntry, Head, SignedHead, next_entry
from services.fairness.signing import PublicKey, PublicKeys, Signature, SigningKeys

NOW_MS = 1_800_000_000_000
SECOND = 1_000


def digest(number: int) -> bytes:
    return hashlib.sha256(b"commitment %d" % number).digest()


def chained(contents: Sequence[tuple[bytes, int]]) -> list[ChainEntry]:
    """A whole chain of digests and times."""
    entries: list[ChainEntry] = []
    for value, time_ms in contents:
        entries.append(next_entry(entries[-1] if entries else None, value, time_ms))
    return entries


def contents(entries: Sequence[ChainEntry]) -> list[tuple[bytes, int]]:
    return [(entry.digest, entry.time_ms) for entry in entries]


@dataclasses.dataclass
class Operator:
    """What a platform shows: everything is in its hands."""

    entries: list[ChainEntry]
    secret: SigningKeys
    public: PublicKeys | None = None
    signed: SignedHead | None = None
    now_ms: int = NOW_MS

    def keys(self) -> PublicKeys:
        return self.public or self.secret.public

    def head(self) -> SignedHead:
        if self.signed is not None:
            return self.signed
        last = self.entries[-1].hash if self.entries else EMPTY
        return SignedHead.sign(Head(len(self.entries), last, self.now_ms), self.secret)

    def page(self, start: int) -> Sequence[ChainEntry]:
        return self.entries[start : start + 3]  # several pages


class Shown:
    """An operator's log as an auditor reads it."""

    def __init__(self, operator: Operator, page: Callable[[int], Sequence[ChainEntry]] | None = None) -> None:
        self._operator = operator
        self._page = page or operator.page

    def keys(self) -> PublicKeys:
        return self._operator.keys()

    def head(self) -> SignedHead:
        return self._operator.head()

    def entries(self, start: int) -> Sequence[ChainEntry]:
        return self._page(start)


def honest(size: int = 8) -> Operator:
    entries = chained([(digest(number), NOW_MS - (100 - number) * SECOND) for number in range(size)])
    return Operator(entries, SigningKeys(hashlib.sha256(b"operator").digest()))


def audited(
    operator: Operator, *kept: KeptHead, commitments: Sequence[bytes] = (), now_ms: int = NOW_MS + 5 * SECOND
) -> KeptHead:
    return audit(Shown(operator), now_ms=now_ms, kept=kept, commitments=commitments).kept


def later(entries: list[ChainEntry], *more: tuple[bytes, int]) -> Operator:
    """The same operator two minutes later."""
    return dataclasses.replace(honest(), entries=chained([*contents(entries), *more]), now_ms=NOW_MS + 120 * SECOND)


LATER = NOW_MS + 125 * SECOND


def test_a_log_that_only_grows_holds() -> None:
    kept = audited(honest())
    grown = later(honest().entries, (digest(8), NOW_MS + SECOND), (digest(9), NOW_MS + 2 * SECOND))
    again = audited(grown, kept, commitments=[digest(9), digest(0)], now_ms=LATER)
    assert again.head.head.size == 10
    assert KeptHead.from_json(again.to_json().encode()) == again


def test_an_empty_log_holds_and_what_comes_then_goes_on_from_it() -> None:
    kept = audited(honest(0))
    assert kept.head.head == Head(0, EMPTY, NOW_MS)
    audited(later([], (digest(0), NOW_MS + SECOND)), kept, now_ms=LATER)


def swapped(found: list[tuple[bytes, int]]) -> list[tuple[bytes, int]]:
    found[2], found[3] = (found[3][0], found[2][1]), (found[2][0], found[3][1])
    return found


Forge = Callable[[list[tuple[bytes, int]]], list[tuple[bytes, int]]]

FORGERIES: dict[str, Forge] = {
    "removes an entry": lambda found: found[:3] + found[4:] + [(digest(90), NOW_MS), (digest(91), NOW_MS)],
    "removes the first entry": lambda found: [*found[1:], (digest(90), NOW_MS)],
    "reorders two entries": swapped,
    "changes an entry": lambda found: [*found[:3], (digest(90), found[3][1]), *found[4:]],
    "backdates an entry": lambda found: [*found[:3], (found[3][0], found[3][1] - SECOND), *found[4:]],
    "dates an entry later": lambda found: [*found[:7], (found[7][0], found[7][1] + 1)],
    "puts an entry in between": lambda found: [*found[:3], (digest(90), found[3][1]), *found[3:]],
    "forks off before the end": lambda found: [*found[:7], (digest(90), NOW_MS), (digest(91), NOW_MS)],
    "writes all of it anew": lambda found: [(digest(90 + number), time) for number, (_, time) in enumerate(found)],
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES.keys())
def test_who_has_kept_a_head_finds_out_that_the_operator(forge: Forge) -> None:
    kept = audited(honest())
    forged = later(chained(forge(contents(honest().entries))))
    with pytest.raises(AuditFailed, match="another log than that of the saved head: their first 8 entries differ"):
        audited(forged, kept, now_ms=LATER)
    audited(forged, now_ms=LATER)  # nothing else shows it: who has kept nothing is deceived


def test_a_log_that_was_cut_short_is_found() -> None:
    kept = audited(honest())
    with pytest.raises(AuditFailed, match=r"the log has lost entries: the saved head has 8 at .*, this one 6 at"):
        audited(later(honest().entries[:6]), kept, now_ms=LATER)


def test_an_entry_that_is_dated_before_a_head_which_does_not_have_it_is_found() -> None:
    kept = audited(honest())
    backdated = later(honest().entries, (digest(8), NOW_MS - 61 * SECOND))
    with pytest.raises(AuditFailed, match=r"entry 8 is dated .*, but was not there by the saved head of"):
        audited(backdated, kept, now_ms=LATER)
    audited(backdated, now_ms=LATER)


def test_a_commitment_that_was_left_out_is_found() -> None:
    left_out = digest(123)
    with pytest.raises(AuditFailed, match=f"the commitment {left_out.hex()} is not in the log"):
        audited(honest(), commitments=[digest(1), left_out])


def test_two_who_are_shown_different_logs_find_out_when_they_compare_heads() -> None:
    """Both logs are whole, signed, and go on from what each of the two has seen."""
    begun = honest().entries
    for_ann = later(begun, (digest(8), NOW_MS + SECOND))
    for_bob = later(begun, (digest(9), NOW_MS + SECOND), (digest(10), NOW_MS + SECOND))
    common = audited(honest())
    anns = audited(for_ann, common, now_ms=LATER)
    bobs = audited(for_bob, common, now_ms=LATER)
    with pytest.raises(AuditFailed, match="another log than that of the compared head"):
        audited(
            dataclasses.replace(
                for_ann, entries=chained([*contents(for_ann.entries), (digest(11), LATER)]), now_ms=LATER
            ),
            anns,
            dataclasses.replace(bobs, name="compared"),
            now_ms=LATER,
        )
    with pytest.raises(AuditFailed, match=r"the log has lost entries: the compared head has 10 at .*, this one 9"):
        audited(for_ann, anns, dataclasses.replace(bobs, name="compared"), now_ms=LATER)


@pytest.mark.parametrize(
    ("size", "value", "why"),
    [
        (9, digest(1), "the log ends before entry 8, its head says that it has 9"),
        (8, digest(1), "the log's 8 entries are not those of its signed head"),
        (7, None, "the log's 7 entries are not those of its signed head"),
    ],
)
def test_a_head_of_other_entries_is_refused(size: int, value: bytes | None, why: str) -> None:
    operator = honest()
    told = Head(size, value or operator.entries[-1].hash, NOW_MS)
    with pytest.raises(AuditFailed, match=why):
        audited(dataclasses.replace(operator, signed=SignedHead.sign(told, operator.secret)))


def test_a_head_with_an_unpublished_key_is_refused() -> None:
    operator = honest()
    stranger = SigningKeys.generate()
    signed = SignedHead.sign(operator.head().head, stranger)
    with pytest.raises(AuditFailed, match=f"signed with the key '{stranger.key_id}', which is not published"):
        audited(dataclasses.replace(operator, signed=signed))


def test_a_head_under_another_keys_name_is_refused() -> None:
    operator = honest()
    signed = SignedHead.sign(operator.head().head, SigningKeys.generate())
    forged = SignedHead(signed.head, Signature(operator.secret.key_id, signed.signature.value))
    with pytest.raises(AuditFailed, match=f"was not made with the key {operator.secret.key_id}"):
        audited(dataclasses.replace(operator, signed=forged))


def test_a_head_by_a_key_that_was_retired_before_is_refused() -> None:
    operator = honest()
    rotated = operator.secret.rotated(retired_ms=NOW_MS - 1)
    with pytest.raises(AuditFailed, match=f"the key {operator.secret.key_id} after that was retired"):
        audited(dataclasses.replace(operator, public=rotated.public, signed=operator.head()))


def test_a_log_goes_on_under_a_new_key() -> None:
    operator = honest()
    kept = audited(operator)
    rotated = operator.secret.rotated(retired_ms=NOW_MS + SECOND)
    again = audited(dataclasses.replace(later(operator.entries), secret=rotated), kept, now_ms=LATER)
    assert again.head.signature.key_id == rotated.key_id


def test_a_saved_head_cannot_be_disowned_by_dropping_its_key() -> None:
    operator = honest()
    kept = audited(operator)
    fresh = dataclasses.replace(later(operator.entries), secret=SigningKeys.generate())
    with pytest.raises(AuditFailed, match="published with the saved head, is not published any more"):
        audited(fresh, kept, now_ms=LATER)


def test_a_saved_head_cannot_be_disowned_by_dating_a_retirement_back() -> None:
    operator = honest()
    kept = audited(operator)
    disowned = operator.secret.rotated(retired_ms=NOW_MS - 1)
    with pytest.raises(AuditFailed, match=r"the saved head does not hold: .* after that was retired"):
        audited(dataclasses.replace(later(operator.entries), secret=disowned), kept, now_ms=LATER)


def test_a_retirement_cannot_be_moved() -> None:
    operator = honest()
    first = operator.secret.rotated(retired_ms=NOW_MS - 50 * SECOND)
    kept = audited(dataclasses.replace(operator, secret=first))
    current, retired = first.public.keys
    moved = PublicKeys([current, PublicKey(retired.value, NOW_MS - 10 * SECOND)])
    with pytest.raises(AuditFailed, match=f"the key {retired.key_id} is said to have been retired at another time"):
        audited(dataclasses.replace(later(operator.entries), secret=first, public=moved), kept, now_ms=LATER)


@pytest.mark.parametrize("minutes", [-11, 11])
def test_a_head_that_is_not_of_now_is_refused(minutes: int) -> None:
    """A log that was frozen for one of its readers, or one whose operator signs ahead."""
    with pytest.raises(AuditFailed, match=r"the head of the log is of .*, by the clock here it is"):
        audited(honest(), now_ms=NOW_MS + minutes * 60 * SECOND)


def test_entries_that_change_while_they_are_read_are_refused() -> None:
    operator = honest()
    other = chained([(digest(50 + number), NOW_MS - 100 * SECOND) for number in range(8)])
    shown = Shown(operator, lambda start: (operator.entries if start < 3 else other)[start : start + 3])
    with pytest.raises(AuditFailed, match="the log is no chain: entry 3 does not follow the one before"):
        audit(shown, now_ms=NOW_MS)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the saved head is not one"),
        (b"[" * 100_000, "the saved head is not one"),
        (b'{"format":"playhall.log-head/2"}', "the saved head is not one: /format"),
    ],
)
def test_a_file_that_is_no_head_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(AuditFailed, match=why):
        KeptHead.from_json(content)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"size": 8', '"size": 8.0', "/head/size"),
        ('"size": 8', '"size": true', "/head/size"),
        ('"size": 8', '"size": -1', "/head/size"),
        ('"size": 8', '"size": 99999999999999999999', "/head/size"),
        ("2027-01-15T08:00:00.000Z", "2027-01-15T09:00:00.000+01:00", "not a time in UTC"),
        ("2027-01-15T08:00:00.000Z", "2027-13-15T08:00:00.000Z", "not a time in UTC"),
        ("2027-01-15T08:00:00.000Z", "1969-12-31T23:59:59.999Z", "not a time in UTC"),
        ('"Ed25519"', '"none"', "/keys/0/algorithm"),
    ],
)
def test_a_head_that_could_be_read_in_two_ways_is_refused(old: str, new: str, why: str) -> None:
    text = audited(honest()).to_json()
    assert old in text
    with pytest.raises(AuditFailed, match=why):
        KeptHead.from_json(text.replace(old, new).encode())


def test_a_key_under_an_id_that_is_not_its_own_is_refused() -> None:
    text = audited(honest()).to_json()
    key = honest().secret.key_id
    with pytest.raises(AuditFailed, match="a key has an id that is not its own"):
        KeptHead.from_json(text.replace(key, "0" * 16).encode())
