"""Compare the contracts with those of the last release: a change that would break a client is an error.

    python protos/breaking.py

The protos are compared by buf, what REST promises (``gateway/contract.txt``) by ``gateway/openapi/breaking.py``.

The last release is the commit that gave CHANGELOG.md its newest heading with a number (``## [1.2.0]``): git has it in
every clone, with tags or without. Before the first release it is main: ``origin/main`` where there is one, otherwise
``main``, otherwise the last commit. Where there is nothing to compare with (no repository, no earlier contracts), it
says so and succeeds.
"""

# ruff: noqa: T201 - a script that prints what it did

import re
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from subprocess import DEVNULL, PIPE, run

PROTOS = Path(__file__).resolve().parent
ROOT = PROTOS.parent
CONTRACT = "gateway/contract.txt"
CHANGELOG = "CHANGELOG.md"
BRANCHES = ("refs/remotes/origin/main", "refs/heads/main", "HEAD")
_RELEASE = re.compile(r"^## \[\d.*?\]", re.MULTILINE)


def main() -> int:
    """Run; the exit code is 0 if nothing breaks."""
    base = _last_release() or next((branch for branch in BRANCHES if _commit(branch)), None)
    if base is None:
        print("no main branch here: nothing to compare the contracts with")
        return 0
    return _compare_protos(base) or _compare_rest(base)


def _last_release() -> str | None:
    """The commit of the last release; None before the first one."""
    changelog = ROOT / CHANGELOG
    found = _RELEASE.search(changelog.read_text(encoding="utf-8")) if changelog.exists() else None
    if found is None:
        return None
    commits = _git("log", "--format=%H", "--reverse", f"-S{found[0]}", "--", CHANGELOG)
    return commits.decode().split("\n")[0] or None if commits else None


def _compare_protos(base: str) -> int:
    earlier = _git("archive", "--format=tar", base, "--", "protos")
    with tempfile.TemporaryDirectory() as folder:
        if earlier is not None:
            with tarfile.open(fileobj=BytesIO(earlier)) as archive:
                archive.extractall(folder, filter="data")
        if not any(Path(folder).rglob("*.proto")):
            print(f"{base} has no protos yet: nothing to compare with")
            return 0
        buf = Path(sys.executable).with_name("buf")
        code = run([buf, "breaking", PROTOS, "--against", Path(folder) / "protos"], check=False).returncode
    if code == 0:
        print(f"the protos break nothing that {base} promises")
    return code


def _compare_rest(base: str) -> int:
    earlier = _git("show", f"{base}:{CONTRACT}")
    if earlier is None:
        print(f"{base} has no {CONTRACT} yet: nothing to compare with")
        return 0
    from gateway.openapi.breaking import breaks

    found = breaks(earlier.decode(), (ROOT / CONTRACT).read_text(encoding="utf-8"))
    print(*found or [f"{CONTRACT} breaks nothing that {base} promises"], sep="\n")
    return 1 if found else 0


def _commit(revision: str) -> bytes | None:
    return _git("rev-parse", "--verify", f"{revision}^{{commit}}")


def _git(*arguments: str) -> bytes | None:
    """What git says when it runs in the repository; None if it fails or there is no git."""
    try:
        answer = run(["git", *arguments], cwd=ROOT, stdout=PIPE, stderr=DEVNULL, check=False)
    except FileNotFoundError:
        return None
    return answer.stdout if answer.returncode == 0 else None


if __name__ == "__main__":
    sys.exit(main())
