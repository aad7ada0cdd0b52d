"""The signature of a delivery, in the form of Standard Webhooks (standardwebhooks.com), so that
receivers can check it with a library they have. Pure.
"""

import base64
import binascii
import hashlib
import hmac

PREFIX = "whsec_"


def key_of(secret: str) -> bytes:
    """`whsec_` and base64, as other senders give them out, or simply some text."""
    if not secret.startswith(PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        return secret.encode()


def headers(secret: str, own_id: str, at_s: int, body: bytes) -> dict[str, str]:
    """With the time in it, so that an old delivery that somebody kept is worth nothing later."""
    signed = f"{own_id}.{at_s}.".encode() + body
    digest = hmac.digest(key_of(secret), signed, hashlib.sha256)
    return {
        "content-type": "application/json",
        "webhook-id": own_id,
        "webhook-timestamp": str(at_s),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
