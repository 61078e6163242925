### Las páginas del navegador que no son la mesa en juego: inicio, poner una mesa, antesala y sobremesa.

## Inicio

home-greeting = { $when ->
    [morning] Buenos días
    [afternoon] Buenas tardes
   *[night] Buenas noches
}{ $name ->
    [none] .
   *[other] , { $name }.
}
home-waiting = { $tables ->
    [0] { $known ->
        [0] Pon la primera mesa.
       *[other] Nadie te espera por ahora.
    }
    [1] Una mesa te espera.
    [2] Dos mesas te esperan.
    [3] Tres mesas te esperan.
   *[other] { $tables } mesas te esperan.
}
home-tables = Tus mesas
home-none = Aquí no hay ninguna mesa todavía. Pon la primera.
home-make = Poner una mesa
home-open = Abrir un enlace
home-paste = Pega aquí el enlace
home-paste-go = Abrir
home-paste-bad = Ese enlace no lleva a una mesa. Cópialo entero y pégalo otra vez.
home-paste-elsewhere = Esa mesa está en otro sitio: { $origin }. Allí vamos.
home-over = De sobremesa
home-replay = Volver a verla
home-file = Ver una partida guardada
home-dropped = { $tables ->
    [one] Una mesa tuya ya se levantó. La quitamos de la lista.
   *[other] { $tables } mesas tuyas ya se levantaron. Las quitamos de la lista.
}
home-silent = Ahora no hay conexión con las mesas. Esto es lo último que vimos.
home-untitled = { $preset ->
    [none] Mesa sin nombre
   *[other] { $preset }
} · { $day }, { $time }
home-phase = { $phase ->
    [lobby] Esperando gente: { $filled } de { $seats }
    [round] Ronda { $round } · { $preset }
    [between] Entre dos rondas · { $preset }
    [over] Partida terminada
   *[closed] La mesa se levantó
}
home-phase-unknown = No sabemos cómo va
home-your-turn = Te toca
home-your-turn-since = Te toca · { $since }
home-watching = Mirando
home-since = Espera { $since }
home-open-seat = { $free ->
    [one] Queda 1 sitio
   *[other] Quedan { $free } sitios
}
home-ready = Ya están todos
home-next-round = Falta repartir
home-won = Ganó { $who } · { $day }
home-won-points = Ganó { $who }, { $points } · { $day }
home-nobody-won = Sin ganador · { $day }
home-points = { $first } a { $second }
home-settings = Ajustes
home-credits = Créditos

## Poner una mesa

new-title = Poner una mesa
new-what = ¿A qué jugamos?
new-about-clasico = Solo el 8 es loco.
new-about-especiales = El 2 castiga, la reina salta, el as da la vuelta.
new-about-familiar = Se roba una. Suma quien pierde; gana quien tiene menos.
new-about-montanita = Comodines y castigos, hasta que solo quede uno.
new-about-jiujitsu = Cinturones y cartas rojas. Quien pasa de 888 sale.
new-fact-rounds = { $rounds ->
    [1] 1 ronda
   *[other] { $rounds } rondas
} de { $turns } turnos
new-fact-drawn = { $count } robadas
new-fact-minutes = unos { $count } min
new-fact-blocked = { $count } % sin salida
new-fact-shorter = Más corta: «{ $title }», unos { $minutes } min
new-facts-about = Los números son de partidas jugadas por robots, { $seats } a la mesa, al paso de una persona. «Robadas»: cartas que se roban en una ronda; «sin salida»: rondas que se acaban porque nadie puede seguir.
new-variants = Variantes con nombre
new-my-rules = Mis reglas
new-drop-rules = Borrar «{ $name }»
new-keep = Estas reglas
new-read-rules = Leerlas enteras
new-rules-name = Ponles un nombre
new-save = Guardar
new-saved = Guardadas como «{ $name }» en este navegador.
new-share-rules = Con este enlace cualquiera pone una mesa con las mismas reglas. Huella { $fingerprint }.
new-share-label = Enlace de estas reglas
new-bad-link = El enlace de esas reglas no está completo. Elige aquí cómo jugar.
new-group-deal = La baraja y el reparto
new-group-cards = Lo que hacen las cartas
new-group-penalties = Los castigos
new-group-drawing = Robar y pasar
new-group-closing = La última carta
new-group-keeping = Faltas y reloj
new-group-counting = Puntos y final
new-group-more = Lo demás
new-group-changed = { $changes ->
    [one] 1 cambio
   *[other] { $changes } cambios
}
new-fault-wrong_card = Una carta que no va
new-fault-out_of_turn = Jugar fuera de turno
new-fault-unnamed = No pedir palo
new-fault-slow = Tardar demasiado
new-fault-wrong_call = Reclamar sin razón
new-fault-none = no
new-rank = { $rank ->
    [T] 10
    [JK] comodín
    [plus2] +2
    [change] Cambiar
    [leap] Saltar
    [plus5] +5
    [EL] Elegir
   *[other] { $rank }
}
new-fewer = Una menos
new-greater = Una más
new-house = Como en tu casa
new-seats = ¿Cuántos se sientan?
new-seats-more = más
new-name = Tu nombre
new-name-hint = Como te llaman en la mesa
new-name-missing = Escribe cómo te llamas: entre 1 y 24 letras.
new-table-title = Nombre de la mesa
new-table-title-hint = Si quieres: «Los viernes»
new-changed = { $changes ->
    [0] Cambiar algo
    [one] Cambiar algo · 1 cambio
   *[other] Cambiar algo · { $changes } cambios
}
new-reset = Dejarlo como estaba
new-go = Poner la mesa
new-going = Poniendo la mesa…
new-summary = { $preset } · { $seats } asientos{ $target ->
    [0] {""}
   *[other] {" "}· hasta { $target } puntos
}
new-loading = Trayendo las reglas…
new-failed = Ahora no llegan las reglas. Revisa la conexión y prueba otra vez.
new-retry = Probar otra vez
new-no-answer = La mesa no contesta. Revisa la conexión y prueba otra vez.
new-conflict = { $why ->
    [two_effects] Una misma carta no puede hacer las dos cosas: «{ $switch }» y «{ $other }».
    [too_many_draws] «{ $switch }»: juntas harían robar más de media baraja, y con «{ $other }» la ronda podría no acabar nunca.
    [no_draw_cards] «{ $switch }» pide cartas que hagan robar. Mira «{ $other }».
    [too_few_cards] No alcanzan las cartas: mira «{ $switch }» y «{ $other }».
    [out_of_range] Ese número de asientos no cabe en esta mesa.
    [bad_value] «{ $switch }» no admite ese valor.
    [not_in_pack] «{ $switch }» nombra cartas que esa baraja no tiene.
    [suitless_not_wild] En esa baraja hay cartas sin palo, y tienen que ir sobre todo: mira «{ $switch }».
    [suitless_starter] Una carta sin palo no puede abrir: mira «{ $switch }».
    [no_wild_eights] «{ $switch }» habla de ochos locos, y aquí no los hay.
    [names_nothing] Si el 8 no pide palo, quien reparte tampoco: «{ $switch }» y «{ $other }».
    [places_only] «{ $switch }» va solo con «por puestos», y «por puestos» solo así.
    [applies_in_play_on_only] El efecto de la última carta cuenta solo si los demás siguen jugando.
    [closes_only] Aquí la última carta no cierra la ronda: mira «{ $switch }» y «{ $other }».
    [no_such_end] Con esa manera de contar no vale «{ $switch }».
    [needs_target] Con esa manera de contar hace falta un número en «{ $switch }».
    [needs_rounds] Hace falta un número en «{ $switch }», o la partida no acabaría.
    [no_call] «{ $switch }» pide que se avise la última carta.
    [other_pack] «{ $switch }» es de la otra baraja.
    [one_pack_only] De esa baraja se usa una sola: mira «{ $switch }».
   *[other] No van juntas: «{ $switch }» y «{ $other }».
}
new-switch-yes = sí
new-switch-no = no
new-switch-none = { $key ->
    [target] 50 por jugador
    [two_packs_from] nunca
    [turn_seconds] sin reloj
    [draw_limit] hasta poder
   *[other] sin límite
}
new-rank-draws = Con { $rank } se roban

switch-seats = ¿Cuántos se sientan?
switch-pack = Baraja
switch-pack-french52 = 52 cartas
switch-pack-french54 = con comodines
switch-pack-jiujitsu = de jiu-jitsu
switch-two_packs_from = Dos barajas desde
switch-two_packs_from-about = Número de jugadores
switch-hand_size = Cartas para cada uno
switch-hand_size_two = Cartas si son dos
switch-direction = Hacia dónde se juega
switch-direction-right = a la derecha
switch-direction-left = a la izquierda
switch-first_dealer = Quién reparte primero
switch-first_dealer-host = quien pone la mesa
switch-first_dealer-lowest_cut = la carta más baja
switch-first_dealer-highest_cut = la carta más alta
switch-next_dealer = Quién reparte después
switch-next_dealer-in_direction = quien sigue en el juego
switch-next_dealer-left = el de la izquierda
switch-next_dealer-right = el de la derecha
switch-starter_forbidden = No pueden abrir
switch-starter_forbidden-about = Si sale una de estas, vuelve al mazo y se saca otra
switch-starter_eight = Si abre un 8
switch-starter_eight-buried = vuelve al mazo
switch-starter_eight-dealer_names = quien reparte pide palo
switch-starter_effects = La primera carta tiene efecto
switch-starter_effects-about = Castiga, salta o da la vuelta nada más abrir
switch-wild_suit = Van sobre todo y piden palo
switch-wild_suit-about = Las cartas locas
switch-wild_keep = Van sobre todo sin pedir
switch-wild_keep-about = Sigue el palo que había
switch-skip = Hacen perder el turno
switch-reverse = Dan la vuelta
switch-reverse_two = La vuelta entre dos
switch-reverse_two-about = Con dos jugadores el sentido no cambia
switch-reverse_two-nothing = no hace nada
switch-reverse_two-play_again = se juega otra vez
switch-draw = Hacen robar
switch-draw-about = A quien sigue, si no responde
switch-play_again = Dan otra jugada
switch-play_again-about = Se puede jugar otra que sirva, o pasar
switch-eight_on_eight = Un 8 va sobre otro 8
switch-silent_eight = El 8 no pide palo
switch-silent_eight-about = Vale el palo que lleva
switch-stacking = Los castigos se suman
switch-stacking-about = Si no, solo cuenta el último
switch-answers = Con qué se responde
switch-answers-any_draw = cualquiera que castigue
switch-answers-jiujitsu = la tabla de jiu-jitsu
switch-penalty_first_card = El castigo en dos veces
switch-penalty_first_card-about = Primero una carta: si responde, se puede jugar
switch-draw_limit = Al robar
switch-draw_limit-about = Cartas en un turno
switch-draw_limit-1 = una
switch-draw_limit-2 = dos
switch-draw_limit-3 = tres
switch-voluntary_draw = Robar aunque tengas carta
switch-drawn_card = La carta robada que sirve
switch-drawn_card-may = se puede jugar
switch-drawn_card-must = hay que jugarla
switch-rebuild_stock = Se rearma el mazo
switch-rebuild_stock-about = La pila vuelve a ser mazo cuando se acaba
switch-play_on = Se sigue hasta que quede uno
switch-play_on-about = Quien se queda sin cartas sale con su puesto
switch-last_card_effect = El efecto de la última carta
switch-last_card_effect-ignored = no cuenta
switch-last_card_effect-draw_applies = el castigo se roba
switch-last_card_effect-applies = cuenta
switch-last_card_call = Avisar la última carta
switch-last_card_call-about = Decir «¡una!» al quedarse con una
switch-last_card_call-off = no hace falta
switch-last_card_call-automatic = olvidarlo cuesta
switch-last_card_call-called = cuesta si otro lo nota
switch-last_card_fine = Multa por no avisar
switch-last_card_fine-about = En cartas
switch-call_on_pass = Avisar también al pasar
switch-enforcement = Quién cuida las reglas
switch-enforcement-about = Entre ustedes: se puede poner cualquier carta, y los demás reclaman
switch-enforcement-strict = la mesa
switch-enforcement-honour = entre ustedes
switch-fines = Multas, en cartas
switch-fines-about = Solo cuando se cuidan entre ustedes; la de tardar, con reloj
switch-turn_seconds = Segundos por turno
switch-scoring = Cómo se cuenta
switch-scoring-winner_collects = gana y recoge
switch-scoring-losers_add = cada uno suma lo suyo
switch-scoring-elimination = quien se pasa sale
switch-scoring-places = por puestos
switch-scoring-countdown = cuenta regresiva
switch-target = Puntos que acaban la partida
switch-limit = Quien pasa de estos puntos sale
switch-max_rounds = Rondas como mucho
switch-time_limit = Minutos de partida
switch-time_limit-about = La ronda en juego se termina
switch-on_abandon = Si alguien se va
switch-on_abandon-ends = se acaba la partida
switch-on_abandon-robot_plays = sigue un robot

## Antesala

lobby-almost = { $free ->
    [0] Ya estamos todos
    [one] Ya casi estamos. Falta uno.
   *[other] { $filled ->
        [1] La mesa está puesta
       *[other] Ya vamos llegando
    }
}
lobby-waiting = Esperando gente · { $filled } de { $seats } sitios
lobby-untitled = Mesa nueva
lobby-host = lleva la mesa
lobby-robot = robot
lobby-you = tú
lobby-you-host = tú, y llevas la mesa
lobby-away = salió un momento
lobby-here = ya está aquí
lobby-free = Libre
lobby-free-hint = se llena con el enlace
lobby-free-sit = sentarme aquí
lobby-free-robot = sentar un robot
lobby-seat = Asiento { $seat }:
lobby-add-robot = Sentar un robot
lobby-seats-list = Asientos
lobby-remove = Quitar a { $who }
lobby-remove-short = Quitar
lobby-remove-sure = ¿Quitar a { $who } de la mesa?
lobby-swap = Cambiar sitios
lobby-swap-second = { $who } cambia de sitio. ¿Con quién?
lobby-swap-here = cambiar aquí
lobby-cancel = Volver
lobby-rename = Cambiar mi nombre
lobby-rename-go = Guardar
lobby-leave = Dejar mi sitio
lobby-leave-sure = ¿Dejar tu sitio? Otra persona podrá sentarse.
lobby-yes-leave = Dejarlo
lobby-invite = Invita con el enlace
lobby-invite-hint = { $may ->
    [nothing] Los sitios están ocupados, y ahora no se deja mirar.
    [watch] Los sitios están ocupados: quien lo abre puede mirar.
   *[sit] Quien lo abre puede sentarse.
}
lobby-link = Enlace de la mesa
lobby-share = Compartir
lobby-share-text = Te guardo sitio en la mesa.
lobby-copy = Copiar
lobby-copied = Enlace copiado.
lobby-copy-yourself = El enlace está marcado. Cópialo con el menú o con Ctrl C.
lobby-qr = Código QR del enlace de la mesa
lobby-qr-hint = O apunta con la cámara del teléfono
lobby-local = Esta dirección solo abre en este equipo. Para que entren otros de la casa, el servidor se arranca con «make play HOST=lan».
lobby-rules = Se juega { $preset }
lobby-rules-packs = Se mezclan { $packs } barajas: de cada carta hay { $packs } iguales.
lobby-rules-read = Leer las reglas
lobby-rules-honour = La mesa no vigila: cada uno cuida las reglas, y los demás reclaman.
lobby-sit = Siéntate a jugar
lobby-sit-name = Tu nombre
lobby-sit-go = Sentarme
lobby-sit-hint = Escribe tu nombre y siéntate. Si prefieres un sitio, tócalo.
lobby-full = La mesa está completa. Puedes mirar.
lobby-watching = Estás mirando. Las manos no se ven.
lobby-watching-only = Con este enlace se puede mirar. Para sentarte, pide el enlace completo.
lobby-watchers = { $watchers ->
    [one] Mira una persona
   *[other] Miran { $watchers } personas
}
lobby-start = Repartir
lobby-start-now = Puedes empezar ya
lobby-start-free = { $free ->
    [one] Puedes empezar ya, o esperar a uno más
   *[other] Puedes empezar ya, o esperar a { $free } más
}
lobby-start-alone = Falta alguien para empezar. Invita o sienta un robot.
lobby-start-wait = Empieza { $who } cuando quiera
lobby-company = En la mesa: { $list }.

## Sobremesa

replay-title = Sobremesa
replay-of = Sobremesa · { $title }
replay-won = Ganó { $who }, { $points } · { $day }
replay-won-plain = Ganó { $who } · { $day }
replay-unfinished = Partida sin terminar · { $day }
replay-back = Volver
replay-loading = Trayendo la partida…
replay-open-title = Volver a ver una partida
replay-open-text = Elige el archivo de una partida guardada, o suéltalo aquí. Se mira en este navegador, sin enviarlo a ningún lado.
replay-open-pick = Elegir archivo
replay-open-drop = Suelta el archivo aquí
replay-unknown = No encontramos esa partida. Mira si el enlace está completo.
replay-not-yet = En esta mesa todavía no se ha jugado ninguna partida.
replay-silent = La mesa no contesta. Revisa la conexión y prueba otra vez.
replay-retry = Probar otra vez
replay-save = Guardar la partida
replay-checked = archivo comprobado
replay-match = Partida { $match }
replay-matches = Partidas de esta mesa
replay-of-all = de { $of }
replay-slider = Momento de la partida
replay-value = { $at } de { $of }. { $text }
replay-first = Al principio
replay-previous = Atrás
replay-next = Adelante
replay-last = Al final
replay-play = Seguir solo
replay-stop = Parar
replay-all = Todas
replay-views = De quién se ven las cartas
replay-round = Ronda { $round }
replay-log = Lo que va pasando
replay-mark-eight = { $pack ->
    [jiujitsu] una roja
   *[other] un 8
}
replay-mark-penalty = castigo
replay-mark-reversal = vuelta
replay-turn = le toca
replay-won-round = gana la ronda
replay-hidden = { $cards ->
    [one] 1 carta tapada
   *[other] { $cards } cartas tapadas
}
replay-points = { $points ->
    [one] 1 punto
   *[other] { $points } puntos
}
replay-hand = Mano de { $who }
replay-keys-text = Flechas: un paso. [ y ]: una vuelta. Inicio y Fin. Espacio: seguir o parar. 0: todas las manos. 1 a 9: la mano de cada uno.
replay-start-text = Empieza la partida.
replay-bad = { $fault ->
    [too_big] El archivo es demasiado grande para ser una partida.
    [empty] El archivo está vacío.
    [other_format] Este archivo es de otra versión y aquí no se puede leer.
    [no_head] Esto no parece una partida de Ochos Locos.
    [no_sum] El archivo está cortado: falta su última línea.
    [no_frames] El archivo no tiene jugadas.
    [broken_chain] La línea { $line } no sigue a la anterior: alguien la cambió.
    [wrong_sum] El archivo cambió después de guardarse: su suma no cuadra.
    [gap] En la línea { $line } falta algo: las jugadas no van seguidas.
    [out_of_order] La línea { $line } no está en su sitio.
    [after_sum] Sobra algo desde la línea { $line }.
    [unknown_kind] La línea { $line } es de una clase que no conocemos.
    [not_canonical] La línea { $line } no está escrita como debe: alguien la tocó.
    [not_text] La línea { $line } no es texto.
   *[other] La línea { $line } no se puede leer.
}

## Las reglas de una mesa

rules-here = Como en tu casa
rules-games = Cómo se juega
rules-to-games = Ver todos los juegos
rules-change-about = Cada mesa puede cambiar reglas: al ponerla, en «Cambiar algo».
rules-loading = Trayendo las reglas…
rules-silent = Ahora no llegan las reglas. Revisa la conexión y prueba otra vez.
rules-unknown = No encontramos esa mesa.
rules-retry = Probar otra vez
rules-print = Imprimir
rules-to-table = Ir a la mesa
rules-fingerprint = Huella de estas reglas: { $fingerprint }

## Créditos

credits-title = Créditos
credits-jiujitsu = La baraja y el juego de jiu-jitsu son de Luis De Palma, que los ofrece con licencia Creative Commons. Los dibujos de esta mesa son propios.
credits-game = El ocho loco es de todos.
credits-drawings = Cartas, palos, marca e iconos se dibujaron para Ochos Locos.
credits-fonts = Letras: Atkinson Hyperlegible Next y Bricolage Grotesque, con licencia SIL Open Font 1.1.
credits-parts = Piezas de otros: Svelte (MIT), @fluent/bundle (Apache 2.0), @noble/hashes (MIT) y uqr (MIT).
