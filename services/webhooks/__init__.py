"""Bots that live behind a URL: see the README."""

from services.webhooks.crash_reports import CrashReports
from services.webhooks.webhook import Call, Delivery, FailureCount, Outcome, Webhook
from services.webhooks.webhooks import Webhooks

__all__ = ["Call", "CrashReports", "Delivery", "FailureCount", "Outcome", "Webhook", "Webhooks"]
