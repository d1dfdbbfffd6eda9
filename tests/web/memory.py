"""What a page keeps in memory, whoever holds it: closures, private fields, caches."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import CDPSession, Page

_LISTS: Final = """
function () {
  const plain = (value) => (typeof value === "string" ? value : "");
  return this.flatMap((list) => {
    const some = [...(list instanceof Map ? list.keys() : list)].slice(0, 500);
    const objects = some.filter((each) => each !== null && typeof each === "object" && !Array.isArray(each));
    const keys = new Set(objects.slice(0, 3).flatMap(Object.keys));
    const value = (each, key) => plain(Object.getOwnPropertyDescriptor(each, key)?.value);
    const columns = [...keys].map((key) => objects.map((each) => value(each, key)));
    return [some.map(plain), ...columns].filter((row) => row.filter(Boolean).length > 2);
  });
}
"""
_KEYS: Final = (
    "function () { return this.map((each) => Object.keys(each).slice(0, 500)).filter((row) => row.length > 2); }"
)


def kept(page: Page) -> list[Any]:
    """Every list of strings, column of a list of objects, key of an object, and string that lives in a page."""
    with _debugger(page) as session:
        lists = [row for kind in ("Array", "Map", "Set") for row in _living(session, kind, _LISTS)]
        return [*lists, *_living(session, "Object", _KEYS), *_strings(session)]


@contextmanager
def _debugger(page: Page) -> Iterator[CDPSession]:
    session = page.context.new_cdp_session(page)
    try:
        yield session
    finally:
        session.detach()


def _living(session: CDPSession, kind: str, told: str) -> list[list[str]]:
    """What a function tells of all objects of a kind; those that nobody holds are collected before."""
    prototype = session.send("Runtime.evaluate", {"expression": f"{kind}.prototype"})["result"]["objectId"]
    found = session.send("Runtime.queryObjects", {"prototypeObjectId": prototype})["objects"]["objectId"]
    asked = {"objectId": found, "functionDeclaration": told, "returnByValue": True}
    answer = session.send("Runtime.callFunctionOn", asked)
    assert "exceptionDetails" not in answer, answer
    rows: list[list[str]] = answer["result"]["value"]
    return rows


def _strings(session: CDPSession) -> list[str]:
    pieces: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: pieces.append(event["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    strings: list[str] = json.loads("".join(pieces))["strings"]
    return strings
