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
home-untitled = Table without a name
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

## New table

new-title = Set a table
new-what = What shall we play?
new-about-clasico = Only the 8 is crazy.
new-about-especiales = The 2 punishes, the queen skips, the ace turns the way.
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
new-summary = { $preset } · { $seats } seats
new-summary-target = { $preset } · { $seats } seats · to { $target } points
new-loading = Fetching the rules…
new-failed = The rules aren't coming through. Check the connection and try again.
new-retry = Try again
new-no-answer = The table doesn't answer. Check the connection and try again.
new-conflict = { $why ->
    [two_effects] One card can't do both: “{ $switch }” and “{ $other }”.
    [no_draw_cards] “{ $switch }” needs cards that make others draw. See “{ $other }”.
    [too_few_cards] There are not enough cards: see “{ $switch }” and “{ $other }”.
    [out_of_range] That many seats don't fit this table.
    [bad_value] “{ $switch }” doesn't take that value.
   *[other] These don't go together: “{ $switch }” and “{ $other }”.
}
new-switch-yes = yes
new-switch-no = no
new-switch-none = { $key ->
    [target] by how many play
    [draw_limit] until it fits
   *[other] no limit
}
new-rank-draws = With { $rank } one draws

switch-target = Points to win
switch-target-about = Whoever gets there first wins the match
switch-hand_size = Cards each
switch-hand_size_two = Cards each for two
switch-direction = Way of play
switch-direction-right = to the right
switch-direction-left = to the left
switch-two_packs_from = Two packs from
switch-two_packs_from-about = Number of players
switch-starter_eight = If an 8 opens
switch-starter_eight-buried = back to the stock
switch-starter_eight-dealer_names = the dealer names a suit
switch-skip = Skip the next player
switch-reverse = Turn the way of play
switch-draw = Make the next player draw
switch-stacking = Penalties add up
switch-stacking-about = A penalty is answered with another
switch-last_card_effect = If the last card is a penalty
switch-last_card_effect-ignored = it doesn't count
switch-last_card_effect-draw_applies = it is drawn all the same
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
switch-seats = How many sit down?
switch-wild_suit = The wild 8

## Lobby

lobby-almost = { $free ->
    [0] Everybody is here
    [one] Nearly there. One to go.
   *[other] { $filled ->
        [1] The table is set
       *[other] We are gathering
    }
}
lobby-waiting = Waiting for people · { $filled } of { $seats }
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
lobby-invite-hint = Whoever opens it may sit down.
lobby-link = Link to the table
lobby-share = Share
lobby-share-text = I am keeping you a seat at the table.
lobby-copy = Copy
lobby-copied = Link copied.
lobby-copy-yourself = The link is selected. Copy it with the menu or Ctrl C.
lobby-qr = QR code of the table's link
lobby-qr-hint = Or point a phone's camera at it
lobby-rules = Playing { $preset }
lobby-rules-wild = { $ranks } { $many ->
    [yes] change
   *[no] changes
} the suit.
lobby-rules-draw = { $rank } makes the next player draw { $cards }.
lobby-rules-skip = { $ranks } { $many ->
    [yes] skip
   *[no] skips
} the next player.
lobby-rules-reverse = { $ranks } { $many ->
    [yes] turn
   *[no] turns
} the way of play.
lobby-rules-target = To { $target } points.
lobby-rules-changed = House changes: { $list }.
lobby-the-rank = { $rank ->
    [Q] The queen
    [J] The jack
    [K] The king
    [A] The ace
    [T] The 10
   *[other] The { $rank }
}
lobby-the-rank-low = { $rank ->
    [Q] the queen
    [J] the jack
    [K] the king
    [A] the ace
    [T] the 10
   *[other] the { $rank }
}
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
replay-mark-eight = an 8
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
