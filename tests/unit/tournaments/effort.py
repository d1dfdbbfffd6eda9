"""How many generated events are tried."""

import os
from typing import Final

EVENTS: Final = 2_000 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 500
"""All of them by ``make fuzz``."""
