### El acta: el archivo de una partida, y lo que da comprobarlo sin el servidor. Terminal y página.

acta-of = Acta de la partida { $match } de la mesa { $table }
acta-rules = Reglas: { $preset }, huella { $fingerprint }
acta-log = { $mark } { $entries ->
    [one] 1 entrada del registro
   *[other] { $entries } entradas del registro
}, versiones { $first } a { $last }, cada una atada a la anterior
acta-round = Ronda { $round } (reparto { $deal })
acta-seal-good = { $mark } La semilla es la del sello, publicado antes de repartir
acta-seal-bad = { $mark } La semilla no es la del sello
acta-seal-sealed = Sellada: la ronda no ha terminado y su semilla sigue oculta
acta-given = Aportaron azar: { $who }
acta-given-none = Nadie aportó azar
acta-missing = Faltó el azar de: { $who }
acta-cut = Nadie cortó: por defecto { $cards ->
    [one] 1 carta pasó
   *[other] { $cards } cartas pasaron
} de arriba abajo
acta-cut-by = Cortó { $who }: { $cards ->
    [one] 1 carta pasó
   *[other] { $cards } cartas pasaron
} de arriba abajo
acta-dealt-good = { $mark } Repartida otra vez desde la semilla: { $moves ->
    [one] 1 movimiento de cartas cuadra
   *[other] { $moves } movimientos de cartas cuadran
}{ $rebuilds ->
    [0] .
    [one] , con el mazo rearmado 1 vez.
   *[other] , con el mazo rearmado { $rebuilds } veces.
}
acta-dealt-bad = { $mark } Repartida otra vez desde la semilla, no cuadra
acta-running = La partida no había terminado cuando se guardó esta acta
acta-digest = Letras para comparar en la versión { $version }: { $short }
acta-receipt-good = { $mark } Tu recibo de la versión { $version } coincide
acta-receipt-bad = { $mark } Tu recibo de la versión { $version } NO coincide: a ti el servidor te contó otra historia
acta-receipt-outside = Tu recibo de la versión { $version } no es de esta partida: no se puede comparar
acta-receipt-withdrawn = Tu recibo de la versión { $version } no coincide, pero después el servidor te dijo que había vuelto a un estado anterior
acta-receipt-none = No guardas recibos de esta mesa (las letras del sello que se vieron al jugar): solo se mira que el acta cuadre por sí sola
acta-fine = { $mark } Todo cuadra.
acta-not-fine = { $mark } No cuadra desde la línea { $line }: { $why }.
acta-expected = Se esperaba: { $text }
acta-found = Se encontró: { $text }
acta-seat = asiento { $number }

## Por qué no vale una línea

acta-why-too-big = el archivo es demasiado grande para ser un acta
acta-why-no-acta = la primera línea no dice que sea un acta de Ochos Locos
acta-why-not-utf8 = tiene letras que no son UTF-8
acta-why-not-json = no es un objeto JSON
acta-why-not-canonical = no está escrita de la única manera en que se escribe
acta-why-unknown-kind = es de un tipo que no se conoce
acta-why-shape = le falta algo o tiene algo de más
acta-why-order = no está en su orden
acta-why-after-end = hay algo después de la línea del final
acta-why-no-end = falta la línea del final
acta-why-version = no tiene el número que sigue
acta-why-chain = su huella no es la que sale de ella y de la anterior: algo se cambió
acta-why-body = lo que se lee no es lo que está atado
acta-why-head = la cabecera no dice lo mismo que el comienzo de la partida
acta-why-no-start = con ella no empieza ninguna partida
acta-why-event = cuenta algo que ahí no puede pasar
acta-why-unknown-event = cuenta algo que este programa no conoce; uno más nuevo lo sabrá
acta-why-deal = no es el reparto que toca
acta-why-not-revealed = la partida termina sin que se haya abierto la semilla de un reparto
acta-why-seal = la semilla no es la del sello publicado antes de repartir
acta-why-cut = el corte no es el que se hizo
acta-why-entropy = no entró al reparto lo que se había aportado
acta-why-dealer-cut = las cartas que se cortaron para repartir no son las de la semilla
acta-why-starter = la carta que abre no es la de la semilla
acta-why-hand = esa carta no estaba en esa mano
acta-why-pile = esa carta no estaba encima de la pila
acta-why-count = no cuadra el número de cartas
acta-why-rebuild = el mazo rearmado no es el que sale de la pila
acta-why-left = las cartas que quedaban no son las de esa mano
acta-why-points = los puntos no son los de esas cartas
acta-why-totals = los totales no son los que salen de la ronda
acta-why-deal-line = no dice del reparto lo mismo que el registro
acta-why-result-line = no dice del final lo mismo que el registro
acta-why-counts = no cuenta bien las líneas
acta-why-sum = la suma no coincide: algo cambió antes de esta línea

## La página

acta-page-title = Comprobar un acta
acta-page-pick = Elige el acta, o suéltala aquí
acta-page-drop = Suelta el acta aquí
acta-page-text = Es el archivo que guarda una partida para comprobarla. Se lee entero en este navegador, también sin red, y no se envía a nadie.
acta-page-checking = Comprobando…
acta-page-found = Lo que se encontró
acta-page-refuted = Guarda este archivo: muestra que el servidor contó dos historias de la misma mesa.
acta-save = Guardar el acta
acta-page-own = { $match ->
    [0] El acta de la última partida de esta mesa se trae del servidor y se comprueba aquí. Guárdala para comprobarla también en otro sitio, sin él.
   *[other] El acta de la partida { $match } se trae del servidor y se comprueba aquí. Guárdala para comprobarla también en otro sitio, sin él.
}
acta-page-means = Las cartas salieron en el orden que estaba sellado antes de repartir, con el azar que se había aportado. Lo que ningún acta dice: si el servidor, que conoce las cartas, se las contó a alguien.
acta-page-bad = O alguien cambió el archivo, o lo que cuenta no pasó así. Guarda el acta otra vez de la mesa: si sigue sin cuadrar, enséñasela a los demás.
acta-page-other = { $mark } Por sí sola cuadra, pero no es la historia que se contó aquí.
acta-page-receipts = { $mark } Tus { $count } recibos (las letras que viste al jugar) coinciden (versiones { $versions })
