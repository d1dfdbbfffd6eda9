"""Whom a process refuses a connection, and which it gives up first."""

from typing import Final

from gateway.connection_limits import (
    MOST_REFUSED,
    UNFINISHED_SECONDS,
    Activity,
    ConnectionLimits,
    connection_limits,
)
from services.rate_limits.client_ip import ClientAddresses, parse_networks
from services.settings import read_settings

A: Final = "192.0.2.1"
B: Final = "192.0.2.2"
C: Final = "192.0.2.3"


class Connection:
    """One that remembers what was done to it."""

    def __init__(self) -> None:
        self.fate = ""

    def close(self) -> None:
        self.fate = "closed"

    def give_up(self) -> None:
        self.fate = "given up"

    def abort(self) -> None:
        self.fate = "aborted"


class Process:
    """A process and its clock."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.now = 0.0

    def admit(self, peer: str) -> Connection | str:
        """The connection, or why it was refused."""
        made = Connection()
        refusal = self.limits.admit(made, peer, self.now)
        return made if refusal is None else refusal.reason.name

    def held(self, peer: str, activity: Activity = Activity.IDLE) -> Connection:
        made = self.admit(peer)
        assert isinstance(made, Connection)
        self.limits.note(made, activity, lambda: self.now)
        return made


def fates(*connections: Connection) -> list[str]:
    return [connection.fate for connection in connections]


def test_the_longest_idle_connection_of_the_largest_client_makes_room() -> None:
    process = Process(ConnectionLimits(4))
    lone = process.held(B)
    first, second, third = (process.held(A) for _ in range(3))
    process.limits.note(first, Activity.ANSWERING, lambda: 0.0)
    process.limits.note(first, Activity.IDLE, lambda: 0.0)
    process.held(C)
    assert fates(lone, first, second, third) == ["", "", "closed", ""]


def test_nobody_makes_room_for_a_client_that_has_more() -> None:
    process = Process(ConnectionLimits(4))
    lone = process.held(B)
    busy = [process.held(A, Activity.ANSWERING) for _ in range(3)]
    assert process.admit(A) == "BUSY"
    process.held(C)
    assert fates(lone, *busy) == ["closed", "", "", ""]


def test_an_unfinished_request_is_given_up_when_it_has_had_its_time() -> None:
    process = Process(ConnectionLimits(2))
    first, second = (process.held(A, Activity.RECEIVING) for _ in range(2))
    process.now = UNFINISHED_SECONDS - 0.1
    assert process.admit(B) == "BUSY"
    process.now = UNFINISHED_SECONDS
    process.held(B)
    assert fates(first, second) == ["given up", ""]


def test_what_is_being_answered_is_never_given_up() -> None:
    process = Process(ConnectionLimits(2))
    working = [process.held(A, Activity.ANSWERING) for _ in range(2)]
    process.now = 1_000.0
    assert process.admit(B) == "BUSY"
    assert fates(*working) == ["", ""]


def test_an_answer_that_nobody_reads_is_given_up_when_it_has_had_its_time() -> None:
    process = Process(ConnectionLimits(5))
    kept = process.held(B)
    first, second, reads, works = (process.held(A, Activity.ANSWERING) for _ in range(4))
    process.limits.note_unread(reads, 10, 0.0)
    process.limits.note_unread(first, 10, 0.0)
    process.limits.note_unread(second, 10, 0.5)
    process.limits.note_unread(reads, 0, 0.5)
    process.limits.note_unread(first, 20, 1.0)
    process.now = UNFINISHED_SECONDS
    process.held(B)
    assert fates(kept, first, second, reads, works) == ["", "aborted", "", "", ""]
    process.now = UNFINISHED_SECONDS + 0.5
    process.held(C)
    assert fates(kept, first, second, reads, works) == ["", "aborted", "aborted", "", ""]
    process.held(C)
    assert fates(kept, reads, works) == ["closed", "", ""]


def test_an_address_has_its_limit_and_what_it_closes_counts_no_more() -> None:
    process = Process(ConnectionLimits(100, most_of_address=2))
    first = process.held("2001:db8::1")
    process.held("2001:db8::2")
    assert process.admit("2001:db8::3") == "RATE_LIMITED"
    process.held("2001:db8:0:100::1")
    process.limits.release(first)
    process.limits.release(first)
    process.held("2001:db8::3")
    assert process.admit("2001:db8::4") == "RATE_LIMITED"


def test_trusted_proxies_and_unix_sockets_have_no_limit_of_their_own() -> None:
    process = Process(
        ConnectionLimits(100, most_of_address=1, addresses=ClientAddresses(parse_networks("10.0.0.0/8, fd00::1")))
    )
    for peer in ("10.0.0.1", "10.0.0.1", "fd00::1", "fd00::1", "", ""):
        process.held(peer)
    process.held("fd00::2")
    assert process.admit("fd00::3") == "RATE_LIMITED"  # though it is of the proxy's network


def test_refused_connections_are_kept_a_while_but_not_without_end() -> None:
    limits = ConnectionLimits(1)
    limits.admit(Connection(), A, 0.0)
    limits.note(next(iter(limits._held)), Activity.ANSWERING, lambda: 0.0)
    refused = [Connection() for _ in range(MOST_REFUSED + 2)]
    for connection in refused:
        assert limits.admit(connection, A, 0.0) is not None
    assert fates(*refused[:3]) == ["closed", "closed", ""]


def test_who_is_behind_longest_is_cut_off_when_too_much_is_unread() -> None:
    process = Process(ConnectionLimits(10, most_unread_bytes=100))
    first, second, third = (process.held(A, Activity.ANSWERING) for _ in range(3))
    process.limits.note_unread(first, 40, 0.0)
    process.limits.note_unread(second, 50, 0.0)
    process.limits.note_unread(first, 50, 0.0)
    assert fates(first, second) == ["", ""]
    process.limits.note_unread(third, 30, 0.0)
    assert fates(first, second, third) == ["aborted", "", ""]
    process.limits.note_unread(second, 0, 0.0)
    process.limits.note_unread(third, 100, 0.0)
    assert fates(second, third) == ["", ""]


def test_what_a_client_that_has_left_did_not_read_counts_no_more() -> None:
    process = Process(ConnectionLimits(10, most_unread_bytes=100))
    gone, behind = (process.held(A, Activity.ANSWERING) for _ in range(2))
    process.limits.note_unread(gone, 60, 0.0)
    process.limits.release(gone)
    process.limits.note_unread(behind, 100, 0.0)
    assert fates(gone, behind) == ["", ""]
    process.limits.note_unread(behind, 101, 0.0)
    assert fates(gone, behind) == ["", "aborted"]


def test_files_are_left_for_what_is_no_client() -> None:
    settings = read_settings({"PLAYHALL_DATA_DIR": "/nowhere", "PLAYHALL_CONNECTIONS": "5000"})
    assert [connection_limits(settings.gateway, files)._most for files in (10_512, 1_024, 256)] == [5_000, 512, 128]
