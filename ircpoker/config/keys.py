"""The declaration of a section of the configuration: a frozen dataclass whose fields are its keys.

    @dataclass(frozen=True, slots=True)
    class SlotSettings:
        \"\"\"The slot machine.\"\"\"

        stake: int = key("1", whole(1, 1000), unit="chips", doc="the price of a pull")

    SLOT = Section("slot", SlotSettings, "the slot machine")

Name, type, unit, default and explanation are declared only here; reading, errors, the reference and the check of the
shipped file follow from them. `settings.section(SLOT).stake` is an `int`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from ircpoker.config.kinds import Kind, number, whole

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    Attributes:
        field: the field of its value.
        name: the name before the `=`.
        kind: the kind of value.
        default: the text that is used if the key is missing.
        doc: a short description.
        unit: the unit of a number, or empty.
        is_secret: whether it may have a password, even by mistake: errors do not repeat the value.
    """

    field: str
    name: str
    kind: Kind[object]
    default: str
    doc: str
    unit: str = ""
    is_secret: bool = False


def key(default: str, kind: Kind[T], *, doc: str, unit: str = "", secret: bool = False, name: str = "") -> T:
    """Declare a key of a section as a dataclass's field.

    Args:
        default: the text that is used if the key is missing; `kind` reads the field's default from it.
        kind: the kind of value.
        doc: a short description.
        unit: the unit of a number.
        secret: whether it may have a password, even by mistake: the value is neither in the dataclass's `repr` nor in
            errors.
        name: the name in the file, if it is not the field's: one with a dot.

    Returns:
        The field, with the type of its value, like `dataclasses.field`.
    """
    parts = {"kind": kind, "default": default, "doc": doc, "unit": unit, "is_secret": secret, "name": name}
    return field(default=kind.read(default, Path()), repr=not secret, metadata={"key": parts})


def chips(default: str, least: int = 0, *, doc: str) -> int:
    """Declare a key for a number of chips; see `key`."""
    return key(default, whole(least, 10**9), unit="chips", doc=doc)


def seconds(default: str, least: float, most: float, *, doc: str) -> float:
    """Declare a key for a time; see `key`."""
    return key(default, number(least, most), unit="seconds", doc=doc)


@dataclass(frozen=True, slots=True)
class Section(Generic[T]):
    """A section: `[name]`, or any number of `[name:SOMETHING]` where `several`.

    Attributes:
        name: the name in brackets.
        settings: the dataclass of its keys; with `several`, its first field is `name`.
        doc: a short description.
        several: whether there may be many such sections, each with a name of its own.
        check: yields conflicts between keys, as pairs of key and complaint.
    """

    name: str
    settings: type[T]
    doc: str
    several: bool = False
    check: Callable[[T], Iterable[tuple[str, str]]] = field(default=lambda _settings: ())

    @property
    def keys(self) -> dict[str, Key]:
        """The keys by name, in the order of declaration."""
        dataclass_type = cast(Any, self.settings)  # T cannot be bound to "a dataclass"
        keys = [
            Key(
                declared.name, **{**declared.metadata["key"], "name": declared.metadata["key"]["name"] or declared.name}
            )
            for declared in fields(dataclass_type)
            if "key" in declared.metadata
        ]
        return {each.name: each for each in keys}

    @property
    def heading(self) -> str:
        """The section's first line: `[bot]`, `[network:NAME]`."""
        return f"[{self.name}:NAME]" if self.several else f"[{self.name}]"
