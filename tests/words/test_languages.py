"""A language is one file: it is read, checked and spoken, and what it lacks is English."""

from __future__ import annotations

import logging
import shutil
from functools import partial
from pathlib import Path

import pytest

from ircpoker.config import load_settings
from ircpoker.errors import InvalidConfigError
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue, load_catalogue
from ircpoker.words.languages import ENGLISH, FOLDER, LanguageError, languages, read_language
from tests.chat.routers import lines, make_router

RUSSIAN = """
[language]
name = "Русский"
plural = "east-slavic"

[chips]
one = "{n} фишка"
few = "{n} фишки"
many = "{n} фишек"

[bank]
own = "у вас {chips}"
has = "у {who} {chips}"

[router]
too_many.by = "seconds"
too_many.one = "Слишком много команд: подождите {seconds} секунду."
too_many.few = "Слишком много команд: подождите {seconds} секунды."
too_many.many = "Слишком много команд: подождите {seconds} секунд."

[acts]
fold.other = "{who} пасует"
fold.you = "{who} пасуете"

[commands.daily]
summary = "получить сегодняшние фишки"

[commands.give]
usage = "ник фишки"
"""
JAPANESE = """
[language]
name = "日本語"
plural = "none"

[chips]
other = "チップ{n}枚"

[odds]
against = "{n}人に{chance}"
"""


def speak(folder: Path, code: str, text: str) -> Catalogue:
    (folder / f"{code}.toml").write_text(text, encoding="utf-8")
    return load_catalogue(code, "!", folder)


def own_chips(words: Catalogue, number: int) -> str:
    return words.text(Phrase("bank.own", chips=Phrase("chips", n=number)))


def test_russian_chips(tmp_path: Path) -> None:
    words = speak(tmp_path, "ru", RUSSIAN)
    shown = {number: own_chips(words, number) for number in (0, 1, 2, 5, 11, 21, 22, 25, 101, 1000)}
    assert shown == {
        0: "у вас 0 фишек",
        1: "у вас 1 фишка",
        2: "у вас 2 фишки",
        5: "у вас 5 фишек",
        11: "у вас 11 фишек",
        21: "у вас 21 фишка",
        22: "у вас 22 фишки",
        25: "у вас 25 фишек",
        101: "у вас 101 фишка",
        1000: "у вас 1000 фишек",
    }
    assert words.parts([Phrase("bank.has", who="bob", chips=Phrase("chips", n=22))]) == ["у bob 22 фишки"]


def test_another_number_than_n_decides_where_the_file_says_so(tmp_path: Path) -> None:
    words = speak(tmp_path, "ru", RUSSIAN)
    endings = {n: words.text(Phrase("router.too_many", seconds=n)).rpartition(" ")[2] for n in (1, 3, 14, 31)}
    assert endings == {1: "секунду.", 3: "секунды.", 14: "секунд.", 31: "секунду."}


def test_you_and_others_are_no_plural(tmp_path: Path) -> None:
    words = speak(tmp_path, "ru", RUSSIAN)
    assert words.text(Phrase("acts.fold.other", who="bob")) == "bob пасует"
    alone = speak(tmp_path, "uk", RUSSIAN.replace('fold.you = "{who} пасуете"\n', ""))
    assert alone.text(Phrase("acts.fold.you", who="you")) == "you fold"
    assert alone.text(Phrase("acts.fold.other", who="bob")) == "bob пасует"


def test_texts_that_are_lacking_are_english_with_its_plural(tmp_path: Path) -> None:
    words = speak(tmp_path, "ru", RUSSIAN)
    against = [words.text(Phrase("odds.against", chance="9 %", n=number)) for number in (1, 21)]
    assert against == ["9 % against a random hand", "9 % against 21 random hands"]
    nested = words.text(Phrase("bank.received", gives="bob", chips=Phrase("chips", n=2)))
    assert nested == "bob: you have 2 фишки now"
    assert "odds.against" in words.borrowed
    assert words.borrowed.isdisjoint({"chips", "bank.own", "router.too_many", "acts.fold.you"})
    assert load_catalogue(ENGLISH).borrowed == frozenset()


def test_a_language_without_plural_may_do_without_forms(tmp_path: Path) -> None:
    words = speak(tmp_path, "ja", JAPANESE)
    assert [words.text(Phrase("chips", n=number)) for number in (1, 2)] == ["チップ1枚", "チップ2枚"]
    assert words.text(Phrase("odds.against", chance="9 %", n=1)) == "1人に9 %"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('few = "{n} фишки"\n', "", "chips has the forms many, one, but the plural rule needs few, many, one"),
        ("few =", "two =", "chips has the forms many, one, two, but the plural rule needs few, many, one"),
        ("own =", "owns =", "bank.owns is not a text of English"),
        ("у вас {chips}", "у вас {chip}", "bank.own has chip, which English does not have"),
        ("у вас {chips}", "у вас {chips", "bank.own: expected '}' before end of string"),
        (
            '"seconds"',
            '"minutes"',
            "router.too_many.one: English lacks minutes, expected router.too_many.by with",
        ),
        ('too_many.by = "seconds"', "", "one: English lacks n, expected router.too_many.by with one of seconds"),
        ('too_many.by = "seconds"', 'too_many = "x"', "Cannot overwrite a value"),
        ("own =", 'own.by = "chips"\nown.one =', "bank.own has the forms one, but the plural rule needs few, many"),
        ("has =", 'has.by = "chips"\nsums =', "bank.has has no forms: bank.has.by has no effect"),
        ("east-slavic", "slavic", "[language] needs name and plural, one of none, one-other, one-with-zero"),
        ("name =", "title =", "[language] needs name and plural"),
        ("[chips]", "[chips", "Expected ']' at the end of a table declaration"),
        ('own = "у вас {chips}"', "own = 3", "bank.own is not a text"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in RUSSIAN
    with pytest.raises(LanguageError) as caught:
        speak(tmp_path, "ru", RUSSIAN.replace(old, new))
    assert str(caught.value).startswith("ru.toml: ")
    assert message in str(caught.value)


def test_a_mistake_is_one_of_the_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(FOLDER / "en.toml", tmp_path)
    (tmp_path / "ru.toml").write_text(RUSSIAN.replace("has =", "owns ="), encoding="utf-8")
    (tmp_path / "uk.toml").write_text(RUSSIAN, encoding="utf-8")
    monkeypatch.setattr("ircpoker.config.settings.languages", partial(languages, tmp_path))
    monkeypatch.setattr("ircpoker.config.settings.read_language", partial(read_language, folder=tmp_path))
    config = tmp_path / "config.ini"
    config.write_text("[bot]\nlanguage = RU\n", encoding="utf-8")
    expected = "'RU': expected a file of the language without mistakes: ru.toml: bank.owns is not a text of English"
    with pytest.raises(InvalidConfigError, match=expected):
        load_settings(config, connecting=False)
    config.write_text("[bot]\nlanguage = UK\n", encoding="utf-8")
    assert load_settings(config, connecting=False).bot.language == "uk"


def test_a_copy_of_english_has_no_mistake(tmp_path: Path) -> None:
    english = (FOLDER / "en.toml").read_text(encoding="utf-8")
    assert speak(tmp_path, "xx", english).borrowed == frozenset()


def test_english_needs_no_other_language() -> None:
    assert ENGLISH in languages()
    assert read_language(ENGLISH).name == "English"
    assert read_language(ENGLISH) is read_language(ENGLISH, FOLDER)


class TestBot:
    """The bot in a language of which the folder has a file."""

    @pytest.fixture(autouse=True)
    def russian_is_known(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        words = speak(tmp_path, "ru", RUSSIAN)
        monkeypatch.setattr("ircpoker.chat.services.load_catalogue", lambda code, _: {"ru": words}[code])

    def test_one_warning_about_texts_that_are_english(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.WARNING):
            router = make_router(("bank", "help"), language="ru")
            assert lines(router, "bank") == ["у вас 1000 фишек"]
            assert lines(router, "ranks")[0].startswith("Best first: ")
        [warning] = caplog.messages
        count = len(router.services.words.borrowed)
        assert warning.startswith(f"[bot] language = ru lacks {count} texts, which are English: acts.")

    def test_help_is_in_the_language(self) -> None:
        router = make_router(("bank", "help"), language="ru")
        assert lines(router, "help daily") == ["!daily: получить сегодняшние фишки", "Example: !daily"]
        assert lines(router, "help give")[0] == "!give ник фишки (also !pay, !send): give somebody chips"
        assert lines(router, "give")[0] == "expected a nick and a number of chips (usage: !give ник фишки)"
