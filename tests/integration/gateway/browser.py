"""Pages in a real browser, each from an origin of its own, that tell a test what they see."""

import mimetypes
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE_SECONDS = 200

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""It can reach this machine only."""


def in_a_browser(test: Callable[..., None]) -> Callable[..., None]:
    """A test that needs a browser, and time on a busy machine."""
    marked: Callable[..., None] = pytest.mark.timeout(PATIENCE_SECONDS + 20)(needs_browser(test))
    return marked


class Site:
    """An origin that serves one page, and keeps what the page posts to ``/seen``."""

    def __init__(self, folder: Path | None = None) -> None:
        """``folder``: whose files it serves as well."""
        self.page = ""
        self.seen: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                file = folder / path.removeprefix("/") if folder is not None and path != "/" else None
                if file is not None and file.is_file():
                    self._answer(file.read_bytes(), mimetypes.guess_type(path)[0] or "text/html")
                else:
                    self._answer(site.page.encode() if path == "/" else b"")

            def do_POST(self) -> None:
                site.seen.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self._answer(b"")

            def _answer(self, body: bytes, type: str = "text/html") -> None:
                self.send_response(200)
                self.send_header("Content-Type", f"{type}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        pass


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Where an app can be reached by a browser."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def browsing(folder: Path, address: str) -> Iterator[None]:
    """A browser that shows a page."""
    assert CHROMIUM is not None
    arguments = [CHROMIUM, *ARGUMENTS, f"--user-data-dir={folder / 'browser'}", address]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
