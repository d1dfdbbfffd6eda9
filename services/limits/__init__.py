"""Rate limits: how much each client may ask."""

from services.limits.limits import Limits, Verdict
from services.limits.policy import Policy

__all__ = ["Limits", "Policy", "Verdict"]
