### The acta: the file of a match, and what comes of checking it without the server. Terminal and page.

acta-of = Acta of match { $match } at table { $table }
acta-rules = Rules: { $preset }, fingerprint { $fingerprint }
acta-log = { $mark } { $entries ->
    [one] 1 entry of the log
   *[other] { $entries } entries of the log
}, versions { $first } to { $last }, each bound to the one before
acta-round = Round { $round } (deal { $deal })
acta-seal-good = { $mark } The seed is that of the seal, published before the deal
acta-seal-bad = { $mark } The seed is not that of the seal
acta-seal-sealed = Sealed: the round is not over, and its seed is still hidden
acta-given = Gave chance of their own: { $who }
acta-given-none = Nobody gave chance of their own
acta-missing = Missing was that of: { $who }
acta-cut = Nobody cut: by default { $cards ->
    [one] 1 card went
   *[other] { $cards } cards went
} from the top to below
acta-cut-by = { $who } cut: { $cards ->
    [one] 1 card went
   *[other] { $cards } cards went
} from the top to below
acta-dealt-good = { $mark } Dealt again from the seed: { $moves ->
    [one] 1 movement of cards is right
   *[other] { $moves } movements of cards are right
}{ $rebuilds ->
    [0] .
    [one] , with 1 stock rebuilt.
   *[other] , with { $rebuilds } stocks rebuilt.
}
acta-dealt-bad = { $mark } Dealt again from the seed, it does not come out right
acta-running = The match was not over when this acta was saved
acta-digest = Letters to compare at version { $version }: { $short }
acta-receipt-good = { $mark } Your receipt of version { $version } agrees
acta-receipt-bad = { $mark } Your receipt of version { $version } does NOT agree: the server told you another history
acta-receipt-outside = Your receipt of version { $version } is not of this match: it cannot be compared
acta-receipt-withdrawn = Your receipt of version { $version } does not agree, but the server told you since that it had gone back to an older state
acta-receipt-none = You keep no receipts of this table (the letters of the seal that were seen in play): it is only checked that the acta is right in itself
acta-fine = { $mark } All of it is right.
acta-not-fine = { $mark } It is wrong from line { $line } on: { $why }.
acta-expected = Expected: { $text }
acta-found = Found: { $text }
acta-seat = seat { $number }

## Why a line is not right

acta-why-too-big = the file is too big to be an acta
acta-why-no-acta = the first line does not say that this is an acta of Ochos Locos
acta-why-not-utf8 = it has letters that are not UTF-8
acta-why-not-json = it is not a JSON object
acta-why-not-canonical = it is not written in the one way in which it is written
acta-why-unknown-kind = it is of no known kind
acta-why-shape = something is missing in it or too much
acta-why-order = it is not in its order
acta-why-after-end = something stands after the line of the end
acta-why-no-end = the line of the end is missing
acta-why-version = it does not have the number that follows
acta-why-chain = its digest is not what comes of it and of the one before: something was changed
acta-why-body = what it reads is not what is bound
acta-why-head = the head does not say the same as the start of the match
acta-why-no-start = no match starts with it
acta-why-event = it tells what cannot happen there
acta-why-unknown-event = it tells what this program does not know; a newer one will
acta-why-deal = it is not the deal that is due
acta-why-not-revealed = the match ends and the seed of a deal was not opened
acta-why-seal = the seed is not that of the seal published before the deal
acta-why-cut = the cut is not the one that was made
acta-why-entropy = what had been given did not go into the deal
acta-why-dealer-cut = the cards cut for the deal are not those of the seed
acta-why-starter = the card that opens is not that of the seed
acta-why-hand = that card was not in that hand
acta-why-pile = that card was not on top of the pile
acta-why-count = the number of cards is not right
acta-why-rebuild = the rebuilt stock is not what comes of the pile
acta-why-left = the cards that were left are not those of that hand
acta-why-points = the points are not those of the cards
acta-why-totals = the totals are not what comes of the round
acta-why-deal-line = it does not say of the deal what the log says
acta-why-result-line = it does not say of the end what the log says
acta-why-counts = it does not count the lines right
acta-why-sum = the sum does not match: something before this line was changed

## The page

acta-page-title = Check an acta
acta-page-pick = Choose the acta, or drop it here
acta-page-drop = Drop the acta here
acta-page-text = It is the file that keeps a match so that it can be checked. All of it is read in this browser, also without a network, and sent to nobody.
acta-page-checking = Checking…
acta-page-found = What was found
acta-page-refuted = Keep this file: it shows that the server told two histories of one table.
acta-save = Save the acta
acta-page-own = { $match ->
    [0] The acta of this table's last match is fetched from the server and checked here. Save it to check it elsewhere too, without the server.
   *[other] The acta of match { $match } is fetched from the server and checked here. Save it to check it elsewhere too, without the server.
}
acta-page-means = The cards came in the order that was sealed before the deal, with the chance that had been given. What no acta tells: whether the server, which knows the cards, told somebody of them.
acta-page-bad = Either somebody changed the file, or what it tells did not happen so. Save the acta from the table once more: if it still is not right, show it to the others.
acta-page-other = { $mark } It is right in itself, but it is not the history that was told here.
acta-page-receipts = { $mark } Your { $count } receipts (the letters you saw in play) agree (versions { $versions })
