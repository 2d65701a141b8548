"""The interface as programs see it: every route of /openapi.json answers as it says there, and a real parser reads
/metrics."""

import base64
import http.client
import json
import re

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from prometheus_client.parser import text_string_to_metric_families
from referencing import Registry, Resource

CONFIG = """
admin: { password: correct horse }
allowOrigins: ["https://friend.example"]
cameras:
  front: { test: {}, name: Front door, size: 640x360, pin: 1357 }
  garden: { test: {}, size: 640x360, pin: null }
  gone: { match: { serial: NONE }, pin: null }
"""

# What comes with any answer, by HTTP's own rules.
COMMON = {"date", "content-length", "content-type", "connection"}


class Caller:
    """Asks one hub; with a user and a password, or as a stranger in the network."""

    def __init__(self, hub, user=None, password=None):
        self.hub = hub
        self.fields = {"X-Forwarded-For": "192.0.2.7"}
        if user:
            self.fields["Authorization"] = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()

    def ask(self, method, path, fields=None, body=None):
        """The status, the header fields and the body; of an endless body its beginning."""
        connection = http.client.HTTPConnection("127.0.0.1", self.hub.port, timeout=10)
        try:
            connection.request(method, path, body, {**self.fields, **(fields or {})})
            answer = connection.getresponse()
            endless = answer.status == 200 and answer.length is None and method != "HEAD"
            return answer.status, answer.getheaders(), answer.read(10) if endless else answer.read()
        finally:
            connection.close()


class Description:
    """/openapi.json, and whether an answer keeps to it."""

    def __init__(self, document):
        self.document = document
        self.registry = Registry().with_resource("urn:hub", Resource.from_contents(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}))

    def resolve(self, value):
        while "$ref" in value:
            found = self.document
            for key in value["$ref"].removeprefix("#/").split("/"):
                found = found[key]
            value = found
        return value

    def operations(self):
        for path, item in self.document["paths"].items():
            for method in item:
                if method != "parameters":
                    yield method.upper(), path

    def check_value(self, schema, value):
        # References lead into the document, wherever the schema itself stands in it.
        schema = json.loads(json.dumps(schema).replace('"#/', '"urn:hub#/'))
        Draft202012Validator(schema, registry=self.registry).validate(value)

    def check(self, method, path, status, fields, body):
        """Fails if the description does not say that this may be answered."""
        where = f"{method} {path} {status}"
        responses = self.document["paths"][path][method.lower()]["responses"]
        assert str(status) in responses, f"{where}: only {sorted(responses)} are described"
        response = self.resolve(responses[str(status)])
        self.check_fields(where, response.get("headers", {}), fields)
        if method == "HEAD" or not body:
            return
        media_type = dict((name.lower(), value) for name, value in fields)["content-type"].split(";")[0]
        assert media_type in response.get("content", {}), f"{where}: {media_type} is not described"
        if media_type == "application/json":
            self.check_value(response["content"][media_type]["schema"], json.loads(body))

    def check_fields(self, where, described, fields):
        described = {name.lower(): self.resolve(header) for name, header in described.items()}
        sent = {name.lower() for name, _ in fields}
        assert sent - COMMON <= set(described), f"{where}: not described: {sent - COMMON - set(described)}"
        missing = {name for name, header in described.items() if header.get("required")} - sent
        assert not missing, f"{where}: missing: {missing}"
        for name, value in fields:
            if schema := described.get(name.lower(), {}).get("schema"):
                number = schema.get("type") == "integer" and re.fullmatch(r"\d+", value)
                self.check_value(schema, int(value) if number else value)


@pytest.fixture
def hub(start_hub):
    return start_hub(config=CONFIG)


@pytest.fixture
def stranger(hub):
    return Caller(hub)


@pytest.fixture
def admin(hub):
    return Caller(hub, "admin", "correct horse")


@pytest.fixture
def guest(hub):
    return Caller(hub, "camhub", "1357")


@pytest.fixture
def description(stranger):
    status, _, body = stranger.ask("GET", "/openapi.json")
    assert status == 200
    return Description(json.loads(body))


def test_the_description_is_valid(hub, stranger, description):
    validate(description.document)
    assert description.document["openapi"].startswith("3.1")
    assert description.document["info"]["version"] == json.loads(stranger.ask("GET", "/status")[2])["version"]
    assert description.document["servers"] == [{"url": "/"}]


def test_the_description_has_a_tag(stranger):
    tag = dict(stranger.ask("GET", "/openapi.json")[1])["ETag"]
    status, fields, body = stranger.ask("GET", "/openapi.json", {"If-None-Match": tag})
    assert (status, body, dict(fields)["ETag"]) == (304, b"", tag)


def values(camera):
    """What stands in a path's braces."""
    return {"id": camera, "file": "style.css"}


BODIES = {
    "/login": {"password": "correct horse"},
    "/cam/{id}/login": {"pin": "1357"},
    "/cam/{id}/settings": {"targetFPS": 10},
    "/cam/{id}/controls": {"brightness": 10},
    "/cameras": {"id": "added", "url": "http://192.0.2.1/"},
    "/cameras/{id}": {},
    "/logout": {},
}


@pytest.mark.parametrize("who", ["stranger", "guest", "admin"])
def test_every_route_answers_as_it_is_described(who, request, description):
    caller, seen = request.getfixturevalue(who), {}
    for camera in ["front", "garden", "gone", "nobody"]:
        for method, path in description.operations():
            fields, body = {}, None
            if method in ["POST", "PATCH", "DELETE"]:
                fields, body = {"Content-Type": "application/json"}, json.dumps(BODIES[path])
            status, headers, answer = caller.ask(method, path.format_map(values(camera)), fields, body)
            description.check(method, path, status, headers, answer)
            seen.setdefault((method, path), set()).add(status)
    assert set(seen) == set(description.operations())
    locked = {"stranger": 401, "guest": 200, "admin": 200}[who]
    assert seen["GET", "/cam/{id}/frame"] == {200, 404, 503} | {locked}
    assert seen["GET", "/cam/{id}/stream"] == {200, 404, 503} | {locked}
    assert seen["GET", "/metrics"] == {200 if who == "admin" else 401}
    # "garden", "gone" and "front" are described by the configuration.
    assert seen["DELETE", "/cameras/{id}"] == ({404, 409} if who == "admin" else {401, 404})
    # Added once, and then its id is taken.
    assert seen["POST", "/cameras"] == ({201, 409} if who == "admin" else {401})
    assert seen["PATCH", "/cam/{id}/settings"] == ({200, 404} if who == "admin" else {401, 404})
    # "gone" is a device that is not there; the others are none, and have no controls.
    assert seen["GET", "/cam/{id}/controls"] == {200, 404, 503} | {locked}
    assert seen["PATCH", "/cam/{id}/controls"] == ({400, 404, 503} if who == "admin" else {401, 404})
    assert seen["POST", "/cam/{id}/login"] >= {204, 404}


# What is wrong, and how it is answered.
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ODD = [
    ("GET", "/cam/{id}/frame", "/cam/front/frame?after=x", {}, None, 400),
    ("GET", "/cam/{id}/stream", "/cam/front/stream?fps=x", {}, None, 400),
    ("GET", "/cam/{id}/frame", "/cam/front/frame?stale=1", {}, None, 200),
    ("GET", "/cam/{id}/frame", "/cam/front/frame?width=100", {}, None, 200),
    ("GET", "/cam/{id}/frame", "/cam/garden/frame", {"Origin": "https://friend.example"}, None, 200),
    ("OPTIONS", "/cam/{id}/frame", "/cam/garden/frame", {"Origin": "https://friend.example"}, None, 204),
    ("GET", "/cam/{id}/frame", "/cam/front/frame", {"If-None-Match": "*"}, None, 304),
    ("GET", "/cam/{id}/snapshot", "/cam/front/snapshot?wait=1&after={sequence}", {}, None, 304),
    ("GET", "/cam/{id}/status", "/cam/%66ront/status/..", {}, None, 400),
    ("GET", "/", "/", {"If-None-Match": "*"}, None, 304),
    ("GET", "/assets/{file}", "/assets/none.css", {}, None, 404),
    ("GET", "/cameras", "/cameras", {"If-None-Match": "*"}, None, 304),
    ("GET", "/cameras", "/cameras", {"Host": "evil.example.org"}, None, 421),
    ("GET", "/login", "/login?cam=nobody", {}, None, 404),
    ("PATCH", "/cam/{id}/settings", "/cam/front/settings", {"Content-Type": "application/json"}, '{"x": 1}', 400),
    ("POST", "/cameras", "/cameras", {"Content-Type": "application/json"}, '{"id": "x", "exec": ["sh"]}', 400),
    ("PATCH", "/cam/{id}/settings", "/cam/front/settings", {"Content-Type": "text/plain"}, "{}", 415),
    ("PATCH", "/cam/{id}/controls", "/cam/front/controls", {"Content-Type": "application/json"}, "{}", 200),
    ("PATCH", "/cam/{id}/controls", "/cam/front/controls", {"Content-Type": "application/json"}, '{"x": [1]}', 400),
    ("POST", "/logout", "/logout", {"Content-Type": "application/json", "Origin": "http://x.example"}, "{}", 403),
    ("POST", "/logout", "/logout", FORM, "", 303),
    ("POST", "/login", "/login", {"Content-Type": "application/json"}, "{}", 400),
    ("POST", "/login", "/login", {"Content-Type": "application/json"}, " " * 70000, 413),
    ("POST", "/cam/{id}/login", "/cam/front/login", FORM, "pin=1357", 303),
    ("POST", "/cam/{id}/login", "/cam/front/login", FORM, "pin=9999", 401),
]


@pytest.mark.parametrize("method,path,target,fields,body,expected", ODD)
def test_what_is_odd_is_answered_as_described(admin, description, method, path, target, fields, body, expected):
    if expected == 304:
        # There has to be a picture, and no newer one meanwhile.
        admin.ask("PATCH", "/cam/front/settings", {"Content-Type": "application/json"}, '{"targetFPS": 1}')
        _, headers, _ = admin.ask("GET", "/cam/front/frame")
        target = target.format(sequence=dict(headers)["X-Frame-Sequence"])
    status, headers, answer = admin.ask(method, target, fields, body)
    assert status == expected
    description.check(method, path, status, headers, answer)


def test_wrong_pins_are_delayed_as_described(hub, description):
    wrong = Caller(hub, "camhub", "9999")
    answers = [wrong.ask("GET", "/cam/front/frame") for _ in range(8)]
    for status, headers, answer in answers:
        description.check("GET", "/cam/{id}/frame", status, headers, answer)
    assert {status for status, _, _ in answers} == {401, 429}


def test_a_parser_of_prometheus_reads_the_metrics(admin, guest):
    sizes = [len(guest.ask("GET", "/cam/front/frame")[2]) for _ in range(5)]
    guest.ask("HEAD", "/cam/front/frame")
    guest.ask("GET", "/cam/front/frame", {"If-None-Match": "*"})
    guest.ask("GET", "/cam/nobody/frame")
    guest.ask("GET", "/some/path/that/is/none")
    Caller(admin.hub).ask("GET", "/cam/front/frame")
    status, fields, body = admin.ask("GET", "/metrics")
    assert status == 200 and dict(fields)["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    families = {family.name: family for family in text_string_to_metric_families(body.decode())}
    assert all(family.documentation and family.type != "unknown" for family in families.values())

    def value(name, **labels):
        family = families[name.removesuffix("_total").removesuffix("_count").removesuffix("_bucket")]
        found = [sample.value for sample in family.samples if sample.name == name and sample.labels == labels]
        assert len(found) == 1, f"{name} {labels}: {found}"
        return found[0]

    assert value("camhub_frames_served_total", camera="front") == 5
    assert value("camhub_frames_served_total", camera="gone") == 0
    assert value("camhub_capture_to_serve_seconds_count", camera="front") == 5
    requests = {status: value("camhub_requests_total", route="cameraFrame", status=status)
                for status in ["200", "304", "401", "404"]}
    assert requests == {"200": 6, "304": 1, "401": 1, "404": 1}
    assert value("camhub_requests_total", route="unknown", status="404") == 1
    assert value("camhub_request_duration_seconds_count", route="cameraFrame") == 9
    assert value("camhub_response_bytes_total", route="cameraFrame") >= sum(sizes)
    assert value("camhub_frames_captured_total", camera="front") >= 1
    assert value("camhub_frames_encoded_total", camera="front") == value("camhub_frames_captured_total", camera="front")
    assert value("camhub_frames_dropped_total", camera="front", cause="device") == 0
    assert value("camhub_viewers", camera="front") == 1
    assert value("camhub_camera_state", camera="front", state="streaming") == 1
    assert value("camhub_camera_state", camera="gone", state="offline") == 1
    assert value("camhub_camera_state", camera="gone", state="streaming") == 0
    assert len(families["camhub_build_info"].samples) == 1
    assert value("process_open_fds") < value("process_max_fds")
    assert 1e6 < value("process_resident_memory_bytes") < 1e9
    assert value("process_cpu_seconds_total") > 0
    for family in families.values():
        check_histograms(family)


def check_histograms(family):
    """Buckets only grow, and the last is the count."""
    if family.type != "histogram":
        return
    buckets, counts = {}, {}
    for sample in family.samples:
        key = tuple(sorted((name, label) for name, label in sample.labels.items() if name != "le"))
        if sample.name.endswith("_bucket"):
            buckets.setdefault(key, []).append((float(sample.labels["le"]), sample.value))
        elif sample.name.endswith("_count"):
            counts[key] = sample.value
    for key, ranges in buckets.items():
        assert ranges == sorted(ranges) and [count for _, count in ranges] == sorted(count for _, count in ranges)
        assert ranges[-1] == (float("inf"), counts[key])
