# What only the terminal says.

## The table in lines

cli-table-head = { $titled ->
    [yes] Table "{ $title }"
   *[no] Table
}, { $preset }.{ $scoring ->
    [places] {" "}Played for places.
    [countdown] {" "}Each round won takes a card off the deal; whoever gets to none wins.
    [elimination] {" "}Whoever goes over { $limit } points is out.
    [losers_add] {" "}Played until somebody has { $target } points, and the fewest win.
   *[other] { $target ->
        [0] {""}
        [one] {" "}Played to 1 point.
       *[other] {" "}Played to { $target } points.
    }
}{ $packs ->
    [1] {""}
   *[other] {" "}With { $packs } packs.
}
# Customs of the table, behind its name: $word what is said, $calls automatic or called
cli-house-honour = Everybody watches the rules: any card stands unless somebody calls it ("call NAME").
cli-house-calls = With one card left you say "{ $word }"{ $calls ->
    [called] {""}; if not, you may be called out.
   *[automatic] {""}; if not, there is a fine.
}
cli-house-clock = { $seconds } seconds a turn.
cli-house-rounds = { $rounds ->
    [one] One round only.
   *[other] { $rounds } rounds at most.
}
cli-house-time = { $minutes ->
    [one] The match lasts one minute.
   *[other] The match lasts { $minutes } minutes.
}
cli-house-changed = Some rules were changed: "rules" tells them.
cli-lobby = Not begun yet. Seats:
cli-round = { $match ->
    [1] Round { $round }.
   *[other] Match { $match }, round { $round }.
} Play goes to the { $direction ->
    [left] left
   *[right] right
}.
cli-between = Round { $round } is over.
cli-over = The match is over.
cli-closed = This table has been cleared.
cli-seat-free = { $number }. free
# $what what is known of who sits there ("5 cards, 34 points")
cli-seat = { $number }. { $who }{ $notes }{ $what ->
    [none] {""}
   *[other] : { $what }
}
cli-note-you = you
cli-note-host = runs the table
cli-note-robot = robot
cli-note-turn = to play
cli-note-said = said it
cli-note-eliminated = out of the match
cli-note-waiting = waiting
cli-note-out = went out, place { $place }
cli-note-away = not here
cli-note-gone = has left
cli-note-accepted = in for the rematch
cli-note-watches = not playing
cli-top = On top is { $card }{ $named ->
    [yes] {""}, with { $asked } asked for
   *[no] { $unnamed ->
        [yes] {""}, with no { $word } named
       *[no] {""}
    }
}.
cli-any-card = any card
# How each colour is written before the number ("blu7") where there is no room for more
cli-colour = { $suit ->
    [b] blu
    [p] pur
    [n] bro
   *[k] bla
}
# What is typed to call the last card
cli-call-word = { $pack ->
    [jiujitsu] crazy
   *[other] one
}
cli-pending = Penalty pending: { $pending ->
    [one] 1 card
   *[other] { $pending } cards
}.
cli-hand = Your hand:
cli-hand-of = { $who }'s hand:
cli-hand-empty = Your hand is empty.
cli-hand-card = { $number }. { $card }{ $playable ->
    [yes] {""}, can be played
   *[no] {""}
}
cli-options = You can { $options }.
cli-option-play = play one of those marked *
cli-option-play-all = play any of them
cli-option-play-one = play a card
cli-option-draw = { $cards ->
    [1] draw
   *[other] draw the { $cards }
}
cli-option-draw-first = draw the first
cli-option-draw-rest = { $cards ->
    [1] draw the one that is left
   *[other] draw the { $cards } that are left
}
cli-option-pass = pass
cli-option-name = ask for a { $word }: { $suits }
# $paid cards of the penalty drawn already; $first "yes" if one is drawn first
cli-turn-owes = { $paid ->
    [0] { $choices ->
        [0] { $first ->
            [yes] Draw the first.
           *[no] Draw the { $pending }.
        }
       *[other] Answer with { $serves } or { $first ->
            [yes] draw the first.
           *[no] draw the { $pending }.
        }
    }
   *[other] You drew the first; { $pending ->
        [one] one is left.
       *[other] { $pending } are left.
    }
}
# Calls: $word what is typed
cli-announce-with = This play leaves you one: type "{ $word }" after the card.
cli-announce-pass = You have one left: type "pass { $word }".
cli-announce-now = You have one left and didn't say it: type "{ $word }" before somebody else acts.
cli-accuse-now = { $who } has one left and didn't say it: type "call { $who }" before somebody else acts.
cli-name-late = You named no { $word }. You still can: "ask" and the { $word }.
# The clock of a turn
cli-clock = { $seconds ->
    [0] Time is up.
    [one] You have 1 second.
   *[other] You have { $seconds } seconds.
}
cli-hurry = { $seconds ->
    [one] 1 second left.
   *[other] { $seconds } seconds left.
}

## At the end

# $counts "no" where hands count no points; $adds "yes" if it adds something else: $gained
cli-left-hand = { $you ->
    [yes] You are left with { $cards }
   *[no] { $who } is left with { $cards }
}{ $counts ->
    [yes] {" "}({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
   *[no] {""}
}{ $adds ->
    [yes] {" "}and { $you ->
        [yes] add
       *[no] adds
    } { $gained }.
   *[no] .
}
cli-subtracts = { $you ->
    [yes] You take off { $points }.
   *[no] { $who } takes off { $points }.
}
cli-standings = Scores: { $list }.
cli-standing = { $who } { $points }{ $out ->
    [yes] {" "}(out)
   *[no] {""}
}
cli-rest-eliminated = You can go on watching.
cli-rest-waiting = The next round is played by those who are tied.
cli-sizes = Next deal: { $list }.
cli-size = { $who } { $cards }
cli-deal-of = deal of { $cards }
cli-next-hint = Type "next" to deal again.
cli-rematch-hint = Type "rematch" to play another match, or "quit".
cli-answer-hint = Are you in for the rematch? Type "accept" or "refuse".
cli-waiting-answers = The others still have to answer.
cli-places = Final places: { $list }.
cli-place-of = { $place }. { $who }{ $counts ->
    [yes] {" "}({ $points })
   *[no] {""}
}
cli-series = Matches won: { $list }.

## Before the start

cli-lobby-host = Type "robot" to seat a robot, "remove" and a number to take it away, "start" to begin.
cli-lobby-guest = The cards are dealt when the person who runs the table begins.
cli-sit-hint = There is a free seat: type "sit" to play.
cli-no-invite = This way you can only watch. To play, open the complete link with "ochos play".

## While typing

cli-your-name = What is your name? [{ $name }]
cli-not-understood = "{ $typed }" was not understood. Type "help" to see what can be done.
cli-which = "{ $typed }" may be { $choices }. Type a little more.
cli-confirm-play = { $sentence } Enter or "yes" to do it; anything else drops it.
# $says "yes" if $words is said with it
cli-echo-play = Play { $card }{ $asks ->
    [yes] {" "}and ask for { $asked }
   *[no] {""}
}{ $says ->
    [yes] {""}, and say "{ $words }"
   *[no] .
}
cli-confirm-early = It is not your turn yet: if somebody calls it, the card comes back and you draw a fine. { $sentence } Type "yes" to do it all the same.
cli-confirm-accuse = Call { $who }: the latest play is looked at, and if it was right it may cost you cards. Enter or "yes" to do it; anything else drops it.
cli-need-player = Type whom too: a name or the number of a seat, as in "table".
cli-no-person = "{ $typed }" is nobody else at this table. Type a name or the number of a seat, as in "table".
cli-outdated = The table has moved on, and nothing was sent.
cli-alarm-acta = “ochos export --acta { $link }” keeps the acta, and “ochos verify” checks it.
cli-receipt-now = Letters to compare at version { $version }: { $short }. Everybody at the table sees the same letters at the same version.
cli-echo-suit = Ask for { $asked }.
cli-bad-rule = { $switch ->
    [preset] There is no such game. "ochos rules" shows them all.
    [code] That code is not valid. Copy it whole and try again.
   *[other] { $why ->
        [unknown] There is no rule "{ $switch }". "ochos rules" shows them all.
       *[other] The rule "{ $switch }" can't be like that. "ochos rules" shows what it takes.
    }
}
cli-bad-rules = "{ $switch }" and "{ $other }" do not go together{ $why ->
    [two_effects] {""}: one card cannot do both.
    [not_in_pack] {""}: that card is not in the pack.
    [suitless_not_wild] {""}: a card without a suit has to go on anything.
    [suitless_starter] {""}: a card without a suit cannot open.
    [no_wild_eights] {""}: there have to be eights that name a suit.
    [names_nothing] {""}: those eights name nothing.
    [places_only] {""}: playing on to the last goes with places, and the other way round.
    [applies_in_play_on_only] {""}: that holds only where play goes on.
    [closes_only] {""}: that holds only where the round ends with whoever goes out.
    [too_many_draws] {""}: together they would make draw more than half of a pack and, as the stock is rebuilt, a round might never end.
    [no_draw_cards] {""}: there are no cards that make draw.
    [no_such_end] {""}: counting so, the match does not end like that.
    [needs_target] {""}: the points that end it have to be said.
    [needs_rounds] {""}: there has to be a last round.
    [no_call] {""}: nothing is called at this table.
    [other_pack] {""}: it belongs to another pack.
    [one_pack_only] {""}: that pack is not mixed with another.
    [too_few_cards] {""}: there are not enough cards.
    [out_of_range] {""}: so many seats are not possible.
   *[other] .
} Change one of the two.
cli-nothing-asked = There is nothing to confirm.
cli-dropped = Nothing was sent.
# $word suit or colour; $free "yes" if it may be played without naming one
cli-which-suit = Which { $word } do you ask for with { $card }? Type { $suits }{ $free ->
    [yes] {""}, or "without asking".
   *[no] .
}
cli-which-card = You have several: { $choices }. Type which.
cli-no-such-card = You have none like that. Type the number of one of your cards.
cli-no-such-number = Your hand has { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}. Type one of its numbers.
cli-confirm-abandon = If you leave the match it ends for everybody, and you lose it. Type "yes" to leave it.
cli-confirm-absence = The match is closed because { $who } is away. Type "yes" to close it.
cli-absence-unknown = The match can't be closed for absence now.
cli-need-number = Type the number of the seat too, as in "table".
cli-need-two-numbers = Type two numbers of seats, as in "swap 1 3".
cli-need-words = Type what you want to say too.
cli-need-name = Type the name too.
cli-bye = See you.
cli-cut-now = It is yours to cut, as you sit at the right of the dealer: "cut N" does so at card N; otherwise the deck is cut in the middle.
cli-cut-how = Type "cut" and the number of the card, as in "cut 20".
cli-help =
    To play: the number of the card (3), or the card: 9♥, 9he, 9 hearts, "queen of spades".
    With a card that asks for a suit: "3 ask spades" or "8s ask he". Letters: H hearts, D diamonds, C clubs, S spades.
    A lone C is confirmed before it is sent, because in Spanish it means hearts; "cl" needs no confirmation.
    In the jiu-jitsu pack: blu7, pur+2, "change black", "choose blue", "+5 bro". Colours: blue, purple, brown, black.
    draw (d), pass (p), ask SUIT, hand (h), table, points, rules
    one (or crazy): say that you have one left, alone or after the card ("7he one"); also "pass one".
    call NAME (or a seat): call the latest play of somebody. "8s without asking": play it and name no suit, where that is allowed.
    seal: who added chance to each deal, and whether it checks out. cut N: cut the deck, if you may.
    next: the next round. rematch, accept, refuse: another match.
    start, robot [NAME], remove N, swap N M: before the start, by who runs the table.
    sit, leave, name NAME, chat TEXT (or say TEXT)
    abandon: leave the match. absence: close the match of somebody who stays away.
# Behind it, by who asks
cli-help-seat =
    link: the link of the table. code: take your seat to another device.
    close others: close your seat on all other devices.
    erase me: erase your name and what you wrote.
cli-help-host =
    As the host: mute NAME and unmute NAME, who may write in the chat;
    watching off and watching on, whether people may watch; link new: the old one ends;
    erase NAME, somebody's name and lines; erase table, close it for good.
cli-help-watch = join CODE: bring your seat from another device.
cli-help-end = help (?), quit. The beginning of each word is enough. Spanish words work too.

## The door: the link, words and devices

cli-done = Done.
cli-link = The link of the table:
cli-link-new = Send this link from now on:
cli-link-how = Type "link" to see it, or "link new" to change it.
cli-confirm-link = Nobody will be able to sit down by the old link; those who are seated stay. Type "yes" to change it.
# $off "yes" if nobody may watch now
cli-watching-how = { $off ->
    [yes] Nobody may watch this table now. Type "watching on" to allow it.
   *[no] Anybody with the link may watch now. Type "watching off" so that nobody watches.
}
cli-confirm-erase-me = Your name and your lines of chat are erased, for everybody. This can't be undone. Type "yes" to erase them.
cli-confirm-erase-person = The name and the lines of chat of { $who } are erased, for everybody. This can't be undone. Type "yes" to erase them.
cli-confirm-erase-table = The table is closed for good; its title, the names and the chat are erased. The match can't go on. Type "yes" to close and erase it.
# $host "yes" if the host asks
cli-erase-how = "erase me" erases your name and what you wrote{ $host ->
    [yes] {""}; "erase NAME" what somebody else wrote; "erase table" closes and erases the table.
   *[no] .
}
# $you "yes" if it is yours; $seated "yes" if they have seat $seat
cli-name-erased = { $you ->
    [yes] Your name was erased.
   *[no] { $seated ->
        [yes] The name of whoever has seat { $seat } was erased.
       *[no] The name of somebody who does not sit here any more was erased.
    }
}
cli-lines-erased = { $lines ->
    [one] 1 line of chat was erased.
   *[other] { $lines } lines of chat were erased.
}
# $host "yes" if the host asks
cli-close-how = "close others" closes your seat on all other devices; "quit" takes you out{ $host ->
    [yes] {""}; "erase table" closes and erases the table.
   *[no] .
}
cli-confirm-close-others = This terminal keeps your seat. Other devices that have it open lose it. Type "yes" to close it there.
cli-closed-others = Done: your seat is open in this terminal only.
cli-need-code = Type the code too: two words and a number, as in "join lobo-nube-482".
cli-brought-elsewhere = That seat is at another table, and it belongs to this terminal now. Quit, and come in with "ochos play" and this link:
cli-seat-moved = Your seat was opened on another device, or closed there on all others; this terminal has it no more. To bring it back, ask for a code on that device and type "ochos join CODE". To watch: "ochos watch" and the link.
cli-seat-lost = This terminal has no seat at the table any more: while there was no connection it went to another device, or the host took it away.
cli-seat-unsure = Your seat was closed on all other devices, but the server does not say whether this terminal has it. Come in again with the link.

## Rules in lines

cli-rules-code = Code: { $code } (fingerprint { $fingerprint }).
cli-rules-preset = { $preset }: { $name }, { $least } to { $most } seats.
cli-rules-variant = Variant { $variant }: { $title }.
# What matches of robots say, on the average
cli-rules-facts = Among robots: { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
} and { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
} a match; a round has { $turns } turns and { $drawn } cards drawn{ $blocked ->
    [0] .
   *[other] {""}; { $blocked } rounds of 100 are blocked.
}
cli-rules-switches = Rules that can be changed with --set:
cli-rules-switch = { $switch }={ $takes }: { $title }
cli-no-variant = There is no variant "{ $typed }". There are: { $known }.
cli-bad-set = "{ $text }" is not understood. It is written SWITCH=VALUE, as draw_limit=1.

## Replaying a match

cli-replay-head = Match { $match } of the table, { $preset }. Playing: { $players }.
cli-replay-unfinished = This match is not over.
cli-replay-steps = { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}.
cli-replay-step = Step { $step } of { $steps }.
cli-replay-end = This is the end.
cli-replay-keys = Enter or → on, ← back, [ and ] change the round, Home and End, 0 open hands, 1 to 9 a seat, q quits.
cli-replay-view-open = Open hands.
cli-replay-view-seat = { $who }'s hand is shown.
cli-replay-no-seat = Seat { $number } does not play in this match.
cli-replay-no-step = This match has { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}.
cli-not-verified = The file is not valid from line { $line } on: { $why }.
cli-why-not-json = it is not a JSON object
cli-why-not-canonical = it is not written as it must be
cli-why-not-utf8 = it has letters that are not UTF-8
cli-why-no-head = the first line does not say that this is a match of Ochos Locos
cli-why-unknown-kind = it is of no known kind
cli-why-bad-shape = something is missing in it or too much
cli-why-chain = it does not follow the one before: one of the two was changed
cli-why-order = it is not in its order
cli-why-no-sum = the sum at the end is missing
cli-why-after-sum = something stands after the sum
cli-why-sum = the sum does not match: something before this line was changed
cli-why-frame = it is not a step of the match
cli-no-file = { $path } could not be read: { $kind ->
    [missing] it is not there
    [forbidden] it is not allowed
    [folder] it is a folder
   *[other] { $why }
}.
cli-not-kept = { $path } could not be written: { $kind ->
    [missing] there is no such folder
    [forbidden] it is not allowed
    [folder] it is a folder
   *[other] { $why }
}.
cli-bad-acta = The acta that the server gave is wrong from line { $line } on ({ $why }).
cli-exported = Saved in { $path }.
cli-export-exists = { $path } exists already. Choose another name with -o.

## The program

cli-bad-link = "{ $text }" is not the link of a table. It looks like http://server:8000/t/…#….
cli-bad-server = "{ $text }" is not the address of a server. It looks like http://server:8000.
cli-no-secret = Who you are could not be kept in { $path }: { $why }.
cli-bad-secret = { $path } does not hold what it should. Delete it and another is made (you lose your seats).
cli-no-server = No connection to { $server }. See that the server is running and try again.
cli-not-a-server = { $server } answers, but it is no table of Ochos Locos.
cli-table-made = The table is set. This is its link:
cli-wrong-use =
    { $usage }
    This is not understood: { $why }. See --help for everything.
cli-bad-number = "{ $text }" is no number from 1 on.
cli-bad-receipt = "{ $text }" is not understood. It is written version, colon and the letters that you saw in the seal, as 57:ABCDEFHJ.
cli-guest = Guest
cli-usage = Ochos Locos in the terminal: play, watch, replay and keep matches.
cli-usage-exits = Ends with 0 if all went well; 1 if the table said no, an acta is not right, or this terminal lost its seat there; 2 if something was typed wrong; 3 without a connection; 4 if a file is not valid; 130 when interrupted.
cli-usage-play = Play at a table
cli-usage-new = Set a table and sit at it
cli-usage-watch = Watch a table
cli-usage-replay = Replay a match, from a file or a link
cli-usage-join = Bring your seat from another device, by a code
cli-usage-join-code = two words and a number, such as lobo-nube-482
cli-usage-seat-code = Get a code that takes your seat to another device
# $minutes how long it serves; $server the server's address; $code the code
cli-seat-code =
    Type it on the other device: { $server }/#code={ $code }
    It serves once, for { $minutes } minutes. This terminal then gives up the seat.
cli-usage-export = Save a match in a file
cli-usage-verify = Checks the acta of a match, asking no server
cli-usage-json = The report as JSON
cli-usage-receipt = Compares with the letters that you saw in the seal at a version, as 57:ABCDEFHJ; may be repeated
cli-usage-acta = The acta, to be checked by “ochos verify”
cli-usage-names = With people's names in the acta
cli-usage-lang = Language: es or en
cli-usage-ascii = Letters instead of signs for the suits
cli-usage-color = Colours: auto, always or never
cli-usage-plain = Plain lines at a terminal too, without keeping what you type in place
cli-usage-straight = Straight through, without waiting for keys
cli-usage-your-name = Your name at the table
cli-usage-preset = The rules: clasico, especiales, familiar, montanita or jiujitsu
cli-usage-variant = Named variants; "ochos rules" tells them
cli-usage-set = Rules to be changed, as draw_limit=1 or draw=2:2,3:3; "ochos rules" tells them
cli-usage-code = The rules of a code, or of a link that bears one
cli-usage-rules = Tell the rules of a table, a code or a game; without any, all that can be chosen
cli-usage-rules-what = A game, a code or the link of a table
cli-usage-seats = How many seats, 2 to 10
cli-usage-title = The name of the table
cli-usage-server = The server; by default OCHOS_SERVER or
cli-usage-robots = How many robots sit down at once
cli-usage-seat = Show the hand of this seat (from 1)
cli-usage-open = Show all hands
cli-usage-step = Show the table at this step
cli-usage-match = Which match of the table; by default the last
cli-usage-output = Where to save it; "-" writes it to the output
cli-usage-arguments = What
cli-usage-options = Options
cli-usage-help = Show this help
cli-usage-version = Show the version
