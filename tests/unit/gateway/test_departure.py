"""Noticing that a client has left."""

import socket

from gateway.departure import departure


def test_a_closed_connection_is_noticed_and_waiting_bytes_are_left_alone() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            has_left = departure({"gunicorn.socket": ours})
            assert not has_left()
            theirs.sendall(b"GET")
            assert not has_left()
            assert ours.recv(3) == b"GET"
        assert has_left()
    assert has_left()


def test_a_server_that_does_not_show_its_socket_is_trusted() -> None:
    assert not departure({})()
