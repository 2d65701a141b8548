"""The scripts in the languages of old browsers: a real parser reads them, Debian's acorn, in the browser itself."""

from pathlib import Path

import pytest

ASSETS = Path(__file__).parents[2] / "web/assets"
ACORN = "/usr/share/nodejs/acorn/dist/acorn.js"
SCRIPTS = sorted(path.name for path in ASSETS.glob("*.js"))
# What browsers without modules load, and what they share with the others.
PLAIN = ["plain.js", "plainhub.js", "plaintile.js", "words.js"]

PARSE = "([text, version, type]) => { acorn.parse(text, { ecmaVersion: version, sourceType: type }); }"


@pytest.fixture
def parse(page):
    page.goto("about:blank")
    page.add_script_tag(path=ACORN)
    return lambda text, version, type: page.evaluate(PARSE, [text, version, type])


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_as_old_as_its_readers(parse, script):
    text = (ASSETS / script).read_text()
    if script in PLAIN:
        parse(text, 5, "script")
    else:
        parse(text, 2017, "module")


def test_the_parser_knows_what_is_too_young(parse):
    for text, version in [("let a", 5), ("a?.b", 2017), ("class A { #b }", 2017), ("({ ...a })", 2017),
                          ("try {} catch {}", 2017), ("import('a')", 2017)]:
        with pytest.raises(Exception, match="SyntaxError"):
            parse(text, version, "script")


def test_pages_name_the_plain_scripts_only_to_browsers_without_modules():
    for page in ["index.html", "camera.html"]:
        text = (ASSETS / page).read_text()
        for script in PLAIN[:3]:
            assert f'<script defer nomodule src="{"" if page == "index.html" else "../"}assets/{script}"></script>' in text
