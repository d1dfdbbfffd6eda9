"""A browser that is driven by its developer tools' protocol over a pipe: pages without scripts, on a phone or a desk,
dark or light."""

import base64
import fcntl
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.integration.gateway.browser import ARGUMENTS, CHROMIUM

_HIGH_FD = 100


class AccessibleNode(NamedTuple):
    """What a screen reader is told of a part of a page."""

    role: str
    name: str


class Page:
    """One tab. Scripts are off."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Log", "Accessibility"):
            self._call(f"{domain}.enable")
        self._call("Emulation.setScriptExecutionDisabled", value=True)

    def look_like(self, *, width: int, is_dark: bool, media: str = "") -> None:
        """A window of a width in CSS pixels, for who likes it dark or light; ``media``: ``print`` for paper."""
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self._call("Emulation.setScrollbarsHidden", hidden=media == "print")
        self._call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def open(self, address: str) -> list[str]:
        """Show a page; what the browser complains of."""
        self._browser.forget()
        self._call("Page.navigate", url=address)
        self._browser.wait_for("Page.loadEventFired", self._session)
        return [
            event["params"]["entry"]["text"]
            for event in self._browser.events
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] in ("error", "warning")
        ]

    def widths(self) -> tuple[float, float]:
        """How wide the page is, and its window."""
        metrics = self._call("Page.getLayoutMetrics")
        return metrics["cssContentSize"]["width"], metrics["cssLayoutViewport"]["clientWidth"]

    def picture(self, file: Path) -> None:
        """Save a picture of the whole page as PNG."""
        size = self._call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4000), "scale": 1}
        shot = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        file.write_bytes(base64.b64decode(shot["data"]))

    def heard(self) -> list[AccessibleNode]:
        """What a screen reader is told, in the order of the page."""
        nodes = {node["nodeId"]: node for node in self._call("Accessibility.getFullAXTree")["nodes"]}
        waiting = [id for id, node in nodes.items() if "parentId" not in node]
        told = []
        while waiting:
            node = nodes[waiting.pop()]
            waiting += [id for id in reversed(node.get("childIds", [])) if id in nodes]
            if not node["ignored"]:
                told.append(AccessibleNode(node["role"]["value"], node.get("name", {}).get("value", "")))
        return told

    def press(self, selector: str) -> None:
        """Press the first element that a CSS selector finds, which is brought into sight."""
        document = self._call("DOM.getDocument")["root"]["nodeId"]
        node = self._call("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        self._call("DOM.scrollIntoViewIfNeeded", nodeId=node)
        corners = self._call("DOM.getContentQuads", nodeId=node)["quads"][0]
        at = {"x": (corners[0] + corners[4]) / 2, "y": (corners[1] + corners[5]) / 2}
        for type in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=type, button="left", clickCount=1, **at)

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.call(method, session=self._session, **params)


class Browser:
    """The other end of the pipe."""

    def __init__(self, to: int, answers: int) -> None:
        self._to, self._from = os.fdopen(to, "wb"), os.fdopen(answers, "rb")
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Have something done; what comes back."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        self._to.write(json.dumps(message).encode() + b"\0")
        self._to.flush()
        while True:
            told = self._next()
            if told.get("id") == self._number:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result
            self.events.append(told)

    def wait_for(self, method: str, session: str) -> None:
        """Read until something has happened."""
        while not any(event["method"] == method and event.get("sessionId") == session for event in self.events):
            self.events.append(self._next())

    def forget(self) -> None:
        """What has happened so far."""
        self.events.clear()

    def close(self) -> None:
        self._to.close()
        self._from.close()

    def _next(self) -> dict[str, Any]:
        data = bytearray()
        while (byte := self._from.read(1)) != b"\0":
            assert byte, "the browser has gone"
            data += byte
        told: dict[str, Any] = json.loads(data)
        return told


@contextmanager
def driven_browser(folder: Path) -> Iterator[Browser]:
    """A browser to be driven."""
    assert CHROMIUM is not None
    (reads, to), (answers, writes) = os.pipe(), os.pipe()
    # The browser has them as 3 and 4; meanwhile they must be neither.
    reads, writes = (_moved(fd) for fd in (reads, writes))
    arguments = [CHROMIUM, *ARGUMENTS, "--remote-debugging-pipe", f"--user-data-dir={folder / 'browser'}"]
    process = subprocess.Popen(
        ["bash", "-c", f'exec "$@" 3<&{reads} 4>&{writes}', "bash", *arguments],
        pass_fds=(reads, writes),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(reads)
    os.close(writes)
    browser = Browser(to, answers)
    try:
        yield browser
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        browser.close()


def _moved(fd: int) -> int:
    moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _HIGH_FD)
    os.close(fd)
    return moved
