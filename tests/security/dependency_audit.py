"""``python -m tests.security.dependency_audit PIP_AUDIT``: are there known vulnerabilities in what requirements/ locks?

pip-audit says "no known vulnerabilities" also where its source knows nothing at all: behind a mirror of the index that
serves files and no advisories, or where a package is not found. So a version that is known to be vulnerable is asked
for first, and unless its advisories come, nothing is claimed.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

LOCKS: Final = Path(__file__).parents[2] / "requirements"
KNOWN_TO_BE_VULNERABLE: Final = "jinja2==2.10\n"
"""CVE-2019-10906 and others."""

Report: TypeAlias = list[dict[str, Any]]
"""pip-audit's ``dependencies``: name, version and ``vulns`` of each, or name and ``skip_reason``."""

Ask: TypeAlias = Callable[[Path], Report | None]
"""Audits a requirements file; None: no answer."""


class NoData(Exception):
    """Nothing can be said here. The message says why."""


def findings(ask: Ask, locks: Sequence[Path]) -> list[str]:
    """What is known against the locked versions, one line each; none: all were looked up, and nothing is known.

    Raises:
        NoData: the advisories cannot be had, of all packages or of some.
    """
    with tempfile.TemporaryDirectory() as folder:
        canary = Path(folder) / "canary.txt"
        canary.write_text(KNOWN_TO_BE_VULNERABLE)
        report = ask(canary)
    if report is None:
        raise NoData("the advisories cannot be reached")
    if not any(each.get("vulns") for each in report):
        raise NoData(f"nothing is known here against {KNOWN_TO_BE_VULNERABLE.strip()}: the source has no advisories")
    found = set()
    for lock in locks:
        report = ask(lock)
        if report is None:
            raise NoData("the advisories could not be read to the end")
        skipped = sorted(each["name"] for each in report if "skip_reason" in each)
        if skipped:
            raise NoData(f"no advisories of {', '.join(skipped)}")
        for each in report:
            for known in each["vulns"]:
                mended = ", ".join(known["fix_versions"]) or "no version"
                found.add(f"{each['name']} {each['version']}: {known['id']}, mended in {mended}")
    return sorted(found)


def pip_audit(program: Path, requirements: Path) -> Report | None:
    """What pip-audit says of exactly the versions in a file; None when it fails. ``program``: where pip-audit is."""
    options = ("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json", "--timeout", "10")
    command = (str(program), *options, "-r", str(requirements))
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        report: Report = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    return report


def main(ask: Ask) -> int:
    """The exit code: 1 when something is known, 0 when nothing is, or nothing can be said, which is said."""
    locks = sorted(LOCKS.glob("*.txt"))
    try:
        found = findings(ask, locks)
    except NoData as why:
        click.echo(f"Dependencies NOT audited: {why}. Run `make audit` where advisories can be had.")
        return 0
    for line in found:
        click.echo(line)
    click.echo(f"Dependencies audited ({', '.join(lock.stem for lock in locks)}): {len(found)} known vulnerabilities.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(partial(pip_audit, Path(sys.argv[1]))))
