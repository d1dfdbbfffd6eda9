"""A gateway of a later version of the API, as far as clients can tell: a proxy before a real one that adds to its
answers what the reference does not know."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

CODE = "A_REASON_OF_TOMORROW"
KIND = "a_kind_of_tomorrow"
REASON = "a_reason_of_tomorrow"
LINE = "a_line_of_tomorrow"
FIELD = "a_field_of_tomorrow"


def later(answer: Any) -> Any:
    """An answer as a later version would give it. Every object has a field more; every step a notice of a kind that is
    not known, for a reason that is not known; every page of lines begins with one of a type that is not known; every
    problem has a code that is not known."""
    if isinstance(answer, list):
        return [later(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    changed = {name: later(value) for name, value in answer.items()}
    if changed.get("type") == "step":
        changed["notice"] = {"kind": KIND, "reason": REASON, "text": "Something has happened.", FIELD: {}}
    if "next_since" in changed:
        changed["events"] = [{"type": LINE, "at": "2030-01-01T00:00:00.000Z", "words": ["more"]}, *changed["events"]]
    if "request_id" in changed:
        changed |= {"code": CODE, "type": f"urn:playhall:problem:{CODE}"}
    return {**changed, FIELD: {"added": True}}


@contextmanager
def later_version(port: int) -> Iterator[str]:
    """The address of the proxy; ``port``: of the gateway on this machine."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._pass_on(None)

        def do_POST(self) -> None:
            self._pass_on(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _pass_on(self, body: bytes | None) -> None:
            gateway = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
            gateway.request(self.command, self.path, body, headers)
            answered = gateway.getresponse()
            content, kind = answered.read(), answered.headers["Content-Type"] or ""
            gateway.close()
            if "json" in kind:
                content = json.dumps(later(json.loads(content))).encode()
            self.send_response(answered.status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{proxy.server_port}"
        finally:
            proxy.shutdown()
            thread.join()
