"""TLS of gRPC ports and channels, from files."""

import threading
from dataclasses import dataclass
from pathlib import Path

import grpc
import structlog

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Paths of PEM files; ``""``: none. ``certificate`` and ``key`` are this side's own, the certificate with its
    chain; ``authorities`` are those whose certificates it accepts of the other side."""

    certificate: str = ""
    key: str = ""
    authorities: str = ""

    def __post_init__(self) -> None:
        if bool(self.certificate) != bool(self.key):
            raise ValueError("a certificate needs its key, and a key its certificate")

    def __bool__(self) -> bool:
        return bool(self.certificate or self.authorities)


def server_credentials(files: TlsFiles) -> grpc.ServerCredentials:
    """Credentials of a port that speaks TLS only. With ``authorities``, clients must show a certificate of theirs
    (mutual TLS). The files are read again when they have changed, for each new connection; what cannot be used is
    logged, and the last that could is kept.

    Raises:
        ValueError: there is no certificate, or a file cannot be read.
    """
    if not files.certificate:
        raise ValueError("a port with TLS needs a certificate and its key")
    newest = _Newest(files)
    return grpc.dynamic_ssl_server_credentials(
        newest.configuration,
        newest.if_changed,  # type: ignore[arg-type] # None says that nothing has changed
        require_client_authentication=bool(files.authorities),
    )


def channel_credentials(files: TlsFiles) -> grpc.ChannelCredentials:
    """Credentials of a channel that speaks TLS only. The server must show a certificate of ``authorities``, or, without
    them, of one that gRPC trusts. With a ``certificate``, this side shows it.

    Raises:
        ValueError: a file cannot be read.
    """
    return grpc.ssl_channel_credentials(
        root_certificates=_read(files.authorities),
        private_key=_read(files.key),
        certificate_chain=_read(files.certificate),
    )


def listen_on(server: grpc.Server, address: str, files: TlsFiles | None) -> int:
    """Open a port of a server, with TLS if there are files for it. Returns the port.

    Raises:
        OSError: the address cannot be listened on.
        ValueError: as :func:`server_credentials`.
    """
    credentials = server_credentials(files) if files else None
    try:
        if credentials is None:
            return server.add_insecure_port(address)
        return server.add_secure_port(address, credentials)
    except RuntimeError as error:
        raise OSError(f"cannot listen on {address}") from error


class _Newest:
    """The certificate as it was last read. gRPC asks from its own threads."""

    def __init__(self, files: TlsFiles) -> None:
        self._files = files
        self._lock = threading.Lock()
        self._seen = self._look()
        self.configuration = self._load()

    def if_changed(self) -> "grpc.ServerCertificateConfiguration | None":
        """The configuration, if the files are not those that were read last."""
        try:
            with self._lock:
                seen = self._look()
                if seen == self._seen:
                    return None
                self._seen = seen
                self.configuration = self._load()
                return self.configuration
        except (ValueError, OSError) as error:
            _log.warning("bad_certificate", error=str(error))
            return None

    def _look(self) -> list[tuple[int, int]]:
        names = [name for name in (self._files.certificate, self._files.key, self._files.authorities) if name]
        try:
            found = [Path(name).stat() for name in names]  # a mounted Secret changes by a link to another folder
        except OSError as error:
            raise ValueError(f"{error.filename}: {error.strerror}") from None
        return [(status.st_mtime_ns, status.st_ino) for status in found]

    def _load(self) -> grpc.ServerCertificateConfiguration:
        key, certificate = _read(self._files.key), _read(self._files.certificate)
        assert key is not None
        assert certificate is not None
        return grpc.ssl_server_certificate_configuration([(key, certificate)], _read(self._files.authorities))


def _read(name: str) -> bytes | None:
    """What is in a PEM file; None for no file.

    Raises:
        ValueError: it cannot be read, or is no PEM file.
    """
    if not name:
        return None
    try:
        content = Path(name).read_bytes()
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror}") from None
    if b"-----BEGIN " not in content:
        raise ValueError(f"{name}: is no PEM file")
    return content
