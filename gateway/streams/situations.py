"""The situation to which a step has led, for readers who ask for it with the step (``include``).

A commit leaves no views behind but the latest. So a step carries its viewer's situation only if that is still the
step's: the situation is read when the step is due to be sent, and given away only if it has the step's revision. It is
never one that is older or newer than its step. A step that others have followed meanwhile goes without, and those come.

Nothing is read for readers who do not ask. Who does not read fast has no more than one situation on the way; of many
who follow the same viewer one reads, and the others are given the same.
"""

import threading
from collections import OrderedDict
from typing import Final, TypeAlias

from gateway.streams.formats import StreamEvent
from services.identity import Caller
from services.matches.match import ViewSnapshot
from services.matches.matches import Matches

KEPT: Final = 128
"""So many situations are kept, for others who follow the same viewers. One is some kilobytes."""

_Key: TypeAlias = tuple[str, int, StreamEvent]


class Situations:
    """Reads situations of viewers. Safe to use from several threads."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        # By the step itself: a server that has taken over may have another one under the same revision.
        self._kept: OrderedDict[_Key, ViewSnapshot] = OrderedDict()
        self._lock = threading.Lock()

    def after(self, step: StreamEvent, match_id: str, viewer: int, caller: Caller) -> ViewSnapshot | None:
        """What the viewer may know and do after a step that it was shown; None if more has happened since. ``caller``:
        who was told the step. Blocks while the match is read, unless somebody has done that.

        Raises:
            Refusal: as :meth:`Matches.view`.
        """
        key = (match_id, viewer, step)
        found = self.known(step, match_id, viewer)
        if found is not None:
            return found
        look = self._matches.view(caller, match_id, viewer)
        if look.revision != step.revision:
            return None
        with self._lock:
            self._kept[key] = look
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return look

    def known(self, step: StreamEvent, match_id: str, viewer: int) -> ViewSnapshot | None:
        """The same if it was read before, without waiting."""
        with self._lock:
            return self._kept.get((match_id, viewer, step))
