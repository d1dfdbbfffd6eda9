"""Certificates for tests: an authority, and what it signs."""

import datetime
import ipaddress
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from services.grpc_serving.credentials import TlsFiles

_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority whose files lie in a folder. ``name``: of the authority."""

    folder: Path
    name: str
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @classmethod
    def make(cls, folder: Path, name: str) -> "Authority":
        """A new one; its certificate is written to the folder."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(name, name, key).add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        authority = cls(folder, name, key, builder.sign(key, hashes.SHA256()))
        authority.path.write_bytes(authority.certificate.public_bytes(serialization.Encoding.PEM))
        return authority

    @property
    def path(self) -> Path:
        """The file with its certificate."""
        return self.folder / f"{self.name}.pem"

    def issue(self, name: str, *, accepts: "Authority | None" = None) -> TlsFiles:
        """A certificate for 127.0.0.1, whose holder accepts those of another authority; written over an old one."""
        key = ec.generate_private_key(ec.SECP256R1())
        address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
        certificate = _builder(name, self.name, key).add_extension(address, False).sign(self.key, hashes.SHA256())
        files = TlsFiles(
            str(self.folder / f"{name}.crt"), str(self.folder / f"{name}.key"), str(accepts.path) if accepts else ""
        )
        Path(files.certificate).write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        Path(files.key).write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return files


def _builder(subject: str, issuer: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return x509.CertificateBuilder(
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]),
        key.public_key(),
        x509.random_serial_number(),
        now - _DAY,
        now + _DAY,
    )
