# Lo que solo dice la terminal.

## La mesa en líneas

cli-table-head = { $titled ->
    [yes] Mesa «{ $title }»
   *[no] Mesa
}, { $preset }.{ $target ->
    [0] {""}
   *[other] {" "}Se juega a { $target } puntos.
}{ $packs ->
    [1] {""}
   *[other] {" "}Con { $packs } barajas.
}
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
cli-note-away = no está
cli-note-gone = se fue
cli-note-accepted = juega la revancha
cli-note-watches = no juega
cli-top = Arriba está { $card }{ $named ->
    [yes] {""}, y se pide { $asked }
   *[no] {""}
}.
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
cli-option-draw = { $cards ->
    [1] robar
   *[other] robar las { $cards }
}
cli-option-pass = pasar
cli-option-name = pedir un palo: { $suits }
cli-turn-owes = { $choices ->
    [0] Roba las { $pending }.
   *[other] Responde con { $serves } o roba las { $pending }.
}

## Al terminar

cli-left-hand = { $who } se queda con { $cards } ({ $points ->
    [one] 1 punto
   *[other] { $points } puntos
}).
cli-standings = Así vamos: { $list }.
cli-standing = { $who } { $points }
cli-next-hint = Escribe «otra» para repartir de nuevo.
cli-rematch-hint = Escribe «revancha» para jugar otra partida, o «salir».
cli-answer-hint = ¿Juegas la revancha? Escribe «aceptar» o «rechazar».
cli-waiting-answers = Falta que respondan los demás.
cli-places = Así quedamos: { $list }.
cli-place-of = { $place }.º { $who } ({ $points })
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
cli-echo-play = Jugar { $card }.
cli-echo-play-asking = Jugar { $card } y pedir { $asked }.
cli-echo-suit = Pedir { $asked }.
cli-bad-rule = La regla «{ $switch }» no puede ser así. Cámbiala y prueba otra vez.
cli-nothing-asked = No hay nada que confirmar.
cli-dropped = No se envió nada.
cli-which-suit = ¿Qué palo pides con { $card }? Escribe { $suits }.
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
cli-help =
    Para jugar: el número de la carta (3), o la carta: 9♥, 9co, 9 corazones, «reina de picas».
    Con una carta que pide palo: «3 pide picas» u «8p pide co». Letras: C corazones, D diamantes, T tréboles, P picas.
    Una C sola se confirma antes de enviarse, porque en inglés es tréboles; con «co» no hace falta.
    robar (r), pasar (p), pedir PALO, mano (m), mesa, puntos
    otra: la ronda siguiente. revancha, aceptar, rechazar: otra partida.
    empezar, robot [NOMBRE], quitar N, cambiar N M: antes de empezar, quien lleva la mesa.
    sentarse, levantarse, nombre NOMBRE, charla TEXTO (o decir TEXTO)
    abandonar: dejar la partida. ausencia: cerrar la partida de quien falta.
    ayuda (?), salir. Basta con el principio de cada palabra. También en inglés.

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
cli-no-file = No se pudo leer { $path }: { $why }.
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
cli-guest = Invitado
cli-usage = Ochos Locos en la terminal: jugar, mirar, repetir y guardar partidas.
cli-usage-play = Juega en una mesa
cli-usage-new = Pone una mesa y se sienta en ella
cli-usage-watch = Mira una mesa
cli-usage-replay = Repite una partida, de un archivo o de un enlace
cli-usage-export = Guarda una partida en un archivo
cli-usage-lang = Idioma: es o en
cli-usage-ascii = Letras en vez de símbolos para los palos
cli-usage-color = Colores: auto, always (siempre) o never (nunca)
cli-usage-plain = Líneas sencillas también en la terminal, sin guardar el sitio de lo que escribes
cli-usage-straight = De corrido, sin esperar teclas
cli-usage-your-name = Tu nombre en la mesa
cli-usage-preset = Las reglas: clasico o especiales
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
