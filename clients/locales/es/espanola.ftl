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
    [b] azul
    [p] morado
    [n] marrón
    [k] negro
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
    [JK] comodín
    [plus2] +2
    [change] Cambiar
    [leap] Saltar
    [plus5] +5
    [EL] Elegir
    [red] roja
   *[other] { $rank }
}
a-rank = { $rank ->
    [J] una sota
    [red] una roja
   *[other] un { rank }
}
the-card = { $rank ->
    [J] la sota de { suit }
   *[other] el { card }
}
