# Los palos y las figuras por su nombre en la baraja española; solo si quien mira lo eligió.

suit-C = bastos
suit-D = oros
suit-H = copas
suit-S = espadas
suit = { $suit ->
    [C] bastos
    [D] oros
    [H] copas
    [S] espadas
   *[other] { $suit }
}
rank-J = sota
rank-Q = caballo
rank = { $rank ->
    [A] as
    [T] 10
    [J] sota
    [Q] caballo
    [K] rey
   *[other] { $rank }
}
a-rank = { $rank ->
    [J] una sota
   *[other] un { rank }
}
the-card = { $rank ->
    [J] la sota de { suit }
   *[other] el { rank } de { suit }
}
