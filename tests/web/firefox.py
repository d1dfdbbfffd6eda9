"""A Firefox, driven by its own protocol (Marionette): commands of WebDriver as lines of JSON over a socket."""

import json
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pytest

from tests.waiting import wait_until

FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")

needs_firefox = pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox on this machine")

_PREFERENCES: Final = {
    "marionette.port": 0,  # any that is free
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}
_START_SECONDS: Final = 60


class Firefox:
    """A window with one tab."""

    def __enter__(self) -> Self:
        assert FIREFOX is not None
        self._folder = Path(tempfile.mkdtemp(prefix="ph-firefox-"))
        wished = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
        (self._folder / "user.js").write_text("".join(wished))
        command = (FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(self._folder))
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self._folder / "MarionetteActivePort"
        wait_until(lambda: port.exists() and port.read_text().strip(), "Firefox listens", _START_SECONDS)
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=_START_SECONDS)
        self._file = self._socket.makefile("rb")
        self._asked = 0
        self._message()  # who it is
        self._ask("WebDriver:NewSession")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
        self._socket.close()
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self, address: str) -> None:
        """Go to an address, and wait until its page is loaded."""
        self._ask("WebDriver:Navigate", url=address)

    def run(self, body: str) -> Any:
        """What the body of a function returns in the page."""
        return self._ask("WebDriver:ExecuteScript", script=body, args=[])["value"]

    def click(self, selector: str) -> None:
        """Click on an element as soon as it is there."""
        quoted = json.dumps(selector)
        self.wait_for(selector)
        self.run(f"document.querySelector({quoted}).click()")

    def wait_for(self, selector: str) -> None:
        """Wait until there is such an element."""
        quoted = json.dumps(selector)
        wait_until(lambda: self.run(f"return document.querySelector({quoted}) !== null"), selector, 30)

    def _ask(self, command: str, **parameters: Any) -> Any:
        self._asked += 1
        message = json.dumps([0, self._asked, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self._message()
        assert number == self._asked
        assert error is None, error
        return result

    def _message(self) -> Any:
        """The next one: its length, a colon, and so many bytes."""
        length = b""
        while (byte := self._file.read(1)) != b":":
            assert byte, "Firefox has closed the connection"
            length += byte
        return json.loads(self._file.read(int(length)))
