"""TLS in the measurements: a certificate for both sides, and the proof that they do the same work."""

import re
import socket
import ssl
import subprocess

CAMHUB = "tls: {{ certificate: {work}/bench.crt, key: {work}/bench.key }}"
NGINX = " ssl; ssl_certificate {work}/bench.crt; ssl_certificate_key {work}/bench.key; ssl_protocols TLSv1.3"

# The certificate of a measurement is nobody's: it is not checked.
ANYBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
ANYBODY.check_hostname = False
ANYBODY.verify_mode = ssl.CERT_NONE


def make_certificate(work):
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=bench".split()
    subprocess.run(
        [*command, "-keyout", work / "bench.key", "-out", work / "bench.crt"], check=True, capture_output=True
    )


def same_cipher(*urls):
    """What all of them choose for a client that, like wrk, has no wishes of its own."""
    chosen = {cipher(url) for url in urls}
    if len(chosen) != 1:
        raise SystemExit(f"the servers chose different ciphers: {chosen}")
    return chosen.pop()


def cipher(url):
    host, port = re.match(r"https://([^/:]+):(\d+)", url).groups()
    with socket.create_connection((host, int(port)), timeout=10) as plain, ANYBODY.wrap_socket(plain) as secure:
        return secure.cipher()[0]
