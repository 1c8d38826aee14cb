"""The writer of JSON: what it writes is JSON, whatever it is given."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.runtime.json_text import to_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec=None), max_size=3), inner),
    max_leaves=12,
)


def refuse(name):
    raise AssertionError(f"{name} is no JSON")


def plain(value):
    """What a reader of JSON gets."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [plain(each) for each in value]
    return {plain(name): plain(each) for name, each in value.items()} if isinstance(value, dict) else value


@given(value=VALUES, ascii_only=st.booleans(), compact=st.booleans())
def test_anything_comes_back(value, ascii_only, compact):
    text = to_json(value, ascii_only=ascii_only, compact=compact)
    text.encode("ascii" if ascii_only else "utf-8")
    assert json.loads(text, parse_constant=refuse) == plain(value)
    assert "\n" not in text


def test_zero_has_no_sign():
    assert to_json([-0.0, 0.0, -0.05, "-0.0"]) == '[0.0, 0.0, -0.05, "-0.0"]'
    assert to_json({"a": math.nan, "b": [-math.inf]}, compact=True) == '{"a":null,"b":[null]}'


def test_sets_are_refused():
    with pytest.raises(TypeError):
        to_json({1, 2})
