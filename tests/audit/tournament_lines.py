"""Lines about tournaments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.audit.lines import LineAudit, Said
    from tests.audit.story import Story


class TournamentLines:
    def __init__(self, audit: LineAudit) -> None:
        self.audit = audit

    def line(self, line: Said, body: str, story: Story) -> bool:
        return False
