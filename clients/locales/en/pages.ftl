### The browser's pages other than the table in play: home, new table, lobby and replay.

## Home

home-greeting = { $when ->
    [morning] Good morning
    [afternoon] Good afternoon
   *[night] Good evening
}{ $name ->
    [none] .
   *[other] , { $name }.
}
home-waiting = { $tables ->
    [0] { $known ->
        [0] Set the first table.
       *[other] Nobody is waiting for you.
    }
    [1] One table awaits you.
    [2] Two tables await you.
    [3] Three tables await you.
   *[other] { $tables } tables await you.
}
home-tables = Your tables
home-none = No tables here yet. Set the first one.
home-make = Set a table
home-open = Open a link
home-paste = Paste the link here
home-paste-go = Open
home-paste-bad = That link leads to no table. Copy all of it and paste it again.
home-paste-elsewhere = That table is somewhere else: { $origin }. Off we go.
home-over = After the meal
home-replay = Watch it again
home-file = Watch a saved match
home-dropped = { $tables ->
    [one] One of your tables has been cleared. We took it off the list.
   *[other] { $tables } of your tables have been cleared. We took them off the list.
}
home-silent = The tables can't be reached now. This is the last we saw.
home-untitled = { $preset ->
    [none] Table without a name
   *[other] { $preset }
} · { $day }, { $time }
home-phase = { $phase ->
    [lobby] Waiting for people: { $filled } of { $seats }
    [round] Round { $round } · { $preset }
    [between] Between two rounds · { $preset }
    [over] Match over
   *[closed] The table has been cleared
}
home-phase-unknown = We don't know how it stands
home-your-turn = Your turn
home-your-turn-since = Your turn · { $since }
home-watching = Watching
home-since = Waiting { $since }
home-open-seat = { $free ->
    [one] 1 seat left
   *[other] { $free } seats left
}
home-ready = Everybody is here
home-next-round = Cards to be dealt
home-won = { $who } won · { $day }
home-won-points = { $who } won, { $points } · { $day }
home-nobody-won = No winner · { $day }
home-points = { $first } to { $second }
home-settings = Settings
home-credits = Credits

## New table

new-title = Set a table
new-what = What shall we play?
new-about-clasico = Only the 8 is crazy.
new-about-especiales = The 2 punishes, the queen skips, the ace turns the way.
new-about-familiar = You draw one. Losers add up; the lowest total wins.
new-about-montanita = Jokers and penalties, until only one is left.
new-about-jiujitsu = Belts and red cards. Over 888 you are out.
new-fact-rounds = { $rounds ->
    [1] 1 round
   *[other] { $rounds } rounds
} of { $turns } turns
new-fact-drawn = { $count } drawn
new-fact-minutes = about { $count } min
new-fact-blocked = { $count }% stuck
new-fact-shorter = Shorter: “{ $title }”, about { $minutes } min
new-facts-about = The numbers come from matches played by robots, { $seats } at the table, at a person's pace. “Drawn”: cards drawn in a round; “stuck”: rounds that end as nobody can go on.
new-variants = Variants with a name
new-my-rules = My rules
new-drop-rules = Delete “{ $name }”
new-keep = These rules
new-read-rules = Read them all
new-rules-name = Give them a name
new-save = Save
new-saved = Saved as “{ $name }” in this browser.
new-share-rules = With this link anybody can set a table with the same rules. Fingerprint { $fingerprint }.
new-share-label = Link to these rules
new-bad-link = The link to those rules is not complete. Choose here how to play.
new-group-deal = The pack and the deal
new-group-cards = What the cards do
new-group-penalties = Penalties
new-group-drawing = Drawing and passing
new-group-closing = The last card
new-group-keeping = Faults and clock
new-group-counting = Points and end
new-group-more = The rest
new-group-changed = { $changes ->
    [one] 1 change
   *[other] { $changes } changes
}
new-fault-wrong_card = A card that does not fit
new-fault-out_of_turn = Playing out of turn
new-fault-unnamed = Naming no suit
new-fault-slow = Taking too long
new-fault-wrong_call = Calling without reason
new-fault-none = no
new-rank = { $rank ->
    [T] 10
    [JK] joker
    [plus2] +2
    [change] Change
    [leap] Skip
    [plus5] +5
    [EL] Choose
   *[other] { $rank }
}
new-fewer = One less
new-greater = One more
new-house = The way you play at home
new-seats = How many sit down?
new-seats-more = more
new-name = Your name
new-name-hint = What they call you at the table
new-name-missing = Write what you are called: 1 to 24 letters.
new-table-title = Name of the table
new-table-title-hint = If you like: “Friday night”
new-changed = { $changes ->
    [0] Change something
    [one] Change something · 1 change
   *[other] Change something · { $changes } changes
}
new-reset = Back to how it was
new-go = Set the table
new-going = Setting the table…
new-summary = { $preset } · { $seats } seats{ $target ->
    [0] {""}
   *[other] {" "}· to { $target } points
}
new-loading = Fetching the rules…
new-failed = The rules aren't coming through. Check the connection and try again.
new-retry = Try again
new-no-answer = The table doesn't answer. Check the connection and try again.
new-conflict = { $why ->
    [two_effects] One card can't do both: “{ $switch }” and “{ $other }”.
    [too_many_draws] “{ $switch }”: together they would make draw more than half of a pack, and with “{ $other }” a round might never end.
    [no_draw_cards] “{ $switch }” needs cards that make others draw. See “{ $other }”.
    [too_few_cards] There are not enough cards: see “{ $switch }” and “{ $other }”.
    [out_of_range] That many seats don't fit this table.
    [bad_value] “{ $switch }” doesn't take that value.
    [not_in_pack] “{ $switch }” names cards that this pack does not have.
    [suitless_not_wild] This pack has cards without a suit, and they must go on anything: see “{ $switch }”.
    [suitless_starter] A card without a suit can't open: see “{ $switch }”.
    [no_wild_eights] “{ $switch }” speaks of wild eights, and there are none here.
    [names_nothing] If an eight names no suit, neither does the dealer: “{ $switch }” and “{ $other }”.
    [places_only] “{ $switch }” goes only with “by places”, and “by places” only with it.
    [applies_in_play_on_only] The effect of the last card counts only if the others play on.
    [closes_only] Here the last card does not close the round: see “{ $switch }” and “{ $other }”.
    [no_such_end] Counting that way there is no “{ $switch }”.
    [needs_target] Counting that way needs a number in “{ $switch }”.
    [needs_rounds] “{ $switch }” needs a number, or the match would not end.
    [no_call] “{ $switch }” needs the last card to be called.
    [other_pack] “{ $switch }” belongs to the other pack.
    [one_pack_only] Only one of this pack is used: see “{ $switch }”.
   *[other] These don't go together: “{ $switch }” and “{ $other }”.
}
new-switch-yes = yes
new-switch-no = no
new-switch-none = { $key ->
    [target] 50 a player
    [two_packs_from] never
    [turn_seconds] no clock
    [draw_limit] until it fits
   *[other] no limit
}
new-rank-draws = With { $rank } one draws

switch-seats = How many sit down?
switch-pack = Pack
switch-pack-french52 = 52 cards
switch-pack-french54 = with jokers
switch-pack-jiujitsu = jiu-jitsu
switch-two_packs_from = Two packs from
switch-two_packs_from-about = Number of players
switch-hand_size = Cards each
switch-hand_size_two = Cards each for two
switch-direction = Way of play
switch-direction-right = to the right
switch-direction-left = to the left
switch-first_dealer = Who deals first
switch-first_dealer-host = whoever sets the table
switch-first_dealer-lowest_cut = the lowest cut
switch-first_dealer-highest_cut = the highest cut
switch-next_dealer = Who deals next
switch-next_dealer-in_direction = the next in play
switch-next_dealer-left = the one on the left
switch-next_dealer-right = the one on the right
switch-starter_forbidden = May not open
switch-starter_forbidden-about = If one of these turns up, it goes back and another is turned
switch-starter_eight = If an 8 opens
switch-starter_eight-buried = back to the stock
switch-starter_eight-dealer_names = the dealer names a suit
switch-starter_effects = The opening card has its effect
switch-starter_effects-about = It makes draw, skips or turns play from the start
switch-wild_suit = Go on anything and name a suit
switch-wild_suit-about = The crazy cards
switch-wild_keep = Go on anything, naming none
switch-wild_keep-about = The suit stays as it was
switch-skip = Skip the next player
switch-reverse = Turn the way of play
switch-reverse_two = Turning with two
switch-reverse_two-about = With two players the way never changes
switch-reverse_two-nothing = does nothing
switch-reverse_two-play_again = gives another play
switch-draw = Make the next player draw
switch-draw-about = Unless it is answered
switch-play_again = Give another play
switch-play_again-about = Another card that fits, or pass
switch-eight_on_eight = An 8 goes on an 8
switch-silent_eight = An 8 names no suit
switch-silent_eight-about = Its own suit holds
switch-stacking = Penalties add up
switch-stacking-about = If not, only the last one counts
switch-answers = What answers a penalty
switch-answers-any_draw = any card that makes draw
switch-answers-jiujitsu = the jiu-jitsu table
switch-penalty_first_card = A penalty in two goes
switch-penalty_first_card-about = One card first: if it answers, it may be played
switch-draw_limit = When drawing
switch-draw_limit-about = Cards in a turn
switch-draw_limit-1 = one
switch-draw_limit-2 = two
switch-draw_limit-3 = three
switch-voluntary_draw = Draw even with a card that fits
switch-drawn_card = A drawn card that fits
switch-drawn_card-may = may be played
switch-drawn_card-must = has to be played
switch-rebuild_stock = The stock is rebuilt
switch-rebuild_stock-about = The pile becomes the stock when it runs out
switch-play_on = Play on until one is left
switch-play_on-about = Whoever is out of cards takes a place
switch-last_card_effect = The effect of the last card
switch-last_card_effect-ignored = doesn't count
switch-last_card_effect-draw_applies = its penalty is drawn
switch-last_card_effect-applies = counts
switch-last_card_call = Calling the last card
switch-last_card_call-about = Saying “one!” when left with one
switch-last_card_call-off = not needed
switch-last_card_call-automatic = forgetting costs
switch-last_card_call-called = costs if noticed
switch-last_card_fine = Fine for a forgotten call
switch-last_card_fine-about = In cards
switch-call_on_pass = Call when passing, too
switch-enforcement = Who watches the rules
switch-enforcement-about = You do: any card may be played, and the others call it
switch-enforcement-strict = the table
switch-enforcement-honour = you do
switch-fines = Fines, in cards
switch-fines-about = Only when you watch yourselves; the one for being slow needs a clock
switch-turn_seconds = Seconds a turn
switch-scoring = How it counts
switch-scoring-winner_collects = winner collects
switch-scoring-losers_add = everybody adds their own
switch-scoring-elimination = over the limit is out
switch-scoring-places = by places
switch-scoring-countdown = countdown
switch-target = Points that end the match
switch-limit = Over these points one is out
switch-max_rounds = Rounds at most
switch-time_limit = Minutes of a match
switch-time_limit-about = The round in play is finished
switch-on_abandon = If somebody leaves
switch-on_abandon-ends = the match is over
switch-on_abandon-robot_plays = a robot plays on

## Lobby

lobby-almost = { $free ->
    [0] Everybody is here
    [one] Nearly there. One to go.
   *[other] { $filled ->
        [1] The table is set
       *[other] We are gathering
    }
}
lobby-waiting = Waiting for people · { $filled } of { $seats } seats
lobby-untitled = New table
lobby-host = runs the table
lobby-robot = robot
lobby-you = you
lobby-you-host = you, running the table
lobby-away = away for a moment
lobby-here = is here
lobby-free = Free
lobby-free-hint = the link fills it
lobby-free-sit = sit here
lobby-free-robot = seat a robot
lobby-seat = Seat { $seat }:
lobby-add-robot = Seat a robot
lobby-seats-list = Seats
lobby-remove = Remove { $who }
lobby-remove-short = Remove
lobby-remove-sure = Remove { $who } from the table?
lobby-swap = Swap seats
lobby-swap-second = { $who } changes seats. With whom?
lobby-swap-here = swap here
lobby-cancel = Back
lobby-rename = Change my name
lobby-rename-go = Save
lobby-leave = Leave my seat
lobby-leave-sure = Leave your seat? Somebody else may take it.
lobby-yes-leave = Leave it
lobby-invite = Invite with the link
lobby-invite-hint = { $may ->
    [nothing] All seats are taken, and watching is switched off.
    [watch] All seats are taken: whoever opens it may watch.
   *[sit] Whoever opens it may sit down.
}
lobby-link = Link to the table
lobby-share = Share
lobby-share-text = I am keeping you a seat at the table.
lobby-copy = Copy
lobby-copied = Link copied.
lobby-copy-yourself = The link is selected. Copy it with the menu or Ctrl C.
lobby-qr = QR code of the table's link
lobby-qr-hint = Or point a phone's camera at it
lobby-local = This address opens on this machine only. For others in the house to join, start the server with “make play HOST=lan”.
lobby-rules = Playing { $preset }
lobby-rules-packs = { $packs } packs are mixed: there are { $packs } of every card.
lobby-rules-read = Read the rules
lobby-rules-honour = The table does not watch: you keep the rules yourselves, and the others call faults.
lobby-sit = Sit down and play
lobby-sit-name = Your name
lobby-sit-go = Sit down
lobby-sit-hint = Write your name and sit down. If you prefer a seat, touch it.
lobby-full = The table is full. You can watch.
lobby-watching = You are watching. Hands stay hidden.
lobby-watching-only = This link lets you watch. To sit down, ask for the full link.
lobby-watchers = { $watchers ->
    [one] One person watches
   *[other] { $watchers } people watch
}
lobby-start = Deal
lobby-start-now = You can start now
lobby-start-free = { $free ->
    [one] You can start now, or wait for one more
   *[other] You can start now, or wait for { $free } more
}
lobby-start-alone = Somebody is missing to start. Invite, or seat a robot.
lobby-start-wait = { $who } starts when ready
lobby-company = At the table: { $list }.

## Replay

replay-title = After the meal
replay-of = After the meal · { $title }
replay-won = { $who } won, { $points } · { $day }
replay-won-plain = { $who } won · { $day }
replay-unfinished = Unfinished match · { $day }
replay-back = Back
replay-loading = Fetching the match…
replay-open-title = Watch a match again
replay-open-text = Choose the file of a saved match, or drop it here. It is read in this browser and sent nowhere.
replay-open-pick = Choose a file
replay-open-drop = Drop the file here
replay-unknown = We can't find that match. Check that the link is complete.
replay-not-yet = No match has been played at this table yet.
replay-silent = The table doesn't answer. Check the connection and try again.
replay-retry = Try again
replay-save = Save the match
replay-checked = file checked
replay-match = Match { $match }
replay-matches = Matches of this table
replay-of-all = of { $of }
replay-slider = Moment of the match
replay-value = { $at } of { $of }. { $text }
replay-first = To the start
replay-previous = Back
replay-next = Forward
replay-last = To the end
replay-play = Run
replay-stop = Stop
replay-all = All
replay-views = Whose cards are seen
replay-round = Round { $round }
replay-log = What is happening
replay-mark-eight = { $pack ->
    [jiujitsu] a red
   *[other] an 8
}
replay-mark-penalty = penalty
replay-mark-reversal = reversal
replay-turn = to play
replay-won-round = wins the round
replay-hidden = { $cards ->
    [one] 1 card face down
   *[other] { $cards } cards face down
}
replay-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
replay-hand = Hand of { $who }
replay-keys-text = Arrows: one step. [ and ]: one lap. Home and End. Space: run or stop. 0: all hands. 1 to 9: one player's hand.
replay-start-text = The match begins.
replay-bad = { $fault ->
    [too_big] The file is too large to be a match.
    [empty] The file is empty.
    [other_format] This file is of another version and can't be read here.
    [no_head] This does not look like a match of Ochos Locos.
    [no_sum] The file has been cut off: its last line is missing.
    [no_frames] The file holds no moves.
    [broken_chain] Line { $line } does not follow from the one before: somebody changed it.
    [wrong_sum] The file was changed after it was saved: its sum is wrong.
    [gap] Something is missing at line { $line }: the moves do not follow on.
    [out_of_order] Line { $line } is not in its place.
    [after_sum] There is too much from line { $line } on.
    [unknown_kind] Line { $line } is of a kind that we don't know.
    [not_canonical] Line { $line } is not written as it should be: somebody touched it.
    [not_text] Line { $line } is not text.
   *[other] Line { $line } can't be read.
}

## The rules of a table

rules-here = House rules
rules-games = How to play
rules-to-games = All games
rules-change-about = Every table may change rules: under “Change something” when it is made.
rules-loading = Fetching the rules…
rules-silent = The rules aren't coming through. Check the connection and try again.
rules-unknown = We can't find that table.
rules-retry = Try again
rules-print = Print
rules-to-table = To the table
rules-fingerprint = Fingerprint of these rules: { $fingerprint }

## Credits

credits-title = Credits
credits-jiujitsu = The jiu-jitsu pack and game are by Luis De Palma, who offers them under a Creative Commons licence. The drawings of this table are our own.
credits-game = Crazy Eights belongs to everybody.
credits-drawings = Cards, suits, mark and icons were drawn for Ochos Locos.
credits-fonts = Type: Atkinson Hyperlegible Next and Bricolage Grotesque, under the SIL Open Font License 1.1.
credits-parts = Parts of others: Svelte (MIT), @fluent/bundle (Apache 2.0), @noble/hashes (MIT) and uqr (MIT).
