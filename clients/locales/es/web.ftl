### Palabras del navegador. Las frases que también dice la terminal están en game.ftl.

## En todas partes

go-home = Ir a mis mesas
missing-title = Aquí no hay nada
missing-text = La dirección no lleva a ninguna mesa. Revisa el enlace que te pasaron.
start = Empezar
back = Volver
close = Cerrar
you = Tú
my-tables = Mis mesas
table-untitled = La mesa
skip-to-hand = Ir a mi mano
loading-table = Poniendo la mesa…

## La mesa: de quién es el turno y qué se pide

turn-label = Turno
your-turn = Te toca.
your-turn-title = Te toca
title-between = Fin de ronda
title-over = Partida terminada
plays = Juega { $who }
falls-on-you = Te caen { $pending }
still-owed = Te faltan { $pending }
your-turn-again = Otra vez
or-pass = o pasa
falls-on-them = Le caen { $pending }
answer-with = Responde con { $serves }
or-draw = o roba las { $cards }
draw-penalty = Roba las { $cards }
draw-first = Roba la primera
or-draw-first = o roba la primera
or-rank = o { $rank }
choose-suit = elige el { suit-word }
choose-suit-you = Elige el { suit-word }
chooses-suit = Elige el { suit-word }
anything-goes = cualquier carta
nothing-named = sin { suit-word } pedido
asks = pide { $asked }
in-stock = en el mazo
sent-waiting = Enviada; falta que la mesa la confirme
pile-spoken = Pila: { $card }. Sirven { $serves }.
away = no está
place = { $place }.º
seat-eliminated = fuera
seat-waiting = espera
deal-of = reparto de { $cards }
seconds-left = { $seconds ->
    [one] Queda 1 segundo.
   *[other] Quedan { $seconds } segundos.
}
seat-spoken = { $who }{ $robot ->
    [yes] , robot
   *[no] {""}
}: { $cards }{ $said ->
    [yes] , avisada
   *[no] {""}
}{ $points ->
    [none] {""}
   *[other] , { $points }
}{ $dealer ->
    [yes] , repartió
   *[no] {""}
}{ $away ->
    [yes] , no está
   *[no] {""}
}{ $turn ->
    [yes] . Le toca.
   *[no] .
}

# Una tanda de robos y la carta que la termina; las mismas variables que news-played, y $cards
drawn-count = { $cards ->
    [1] una
   *[other] { $cards }
}
line-drew-played = { $you ->
    [yes] Robas { drawn-count } y juegas { the-card }{ $asks ->
        [yes] {" "}y pides { $asked }
       *[no] { $unnamed ->
            [yes] {""} sin pedir { suit-word }
           *[no] {""}
        }
    }.{ $left ->
        [0] {" "}Te quedas sin cartas.
        [1] { $announced ->
            [yes] {" "}Dices «{ call-words }».
           *[no] {" "}Te queda una.
        }
       *[other] {""}
    }
   *[no] { $who } roba { drawn-count } y juega { the-card }{ $asks ->
        [yes] {" "}y pide { $asked }
       *[no] { $unnamed ->
            [yes] {""} sin pedir { suit-word }
           *[no] {""}
        }
    }.{ $left ->
        [0] {" "}Se queda sin cartas.
        [1] { $announced ->
            [yes] {" "}Dice «{ call-words }».
           *[no] {" "}Le queda una.
        }
       *[other] {""}
    }
}

## La mano y lo que se puede hacer

my-hand = Mi mano
players = Quién juega
actions = Acciones
card-spoken = { $card }{ $can ->
    [yes] , se puede jugar
   *[no] {""}
}{ $fresh ->
    [yes] , nueva
   *[no] {""}
}, { $n } de { $of }
sort-suit = Por palo
sort-colour = Por color
sort-rank = Por número
sort-dealt = Como llegan
sort-label = Orden de la mano: { $now }. Cambiar.
pass = Pasar
draw = Robar
draw-all = { $cards ->
    [1] Robar una
   *[other] Robar las { $cards }
}
draw-spoken = { $cards ->
    [1] Robar una carta, quedan { $stock }
   *[other] Robar las { $cards }, quedan { $stock }
}
draw-the-first = Robar la primera
draw-the-rest = { $cards ->
    [1] Robar la que falta
   *[other] Robar las { $cards } que faltan
}
call-with = Decir «{ call-words }» con lo que haga ahora
call-now = Decir «{ call-words }»
play-early = Fuera de turno
play-early-sure = Todavía no te toca
play-early-about = Si alguien reclama, la carta vuelve a tu mano y robas de multa.
play-early-yes = Jugarla igual
call-somebody = Reclamar
call-whom = ¿A quién le reclamas?
call-out = Reclamar la última jugada de { $who }
call-out-short = ¡no avisó!
call-sure = ¿Reclamar a { $who }?
call-about = Se revisa su última jugada. Si estaba bien, puede costarte cartas.
call-yes = Reclamar
name-late = Pedir { suit-word }
leave-unnamed-short = Sin pedir
leave-unnamed = Jugarla sin pedir { suit-word }
rest-out = Ya saliste: { $place }.º puesto. Los demás siguen.
rest-eliminated = Quedaste fuera de la partida. Puedes seguir mirando.
rest-waiting = Esta ronda la juegan quienes empatan.
cut-title = { $you ->
    [yes] Repartes tú
   *[no] Reparte { $who }
}
cut-seen = Vale
play-rank = Jugar { $rank }
rank-short = { $rank ->
    [T] 10
    [JK] comodín
    [plus2] +2
    [change] Cambiar
    [leap] Saltar
    [plus5] +5
    [EL] Elegir
   *[other] { $rank }
}
wait-turn = Espera tu turno
choose-a-card = Elige una carta
choose-a-suit = Elige un { suit-word }
nothing-serves = Nada que jugar
which-suit = ¿Qué { suit-word } pides?
you-hold = tienes { $cards }
kept-chosen = Todavía no te toca. Tu carta queda elegida.
auto-passing = No hay qué hacer: paso por ti.

## Fin de ronda y de partida

round-heading = { $how ->
    [out] { $you ->
        [yes] Te quedaste sin cartas
       *[no] { $who } se quedó sin cartas
    }
    [blocked] Nadie puede seguir
    [last] Solo queda uno con cartas
   *[stopped] La ronda queda sin terminar
}
round-under = { $how ->
    [blocked] { $you ->
        [yes] Tu mano es la más baja: recoges { $points }.
       *[no] La mano más baja es la de { $who }: recoge { $points }.
    }
   *[out] { $match ->
        [yes] { $you ->
            [yes] Cierras la última ronda y recoges { $points }.
           *[no] { $who } cierra la última ronda y recoge { $points }.
        }
       *[no] { $you ->
            [yes] Recoges { $points } de la mesa.
           *[no] Recoge { $points } de la mesa.
        }
    }
}
# Lo mismo donde los demás suman, donde se resta y se elimina, y en la cuenta regresiva ($size cartas)
round-under-adds = { $how ->
    [blocked] { $you ->
        [yes] Tu mano es la más baja. Los demás suman la diferencia.
       *[no] La mano más baja es la de { $who }. Los demás suman la diferencia.
    }
   *[out] { $you ->
        [yes] Tú no sumas nada; los demás, lo que tienen en la mano.
       *[no] No suma nada; los demás, lo que tienen en la mano.
    }
}
round-under-elimination = { $how ->
    [blocked] { $you ->
        [yes] Tu mano es la más baja: restas 100.
       *[no] La mano más baja es la de { $who }: resta 100.
    }
   *[out] { $you ->
        [yes] Restas 100; los demás suman lo que tienen en la mano.
       *[no] Resta 100; los demás suman lo que tienen en la mano.
    }
}
round-under-countdown = { $size ->
    [0] { $you ->
        [yes] Ganas con una sola carta.
       *[no] { $who } gana con una sola carta.
    }
   *[other] { $you ->
        [yes] En tu próximo reparto recibes { $size }.
       *[no] En su próximo reparto recibe { $size }.
    }
}
match-heading = { $how ->
    [erased] La mesa está cerrada
    [expired] La mesa se levantó
   *[other] { $won ->
        [yes] { $you ->
            [yes] ¡Ganas la partida!
           *[no] { $who } gana la partida
        }
       *[no] La partida terminó
    }
}
match-under = { $how ->
    [erased] La cerró quien la lleva, y borró los nombres y la charla. No gana nadie.
    [abandoned] { $you ->
        [yes] Dejaste la partida.
       *[no] { $who } dejó la partida.
    }
    [absence] { $you ->
        [yes] Faltaste demasiado tiempo.
       *[no] Faltó { $who }.
    }
    [last_left] Los demás pasaron del límite.
    [rounds] Se jugaron todas las rondas.
    [time] Se acabó el tiempo de la partida.
   *[expired] Nadie jugó en mucho tiempo, así que no gana nadie.
}
left-cards = Lo que quedó en las manos
how-we-stand = Así vamos
after-rounds = { $rounds ->
    [1] tras una ronda
    [2] tras dos rondas
    [3] tras tres rondas
    [4] tras cuatro rondas
    [5] tras cinco rondas
    [6] tras seis rondas
    [7] tras siete rondas
    [8] tras ocho rondas
    [9] tras nueve rondas
    [10] tras diez rondas
   *[other] tras { $rounds } rondas
}
after-rounds-to = { $rounds ->
    [1] tras una ronda, a { $target }
    [2] tras dos rondas, a { $target }
    [3] tras tres rondas, a { $target }
    [4] tras cuatro rondas, a { $target }
    [5] tras cinco rondas, a { $target }
    [6] tras seis rondas, a { $target }
    [7] tras siete rondas, a { $target }
    [8] tras ocho rondas, a { $target }
    [9] tras nueve rondas, a { $target }
    [10] tras diez rondas, a { $target }
   *[other] tras { $rounds } rondas, a { $target }
}
after-rounds-lowest = { $rounds ->
    [1] tras una ronda, hasta { $target }
   *[other] tras { $rounds } rondas, hasta { $target }
}
after-rounds-sizes = gana quien llega a cero
see-table = Ver la mesa
see-result = Ver el resultado
another-round = Otra ronda
waiting-round = Cualquiera de la mesa puede empezar otra ronda.
another-match = Otra partida
yes-another = Sí, otra
no-thanks = No, gracias
rematch-asked = { $who } propone otra partida.
rematch-waiting = { $count ->
    [0] Preparando otra partida…
    [1] Falta que responda { $who }.
   *[other] Falta que respondan { $who }.
}
rematch-refused = { $you ->
    [yes] Dijiste que hoy no.
   *[no] { $who } prefiere no jugar otra.
}
watch-again = Verla otra vez
new-table = Poner otra mesa
series = Partidas ganadas: { $scores }.
series-one = { $who } { $wins }

## Mirar, hablar, salir

you-watch = Estás mirando
watching-with = { $watchers ->
    [0] Las manos no se ven.
    [1] Con otra persona. Las manos no se ven.
   *[other] Con otras { $watchers } personas. Las manos no se ven.
}
log-title = Lo que va pasando
log-empty = Aquí se cuenta lo que pasa desde que llegas.
chat-title = Charla
chat-open = Charla e historia
chat-unread = { $lines ->
    [one] 1 mensaje sin leer
   *[other] { $lines } mensajes sin leer
}
chat-empty = Aquí se habla. Di algo.
chat-empty-watching = Nadie ha dicho nada.
say-something = Di algo…
watchers-read = Quien mira puede leer, pero no escribir.
menu-title = La mesa
menu-open = Menú
settings-title = Ajustes
rules-title = Cómo se juega aquí
share-title = El enlace de la mesa
share-about = Quien lo abra puede mirar, y sentarse si hay sitio antes de empezar.
copy = Copiar
copied = Copiado
keys-title = Teclas
abandon = Abandonar la partida
abandon-sure = Si te vas, pierdes y la partida termina para todos.
abandon-yes = Sí, me voy
stay = Me quedo
leave-table = Dejar mi sitio
leave-about = La partida ya terminó. Si dejas tu sitio no hay revancha.
close-absence = Cerrar por ausencia
close-absence-about = { $who } no juega desde el { $when }. ¿Esperamos o se cierra la partida?
close-absence-yes = Cerrar la partida
wait-more = Esperamos
# $packs barajas mezcladas; $limit puntos que acaban la partida para alguien (0 si no los hay); $places "yes" si es una sola ronda
table-line = { $preset }{ $packs ->
    [1] {""}
   *[other] {" "}con { $packs } barajas
}{ $places ->
    [yes] {" "}· por puestos
   *[no] {" "}· ronda { $round }{ $limit ->
        [0] {""}
       *[other] {" "}· hasta { $limit }
    }
}
sealed-title = Reparto sellado
sealed-about = Antes de repartir se publicó este sello; al acabar la ronda se abre, y cualquiera puede comprobarlo.

## La conexión

gone-no_such_table = Esta mesa no existe
gone-no_such_table-about = Mira si el enlace está completo, o pide otro a quien te invitó.
gone-replaced = Este sitio se abrió en otro lugar
gone-replaced-about = Puedes volver a entrar desde aquí.
gone-abuse = La mesa cortó la conexión
gone-abuse-about = Llegaron muchas cosas que no entendía. Espera un momento y vuelve a entrar.
gone-outdated = Esta página y la mesa no se entienden
gone-outdated-about = Vuelve a cargar la página para ponerla al día.
gone-full = Ya mira mucha gente esta mesa
gone-full-about = Prueba dentro de un rato.
enter-again = Volver a entrar
reload = Cargar otra vez
offline-kept = Sin conexión. Guardamos tu jugada y la enviaremos al volver.
offline = Reconectando…
restarting = La mesa se reinicia un momento y vuelve sola.
slow-answer = Enviando…

## Ajustes

set-design = Las cartas
design-francesa-4 = Cuatro colores
design-francesa-2 = Dos colores
design-espanola = Española
set-spanishNames = Decir copas, oros, bastos y espadas
set-spanishNames-about = También en la historia de la partida.
set-cloth = El mantel
cloth-salmon = Salmón
cloth-salvia = Salvia
cloth-anil = Añil
cloth-limon = Limón
set-language = Idioma
language-auto = Como el navegador
language-es = Español
language-en = English
set-theme = Luz
theme-auto = Como el sistema
theme-light = Clara
theme-dark = Oscura
set-motion = Movimiento
motion-auto = Como el sistema
motion-normal = Normal
motion-quick = Rápido
motion-none = Ninguno
set-sort = Orden de la mano
set-autoPass = Pasar solo
set-autoPass-about = Si no queda otra cosa que hacer, paso por ti al momento.
set-oneTap = Jugar con un toque
set-oneTap-about = Sin elegir primero: la carta se juega al tocarla.
set-sound = Sonidos
set-sound-about = Cortos y bajitos; nunca dicen nada que no se vea.
set-contrast = Contraste alto
set-contrast-about = Bordes negros y fondo liso.
set-keys = Teclas de una letra
set-keys-about = R roba, P pasa, T dice el turno… Con ? se ven todas.

## Teclas: la tecla y lo que hace

key-arrows = ← →
key-arrows-does = Recorrer la mano
key-updown = ↑ ↓
key-updown-does = Ir a la carta anterior o siguiente que se puede jugar
key-ends = Inicio · Fin
key-ends-does = Primera o última carta
key-digits = 1 … 9, 0
key-digits-does = Elegir la carta por su lugar
key-enter = Intro · Espacio
key-enter-does = Elegir la carta; otra vez, jugarla
key-escape = Esc
key-escape-does = Soltar la carta o volver
key-draw = R
key-draw-does = Robar
key-pass = P
key-pass-does = Pasar
key-announce = U
key-announce-does = Decir «¡una!»
key-call = F
key-call-does = Reclamar una falta
key-turn = T
key-turn-does = Decir de quién es el turno y qué se pide
key-hand = M
key-hand-does = Decir mi mano
key-can = J
key-can-does = Decir qué cartas puedo jugar
key-others = O
key-others-does = Decir cuántas cartas tienen los demás y el sentido
key-score = S
key-score-does = Decir los puntos
key-last = L
key-last-does = Decir lo último que pasó
key-write = /
key-write-does = Escribir en la charla
key-help = ?
key-help-does = Ver estas teclas

## Lo que se dice con esas teclas

say-turn-mine = Te toca. Sirven { $serves }.
say-turn-owed = Te caen { $pending }.
say-turn-name = Te toca pedir { suit-word }.
say-turn-other = Juega { $who }. Sirven { $serves }.
say-hand = { $cards }: { $list }.
say-hand-empty = No tienes cartas.
say-can = Puedes jugar { $list }.
say-can-none = Ninguna carta sirve ahora.
say-other = { $who }, { $cards }
say-others = { $list }. { $direction ->
    [left] Se juega hacia la izquierda.
    [right] Se juega hacia la derecha.
   *[other] {""}
}
say-score = { $who }, { $points }
say-nothing = Desde que llegaste no ha pasado nada.

# Cortar el mazo antes de repartir
cut-deck = Te toca cortar
cut-deck-about = Estás a la derecha de quien reparte. Si no cortas, se corta a la mitad.
cut-deck-where = Dónde cortar
cut-deck-at = Carta { $place } de { $cards }
cut-deck-default = por defecto
cut-deck-less = Una carta más arriba
cut-deck-more = Una carta más abajo
cut-deck-go = Cortar

gone-unwatched = Esta mesa no se puede mirar
gone-unwatched-about = Quien la puso no deja mirar ahora. Con un sitio en la mesa, entra desde tu dispositivo.
move-here = Traer tu sitio aquí
move-here-about = Pide un código en el otro dispositivo (menú, «Pasar a otro dispositivo») y escríbelo aquí. Tu sitio se viene contigo.
move-code = Código: dos palabras y un número
move-here-go = Traer mi sitio
move-away = Pasar a otro dispositivo
move-show = Escribe este código en el otro dispositivo, o apunta con su cámara. Sirve una vez, durante { $minutes } minutos.
move-qr = Código QR que lleva tu sitio a otro dispositivo
door-title = Tu sitio y tus palabras
door-renew = Cerrar en los demás dispositivos
door-renew-sure = Este dispositivo se queda con tu sitio. Los demás que lo tengan abierto lo pierden.
door-renew-yes = Cerrar en los demás
door-renewed = Hecho: tu sitio solo está abierto aquí.
door-not = Mejor no
door-words = Borrar mi nombre y lo que escribí
door-words-sure = Se borran tu nombre y tus líneas de charla, para todos. No se puede deshacer.
door-words-yes = Borrar
door-words-erased = Hecho: tu nombre y tus líneas ya no están.
door-host = Como llevas la mesa
door-invite = Cambiar el enlace
door-invite-sure = Con el enlace de antes ya no se podrá sentar nadie. Los que están sentados se quedan.
door-invite-yes = Cambiarlo
door-invite-renewed = Hecho: manda el enlace nuevo.
door-watching-off = No dejar mirar
door-watching-on = Dejar mirar otra vez
door-watching-off-done = Hecho: solo entran los que tienen sitio.
door-watching-on-done = Hecho: puede mirar quien tenga el enlace.
door-mute = Quitar la palabra a { $who }
door-unmute = Devolver la palabra a { $who }
door-muted = Hecho: ya no puede escribir en la charla. La mesa lo sabe.
door-unmuted = Hecho: puede escribir otra vez.
door-person = Borrar el nombre y la charla de { $who }
door-person-sure = Se borran el nombre y las líneas de charla de { $who }, para todos. No se puede deshacer.
door-person-yes = Borrar
door-person-erased = Hecho: su nombre y sus líneas ya no están.
door-erase = Cerrar y borrar la mesa
door-erase-sure = La mesa se cierra para siempre; su título, los nombres y la charla se borran. La partida no se puede seguir.
door-erase-yes = Cerrar y borrar
door-table-erased = Hecho: la mesa está cerrada y borrada.
