### Words of the browser client. Sentences that the terminal says too are in game.ftl.

## Everywhere

go-home = To my tables
missing-title = Nothing here
missing-text = This address leads to no table. Check the link you were given.
start = Start
back = Back
close = Close
you = You
my-tables = My tables
table-untitled = The table
skip-to-hand = Skip to my hand
loading-table = Laying the table…

## The table: whose turn it is and what is asked for

turn-label = Turn
your-turn = Your turn.
your-turn-title = Your turn
title-between = Round over
title-over = Match over
plays = { $who } plays
still-owed = { $pending } to go
your-turn-again = Once more
or-pass = or pass
falls-on-you = You owe { $pending }
falls-on-them = They owe { $pending }
answer-with = Answer with { $serves }
or-draw = or draw the { $cards }
draw-first = Draw the first
or-draw-first = or draw the first
draw-penalty = Draw the { $cards }
or-rank = or { $rank }
choose-suit = choose the { suit-word }
choose-suit-you = Choose the { suit-word }
chooses-suit = Choosing the { suit-word }
anything-goes = any card
nothing-named = no { suit-word } named
asks = asks for { $asked }
in-stock = in the stock
sent-waiting = Sent; the table has not confirmed it yet
pile-spoken = Pile: { $card }. What serves: { $serves }.
away = away
place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
seat-eliminated = out
seat-waiting = waiting
deal-of = deal of { $cards }
seconds-left = { $seconds ->
    [one] 1 second left.
   *[other] { $seconds } seconds left.
}
seat-spoken = { $who }{ $robot ->
    [yes] , robot
   *[no] {""}
}: { $cards }{ $said ->
    [yes] , called
   *[no] {""}
}{ $points ->
    [none] {""}
   *[other] , { $points }
}{ $dealer ->
    [yes] , dealt
   *[no] {""}
}{ $away ->
    [yes] , away
   *[no] {""}
}{ $turn ->
    [yes] . Their turn.
   *[no] .
}

# A run of draws and the card that ends it; variables as in news-played, and $cards
drawn-count = { $cards ->
    [1] one
   *[other] { $cards }
}
line-drew-played = { $you ->
    [yes] You draw { drawn-count } and play { the-card }{ $asks ->
        [yes] {" "}and ask for { $asked }
       *[no] { $unnamed ->
            [yes] {""} without naming a { suit-word }
           *[no] {""}
        }
    }.{ $left ->
        [0] {" "}You have no cards left.
        [1] { $announced ->
            [yes] {" "}You say “{ call-words }”
           *[no] {" "}You have one left.
        }
       *[other] {""}
    }
   *[no] { $who } draws { drawn-count } and plays { the-card }{ $asks ->
        [yes] {" "}and asks for { $asked }
       *[no] { $unnamed ->
            [yes] {""} without naming a { suit-word }
           *[no] {""}
        }
    }.{ $left ->
        [0] {" "}No cards left.
        [1] { $announced ->
            [yes] {" "}{ $who } says “{ call-words }”
           *[no] {" "}One left.
        }
       *[other] {""}
    }
}

## The hand and what can be done

my-hand = My hand
players = Who plays
actions = Actions
card-spoken = { $card }{ $can ->
    [yes] , can be played
   *[no] {""}
}{ $fresh ->
    [yes] , new
   *[no] {""}
}, { $n } of { $of }
sort-suit = By suit
sort-colour = By colour
sort-rank = By rank
sort-dealt = As dealt
sort-label = Order of the hand: { $now }. Change.
pass = Pass
draw = Draw
draw-all = { $cards ->
    [1] Draw one
   *[other] Draw the { $cards }
}
draw-spoken = { $cards ->
    [1] Draw a card, { $stock } left
   *[other] Draw the { $cards }, { $stock } left
}
draw-the-first = Draw the first
draw-the-rest = { $cards ->
    [1] Draw the last one
   *[other] Draw the { $cards } left
}
call-with = Say “{ call-words }” with what I do next
call-now = Say “{ call-words }”
play-early = Out of turn
play-early-sure = It is not your turn yet
play-early-about = If somebody calls it, the card goes back to your hand and you draw a fine.
play-early-yes = Play it anyway
call-somebody = Call
call-whom = Whose play do you call?
call-out = Call the latest play of { $who }
call-out-short = not said!
call-sure = Call { $who }?
call-about = Their latest play is looked at. If it was right, it may cost you cards.
call-yes = Call it
name-late = Name a { suit-word }
leave-unnamed-short = Unnamed
leave-unnamed = Play it without naming a { suit-word }
rest-out = You are out: { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
} place. The others play on.
rest-eliminated = You are out of the match. You can go on watching.
rest-waiting = This round is played by those who are tied.
cut-title = { $you ->
    [yes] You deal
   *[no] { $who } deals
}
cut-seen = Right
play-rank = Play { $rank }
rank-short = { $rank ->
    [T] 10
    [JK] joker
    [plus2] +2
    [change] Change
    [leap] Skip
    [plus5] +5
    [EL] Choose
   *[other] { $rank }
}
wait-turn = Not your turn
choose-a-card = Choose a card
choose-a-suit = Choose a { suit-word }
nothing-serves = Nothing to play
which-suit = Which { suit-word } do you ask for?
you-hold = you hold { $cards }
kept-chosen = It is not your turn yet. Your card stays chosen.
auto-passing = Nothing to do: passing for you.

## End of a round and of a match

round-heading = { $how ->
    [out] { $you ->
        [yes] You are out of cards
       *[no] { $who } is out of cards
    }
    [blocked] Nobody can go on
    [last] Only one still holds cards
   *[stopped] The round stays unfinished
}
round-under = { $how ->
    [blocked] { $you ->
        [yes] Your hand is the lowest: you collect { $points }.
       *[no] { $who } has the lowest hand and collects { $points }.
    }
   *[out] { $match ->
        [yes] { $you ->
            [yes] You close the last round and collect { $points }.
           *[no] { $who } closes the last round and collects { $points }.
        }
       *[no] { $you ->
            [yes] You collect { $points } from the table.
           *[no] That collects { $points } from the table.
        }
    }
}
# The same where the others add, where one takes off and is eliminated, and counting down ($size cards)
round-under-adds = { $how ->
    [blocked] { $you ->
        [yes] Your hand is the lowest. The others add the difference.
       *[no] { $who } has the lowest hand. The others add the difference.
    }
   *[out] { $you ->
        [yes] You add nothing; the others add what they hold.
       *[no] { $who } adds nothing; the others add what they hold.
    }
}
round-under-elimination = { $how ->
    [blocked] { $you ->
        [yes] Your hand is the lowest: you take off 100.
       *[no] { $who } has the lowest hand and takes off 100.
    }
   *[out] { $you ->
        [yes] You take off 100; the others add what they hold.
       *[no] { $who } takes off 100; the others add what they hold.
    }
}
round-under-countdown = { $size ->
    [0] { $you ->
        [yes] You win with a single card.
       *[no] { $who } wins with a single card.
    }
   *[other] { $you ->
        [yes] In your next deal you get { $size }.
       *[no] In the next deal { $who } gets { $size }.
    }
}
match-heading = { $how ->
    [erased] The table is closed
    [expired] The table has been cleared
   *[other] { $won ->
        [yes] { $you ->
            [yes] You win the match!
           *[no] { $who } wins the match
        }
       *[no] The match is over
    }
}
match-under = { $how ->
    [erased] Its host closed it and erased the names and the chat. Nobody wins.
    [abandoned] { $you ->
        [yes] You left the match.
       *[no] { $who } left the match.
    }
    [last_left] The others went over the limit.
    [rounds] All rounds are played.
    [time] The time of the match is up.
    [absence] { $you ->
        [yes] You stayed away too long.
       *[no] { $who } stayed away too long.
    }
   *[expired] Nobody played for a long time, so nobody wins.
}
left-cards = What was left in the hands
how-we-stand = How we stand
after-rounds = { $rounds ->
    [1] after one round
    [2] after two rounds
    [3] after three rounds
    [4] after four rounds
    [5] after five rounds
    [6] after six rounds
    [7] after seven rounds
    [8] after eight rounds
    [9] after nine rounds
    [10] after ten rounds
   *[other] after { $rounds } rounds
}
after-rounds-to = { $rounds ->
    [1] after one round, to { $target }
    [2] after two rounds, to { $target }
    [3] after three rounds, to { $target }
    [4] after four rounds, to { $target }
    [5] after five rounds, to { $target }
    [6] after six rounds, to { $target }
    [7] after seven rounds, to { $target }
    [8] after eight rounds, to { $target }
    [9] after nine rounds, to { $target }
    [10] after ten rounds, to { $target }
   *[other] after { $rounds } rounds, to { $target }
}
after-rounds-lowest = { $rounds ->
    [1] after one round, up to { $target }
   *[other] after { $rounds } rounds, up to { $target }
}
after-rounds-sizes = down to nothing wins
see-table = See the table
see-result = See the result
another-round = Next round
waiting-round = Anyone at the table can start the next round.
another-match = Play again
yes-another = Yes, again
no-thanks = No, thanks
rematch-asked = { $who } offers another match.
rematch-waiting = { $count ->
    [0] Getting the next match ready…
   *[other] Waiting for { $who }.
}
rematch-refused = { $you ->
    [yes] You said not today.
   *[no] { $who } would rather not play again.
}
watch-again = Watch it again
new-table = Set another table
series = Matches won: { $scores }.
series-one = { $who } { $wins }

## Watching, talking, leaving

you-watch = You are watching
watching-with = { $watchers ->
    [0] Hands are not shown.
    [1] With one other person. Hands are not shown.
   *[other] With { $watchers } others. Hands are not shown.
}
log-title = What is going on
log-empty = What happens from now on is told here.
chat-title = Table talk
chat-open = Talk and history
chat-unread = { $lines ->
    [one] 1 unread message
   *[other] { $lines } unread messages
}
chat-empty = This is for talking. Say something.
chat-empty-watching = Nobody has said anything.
say-something = Say something…
watchers-read = Those who watch can read, but not write.
menu-title = The table
menu-open = Menu
settings-title = Settings
rules-title = How we play here
share-title = The table's link
share-about = Whoever opens it can watch, and sit while there is room before the start.
copy = Copy
copied = Copied
keys-title = Keys
abandon = Leave the match
abandon-sure = If you go, you lose and the match ends for everybody.
abandon-yes = Yes, I am going
stay = I am staying
leave-table = Give up my seat
leave-about = The match is over. If you give up your seat there is no rematch.
close-absence = Close for absence
close-absence-about = { $who } has not played since { $when }. Do we wait, or close the match?
close-absence-yes = Close the match
wait-more = We wait
# $packs packs that are mixed; $limit points that end the match for somebody (0 for none); $places "yes" if there is only one round
table-line = { $preset }{ $packs ->
    [1] {""}
   *[other] {" "}with { $packs } packs
}{ $places ->
    [yes] {" "}· for places
   *[no] {" "}· round { $round }{ $limit ->
        [0] {""}
       *[other] {" "}· to { $limit }
    }
}
sealed-title = Sealed deal
sealed-about = This seal was published before the deal; it is opened when the round ends, and anyone can check it.

## The connection

gone-no_such_table = There is no such table
gone-no_such_table-about = Check that the link is complete, or ask for another.
gone-replaced = This seat was opened somewhere else
gone-replaced-about = You can come back in from here.
gone-abuse = The table hung up
gone-abuse-about = Too much came that it did not understand. Wait a moment and come back in.
gone-outdated = This page and the table do not understand each other
gone-outdated-about = Load the page again to bring it up to date.
gone-full = Many people are watching this table already
gone-full-about = Try again in a while.
enter-again = Come back in
reload = Load again
offline-kept = No connection. Your move is kept and will be sent when it is back.
offline = Reconnecting…
restarting = The table is restarting and will be back by itself.
slow-answer = Sending…

## Settings

set-design = The cards
design-francesa-4 = Four colours
design-francesa-2 = Two colours
design-espanola = Spanish
set-spanishNames = Say cups, coins, batons and swords
set-spanishNames-about = In the story of the match as well.
set-cloth = The tablecloth
cloth-salmon = Salmon
cloth-salvia = Sage
cloth-anil = Indigo
cloth-limon = Lemon
set-language = Language
language-auto = As the browser
language-es = Español
language-en = English
set-theme = Light
theme-auto = As the system
theme-light = Light
theme-dark = Dark
set-motion = Motion
motion-auto = As the system
motion-normal = Normal
motion-quick = Quick
motion-none = None
set-sort = Order of the hand
set-autoPass = Pass by itself
set-autoPass-about = If nothing else can be done, the pass is sent for you after a moment.
set-oneTap = Play with one tap
set-oneTap-about = Without choosing first: a card is played when you tap it.
set-sound = Sounds
set-sound-about = Short and soft; they never tell what is not also shown.
set-contrast = High contrast
set-contrast-about = Black edges and a plain ground.
set-keys = Single-letter keys
set-keys-about = R draws, P passes, T tells the turn… ? shows them all.

## Keys: the key and what it does

key-arrows = ← →
key-arrows-does = Move along the hand
key-updown = ↑ ↓
key-updown-does = Previous or next card that can be played
key-ends = Home · End
key-ends-does = First or last card
key-digits = 1 … 9, 0
key-digits-does = Choose a card by its place
key-enter = Enter · Space
key-enter-does = Choose the card; again, play it
key-escape = Esc
key-escape-does = Let the card go, or back
key-draw = R
key-draw-does = Draw
key-pass = P
key-pass-does = Pass
key-announce = U
key-announce-does = Say “one!”
key-call = F
key-call-does = Call a fault
key-turn = T
key-turn-does = Tell whose turn it is and what is asked for
key-hand = M
key-hand-does = Tell my hand
key-can = J
key-can-does = Tell which cards I can play
key-others = O
key-others-does = Tell how many cards the others hold, and the direction
key-score = S
key-score-does = Tell the points
key-last = L
key-last-does = Tell the last thing that happened
key-write = /
key-write-does = Write in the table talk
key-help = ?
key-help-does = Show these keys

## What those keys say

say-turn-mine = Your turn. What serves: { $serves }.
say-turn-name = It is for you to name a { suit-word }.
say-turn-owed = You owe { $pending }.
say-turn-other = { $who } plays. What serves: { $serves }.
say-hand = { $cards }: { $list }.
say-hand-empty = You hold no cards.
say-can = You can play { $list }.
say-can-none = No card serves now.
say-other = { $who }, { $cards }
say-others = { $list }. { $direction ->
    [left] Play goes to the left.
    [right] Play goes to the right.
   *[other] {""}
}
say-score = { $who }, { $points }
say-nothing = Nothing has happened since you came.

# Cutting the deck before the deal
cut-deck = You may cut
cut-deck-about = You sit to the dealer's right. If you do not cut, the deck is cut in half.
cut-deck-where = Where to cut
cut-deck-at = Card { $place } of { $cards }
cut-deck-default = by default
cut-deck-less = One card higher
cut-deck-more = One card lower
cut-deck-go = Cut

gone-unwatched = This table can't be watched
gone-unwatched-about = Its host lets nobody watch now. If you have a seat, come in from your own device.
move-here = Bring your seat here
move-here-about = Ask for a code on the other device (menu, “Move to another device”) and type it here. Your seat comes along.
move-code = Code: two words and a number
move-here-go = Bring my seat
move-away = Move to another device
move-show = Type this code on the other device, or point its camera here. It serves once, for { $minutes } minutes.
move-qr = QR code that takes your seat to another device
door-title = Your seat and your words
door-renew = Close on all other devices
door-renew-sure = This device keeps your seat. Others that have it open lose it.
door-renew-yes = Close on the others
door-renewed = Done: your seat is open here only.
door-not = Better not
door-words = Erase my name and what I wrote
door-words-sure = Your name and your lines of chat are erased, for everybody. This can't be undone.
door-words-yes = Erase
door-words-erased = Done: your name and your lines are gone.
door-host = As the host
door-invite = Change the link
door-invite-sure = Nobody will be able to sit down by the old link. Those who are seated stay.
door-invite-yes = Change it
door-invite-renewed = Done: send the new link.
door-watching-off = Let nobody watch
door-watching-on = Let people watch again
door-watching-off-done = Done: only those with a seat get in.
door-watching-on-done = Done: anybody with the link can watch.
door-mute = Stop { $who } from writing
door-unmute = Let { $who } write again
door-muted = Done: no more lines from there. The table knows.
door-unmuted = Done: lines are welcome again.
door-person = Erase the name and words of { $who }
door-person-sure = The name and the lines of chat of { $who } are erased, for everybody. This can't be undone.
door-person-yes = Erase
door-person-erased = Done: the name and the lines are gone.
door-erase = Close and erase the table
door-erase-sure = The table is closed for good; its title, the names and the chat are erased. The match can't go on.
door-erase-yes = Close and erase
door-table-erased = Done: the table is closed and erased.
