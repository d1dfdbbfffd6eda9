"""A bot behind a URL. It wants Flask, and in WEBHOOK_SECRET what the platform gave when the webhook was set."""

import base64
import hmac
import os
import random
import time

from flask import Flask, abort, request

app = Flask(__name__)
secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


@app.post("/move")
def move() -> dict[str, str]:
    """Play any legal action."""
    check_signature()
    asked = request.get_json()
    return {"action": random.choice(asked["legal"])["notation"]}


def check_signature() -> None:
    """Answer nobody but the platform."""
    id, timestamp = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    signed = f"{id}.{timestamp}.".encode() + request.get_data()
    ours = "v1," + base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    theirs = request.headers["webhook-signature"].split()
    if abs(time.time() - int(timestamp)) > 300 or not any(hmac.compare_digest(ours, each) for each in theirs):
        abort(401)


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "5000")))
