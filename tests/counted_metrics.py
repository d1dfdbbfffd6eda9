"""What this process has counted."""

from prometheus_client import REGISTRY


def figure(name: str, **labels: str) -> float:
    """A figure's value; 0 if it was never counted."""
    return REGISTRY.get_sample_value(f"playhall_{name}", labels) or 0.0
