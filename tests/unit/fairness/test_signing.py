"""Signing keys: domains, ids, rotation, the key file."""

import json
import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from services.fairness import signing
from services.fairness.signing import BadSignature, PublicKey, PublicKeys, Signature, SigningKeys
from services.settings import BadSetting

DOMAIN = "playhall.commitment/1"
SECRET = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
"""The private key of RFC 8032, section 7.1, test 1."""
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")


def test_the_public_key_is_that_of_rfc_8032_and_gives_the_id() -> None:
    keys = SigningKeys(SECRET)
    assert keys.public.keys == (PublicKey(PUBLIC, None),)
    assert keys.key_id == "21fe31dfa154a261"


def test_a_signature_is_over_the_domain_and_the_hash_of_the_payload() -> None:
    assert signing.signed_bytes(DOMAIN, b"payload") == (
        b"playhall.commitment/1\0" + bytes.fromhex("239f59ed55e737c77147cf55ad0c1b030b6d7ee748a7426952f9b852d5a935e5")
    )
    signature = SigningKeys(SECRET).sign(DOMAIN, b"payload")
    assert signature == SigningKeys(SECRET).sign(DOMAIN, b"payload")
    SigningKeys(SECRET).public.verify(DOMAIN, b"payload", signature, at_ms=0)


@pytest.mark.parametrize(
    ("domain", "payload"),
    [("playhall.commitment/2", b"payload"), (DOMAIN, b"payloaf"), ("playhall.replay/1", b"payload")],
)
def test_a_signature_holds_for_no_other_domain_or_payload(domain: str, payload: bytes) -> None:
    keys = SigningKeys.generate()
    signature = keys.sign(DOMAIN, b"payload")
    with pytest.raises(BadSignature, match="was not made with the key"):
        keys.public.verify(domain, payload, signature, at_ms=0)


@pytest.mark.parametrize("domain", ["", "commitment/1", "playhall.commitment/1\0", "playhall.commitment"])
def test_a_domain_that_could_run_into_the_payload_is_refused(domain: str) -> None:
    with pytest.raises(ValueError, match="not a domain"):
        SigningKeys.generate().sign(domain, b"payload")


@pytest.mark.parametrize("value", [b"", b"\0" * 64, b"\xff" * 64, b"\0" * 65])
def test_bytes_that_are_no_signature_are_refused(value: bytes) -> None:
    keys = SigningKeys.generate()
    with pytest.raises(BadSignature, match="was not made with the key"):
        keys.public.verify(DOMAIN, b"payload", Signature(keys.key_id, value), at_ms=0)


def test_an_unpublished_key_is_refused() -> None:
    stranger = SigningKeys.generate()
    with pytest.raises(BadSignature, match=f"'{stranger.key_id}', which is not published"):
        SigningKeys.generate().public.verify(DOMAIN, b"", stranger.sign(DOMAIN, b""), at_ms=0)


def test_a_retired_key_holds_for_what_it_signed_until_then_only() -> None:
    old = SigningKeys.generate()
    signature = old.sign(DOMAIN, b"payload")
    new = old.rotated(retired_ms=1_000)
    assert new.key_id != old.key_id
    assert [(key.key_id, key.retired_ms) for key in new.public.keys] == [(new.key_id, None), (old.key_id, 1_000)]
    new.public.verify(DOMAIN, b"payload", signature, at_ms=1_000)
    with pytest.raises(BadSignature, match=f"the key {old.key_id} after that was retired"):
        new.public.verify(DOMAIN, b"payload", signature, at_ms=1_001)


def test_two_keys_with_one_id_are_refused() -> None:
    with pytest.raises(signing.MalformedKeys):
        PublicKeys([PublicKey(PUBLIC), PublicKey(PUBLIC, 5)])


def test_the_key_file_is_for_its_owner_only_and_made_once(tmp_path: Path) -> None:
    path = tmp_path / "signing-keys.json"
    assert signing.create_key_file(path)
    first = signing.read_key_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not signing.create_key_file(path)
    assert signing.read_key_file(path).key_id == first.key_id
    assert list(tmp_path.iterdir()) == [path]


def test_of_several_who_make_a_key_file_at_once_one_makes_it(tmp_path: Path) -> None:
    path = tmp_path / "signing-keys.json"
    barrier = threading.Barrier(8)

    def create(_: int) -> tuple[bool, str]:
        barrier.wait()
        made = signing.create_key_file(path)
        return made, signing.read_key_file(path).key_id

    for _ in range(20):
        with ThreadPoolExecutor(8) as pool:
            told = list(pool.map(create, range(8)))
        assert [made for made, _ in told].count(True) == 1
        assert {key_id for _, key_id in told} == {signing.read_key_file(path).key_id}
        assert list(tmp_path.iterdir()) == [path]
        path.unlink()


def test_what_a_process_that_was_killed_left_behind_holds_up_no_other(tmp_path: Path) -> None:
    path = tmp_path / "signing-keys.json"
    (tmp_path / f"{path.name}.new-{os.getpid()}").touch()
    signing.write_key_file(path, SigningKeys(SECRET))
    assert signing.read_key_file(path).key_id == "21fe31dfa154a261"


def test_rotation_keeps_every_public_key_and_no_old_private_one(tmp_path: Path) -> None:
    path = tmp_path / "signing-keys.json"
    signing.write_key_file(path, SigningKeys(SECRET))
    path.chmod(0o600)
    signing.rotate_key_file(path, overlap_seconds=0)
    second = signing.read_key_file(path)
    third = signing.rotate_key_file(path, overlap_seconds=0)
    read = signing.read_key_file(path)
    assert read.public == third.public
    assert [key.key_id for key in read.public.keys] == [third.key_id, second.key_id, "21fe31dfa154a261"]
    assert all(key.retired_ms is not None for key in read.public.keys[1:])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert SECRET.hex() not in path.read_text()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[]", "`format` is not playhall.signing-keys/1"),
        (b'{"format":"playhall.signing-keys/1"}', "`current` is missing"),
        (
            b'{"format":"playhall.signing-keys/1","current":{"private_key":"5ec4e7"}}',
            "`private_key` is not 64 hexadecimal digits",
        ),
    ],
)
def test_a_broken_key_file_is_refused_without_telling_it(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(content)
    with pytest.raises(BadSetting) as refused:
        signing.read_key_file(path)
    assert str(refused.value) == f"PLAYHALL_SIGNING_KEYS: {path} is not a file of signing keys: {why}"


def test_a_private_key_under_another_keys_id_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    document = json.loads(SigningKeys(SECRET).to_json())
    document["current"]["key_id"] = "0" * 16
    path.write_text(json.dumps(document))
    with pytest.raises(BadSetting, match="`key_id` is not that of `private_key`"):
        signing.read_key_file(path)


def test_a_missing_key_file_is_a_bad_setting(tmp_path: Path) -> None:
    with pytest.raises(
        BadSetting, match=r"PLAYHALL_SIGNING_KEYS: .*/none cannot be read \(No such file or directory\)"
    ):
        signing.read_key_file(tmp_path / "none")


def test_a_repr_tells_no_secret() -> None:
    assert repr(SigningKeys(SECRET)) == "SigningKeys('21fe31dfa154a261', 0 retired)"
