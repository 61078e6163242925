"""What can be done only until somebody acts: said at once when it becomes possible."""

from __future__ import annotations

from clients.cli.messages import Messages
from clients.cli.scene import Scene
from server.protocol.views import Actions


def urgent(before: Scene, after: Scene, say: Messages) -> tuple[str, ...]:
    """Sentences for what has become possible with this step."""
    was, now = _actions(before), _actions(after)
    rules = after.view.rules
    lines: list[str] = []
    if _is_late(after, now) and not _is_late(before, was):
        word = say("cli-call-word", pack=rules.pack)
        lines.append(say("cli-announce-now", word=word))
    if now.name and not was.name and after.actor != after.me:
        lines.append(say("cli-name-late", word=say("suit-word", pack=rules.pack)))
    if may_cut(after) and not may_cut(before):
        lines.append(say("cli-cut-now"))
    if not rules.honour:
        # In honour mode everybody may always be called, so that the list tells nothing.
        late = (seat for seat in now.call_fault if seat not in was.call_fault)
        lines += (say("cli-accuse-now", who=after.name(seat, say)) for seat in late)
    return tuple(lines)


def may_cut(scene: Scene) -> bool:
    """Whether the deck of the coming deal is the viewer's to cut, and is not cut yet."""
    return _actions(scene).cut > 1


def _is_late(scene: Scene, actions: Actions) -> bool:
    """Whether the last card should have been called and still can be; before that, the turn's own
    sentences say it."""
    return actions.announce and scene.actor != scene.me


def _actions(scene: Scene) -> Actions:
    return scene.own.actions if scene.own is not None else Actions()
