import base64

from services.webhooks.signing import secret_text, signed_headers


def test_the_example_of_standard_webhooks_has_the_signature_that_its_libraries_give() -> None:
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    body = b'{"test": 2432232314}'
    assert signed_headers([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body) == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    assert secret_text(secret) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_each_secret_signs() -> None:
    one, two = (signed_headers([secret], "m", 1, b"{}")["webhook-signature"] for secret in (b"a" * 32, b"b" * 32))
    assert signed_headers([b"a" * 32, b"b" * 32], "m", 1, b"{}")["webhook-signature"] == f"{one} {two}"
