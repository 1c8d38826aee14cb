"""How a section of the configuration is declared: a frozen dataclass whose fields are its keys.

    @dataclass(frozen=True, slots=True)
    class SlotSettings:
        \"\"\"The slot machine.\"\"\"

        stake: int = key("1", whole(1, 1000), unit="chips", doc="what a pull costs")

    SLOT = Section("slot", SlotSettings, "the slot machine")

That is all: name, type, unit, default and explanation stand here once, and reading, errors, the
reference and the check of the shipped file follow. `settings.section(SLOT).stake` is an `int`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

if TYPE_CHECKING:
    from ircpoker.config.kinds import Kind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    Attributes:
        name: as it is written before the `=`.
        kind: what its value may be.
        default: the text used if the key is not written.
        doc: what it does, in a phrase.
        unit: of its number, or empty.
        is_secret: whether a password may stand there, be it by mistake: errors do not repeat it.
    """

    name: str
    kind: Kind[object]
    default: str
    doc: str
    unit: str = ""
    is_secret: bool = False


def key(default: str, kind: Kind[T], *, doc: str, unit: str = "", secret: bool = False) -> T:
    """Declare a key of a section as a dataclass's field.

    Args:
        default: the text used if the key is not written; the field's own default is
            what `kind` reads from it.
        kind: what its value may be.
        doc: what it does, in a phrase.
        unit: of its number.
        secret: whether a password may stand there, be it by mistake: the value is kept out of the
            dataclass's `repr` and of errors.

    Returns:
        The field; typed as its value, as `dataclasses.field` is.
    """
    parts = {"kind": kind, "default": default, "doc": doc, "unit": unit, "is_secret": secret}
    return field(default=kind.read(default, Path()), repr=not secret, metadata={"key": parts})


@dataclass(frozen=True, slots=True)
class Section(Generic[T]):
    """A section: `[name]`, or any number of `[name:SOMETHING]` where `several`.

    Attributes:
        name: as it is written in brackets.
        settings: the dataclass that it becomes; of several, its first field is `name`.
        doc: its subject, in a phrase.
        several: whether there may be many, each with a name of its own.
        check: finds conflicts between its keys, as pairs of key and complaint.
    """

    name: str
    settings: type[T]
    doc: str
    several: bool = False
    check: Callable[[T], Iterable[tuple[str, str]]] = field(default=lambda _settings: ())

    @property
    def keys(self) -> dict[str, Key]:
        """Its keys by name, in the order of declaration."""
        dataclass_type = cast(Any, self.settings)  # T cannot be bound to "a dataclass"
        return {
            declared.name: Key(declared.name, **declared.metadata["key"])
            for declared in fields(dataclass_type)
            if "key" in declared.metadata
        }

    @property
    def heading(self) -> str:
        """The section's first line: `[bot]`, `[network:NAME]`."""
        return f"[{self.name}:NAME]" if self.several else f"[{self.name}]"
