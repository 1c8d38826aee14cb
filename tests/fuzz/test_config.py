"""Any bytes as a configuration: settings or our errors, each on one printable line, and never a secret."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ircpoker.config import SECTIONS, Settings, load_settings
from ircpoker.errors import ConfigError, InvalidConfigError

KEYS = [declared.name for section in SECTIONS for declared in section.keys.values()]
HEADINGS = ["bot", "network:a", "network:b", "network", "limits", "economy", "DEFAULT", ""]
VALUES = [
    "",
    "on",
    "embedded",
    "irc.example",
    "1",
    "65536",
    "#poker, #x",
    "%(x)s",
    "plain",
    "A",
    "~",
    "sqlite:///x",
    "a\0b",
]

text = st.text(max_size=30)
lines = st.one_of(
    st.sampled_from(HEADINGS).map("[{}]".format),
    text.map("[{}]".format),
    st.builds(
        "{}{}{}".format, st.sampled_from(KEYS), st.sampled_from([" = ", "=", ":", ""]), st.sampled_from(VALUES) | text
    ),
    text.map("  {}".format),
    text,
)
files = st.one_of(
    st.binary(max_size=300),
    st.lists(lines, max_size=25).map("\n".join).map(lambda joined: joined.encode("utf-8", "surrogatepass")),
)


def load(content: bytes, *, connecting: bool) -> Settings | ConfigError:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "config.ini")
        path.write_bytes(content)
        try:
            return load_settings(path, environment={"A": "hunter2"}, connecting=connecting)
        except ConfigError as error:
            return error


@given(files, st.booleans())
def test_any_file_gives_settings_or_an_error(content: bytes, connecting: bool) -> None:
    result = load(content, connecting=connecting)
    if isinstance(result, Settings):
        assert "hunter2" not in repr(result)
        return
    complaints = result.problems if isinstance(result, InvalidConfigError) else (result,)
    assert complaints
    for complaint in (result, *complaints):
        assert str(complaint).isprintable()
        assert len(str(complaint)) < 800


@given(st.sampled_from(SECTIONS), st.data())
def test_any_value_is_parsed_or_refused(section: object, data: st.DataObject) -> None:
    declared = next(each for each in SECTIONS if each is section)
    name = data.draw(st.sampled_from(list(declared.keys)))
    value = data.draw(st.sampled_from(VALUES) | st.text(max_size=200) | st.text("0123456789.-+e_", max_size=40))
    heading = declared.heading.replace("NAME", "a")
    result = load(f"{heading}\n{name} = {value}\n".encode("utf-8", "surrogatepass"), connecting=False)
    assert isinstance(result, Settings) or str(result).isprintable()
