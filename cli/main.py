"""``playhall``: the way in for people, and the composition root of every process."""

import importlib
import importlib.util
import os
from dataclasses import dataclass
from typing import Any, Final

import click

from cli.parent_watch import ParentWatch
from services.errors import Reason, Refusal
from services.gc_tuning import collect_less_often
from services.settings import BadSetting, is_log_json


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command lies, and its line in the help. The module is imported when the command is used: help and
    completion stay quick, and a module that cannot be imported breaks its own command only.

    ``private``: what it writes is for its owner only.
    """

    module: str
    name: str
    summary: str
    private: bool = True


COMMANDS: Final = {
    "up": Entry("cli.up", "up", "Start the whole platform on this machine."),
    "demo": Entry("cli.demo", "demo", "Play bot matches on a running platform."),
    "play": Entry("cli.play", "play", "Play one bot match in this process, without a server."),
    "series": Entry("cli.series", "series", "Play many matches between bots, and show the statistics.", private=False),
    "tournament": Entry(
        "cli.tournament", "tournament", "Host tournaments on a running platform, and show them.", private=False
    ),
    "verify": Entry("cli.verify", "verify", "Execute a replay again and check it."),
    "export": Entry("cli.export", "export", "Write the decisions of finished matches as rows, for training."),
    "analyse": Entry("cli.analyse", "analyse", "Let a searching bot rate a match's decisions."),
    "conformance": Entry("cli.conformance", "conformance", "Check a ruleset against the invariants of all rulesets."),
    "new-ruleset": Entry(
        "cli.new_ruleset", "new_ruleset", "Write the folders of a new ruleset into a checkout.", private=False
    ),
    "status": Entry("cli.status", "status", "Show the current matches, queues and outbox."),
    "archive": Entry("cli.archive", "archive", "Repair the archive after a store was restored."),
    "ratings": Entry("cli.ratings", "ratings", "Replay the log of results, and compare the ratings with it."),
    "versions": Entry("cli.versions", "versions", "List the versions of rulesets, and the matches that need them."),
    "canary": Entry("cli.canary", "canary", "Play matches again with a version that is to be promoted."),
    "key": Entry("cli.players_and_keys", "key", "Create, list and revoke API keys."),
    "audit-log": Entry("cli.audit_log", "audit_log", "Check a platform's public log of commitments."),
    "signing-key": Entry("cli.signing_keys", "signing_key", "Create, rotate and list the platform's signing keys."),
    "player": Entry("cli.players_and_keys", "player", "Create and list players."),
    "engine": Entry("cli.engine", "engine", "Run a ruleset's engine service."),
    "gateway": Entry("cli.processes", "gateway", "Run the REST gateway."),
    "gateway-grpc": Entry("cli.processes", "gateway_grpc", "Run the gateway for gRPC clients."),
    "gateway-stream": Entry("cli.processes", "gateway_stream", "Run a gateway for thousands of event streams."),
    "worker": Entry("cli.processes", "worker", "Run a worker for some queues."),
    "relay": Entry("cli.processes", "relay", "Run the relay from the outbox to the queues."),
    "ticker": Entry("cli.processes", "ticker", "Run the ticker that watches the deadlines."),
    "migrate": Entry("cli.processes", "migrate", "Update the database's tables, and create the operator."),
}
HIDDEN: Final = {
    "background": Entry("cli.processes", "background", ""),
    "valkey": Entry("cli.processes", "valkey", ""),
}

_PROCESSES: Final = ("cli.engine", "cli.processes")
"""Where the platform's own processes are, whose output is a log."""


class Commands(click.Group):
    """The commands, imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, entry in COMMANDS.items() if importlib.util.find_spec(entry.module) is not None]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        entry = COMMANDS.get(name) or HIDDEN.get(name)
        if entry is None or importlib.util.find_spec(entry.module) is None:
            return None
        command = getattr(importlib.import_module(entry.module), entry.name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].summary) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run the command; what the operator can put right is one line, not a traceback."""
        try:
            return self._invoke(ctx)
        except click.ClickException as error:
            name = ctx.invoked_subcommand or ""
            if is_log_json() and name in COMMANDS and COMMANDS[name].module in _PROCESSES:
                from cli.logs import log_failure

                log_failure(name, error.format_message())
                ctx.exit(error.exit_code)
            raise

    def _invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as above
        try:
            return super().invoke(ctx)
        except BadSetting as error:
            raise click.ClickException(str(error)) from error
        except Refusal as refusal:
            raise click.ClickException(_refusal_line(refusal)) from refusal


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="playhall", prog_name="playhall")
@click.option("--watch-parent", is_flag=True, hidden=True, help="Standard input is a socket to the supervisor.")
@click.pass_context
def main(ctx: click.Context, watch_parent: bool) -> None:
    """Card and board games as a service: rules enforced, secrets kept, bots played, replays verified.

    Start with `playhall up`, then `playhall demo` in another terminal.
    """
    collect_less_often()
    entry = {**COMMANDS, **HIDDEN}.get(ctx.invoked_subcommand or "")
    if entry is not None and entry.private:
        # Logs, databases, sockets and keys of this process and of all that it starts.
        os.umask(0o077)
    if entry is not None and entry.module not in _PROCESSES:
        from cli.logs import log_for_a_command

        log_for_a_command()
    if watch_parent:
        ctx.obj = ParentWatch.start()


def _refusal_line(refusal: Refusal) -> str:
    wrong = "; ".join(f"{error.pointer} {error.detail}" for error in refusal.errors)
    if refusal.reason is Reason.UNKNOWN_RULESET and not wrong:
        from services.engine.registry import installed_ids

        wrong = f"installed are {', '.join(installed_ids())}"
    return f"{refusal.detail} [{refusal.reason.name}]" + (f": {wrong}" if wrong else "")
