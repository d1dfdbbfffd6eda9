"""Requests that are sent again until they are answered."""

import time
from typing import Any, Final

import httpx

PATIENCE_SECONDS: Final = 120.0
_NOT_NOW: Final = (429, 502, 503, 504)


class Refused(Exception):
    """The platform refused a request, or did not answer for long."""


class Api:
    """A key's access to the platform, from any thread."""

    def __init__(self, url: str, key: str) -> None:
        self._http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=30)

    def ask(self, method: str, path: str, body: object = None, *, name: str = "", key: str = "") -> Any:
        """What is answered. ``name``: the Idempotency-Key of what creates something. ``key``: of somebody else.

        Raises:
            Refused: so it was.
        """
        return self.send(method, path, body, name=name, key=key).json()

    def send(self, method: str, path: str, body: object = None, *, name: str = "", key: str = "") -> httpx.Response:
        """As :meth:`ask`; the whole response."""
        headers = {"Idempotency-Key": name} if name else {}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        ends = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                response = self._http.request(method, path, json=body, headers=headers)
                if response.is_success:
                    return response
                problem = f"{method} {path}: {response.status_code} {response.text[:300]}"
                if response.status_code not in _NOT_NOW and "REQUEST_IN_PROGRESS" not in response.text:
                    raise Refused(problem)
            except httpx.TransportError as error:
                problem = f"{method} {path}: {type(error).__name__}"
            if time.monotonic() > ends:
                raise Refused(problem)
            time.sleep(0.25)

    def close(self) -> None:
        self._http.close()
