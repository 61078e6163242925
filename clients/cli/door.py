"""What concerns the door: who may write, watch and come in, what is erased, and on which devices
one's seat is open."""

from __future__ import annotations

import secrets
from typing import assert_never

from clients.cli.deeds import Confirm, Deed, Errand, Say, Send, new_id
from clients.cli.messages import Messages, flag
from clients.cli.reading import plain
from clients.cli.scene import WATCHER, Scene
from clients.cli.verbs import DoorVerb, Verb
from server.protocol import frames as f

INVITE_BYTES = 16
# What may stand behind a verb, as it is compared: lower case, without accents.
_YES = frozenset({"si", "on", "yes", "open"})
_NO = frozenset({"no", "off"})
_NEW = frozenset({"nuevo", "otro", "new", "another"})
_ME = frozenset({"me", "yo", "mi nombre", "lo mio", "mis palabras", "my name", "my words", "mine"})
_TABLE = frozenset({"mesa", "la mesa", "table", "the table"})
_OTHERS = frozenset(
    {"otros", "los otros", "demas", "los demas", "en los demas", "others", "the others"}
)
# «callar a Beto», «devolver la palabra a Beto»
_LEADS = ("la palabra ", "a ", "al ")


class Doorkeeper:
    """Judges nothing: the table does. But what is asked twice is asked only of those who may."""

    def __init__(self, messages: Messages, scene: Scene) -> None:
        self._say = messages
        self._scene = scene

    def deed(self, verb: DoorVerb, rest: str) -> Deed:
        """What to do; `rest` is what stands behind the verb."""
        match verb:
            case Verb.MUTE | Verb.UNMUTE:
                return self._mute(rest, muted=verb is Verb.MUTE)
            case Verb.WATCHING:
                return self._watching(plain(rest))
            case Verb.LINK:
                return self._link(plain(rest))
            case Verb.ERASE:
                return self._erase(rest)
            case Verb.CLOSE:
                return self._close(plain(rest))
            case Verb.CODE:
                return self._while_open(self._of_seat(Errand("code")))
            case Verb.BRING:
                return self._bring(rest)
            case _:
                assert_never(verb)

    # Who may write, watch and come in

    def _mute(self, rest: str, *, muted: bool) -> Deed:
        persons = self._meant(rest, self._seated())
        if len(persons) != 1:
            return self._who(rest, persons)
        person = persons[0]
        if (person in self._scene.muted) == muted:
            who = self._called(person)
            return Say(self._say("talk-muted", who=who, you="no", muted=flag(muted)))
        return Send(f.Mute(id=new_id(), person=person, muted=muted))

    def _watching(self, typed: str) -> Deed:
        off = self._scene.watching_off
        if typed not in _YES | _NO:
            return Say(self._say("cli-watching-how", off=flag(off)))
        if (typed in _NO) == off:
            return Say(self._say("talk-watching", off=flag(off)))
        return Send(f.Watching(id=new_id(), open=typed in _YES))

    def _link(self, typed: str) -> Deed:
        if not typed:
            return self._of_seat(Errand("link"))
        if typed not in _NEW:
            return Say(self._say("cli-link-how"))
        invite = secrets.token_urlsafe(INVITE_BYTES)
        question = self._say("cli-confirm-link")
        renew = Confirm(question, f.RenewInvite(id=new_id(), invite=invite))
        return self._while_open(self._of_host(renew))

    # What is erased

    def _erase(self, rest: str) -> Deed:
        typed = plain(rest)
        if not typed:
            return Say(self._say("cli-erase-how", host=flag(self._is_host)))
        if typed in _TABLE:
            return self._erase_table()
        if typed in _ME:
            return self._erase_mine()
        persons = self._meant(rest, self._known())
        if len(persons) != 1:
            return self._who(rest, persons)
        if persons[0] == self._mine:
            return self._erase_mine()
        question = self._say("cli-confirm-erase-person", who=self._called(persons[0]))
        erase = Confirm(question, f.EraseWords(id=new_id(), person=persons[0]))
        return self._unless_erased(self._of_host(erase))

    def _erase_mine(self) -> Deed:
        erase = Confirm(self._say("cli-confirm-erase-me"), f.EraseWords(id=new_id()))
        return self._unless_erased(self._of_seat(erase))

    def _erase_table(self) -> Deed:
        erase = Confirm(self._say("cli-confirm-erase-table"), f.EraseTable(id=new_id()))
        return self._unless_erased(self._of_host(erase))

    # Where one's seat is open

    def _close(self, typed: str) -> Deed:
        if typed in _TABLE:
            return self._erase_table()
        if typed in _OTHERS:
            renew = Confirm(self._say("cli-confirm-close-others"), Errand("renew"))
            return self._while_open(self._of_seat(renew))
        return Say(self._say("cli-close-how", host=flag(self._is_host)))

    def _bring(self, rest: str) -> Deed:
        if self._scene.me != WATCHER:
            return Say(self._say("reason-already_seated"))
        return Errand("bring", rest) if rest else Say(self._say("cli-need-code"))

    # Who may

    @property
    def _is_host(self) -> bool:
        return self._scene.is_host

    def _of_seat(self, deed: Deed) -> Deed:
        """The deed, for those who have a seat."""
        return Say(self._say("reason-not_seated")) if self._scene.me == WATCHER else deed

    def _of_host(self, deed: Deed) -> Deed:
        """The deed, for the host."""
        return self._of_seat(deed if self._is_host else Say(self._say("reason-not_host")))

    def _while_open(self, deed: Deed) -> Deed:
        """The deed, at a table that goes on."""
        return self._closed() if self._scene.view.phase == "closed" else deed

    def _unless_erased(self, deed: Deed) -> Deed:
        """The deed, where there still are words."""
        return self._closed() if self._scene.view.erased else deed

    def _closed(self) -> Deed:
        return Say(self._say("reason-table_closed"))

    # Who is meant

    @property
    def _mine(self) -> int:
        return self._scene.seat(self._scene.me).person

    def _seated(self) -> dict[int, str]:
        """The other people that sit here, by number, with how they are called."""
        return {
            state.person: self._scene.name(seat, self._say)
            for seat, state in self._scene.seats
            if state.holder == "person" and seat != self._scene.me
        }

    def _known(self) -> dict[int, str]:
        """All people of whom there may be words here, also those who have left."""
        named = {int(n): name for n, name in self._scene.names.items() if n.isdecimal()}
        return {**named, **self._seated()}

    def _called(self, person: int) -> str:
        return self._known().get(person) or self._say("somebody")

    def _meant(self, rest: str, people: dict[int, str]) -> tuple[int, ...]:
        """People by name, by the beginning of one, or by the number of their seat."""
        typed = plain(rest)
        found = self._fitting(typed, people)
        for lead in _LEADS:
            typed = typed.removeprefix(lead)
        return found or self._fitting(typed, people)

    def _fitting(self, typed: str, people: dict[int, str]) -> tuple[int, ...]:
        if not typed:
            return ()
        names = {person: plain(name) for person, name in people.items()}
        exact = tuple(person for person, name in names.items() if name == typed)
        numbered = tuple(
            state.person
            for seat, state in self._scene.seats
            if typed == str(seat + 1) and state.person in people
        )
        begun = tuple(person for person, name in names.items() if name.startswith(typed))
        return exact or numbered or begun

    def _who(self, rest: str, persons: tuple[int, ...]) -> Deed:
        """Asks who is meant, as nobody is, or several are."""
        if not persons:
            key = "cli-no-person" if rest.strip() else "cli-need-player"
            return Say(self._say(key, typed=rest.strip()))
        choices = self._say.any_of(tuple(map(self._called, persons)))
        return Say(self._say("cli-which", typed=rest, choices=choices))
