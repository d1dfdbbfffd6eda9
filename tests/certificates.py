"""Certificates for tests: an authority of the test's own, and what it issues."""

import datetime
import ipaddress
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from services.grpc_serving.credentials import TlsFiles


@dataclass(frozen=True, slots=True)
class Pair:
    """A certificate and its key, as PEM files that only their owner reads."""

    certificate: Path
    key: Path


class Authority:
    """Signs certificates. ``certificate`` is the file by which others check them."""

    def __init__(self, folder: Path, name: str = "Test Authority") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self._key = ec.generate_private_key(ec.SECP256R1())
        usage = x509.KeyUsage(
            digital_signature=True,
            key_cert_sign=True,
            crl_sign=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            encipher_only=False,
            decipher_only=False,
        )
        signed = (
            self._begin(self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .sign(self._key, hashes.SHA256())
        )
        self.certificate = folder / f"{name}.pem"
        self.certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))

    def issue(self, name: str, *addresses: str, hours: int = 1) -> Pair:
        """A certificate of this common name, for a server at these IP addresses and for a client. ``hours``: how long
        it holds from now on; less than 0: it has expired."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        purposes = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
        building = (
            self._begin(subject, key.public_key(), hours)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(purposes, critical=False)
        )
        if addresses:
            names = [x509.IPAddress(ipaddress.ip_address(address)) for address in addresses]
            building = building.add_extension(x509.SubjectAlternativeName(names), critical=False)
        signed = building.sign(self._key, hashes.SHA256())
        pair = Pair(self._folder / f"{name}.crt", self._folder / f"{name}.key")
        pair.certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
        pair.key.touch(mode=0o600)
        pair.key.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return pair

    def _begin(self, subject: x509.Name, public: ec.EllipticCurvePublicKey, hours: int = 1) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(public)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(hours=48))
            .not_valid_after(now + datetime.timedelta(hours=hours))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
        )


def issued(authority: Authority, name: str, *, accepts: Authority | None = None) -> TlsFiles:
    """A certificate for this machine, in place of an older one. Its holder accepts those of another authority."""
    pair = authority.issue(name, "127.0.0.1")
    return TlsFiles(str(pair.certificate), str(pair.key), "" if accepts is None else str(accepts.certificate))
