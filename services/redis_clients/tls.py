"""How Redis clients are told of TLS: for the live state, and for Celery's broker.

The server's certificate and its name are always checked, by the system's authorities and by those of
``PLAYHALL_REDIS_CA_FILE``. Files are read with each new connection: renewed ones need no restart.
"""

from pathlib import Path

from services.redis_clients.addresses import is_tls
from services.settings import PREFIX, BadSetting, RedisSettings


def tls_options(url: str, settings: RedisSettings) -> dict[str, str | bool]:
    """Options of a client's connection to a ``rediss://`` or ``rediss+sentinel://`` URL, for redis-py and for Celery's
    ``broker_use_ssl``; none for a plain URL. Kombu checks no certificate unless it is told to.

    Raises:
        BadSetting: a file of the settings cannot be read.
    """
    if not is_tls(url):
        return {}
    files = {
        "ssl_ca_certs": ("CA", settings.redis_ca_file),
        "ssl_certfile": ("CERT", settings.redis_cert_file),
        "ssl_keyfile": ("KEY", settings.redis_key_file),
    }
    given = {option: _readable(name, path) for option, (name, path) in files.items() if path}
    return {"ssl_cert_reqs": "required", "ssl_check_hostname": True, **given}


def own_certificate(settings: RedisSettings) -> Path | None:
    """The file with the certificate that a server is shown, if there is one."""
    return Path(settings.redis_cert_file) if settings.redis_cert_file else None


def _readable(name: str, path: str) -> str:
    try:
        Path(path).open("rb").close()
    except OSError as error:
        raise BadSetting(f"{PREFIX}REDIS_{name}_FILE names {path}, which cannot be read: {error.strerror}") from None
    return path
