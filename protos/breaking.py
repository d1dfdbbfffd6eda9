"""Compare the protos with those of the main branch: a change that would break a client is an error.

    python protos/breaking.py

Main is ``origin/main`` where there is one, otherwise ``main``, otherwise the last commit. Where there is nothing to
compare with (no repository, no earlier protos), it says so and succeeds.
"""

# ruff: noqa: T201 - a script that prints what it did

import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from subprocess import DEVNULL, PIPE, run

ROOT = Path(__file__).resolve().parent
BRANCHES = ("refs/remotes/origin/main", "refs/heads/main", "HEAD")


def main() -> int:
    """Run; the exit code is buf's: 0 if nothing breaks."""
    base = next((branch for branch in BRANCHES if _git("rev-parse", "--verify", f"{branch}^{{commit}}")), None)
    if base is None:
        print("no main branch here: nothing to compare the protos with")
        return 0
    earlier = _git("archive", "--format=tar", base, "--", ".")
    with tempfile.TemporaryDirectory() as folder:
        if earlier is not None:
            with tarfile.open(fileobj=BytesIO(earlier)) as archive:
                archive.extractall(folder, filter="data")
        if not any(Path(folder).rglob("*.proto")):
            print(f"{base} has no protos yet: nothing to compare with")
            return 0
        buf = Path(sys.executable).with_name("buf")
        code = run([buf, "breaking", ROOT, "--against", folder], check=False).returncode
    if code == 0:
        print(f"the protos break nothing that {base} promises")
    return code


def _git(*arguments: str) -> bytes | None:
    """What git says when it runs in this folder (of which ``archive`` then takes what is in it); None if it fails or
    there is no git."""
    try:
        answer = run(["git", *arguments], cwd=ROOT, stdout=PIPE, stderr=DEVNULL, check=False)
    except FileNotFoundError:
        return None
    return answer.stdout if answer.returncode == 0 else None


if __name__ == "__main__":
    sys.exit(main())
