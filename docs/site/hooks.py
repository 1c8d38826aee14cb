"""Puts pages from the root of the repository into the site, and lets links between all of them find their way.

Links in the repository are those between its files, so that they work there, too. A link to a file that is no page,
such as an alert rule, leads to a copy of it.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from typing import Any

    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).resolve().parents[2]
DOCS = "docs"
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "SECURITY.md": "SECURITY.md",
    "native/README.md": "native.md",
    "tests/README.md": "tests.md",
}
"""Files of the repository that are pages, with their names on the site."""
BEHIND = ("api/", "architecture", "robot-measurements", "CHANGELOG", "CONTRIBUTING", "native", "tests")
"""How the pages begin that the search offers behind those that people mean more often."""
_LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(#[^)\s]*)?(?=\))")
_NESTED = re.compile(r"^( {2,3})(?=\S)", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, and what they and the others link to."""
    sources = dict(PAGES)
    for page in [*sources, *(f"{DOCS}/{file.src_uri}" for file in files.documentation_pages())]:
        text = (ROOT / page).read_text(encoding="utf-8")
        for link, _ in _LINK.findall(text):
            target = _target(page, link)
            if (ROOT / target).is_file() and target not in PAGES and not target.startswith(f"{DOCS}/"):
                sources[target] = target
    for path, name in sources.items():
        files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Return a page whose links are those of the site, and whose lists are indented as this Markdown wants it."""
    here = page.file.src_uri
    page.meta["search"] = {"boost": 0.3 if here.startswith(BEHIND) else 1}
    source = next((path for path, name in PAGES.items() if name == here), f"{DOCS}/{here}")

    def changed(link: re.Match[str]) -> str:
        target = _target(source, link[1])
        name = PAGES.get(target, target.removeprefix(f"{DOCS}/"))
        return posixpath.relpath(name, posixpath.dirname(here) or ".") + (link[2] or "")

    return _NESTED.sub("    ", _LINK.sub(changed, markdown))


def _target(page: str, link: str) -> str:
    """Return the path in the repository to which a link on a page leads."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
