"""A referee: the game a second time, slow and plain, that judges whole logs.

It is written from RULES.md and shares no code with the engine. For every entry of a log it works
out, from what went before and from what the entry says was wished (which seat, which card, which
suit), the whole list of events that the rules imply, and compares field by field. Nothing after the
first entry that is wrong is judged: it would rest on what never should have been.

Judged leniently, since the rules or the log leave it open:
- how the ids that a match carries along (`MatchStarted.seen`) were chosen: each must be the id of
  an earlier entry, with its version;
- the digest of the log before a match, which is one of packed bytes;
- who it was that did what leaves no other trace: another seat that had the same right is believed;
- when a table where only its maker ever sat expires, since that time is not in the log;
- the jiu-jitsu answers where switches let other ranks draw or name: the table is read by what the
  cards do;
- whether a time-out was due to the millisecond: not before its time, at least.
"""

from tests.chaos.referee.entries import LoggedEntry, from_commits, from_store
from tests.chaos.referee.judge import Referee, check_log

__all__ = ["LoggedEntry", "Referee", "check_log", "from_commits", "from_store"]
