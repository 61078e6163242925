# What is said at the table, in the browser and in the terminal.
#
# How each variable is filled (both clients do it alike):
#   $who     name of who acts ("Luna", "Ana"); $you "yes" if that is who reads, else "no"
#   $rank    letter of the rank (A 2 … 9 T J Q K, and JK the joker); $suit letter of the suit
#            (C D H S), or of the colour in the jiu-jitsu pack (b p n k); "none" on cards without.
#            In that pack "+ ~ ! +5" are said plus2, change, leap and plus5; red, any red card
#   $pack    pack of the table (french52, french54, jiujitsu)
#   $card    a card in words with its article (message `the-card`)
#   $serves  a list in words, joined with `or-list-last` and `or-list-more`
#   counts go as numbers; flags as "yes" or "no"

## Suits, ranks and cards

suit-C = clubs
suit-D = diamonds
suit-H = hearts
suit-S = spades
suit-b = blue
suit-p = purple
suit-n = brown
suit-k = black

suit = { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
    [S] spades
    [b] blue
    [p] purple
    [n] brown
    [k] black
   *[other] { $suit }
}

rank-A = ace
rank-2 = 2
rank-3 = 3
rank-4 = 4
rank-5 = 5
rank-6 = 6
rank-7 = 7
rank-8 = 8
rank-9 = 9
rank-T = 10
rank-J = jack
rank-Q = queen
rank-K = king

rank = { $rank ->
    [A] ace
    [T] 10
    [J] jack
    [Q] queen
    [K] king
    [JK] joker
    [plus2] +2
    [change] Change
    [leap] Skip
    [plus5] +5
    [EL] Choose
    [red] red
   *[other] { $rank }
}

# "suit", or "colour" in the jiu-jitsu pack
suit-word = { $pack ->
    [jiujitsu] colour
   *[other] suit
}

# "any 7", "any queen"; no article, because "8" as text chooses no variant of its own
a-rank = any { rank }

# "7 of hearts", "brown 6", "joker"
card = { $rank ->
    [JK] joker
    [plus5] +5
    [EL] Choose
   *[other] { $suit ->
        [b] blue { rank }
        [p] purple { rank }
        [n] brown { rank }
        [k] black { rank }
       *[other] { rank } of { suit }
    }
}

# "the 7 of hearts", "the blue +2"
the-card = the { card }

# Letter of each suit where there are no signs
suit-letter-C = C
suit-letter-D = D
suit-letter-H = H
suit-letter-S = S
suit-letter-b = B
suit-letter-p = P
suit-letter-n = R
suit-letter-k = K

## Lists: "a, b or c", "a, b and c"

or-list-more = { $first }, { $rest }
or-list-last = { $first } or { $rest }
and-list-more = { $first }, { $rest }
and-list-last = { $first } and { $rest }

## Counts

cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
wins = { $wins ->
    [one] 1 match won
   *[other] { $wins } matches won
}

## Robots

robot-carmen = Carmen
robot-tito = Tito
robot-luna = Luna
robot-olga = Olga
robot-pepe = Pepe
robot-rita = Rita
robot-beto = Beto
robot-nora = Nora
robot-hugo = Hugo
robot-ines = Inés

# Somebody whose name has not come yet or was erased
somebody = Somebody

## House rules

preset-clasico = Classic
preset-clasico-about = An eight goes on anything and asks for a suit. Nothing else.
preset-especiales = With specials
preset-especiales-about = Besides the eight: a 2 makes others draw, a queen skips, an ace turns the play around.
preset-familiar = Family game
preset-familiar-about = You draw one. Points left in hand add up, and the lowest total wins.
preset-montanita = Montañita
preset-montanita-about = With jokers and many penalties. Play goes on until only one is left.
preset-jiujitsu = Jiu-jitsu
preset-jiujitsu-about = Belts instead of suits, and red cards. Whoever goes over 888 points is out.

# What is said when left with one card
call-words = { $pack ->
    [jiujitsu] crazy!
   *[other] one!
}

## What happens (one piece of news, one sentence)

# $robot "yes" if a robot sits down
news-sat = { $you ->
    [yes] You have a seat at the table.
   *[no] { $robot ->
        [yes] { $who }, a robot, sits down.
       *[no] { $who } sits down.
    }
}

# $removed "yes" if the person who runs the table decided it
news-left = { $you ->
    [yes] { $removed ->
        [yes] Your seat was taken away. You can go on watching.
       *[no] You give up your seat.
    }
   *[no] { $removed ->
        [yes] { $who } no longer has a seat.
       *[no] { $who } leaves the table.
    }
}

# $who and $other change seats (names)
news-swapped = { $who } and { $other } change seats.

# One of the two seats is free
news-moved = { $you ->
    [yes] You change seats.
   *[no] { $who } changes seats.
}

unnamed-seat = Seat { $seat }

news-invite_renewed = { $you ->
    [yes] You changed the link: nobody sits down by the old one any more.
   *[no] { $who } changed the link: nobody sits down by the old one any more.
}
news-erased = { $you ->
    [yes] You closed the table and erased its names and chat.
   *[no] { $who } closed the table and erased its names and chat.
}
talk-muted = { $muted ->
    [yes] { $you ->
        [yes] You can't write in the chat now. You can play on.
       *[no] { $who } can't write in the chat now.
    }
   *[no] { $you ->
        [yes] You can write in the chat again.
       *[no] { $who } can write in the chat again.
    }
}
talk-watching = { $off ->
    [yes] From now on nobody can watch this table.
   *[no] From now on anybody with the link can watch.
}
news-host = { $you ->
    [yes] You run the table now.
   *[no] { $who } runs the table now.
}

# $match number of the match at this table; $players how many play
news-match_began = { $match ->
    [1] The match begins. { $players } play.
   *[other] Match { $match } begins. { $players } play.
}

# $who deals; $round number of the round; $card the opening card ("the 7 of hearts")
news-dealt = { $you ->
    [yes] Round { $round }. You deal. It opens with { $card }.
   *[no] Round { $round }. { $who } deals. It opens with { $card }.
}

# $left cards still held; $rank and $suit of the card; $asks "yes" if a suit is asked for, $asked
# that suit in words; $unnamed "yes" if it was not asked for and should have been; $announced "yes"
# if the last card was called, with $pack
news-played = { $you ->
    [yes] You play { the-card }{ $asks ->
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
   *[no] { $who } plays { the-card }{ $asks ->
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

# $cards drawn; $penalty cards owed (0 if it was no penalty)
news-drew = { $you ->
    [yes] { $cards ->
        [0] There is nothing left to draw.
        [1] You draw a card.
       *[other] You draw { $cards } cards.
    }
   *[no] { $cards ->
        [0] { $who } has nothing left to draw.
        [1] { $who } draws a card.
       *[other] { $who } draws { $cards } cards.
    }
}

# One's own cards in words with their article: "the 7 of hearts and the jack of spades"
news-drew-own = { $cards ->
    [1] You draw { $list }.
   *[other] You draw { $cards } cards: { $list }.
}

# Instead of `news-drew` if it is a fine: $fine is the fault (call_forgotten, wrong_card,
# out_of_turn, unnamed, slow, wrong_call)
news-fined = { $you ->
    [yes] { $fine ->
        [call_forgotten] You didn't say it.{" "}
       *[other] {""}
    }{ $cards ->
        [0] There is nothing left to draw as a fine.
        [1] You draw one as a fine.
       *[other] You draw { $cards } as a fine.
    }
   *[no] { $fine ->
        [call_forgotten] { $who } didn't say it and
       *[other] { $who }
    } { $cards ->
        [0] has nothing left to draw as a fine.
        [1] draws one as a fine.
       *[other] draws { $cards } as a fine.
    }
}

# The same with one's own cards in words: $list
news-fined-own = { $fine ->
    [call_forgotten] You didn't say it.{" "}
   *[other] {""}
}{ $cards ->
    [1] As a fine you draw { $list }.
   *[other] As a fine you draw { $cards } cards: { $list }.
}

# $cards cards of the new stock
news-rebuilt = The pile becomes a new stock of { $cards ->
    [1] one card
   *[other] { $cards } cards
}.

# $announced "yes" if the last card is called with it, with $pack
news-passed = { $you ->
    [yes] You pass{ $announced ->
        [yes] {" "}and say “{ call-words }”
       *[no] .
    }
   *[no] { $who } passes{ $announced ->
        [yes] {" "}and says “{ call-words }”
       *[no] .
    }
}

# $asked suit in words
news-named = { $you ->
    [yes] You ask for { $asked }.
   *[no] { $who } asks for { $asked }.
}

# One for each seat that is skipped, before `news-turn`
news-skipped = { $you ->
    [yes] You are skipped this time.
   *[no] { $who } is skipped this time.
}

# $reversed "yes" if the direction turned; $pending cards owed; $again "yes" for one more play
news-turn = { $reversed ->
    [yes] Play turns around.{" "}
   *[no] {""}
}{ $you ->
    [yes] { $pending ->
        [0] { $again ->
            [yes] You play again, or pass.
           *[no] It's your turn.
        }
       *[other] It's your turn, and you owe { $pending }.
    }
   *[no] { $pending ->
        [0] { $again ->
            [yes] { $who } plays again.
           *[no] { $reversed ->
                [yes] { $who } is next.
               *[no] { $who } to play.
            }
        }
       *[other] { $who } to play, and owes { $pending }.
    }
}

# $how out, blocked, stopped or last; $who wins the round; $gained points collected, if $collects
# is "yes"; $round its number
news-round_over = { $how ->
    [out] { $you ->
        [yes] You win the round{ $collects ->
            [no] .
           *[yes] {" "}and collect { $gained ->
                [one] 1 point
               *[other] { $gained } points
            }.
        }
       *[no] { $who } wins the round{ $collects ->
            [no] .
           *[yes] {" "}and collects { $gained ->
                [one] 1 point
               *[other] { $gained } points
            }.
        }
    }
    [blocked] { $you ->
        [yes] Nobody can go on. Your hand is the lowest{ $collects ->
            [no] .
           *[yes] : you collect { $gained ->
                [one] 1 point
               *[other] { $gained } points
            }.
        }
       *[no] Nobody can go on. { $who } has the lowest hand{ $collects ->
            [no] .
           *[yes] {" "}and collects { $gained ->
                [one] 1 point
               *[other] { $gained } points
            }.
        }
    }
    [last] Only one still holds cards, and the round ends here.
   *[stopped] Round { $round } is left unfinished.
}

rules-house = What this house changed

# After `news-round_over`: $you "yes" if who looks went over the limit, $list the others who did,
# $count how many they are
news-eliminated = { $you ->
    [yes] { $count ->
        [0] You are out of the match.
        [one] You are out of the match, and so is { $list }.
       *[other] You are out of the match, and so are { $list }.
    }
   *[no] { $count ->
        [one] { $list } is out of the match.
       *[other] { $list } are out of the match.
    }
}

# Those who play one more round because they are tied: $list
news-extra = It is a tie: one more round between { $list }.

# $how target, abandoned, absence, expired, last_left, rounds, time, places or countdown; $won "yes"
# if somebody wins: $who and $you; $loser who left or was away, $loser_you "yes" if that is who
# reads
news-match_over = { $how ->
    [last_left] Only one is left in the match.
    [rounds] That was the last round.
    [time] The time is up.
    [abandoned] { $loser_you ->
        [yes] You leave the match. It ends here.
       *[no] { $loser } leaves the match. It ends here.
    }
    [absence] { $loser_you ->
        [yes] The match was closed because you were away.
       *[no] The match is closed because { $loser } is away.
    }
    [expired] Nobody has played for a long time. The table is cleared.
   *[target] The match is over.
}{ $won ->
    [yes] { $you ->
        [yes] {" "}You win.
       *[no] {" "}{ $who } wins.
    }
   *[no] {""}
}

news-rematch_offered = { $you ->
    [yes] You propose another match.
   *[no] { $who } proposes another match.
}
news-rematch_accepted = { $you ->
    [yes] You are in for another match.
   *[no] { $who } is in for another match.
}
news-rematch_refused = { $you ->
    [yes] You would rather not play another.
   *[no] { $who } would rather not play another.
}

# Somebody says that one card is left; with $pack
news-announced = { $you ->
    [yes] You say “{ call-words }”
   *[no] { $who } says “{ call-words }”
}

# $who calls and $accused is called (name; $accused_you "yes" if that is who reads); $fault is what
# it was: wrong_card, out_of_turn, unnamed, call_forgotten, or none
news-fault_called = { $you ->
    [yes] You call
   *[no] { $who } calls
}{ $accused_you ->
    [yes] { $fault ->
        [wrong_card] : your card did not fit.
        [out_of_turn] : it was not your turn.
        [unnamed] : you named no { suit-word }.
        [call_forgotten] : you did not say “{ call-words }”
       *[none] {" "}your play, but it was right.
    }
   *[no] { $fault ->
        [wrong_card] : { $accused }'s card did not fit.
        [out_of_turn] : { $accused } played out of turn.
        [unnamed] : { $accused } named no { suit-word }.
        [call_forgotten] : { $accused } did not say “{ call-words }”
       *[none] {" "}{ $accused }'s play, but it was right.
    }
}

# $rank and $suit of the card that goes back into the hand
news-taken_back = { $you ->
    [yes] You take back { the-card }.
   *[no] { $who } takes back { the-card }.
}

# Whoever named no suit has to name one now; with $pack
news-suit_demanded = { $you ->
    [yes] Now you have to name a { suit-word }.
   *[no] Now { $who } has to name a { suit-word }.
}

news-timed_out = { $you ->
    [yes] Your time is up.
   *[no] { $who }'s time is up.
}

# $place the place, when the others play on
news-went_out = { $you ->
    [yes] You go out in place { $place }.
   *[no] { $who } goes out in place { $place }.
}

# The cut for the deal: $who and $you deals; $list what each one cut, made with `cut-one` and joined
# with "; "
cut-one = { $who }, { $card }
news-cut = Cutting for the deal: { $list }. { $you ->
    [yes] You deal.
   *[no] { $who } deals.
}

# Before the deal, by whoever sits to the dealer's right; $place cards go from the top below
news-deck_cut = { $you ->
    [yes] You cut at card { $place }.
   *[no] { $who } cuts at card { $place }.
}

# Somebody left and $who, a robot, plays on
news-taken_over = { $who }, a robot, plays on for the one who left.

## What is on the table

# $who and $you of the seat in turn
turn-of = { $you ->
    [yes] It's your turn
   *[no] { $who } to play
}
turn-owes = You owe { $pending }. { $choices ->
    [0] Draw the { $pending }.
   *[other] Answer with { $serves } or draw the { $pending }.
}
turn-naming = Which { suit-word } do you ask for?
serves = What fits: { $serves }.
serves-one = What fits: { $serves }.
asks-suit = { $you ->
    [yes] You ask for { $asked }
   *[no] { $who } asks for { $asked }
}
stock-left = { $cards ->
    [0] The stock is empty.
    [1] One card is left in the stock.
   *[other] { $cards } cards are left in the stock.
}

## Why it can't be done (what happened and what can be done now)

reason-malformed = That was not understood. Try again; if it stays so, open the table anew.
reason-unknown_frame = This program asks for something the table doesn't know. Update it and come back.
reason-too_fast = That was a lot at once. Wait a moment and go on.
reason-no_such_table = We can't find that table. Check that the link is complete, or ask for a new one.
reason-not_seated = You are watching. To play you need a seat at the table.
reason-not_host = That is up to the person who runs the table. You can ask in the chat.
reason-stale = The table moved on while you were choosing. This is how it stands: choose again.
reason-table_full = The table is full. You can watch.
reason-already_seated = You already have a seat at this table. Play from it.
reason-already_started = The match has begun. This can be done when it is over.
reason-not_started = The match has not begun. The person who runs the table starts it.
reason-too_few_players = It takes at least two to begin. Invite somebody or seat a robot.
reason-seat_taken = That seat is taken. Choose another.
reason-seat_empty = Nobody sits there. Choose another.
reason-no_such_seat = This table has no such seat. Choose one of those you see.
reason-no_such_robot = We don't know that robot, or it sits here already. Choose another.
reason-too_many_watchers = Many people are watching this table already. Try again in a while.
# $who name of who plays now; $known "no" if that is not known
reason-not_your_turn = { $known ->
    [yes] It's not your turn yet: { $who } is playing. Wait for yours.
   *[no] It's not your turn yet. Wait for yours.
}
reason-not_cutter = { $known ->
    [yes] This time { $who } cuts, who sits to the dealer's right.
   *[no] Nobody cuts now: the deck is cut in half.
}
# $limit the last place where the deck can be cut
reason-no_such_place = Cut between card 1 and card { $limit }.
reason-round_over = The round is over. You can ask for another.
reason-unknown_card = There is no such card in this pack. Choose one from your hand.
# $card card in words with its article
reason-not_in_hand = You don't hold { $card }. Choose a card from your hand.
# $card and $top cards with their article; $serves what would do: suit and ranks
reason-does_not_match = You can't put { $card } on { $top }. What fits now: { $serves }.
# $pending cards owed; $serves ranks that answer; $choices how many they are
reason-must_answer = You owe { $pending }. { $choices ->
    [0] Draw the { $pending }.
   *[other] Answer with { $serves } or draw the { $pending }.
}
reason-must_name = A { suit-word } has to be asked for first. Choose which.
reason-only_drawn_card = After drawing, only the drawn card may be played. Play it or pass.
reason-suit_needed = The { suit-word } is missing. Choose the one you ask for with this card.
reason-suit_not_asked = This card asks for no { suit-word }. Play it alone.
reason-stock_empty = There are no cards left to draw. Play one or pass.
reason-can_play = You hold a card that fits, and at this table you draw only if none does. Play it.
# $limit cards that may be drawn in a turn
reason-draw_limit = { $limit ->
    [1] At this table you draw only one card. Play or pass.
   *[other] At this table you draw { $limit } cards at most. Play or pass.
}
reason-must_play_drawn = The card you drew fits, and at this table it has to be played. Play it.
reason-play_or_pass = No drawing now: play another card that fits, or pass.
# $pending cards of the penalty that are still owed
reason-must_take_rest = You have drawn the first card of the penalty. { $pending ->
    [one] One is left: draw it.
   *[other] { $pending } are left: draw them.
}
reason-nothing_to_call = There is nothing to call now. It is said when you are left with one card.
reason-no_calling = That play can't be called now. Go on playing.
reason-called_already = You have called that play already. Wait for the next one.
reason-cannot_pass = You can still play or draw. Passing is for when nothing is left to do.
reason-nothing_to_name = There is no { suit-word } to ask for now. Play or draw.
reason-round_running = The round goes on. Finish it before asking for another.
reason-match_over = The match is over. Look at the result or ask for a rematch.
reason-match_running = The match goes on. This can be done when it is over.
reason-no_rematch = There is no rematch at this table any more. You can set another table.
reason-already_accepted = You have said yes. The others still have to answer.
reason-not_offered = Nobody has proposed a rematch yet. You can propose it.
# $when date and time in words; $known "no" if that is not known
reason-not_absent_yet = { $known ->
    [yes] It is too early. The match can be closed for absence from { $when }.
   *[no] It is too early to close the match for absence.
}
reason-own_absence = It's your own turn. Play, or leave the match.
reason-bad_code = That code does not serve: mistyped, used already, or more than 15 minutes old. Ask for another on the other device.
reason-watching_off = This table can't be watched now. Its host may allow it again.
reason-muted = The host took your turn to speak: no lines of chat and no other name. You can play on.
reason-table_closed = This table has been cleared. You can look at its story or set another.
reason-not_expired_yet = The table still stands. You can go on playing.
reason-bad_name = That name won't do. Write between 1 and 24 letters.
reason-empty_words = That was not sent: a line has between 1 and 280 letters. Write it again.
reason-retry = The table is slow to answer. Your play is kept and tried again.
reason-restarting = The table will be back at once. You don't have to do anything.
reason-too_many_tables = You have set many tables in a short time. Wait a while and try again.
# $switch and $other rules that don't go together
reason-bad_rules = These rules don't go together: { $switch } and { $other }. Change one of them.
reason-not_found = There is nothing here. Check that the link is complete.
# A code that this program does not know yet: $code
reason-unknown = That can't be done now ({ $code }).

## The connection

connection-connecting = Joining the table…
connection-lost = No connection. We keep your play and send it when we are back.
connection-retrying = Reconnecting…
connection-back = Back at the table.
notice-restart = The table restarts for a moment and comes back by itself.
notice-moved = Your seat was opened somewhere else. Here you can go on watching.
notice-watching_off = This table can't be watched any more.
close-watching_off = This table can't be watched now. Ask its host.
close-abuse = The table cut the line because much of what came made no sense. Wait a moment and come back.
close-size = That was too long for the table. Come back in.
close-slow = The connection was too slow and broke off. We are trying again.
close-token_replaced = This seat has changed hands. Come back in by the link.
close-bad_frame = This program and the table don't understand each other. Update it and come back.
close-no_such_table = We can't find that table. Check that the link is complete, or ask for a new one.

## The people

chat-line = { $who }: { $text }
presence-online = { $who } is here.
presence-offline = { $who } is not here.
watchers = { $watchers ->
    [0] Nobody is watching.
    [1] One person is watching.
   *[other] { $watchers } people are watching.
}
watching = You are watching. Hands are not shown.
renamed = { $before } is now called { $who }.
free-seat = free

## The seal: every deal can be checked

seal-title = The seal of this table
seal-open = See the seal
seal-open-alarm = See the seal: something is wrong
seal-about = The order of the cards is sealed before the deal, and each person's device adds chance to it by itself. So nobody can choose the order, not even the server. When the round ends the seal is opened and your device checks it.
seal-running = Deal { $deal }, in play
seal-next = Deal { $deal }, the next one
seal-past = Deals that are over
seal-before = Sealed before it was dealt.
seal-before-unseen = Sealed; the seal was not seen here before the deal.
seal-sealed = It is sealed already.
# $list names of those who added chance; $count how many
seal-given = { $count ->
    [0] Nobody added chance.
   *[other] Chance was added by { $list }.
}
seal-given-yet = { $count ->
    [0] Nobody has added chance yet.
   *[other] Chance has been added by { $list }.
}
# Before the deal: who has added nothing so far
seal-missing-yet = Still without chance from { $list }; opening the table adds it.
seal-missing = No chance from { $list }.
seal-cut-default = Cut by default, at card { $place }.
seal-later = It is checked when the round ends.
seal-round = Deal { $deal } (round { $round }):
seal-right = Checked: every card came as it was sealed.
seal-half = The seal is right; not all cards were seen here.
seal-unseen = Not checked: its end was not seen here.
# $deal 0: it is none of a deal
seal-alarm = { $deal ->
    [0] The log of this table does not check out.
   *[other] Deal { $deal } does not check out.
}
seal-alarm-means = Whoever runs the server could choose the cards. Do not trust what comes of this match.
seal-alarm-do = Stop playing on this server. Keep the acta of the match and show it to the others, with what is said here.
history-alarm = The server told two histories of this table: at version { $version } the digest { $letters }, and later at version { $later } the digest { $others }.
history-means = Either it went back to an older state without saying so (a backup was restored: whoever runs it knows), or it does not tell everybody the same.
history-do = Stop playing on this server until that is clear. Keep the acta of the match and check whether it agrees with your receipts and with those of the others.
history-back = The server says that the table went back to an older state: what happened after it is lost and does not count. That happens when its store fails or a backup is restored. If whoever runs it knows nothing of that, stop playing there.
seal-fault-left_out = The server left out the chance that your device added.
seal-fault-left_out_other = The server changed or left out the chance that somebody else added.
seal-fault-added = The server put in chance of somebody who had added none.
seal-fault-changed = The server changed the seal after it was shown.
seal-fault-cut = The deck was not cut where it had been said.
seal-fault-seed = What was opened at the end is not what was sealed.
seal-fault-cards = The cards that you saw are not those that were sealed.
seal-fault-twice = Of one version the server has shown different letters here: it told two histories of the table, or went back to an older state.
receipt-title = Letters to compare
receipt-about = They come of all that has happened at the table. At the same version everybody must see the same letters: read them aloud to one another when a round is over. If somebody has others, the server has told two histories.
receipt-none = They have not come yet.
receipt-version = version { $version }
receipt-round = Letters at its end:
check-match = Check this match
check-file = Check a saved acta
seal-hash = Digest of the seal:
seal-how = How does it work?
seal-how-text = Before the deal the server publishes a fingerprint of its secret seed. Then each device adds 16 random bytes, and whoever sits to the dealer's right may cut. All this together shuffles the deck. At the end the seed is published: if its fingerprint is the same and the cards come out alike, nobody has changed anything. Robots add no chance. What this does not prevent: that the server, which knows the cards, tells somebody.
