"""Bots that live behind a URL: see the README."""

from services.webhooks.model import Call, Delivery, Outcome, Webhook
from services.webhooks.webhooks import Webhooks

__all__ = ["Call", "Delivery", "Outcome", "Webhook", "Webhooks"]
