# Lo que solo dice la terminal.

## La mesa en líneas

cli-table-head = { $titled ->
    [yes] Mesa «{ $title }»
   *[no] Mesa
}, { $preset }.{ $scoring ->
    [places] {" "}Se juega por puestos.
    [countdown] {" "}Cada ronda ganada quita una carta del reparto; gana quien llega a cero.
    [elimination] {" "}Quien pasa de { $limit } puntos queda fuera.
    [losers_add] {" "}Se juega hasta los { $target } puntos, y gana quien tenga menos.
   *[other] { $target ->
        [0] {""}
        [one] {" "}Se juega a 1 punto.
       *[other] {" "}Se juega a { $target } puntos.
    }
}{ $packs ->
    [1] {""}
   *[other] {" "}Con { $packs } barajas.
}
# Costumbres de la mesa, detrás de su nombre: $word lo que se dice, $calls automatic o called
cli-house-honour = Las reglas las cuida cada uno: vale cualquier carta si nadie reclama («reclamar NOMBRE»).
cli-house-calls = Al quedarse con una carta se dice «{ $word }»{ $calls ->
    [called] {""}; si no, te lo pueden reclamar.
   *[automatic] {""}; si no, hay multa.
}
cli-house-clock = { $seconds } segundos por turno.
cli-house-rounds = { $rounds ->
    [one] Una sola ronda.
   *[other] { $rounds } rondas como mucho.
}
cli-house-time = { $minutes ->
    [one] Un minuto de partida.
   *[other] { $minutes } minutos de partida.
}
cli-house-changed = Hay reglas cambiadas: «reglas» las dice.
cli-lobby = Todavía no empieza. Asientos:
cli-round = { $match ->
    [1] Ronda { $round }.
   *[other] Partida { $match }, ronda { $round }.
} Se juega hacia la { $direction ->
    [left] izquierda
   *[right] derecha
}.
cli-between = La ronda { $round } terminó.
cli-over = La partida terminó.
cli-closed = Esta mesa ya se levantó.
cli-seat-free = { $number }. libre
# $what lo que se sabe de quien está sentado («5 cartas, 34 puntos»)
cli-seat = { $number }. { $who }{ $notes }{ $what ->
    [none] {""}
   *[other] : { $what }
}
cli-note-you = tú
cli-note-host = lleva la mesa
cli-note-robot = robot
cli-note-turn = le toca
cli-note-said = avisó
cli-note-eliminated = fuera
cli-note-waiting = espera
cli-note-out = salió, { $place }.º
cli-note-away = no está
cli-note-gone = se fue
cli-note-accepted = juega la revancha
cli-note-watches = no juega
cli-top = Arriba está { $card }{ $named ->
    [yes] {""}, y se pide { $asked }
   *[no] { $unnamed ->
        [yes] {""}, sin { $word } pedido
       *[no] {""}
    }
}.
cli-any-card = cualquier carta
# Cómo se escribe cada color delante del número («az7») donde no hay sitio para más
cli-colour = { $suit ->
    [b] az
    [p] mo
    [n] ma
   *[k] ne
}
# Lo que se teclea para avisar la última carta
cli-call-word = { $pack ->
    [jiujitsu] locos
   *[other] una
}
cli-pending = Castigo pendiente: { $pending ->
    [one] 1 carta
   *[other] { $pending } cartas
}.
cli-hand = Tu mano:
cli-hand-of = Mano de { $who }:
cli-hand-empty = Tu mano está vacía.
cli-hand-card = { $number }. { $card }{ $playable ->
    [yes] {""}, se puede jugar
   *[no] {""}
}
cli-options = Puedes { $options }.
cli-option-play = jugar una de las marcadas con *
cli-option-play-all = jugar cualquiera
cli-option-play-one = jugar una carta
cli-option-draw = { $cards ->
    [1] robar
   *[other] robar las { $cards }
}
cli-option-draw-first = robar la primera
cli-option-draw-rest = { $cards ->
    [1] robar la que falta
   *[other] robar las { $cards } que faltan
}
cli-option-pass = pasar
cli-option-name = pedir un { $word }: { $suits }
# $paid cartas del castigo ya robadas; $first "yes" si se roba primero una sola
cli-turn-owes = { $paid ->
    [0] { $choices ->
        [0] { $first ->
            [yes] Roba la primera.
           *[no] Roba las { $pending }.
        }
       *[other] Responde con { $serves } o { $first ->
            [yes] roba la primera.
           *[no] roba las { $pending }.
        }
    }
   *[other] Ya robaste la primera; { $pending ->
        [one] falta una.
       *[other] faltan { $pending }.
    }
}
# Avisos: $word lo que se teclea
cli-announce-with = Al jugar te queda una: escribe «{ $word }» detrás de la carta.
cli-announce-pass = Te queda una: escribe «paso { $word }».
cli-announce-now = Te queda una y no avisaste: escribe «{ $word }» antes de que juegue otro.
cli-accuse-now = { $who } no avisó que le queda una: escribe «reclamar { $who }» antes de que juegue otro.
cli-name-late = No pediste { $word }. Todavía puedes: «pide» y el { $word }.
# El reloj del turno
cli-clock = { $seconds ->
    [0] El tiempo se acabó.
    [one] Tienes 1 segundo.
   *[other] Tienes { $seconds } segundos.
}
cli-hurry = { $seconds ->
    [one] Te queda 1 segundo.
   *[other] Te quedan { $seconds } segundos.
}

## Al terminar

# $counts "no" donde las manos no valen puntos; $adds "yes" si suma otra cosa que su mano: $gained
cli-left-hand = { $you ->
    [yes] Te quedas con { $cards }
   *[no] { $who } se queda con { $cards }
}{ $counts ->
    [yes] {" "}({ $points ->
        [one] 1 punto
       *[other] { $points } puntos
    })
   *[no] {""}
}{ $adds ->
    [yes] {" "}y { $you ->
        [yes] sumas
       *[no] suma
    } { $gained }.
   *[no] .
}
cli-subtracts = { $you ->
    [yes] Restas { $points }.
   *[no] { $who } resta { $points }.
}
cli-standings = Así vamos: { $list }.
cli-standing = { $who } { $points }{ $out ->
    [yes] {" "}(fuera)
   *[no] {""}
}
cli-rest-eliminated = Puedes seguir mirando.
cli-rest-waiting = La próxima ronda la juegan quienes empatan.
cli-sizes = Próximo reparto: { $list }.
cli-size = { $who } { $cards }
cli-deal-of = reparto de { $cards }
cli-next-hint = Escribe «otra» para repartir de nuevo.
cli-rematch-hint = Escribe «revancha» para jugar otra partida, o «salir».
cli-answer-hint = ¿Juegas la revancha? Escribe «aceptar» o «rechazar».
cli-waiting-answers = Falta que respondan los demás.
cli-places = Así quedamos: { $list }.
cli-place-of = { $place }.º { $who }{ $counts ->
    [yes] {" "}({ $points })
   *[no] {""}
}
cli-series = Partidas ganadas: { $list }.

## La antesala

cli-lobby-host = Escribe «robot» para sentar un robot, «quitar» y un número para quitarlo, «empezar» para empezar.
cli-lobby-guest = Cuando quien lleva la mesa empiece, se reparte.
cli-sit-hint = Hay sitio: escribe «sentarse» para jugar.
cli-no-invite = Así solo se puede mirar. Para jugar, abre el enlace completo con «ochos play».

## Al escribir

cli-your-name = ¿Cómo te llamas? [{ $name }]
cli-not-understood = No entendí «{ $typed }». Escribe «ayuda» para ver qué se puede.
cli-which = «{ $typed }» puede ser { $choices }. Escribe un poco más.
cli-confirm-play = { $sentence } Enter o «sí» para hacerlo; otra cosa lo deja.
# $says "yes" si se dice $words con ella
cli-echo-play = Jugar { $card }{ $asks ->
    [yes] {" "}y pedir { $asked }
   *[no] {""}
}{ $says ->
    [yes] {""}, y decir «{ $words }».
   *[no] .
}
cli-confirm-early = Todavía no te toca: si alguien reclama, la carta vuelve y robas de multa. { $sentence } Escribe «sí» para hacerlo igual.
cli-confirm-accuse = Acusar a { $who }: se mira su última jugada, y si estaba bien puede costarte cartas. Enter o «sí» para hacerlo; otra cosa lo deja.
cli-need-player = Escribe también a quién: su nombre o el número de su asiento, como en «mesa».
cli-no-person = «{ $typed }» no es ninguna otra persona de esta mesa. Escribe su nombre o el número de su asiento, como en «mesa».
cli-outdated = La mesa avanzó y no se envió nada.
cli-alarm-acta = El acta se guarda con «ochos export --acta { $link }» y se comprueba con «ochos verify».
cli-receipt-now = Letras para comparar en la versión { $version }: { $short }. Quien esté en la mesa ve las mismas letras en la misma versión.
cli-echo-suit = Pedir { $asked }.
cli-bad-rule = { $switch ->
    [preset] No hay un juego así. Con «ochos rules» se ven todos.
    [code] Ese código no vale. Cópialo entero y prueba otra vez.
   *[other] { $why ->
        [unknown] No hay una regla «{ $switch }». Con «ochos rules» se ven todas.
       *[other] La regla «{ $switch }» no puede ser así. Con «ochos rules» se ve lo que admite.
    }
}
cli-bad-rules = «{ $switch }» y «{ $other }» no van juntas{ $why ->
    [two_effects] {""}: una carta no puede hacer las dos cosas.
    [not_in_pack] {""}: esa carta no está en la baraja.
    [suitless_not_wild] {""}: una carta sin palo tiene que ir sobre cualquiera.
    [suitless_starter] {""}: una carta sin palo no puede abrir.
    [no_wild_eights] {""}: hacen falta ochos que pidan palo.
    [names_nothing] {""}: esos ochos no piden nada.
    [places_only] {""}: seguir hasta el último va con los puestos, y al revés.
    [applies_in_play_on_only] {""}: eso solo vale donde se sigue jugando.
    [closes_only] {""}: eso solo vale donde la ronda acaba con quien sale.
    [too_many_draws] {""}: juntas harían robar más de media baraja y, armándose otra vez el mazo, la ronda podría no acabar nunca.
    [no_draw_cards] {""}: no hay cartas que hagan robar.
    [no_such_end] {""}: con esa cuenta la partida no acaba así.
    [needs_target] {""}: hace falta decir a cuántos puntos.
    [needs_rounds] {""}: hace falta un máximo de rondas.
    [no_call] {""}: en esta mesa no se avisa.
    [other_pack] {""}: es de otra baraja.
    [one_pack_only] {""}: esa baraja no se junta con otra igual.
    [too_few_cards] {""}: no alcanzan las cartas.
    [out_of_range] {""}: no caben tantos asientos.
   *[other] .
} Cambia una de las dos.
cli-nothing-asked = No hay nada que confirmar.
cli-dropped = No se envió nada.
# $word palo o color; $free "yes" si se puede jugar sin pedirlo
cli-which-suit = ¿Qué { $word } pides con { $card }? Escribe { $suits }{ $free ->
    [yes] {""}, o «sin pedir».
   *[no] .
}
cli-which-card = Tienes varias: { $choices }. Escribe cuál.
cli-no-such-card = No tienes ninguna así. Escribe el número de una de tus cartas.
cli-no-such-number = Tu mano tiene { $cards ->
    [one] 1 carta
   *[other] { $cards } cartas
}. Escribe uno de sus números.
cli-confirm-abandon = Si dejas la partida, termina para todos y la pierdes. Escribe «sí» para dejarla.
cli-confirm-absence = La partida se cierra porque falta { $who }. Escribe «sí» para cerrarla.
cli-absence-unknown = Ahora no se puede cerrar por ausencia.
cli-need-number = Escribe también el número del asiento, como en «mesa».
cli-need-two-numbers = Escribe dos números de asiento, como «cambiar 1 3».
cli-need-words = Escribe también lo que quieres decir.
cli-need-name = Escribe también el nombre.
cli-bye = Hasta luego.
cli-cut-now = Te toca cortar, que te sientas a la derecha de quien reparte: «cortar N» lo hace en la carta N; si no, se corta a la mitad.
cli-cut-how = Escribe «cortar» y el número de la carta, como «cortar 20».
cli-help =
    Para jugar: el número de la carta (3), o la carta: 9♥, 9co, 9 corazones, «reina de picas».
    Con una carta que pide palo: «3 pide picas» u «8p pide co». Letras: C corazones, D diamantes, T tréboles, P picas.
    Una C sola se confirma antes de enviarse, porque en inglés es tréboles; con «co» no hace falta.
    En la baraja de jiu-jitsu: az7, mo+2, «cambiar negro», «elegir azul», «+5 ma». Colores: az azul, mo morado, ma marrón, ne negro.
    robar (r), pasar (p), pedir PALO, mano (m), mesa, puntos, reglas
    una (o locos): avisar que te queda una, sola o detrás de la carta («7co una»); también «paso una».
    reclamar NOMBRE (o su asiento): decir que su última jugada no iba. «8p sin pedir»: jugarla sin decir palo, donde se permite.
    sello: quién puso azar en cada reparto y si cuadra. cortar N: cortar el mazo, si te toca.
    otra: la ronda siguiente. revancha, aceptar, rechazar: otra partida.
    empezar, robot [NOMBRE], quitar N, cambiar N M: antes de empezar, quien lleva la mesa.
    sentarse, levantarse, nombre NOMBRE, charla TEXTO (o decir TEXTO)
    abandonar: dejar la partida. ausencia: cerrar la partida de quien falta.
# Detrás, según quien pregunta
cli-help-seat =
    enlace: el enlace de la mesa. código: lleva tu sitio a otro dispositivo.
    cerrar otros: cierra tu sitio en los demás dispositivos.
    borrarme: borra tu nombre y lo que escribiste.
cli-help-host =
    Como llevas la mesa: callar NOMBRE y devolver NOMBRE, la palabra en la charla;
    mirar no y mirar sí, si se puede mirar; enlace nuevo, y el de antes no vale;
    borrar NOMBRE, su nombre y lo que escribió; borrar mesa, cerrarla para siempre.
cli-help-watch = traer CÓDIGO: trae tu sitio de otro dispositivo.
cli-help-end = ayuda (?), salir. Basta con el principio de cada palabra. También en inglés.

## La puerta: el enlace, las palabras y los dispositivos

cli-done = Hecho.
cli-link = El enlace de la mesa:
cli-link-new = Manda este enlace desde ahora:
cli-link-how = Escribe «enlace» para verlo o «enlace nuevo» para cambiarlo.
cli-confirm-link = Con el enlace de antes ya no se podrá sentar nadie; los que están sentados se quedan. Escribe «sí» para cambiarlo.
# $off "yes" si ahora no se puede mirar
cli-watching-how = { $off ->
    [yes] Ahora nadie puede mirar esta mesa. Escribe «mirar sí» para permitirlo.
   *[no] Ahora puede mirar quien tenga el enlace. Escribe «mirar no» para que nadie mire.
}
cli-confirm-erase-me = Se borran tu nombre y tus líneas de charla, para todos. No se puede deshacer. Escribe «sí» para borrarlos.
cli-confirm-erase-person = Se borran el nombre y las líneas de charla de { $who }, para todos. No se puede deshacer. Escribe «sí» para borrarlos.
cli-confirm-erase-table = La mesa se cierra para siempre; su título, los nombres y la charla se borran. La partida no se puede seguir. Escribe «sí» para cerrarla y borrarla.
# $host "yes" si quien pregunta lleva la mesa
cli-erase-how = «borrarme» borra tu nombre y lo que escribiste{ $host ->
    [yes] {""}; «borrar NOMBRE», lo de otra persona; «borrar mesa» cierra y borra la mesa.
   *[no] .
}
# $you "yes" si es el tuyo; $seated "yes" si tiene el asiento $seat
cli-name-erased = { $you ->
    [yes] Se borró tu nombre.
   *[no] { $seated ->
        [yes] Se borró el nombre de quien ocupa el asiento { $seat }.
       *[no] Se borró el nombre de alguien que ya no se sienta aquí.
    }
}
cli-lines-erased = { $lines ->
    [one] Se borró 1 línea de la charla.
   *[other] Se borraron { $lines } líneas de la charla.
}
# $host "yes" si quien pregunta lleva la mesa
cli-close-how = «cerrar otros» cierra tu sitio en los demás dispositivos; «salir» te lleva fuera{ $host ->
    [yes] {""}; «borrar mesa» cierra y borra la mesa.
   *[no] .
}
cli-confirm-close-others = Esta terminal se queda con tu sitio. Los demás dispositivos que lo tengan abierto lo pierden. Escribe «sí» para cerrarlos.
cli-closed-others = Hecho: tu sitio solo está abierto en esta terminal.
cli-need-code = Escribe también el código: dos palabras y un número, como «traer lobo-nube-482».
cli-brought-elsewhere = Ese sitio es de otra mesa, y ya es de esta terminal. Sal y entra con «ochos play» y este enlace:
cli-seat-moved = Tu sitio se abrió en otro dispositivo, o allí lo cerraron en los demás; esta terminal ya no lo tiene. Para traerlo, pide un código en ese dispositivo y escribe «ochos join CÓDIGO». Para mirar: «ochos watch» y el enlace.
cli-seat-lost = Esta terminal ya no tiene sitio en la mesa: mientras no había conexión pasó a otro dispositivo o lo quitó quien la lleva.
cli-seat-unsure = Tu sitio se cerró en los demás dispositivos, pero el servidor no contesta si esta terminal lo tiene. Vuelve a entrar con el enlace.

## Las reglas, en líneas

cli-rules-code = Código: { $code } (huella { $fingerprint }).
cli-rules-preset = { $preset }: { $name }, de { $least } a { $most } asientos.
cli-rules-variant = Variante { $variant }: { $title }.
# Lo que dicen las partidas de los robots, en promedio
cli-rules-facts = Entre robots: { $minutes ->
    [one] 1 minuto
   *[other] { $minutes } minutos
} y { $rounds ->
    [one] 1 ronda
   *[other] { $rounds } rondas
} por partida; por ronda, { $turns } turnos y { $drawn } cartas robadas{ $blocked ->
    [0] .
   *[other] {""}; sin salida, { $blocked } de cada 100 rondas.
}
cli-rules-switches = Reglas que se pueden cambiar con --set:
cli-rules-switch = { $switch }={ $takes }: { $title }
cli-no-variant = No hay una variante «{ $typed }». Hay estas: { $known }.
cli-bad-set = «{ $text }» no se entiende. Se escribe REGLA=VALOR, como draw_limit=1.

## La sobremesa (repetir una partida)

cli-replay-head = Partida { $match } de la mesa, { $preset }. Juegan { $players }.
cli-replay-unfinished = Esta partida no ha terminado.
cli-replay-steps = { $steps ->
    [one] 1 paso
   *[other] { $steps } pasos
}.
cli-replay-step = Paso { $step } de { $steps }.
cli-replay-end = Aquí acaba.
cli-replay-keys = Enter o → sigue, ← vuelve, [ y ] cambian de ronda, Inicio y Fin, 0 manos a la vista, 1 a 9 un asiento, q sale.
cli-replay-view-open = Manos a la vista.
cli-replay-view-seat = Se ve la mano de { $who }.
cli-replay-no-seat = En esta partida no juega el asiento { $number }.
cli-replay-no-step = Esta partida tiene { $steps ->
    [one] 1 paso
   *[other] { $steps } pasos
}.
cli-not-verified = El archivo no vale desde la línea { $line }: { $why }.
cli-why-not-json = no es un objeto JSON
cli-why-not-canonical = no está escrita como debe
cli-why-not-utf8 = tiene letras que no son UTF-8
cli-why-no-head = la primera línea no dice que sea una partida de Ochos Locos
cli-why-unknown-kind = no es de ningún tipo conocido
cli-why-bad-shape = le falta algo o tiene algo de más
cli-why-chain = no sigue a la anterior: fue cambiada una de las dos
cli-why-order = no está en su orden
cli-why-no-sum = falta la suma del final
cli-why-after-sum = hay algo después de la suma
cli-why-sum = la suma no coincide: algo cambió antes de esta línea
cli-why-frame = no es un paso de la partida
cli-no-file = No se pudo leer { $path }: { $kind ->
    [missing] no existe
    [forbidden] no hay permiso
    [folder] es una carpeta
   *[other] { $why }
}.
cli-not-kept = No se pudo guardar { $path }: { $kind ->
    [missing] no existe esa carpeta
    [forbidden] no hay permiso
    [folder] es una carpeta
   *[other] { $why }
}.
cli-bad-acta = El acta que dio el servidor no cuadra desde la línea { $line } ({ $why }).
cli-exported = Guardado en { $path }.
cli-export-exists = { $path } ya existe. Elige otro nombre con -o.

## El programa

cli-bad-link = «{ $text }» no es un enlace de mesa. Se parece a http://servidor:8000/t/…#….
cli-bad-server = «{ $text }» no es la dirección de un servidor. Se parece a http://servidor:8000.
cli-no-secret = No se pudo guardar quién eres en { $path }: { $why }.
cli-bad-secret = { $path } no tiene lo que debe. Bórralo y se hará otro (perderás tus sitios).
cli-no-server = No hay conexión con { $server }. Mira si el servidor está en marcha y prueba otra vez.
cli-not-a-server = { $server } contesta, pero no es una mesa de Ochos Locos.
cli-table-made = Mesa puesta. Este es su enlace:
cli-wrong-use =
    { $usage }
    Esto no se entiende: { $why }. Con --help se ve todo.
cli-bad-number = «{ $text }» no es un número desde 1.
cli-bad-receipt = «{ $text }» no se entiende. Se escribe la versión, dos puntos y las letras que viste en el sello, como 57:ABCDEFHJ.
cli-guest = Invitado
cli-usage = Ochos Locos en la terminal: jugar, mirar, repetir y guardar partidas.
cli-usage-exits = Acaba con 0 si todo fue bien; 1 si la mesa dijo que no, si un acta no cuadra, o si esta terminal perdió su sitio en ella; 2 si algo está mal escrito; 3 sin conexión; 4 si un archivo no vale; 130 si se interrumpe.
cli-usage-play = Juega en una mesa
cli-usage-new = Pone una mesa y se sienta en ella
cli-usage-watch = Mira una mesa
cli-usage-replay = Repite una partida, de un archivo o de un enlace
cli-usage-join = Trae tu sitio de otro dispositivo, con un código
cli-usage-join-code = dos palabras y un número, como lobo-nube-482
cli-usage-seat-code = Pide un código que lleva tu sitio a otro dispositivo
# $minutes minutos que vale; $server dirección del servidor; $code el código
cli-seat-code =
    Escríbelo en el otro dispositivo: { $server }/#code={ $code }
    Sirve una vez, durante { $minutes } minutos. Esta terminal deja entonces el sitio.
cli-usage-export = Guarda una partida en un archivo
cli-usage-verify = Comprueba el acta de una partida, sin preguntar a ningún servidor
cli-usage-json = El informe como JSON
cli-usage-receipt = Compara con las letras que viste en el sello en una versión, como 57:ABCDEFHJ; se puede repetir
cli-usage-acta = El acta, para comprobarla con «ochos verify»
cli-usage-names = Con los nombres de las personas en el acta
cli-usage-lang = Idioma: es o en
cli-usage-ascii = Letras en vez de símbolos para los palos
cli-usage-color = Colores: auto, always (siempre) o never (nunca)
cli-usage-plain = Líneas sencillas también en la terminal, sin guardar el sitio de lo que escribes
cli-usage-straight = De corrido, sin esperar teclas
cli-usage-your-name = Tu nombre en la mesa
cli-usage-preset = Las reglas: clasico, especiales, familiar, montanita o jiujitsu
cli-usage-variant = Variantes con nombre; «ochos rules» las dice
cli-usage-set = Reglas que se cambian, como draw_limit=1 o draw=2:2,3:3; «ochos rules» las dice
cli-usage-code = Las reglas de un código, o de un enlace que lo lleva
cli-usage-rules = Cuenta las reglas de una mesa, de un código o de un juego; sin nada, todo lo que se puede elegir
cli-usage-rules-what = Un juego, un código o el enlace de una mesa
cli-usage-seats = Cuántos asientos, de 2 a 10
cli-usage-title = Cómo se llama la mesa
cli-usage-server = El servidor; si no se dice, OCHOS_SERVER o
cli-usage-robots = Cuántos robots se sientan ya
cli-usage-seat = Ver la mano de este asiento (desde 1)
cli-usage-open = Ver todas las manos
cli-usage-step = Ver la mesa en este paso
cli-usage-match = Qué partida de la mesa; si no se dice, la última
cli-usage-output = Dónde se guarda; «-» lo escribe en la salida
cli-usage-arguments = Qué
cli-usage-options = Opciones
cli-usage-help = Muestra esta ayuda
cli-usage-version = Muestra la versión
