# Suits and courts by their names in the Spanish pack; only if the viewer chose so.

suit-C = batons
suit-D = coins
suit-H = cups
suit-S = swords
suit = { $suit ->
    [C] batons
    [D] coins
    [H] cups
    [S] swords
    [b] blue
    [p] purple
    [n] brown
    [k] black
   *[other] { $suit }
}
rank-Q = knight
rank = { $rank ->
    [A] ace
    [T] 10
    [J] jack
    [Q] knight
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
