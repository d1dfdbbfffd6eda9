"""Where a ruleset is found in Python, so that another process can find it: ``package.module:NAME``."""

import importlib
import sys

from services.engine.conformance.cases import AnyRuleset
from services.engine.ruleset import Ruleset


class NoRulesetThere(Exception):
    """The address leads to no ruleset. The message says why."""


def ruleset_at(address: str) -> AnyRuleset:
    """The ruleset at ``package.module:NAME``.

    Raises:
        NoRulesetThere: the module cannot be found, has no such name, or the name is no ruleset.
    """
    module_name, _, name = address.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise NoRulesetThere(f"there is no module {error.name}") from error
    found = getattr(module, name, None)
    if not isinstance(found, Ruleset):
        raise NoRulesetThere(f"{module_name} has no ruleset called {name}")
    return found


def address_of(ruleset: AnyRuleset) -> str:
    """The address of a ruleset that is a name of a module already imported.

    Raises:
        NoRulesetThere: it is not.
    """
    own = type(ruleset).__module__
    for module_name in (own, f"{own.rpartition('.')[0]}.ruleset", *sorted(sys.modules)):
        for name, value in vars(sys.modules.get(module_name, object)).items():
            if value is ruleset and not name.startswith("__"):
                return f"{module_name}:{name}"
    raise NoRulesetThere(f"no module has a name for the ruleset {ruleset.describe().id}")
