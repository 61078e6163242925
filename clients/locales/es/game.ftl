# Lo que se dice en la mesa, en el navegador y en la terminal.
#
# Cómo se llena cada variable (los dos clientes lo hacen igual):
#   $who     nombre de quien actúa ("Luna", "Ana"); $you "yes" si es quien mira, si no "no"
#   $rank    letra del valor (A 2 … 9 T J Q K); $suit letra del palo (C D H S)
#   $card    una carta ya en palabras con artículo (mensaje `the-card`)
#   $serves  lista ya en palabras, unida con `or-list-last` y `or-list-more`
#   las cantidades van como números; las banderas, como "yes" o "no"

## Palos, valores y cartas

suit-C = tréboles
suit-D = diamantes
suit-H = corazones
suit-S = picas

suit = { $suit ->
    [C] tréboles
    [D] diamantes
    [H] corazones
    [S] picas
   *[other] { $suit }
}

rank-A = as
rank-2 = 2
rank-3 = 3
rank-4 = 4
rank-5 = 5
rank-6 = 6
rank-7 = 7
rank-8 = 8
rank-9 = 9
rank-T = 10
rank-J = jota
rank-Q = reina
rank-K = rey

rank = { $rank ->
    [A] as
    [T] 10
    [J] jota
    [Q] reina
    [K] rey
   *[other] { $rank }
}

# «un 7», «una reina»
a-rank = { $rank ->
    [J] una jota
    [Q] una reina
   *[other] un { rank }
}

# «7 de corazones»
card = { rank } de { suit }

# «el 7 de corazones», «la reina de picas»
the-card = { $rank ->
    [J] la jota de { suit }
    [Q] la reina de { suit }
   *[other] el { rank } de { suit }
}

# Letra de cada palo donde no hay símbolos
suit-letter-C = T
suit-letter-D = D
suit-letter-H = C
suit-letter-S = P

## Listas: «a, b o c», «a, b y c»

or-list-more = { $first }, { $rest }
or-list-last = { $first } o { $rest }
and-list-more = { $first }, { $rest }
and-list-last = { $first } y { $rest }

## Cantidades

cards = { $cards ->
    [one] 1 carta
   *[other] { $cards } cartas
}
points = { $points ->
    [one] 1 punto
   *[other] { $points } puntos
}
wins = { $wins ->
    [one] 1 partida ganada
   *[other] { $wins } partidas ganadas
}

## Robots

robot-carmen = Carmen
robot-tito = Tito
robot-luna = Luna
robot-olga = Olga
robot-pepe = Pepe
robot-rita = Rita
robot-beto = Beto
robot-nora = Nora
robot-hugo = Hugo
robot-ines = Inés

# Alguien cuyo nombre aún no ha llegado o ya se borró
somebody = Alguien

## Reglas de la casa

preset-clasico = Clásico
preset-clasico-about = El ocho va sobre cualquier carta y pide palo. Nada más.
preset-especiales = Con especiales
preset-especiales-about = Además del ocho: el 2 hace robar, la reina salta y el as da la vuelta.

## Lo que pasa (una noticia, una frase)

# $robot "yes" si se sienta un robot
news-sat = { $you ->
    [yes] Ya tienes sitio en la mesa.
   *[no] { $robot ->
        [yes] Se sienta { $who }, un robot.
       *[no] Se sienta { $who }.
    }
}

# $removed "yes" si fue decisión de quien puso la mesa
news-left = { $you ->
    [yes] { $removed ->
        [yes] Te han quitado el sitio. Puedes seguir mirando.
       *[no] Dejas tu sitio.
    }
   *[no] { $removed ->
        [yes] Se quita el sitio de { $who }.
       *[no] { $who } deja la mesa.
    }
}

# $who y $other cambian de asiento (nombres)
news-swapped = Cambian de sitio { $who } y { $other }.

# Uno de los dos asientos está libre
news-moved = { $you ->
    [yes] Cambias de sitio.
   *[no] { $who } cambia de sitio.
}

news-host = { $you ->
    [yes] Ahora llevas tú la mesa.
   *[no] Ahora lleva la mesa { $who }.
}

# $match número de la partida en esta mesa; $players cuántos juegan
news-match_began = { $match ->
    [1] Empieza la partida. Juegan { $players }.
   *[other] Empieza la partida { $match }. Juegan { $players }.
}

# $who reparte; $round número de ronda; $card la que abre («el 7 de corazones»)
news-dealt = { $you ->
    [yes] Ronda { $round }. Repartes tú. Abre { $card }.
   *[no] Ronda { $round }. Reparte { $who }. Abre { $card }.
}

# $left cartas que le quedan; $rank y $suit de la carta; $asks "yes" si pide palo, $asked ese palo
# ya en palabras
news-played = { $you ->
    [yes] Juegas { the-card }{ $asks ->
        [yes] {" "}y pides { $asked }
       *[no] {""}
    }.{ $left ->
        [0] {" "}Te quedas sin cartas.
        [1] {" "}Te queda una.
       *[other] {""}
    }
   *[no] { $who } juega { the-card }{ $asks ->
        [yes] {" "}y pide { $asked }
       *[no] {""}
    }.{ $left ->
        [0] {" "}Se queda sin cartas.
        [1] {" "}Le queda una.
       *[other] {""}
    }
}

# $cards robadas; $penalty cartas que debía (0 si no era castigo)
news-drew = { $you ->
    [yes] { $cards ->
        [0] No queda nada que robar.
        [1] Robas una carta.
       *[other] Robas { $cards } cartas.
    }
   *[no] { $cards ->
        [0] { $who } no tiene nada que robar.
        [1] { $who } roba una carta.
       *[other] { $who } roba { $cards } cartas.
    }
}

# Las cartas propias, ya en palabras con artículo: «el 7 de corazones y la jota de picas»
news-drew-own = { $cards ->
    [1] Robas { $list }.
   *[other] Robas { $cards } cartas: { $list }.
}

# $cards cartas del mazo nuevo
news-rebuilt = Se arma otra vez el mazo, con { $cards ->
    [1] una carta
   *[other] { $cards } cartas
}.

news-passed = { $you ->
    [yes] Pasas.
   *[no] { $who } pasa.
}

# $asked palo ya en palabras
news-named = { $you ->
    [yes] Pides { $asked }.
   *[no] { $who } pide { $asked }.
}

# Una por cada asiento saltado, antes de `news-turn`
news-skipped = { $you ->
    [yes] Te saltan esta vez.
   *[no] Esta vez no juega { $who }.
}

# $reversed "yes" si cambió el sentido; $pending cartas que le caen
news-turn = { $reversed ->
    [yes] Da la vuelta.{" "}
   *[no] {""}
}{ $you ->
    [yes] { $pending ->
        [0] Te toca.
       *[other] Te toca, y te caen { $pending }.
    }
   *[no] { $pending ->
        [0] { $reversed ->
            [yes] Ahora sigue { $who }.
           *[no] Juega { $who }.
        }
       *[other] Juega { $who }, y le caen { $pending }.
    }
}

# $how out, blocked o stopped; $who gana la ronda; $gained puntos que recoge; $round número
news-round_over = { $how ->
    [out] { $you ->
        [yes] Ganas la ronda y recoges { $gained ->
            [one] 1 punto
           *[other] { $gained } puntos
        }.
       *[no] { $who } gana la ronda y recoge { $gained ->
            [one] 1 punto
           *[other] { $gained } puntos
        }.
    }
    [blocked] { $you ->
        [yes] Nadie puede seguir. Tu mano es la más baja: recoges { $gained ->
            [one] 1 punto
           *[other] { $gained } puntos
        }.
       *[no] Nadie puede seguir. La mano más baja es la de { $who }: recoge { $gained ->
            [one] 1 punto
           *[other] { $gained } puntos
        }.
    }
   *[stopped] La ronda { $round } se queda sin terminar.
}

# $how target, abandoned, absence o expired; $won "yes" si alguien gana: $who y $you;
# $loser quien dejó la partida o faltó, $loser_you "yes" si es quien mira
news-match_over = { $how ->
    [abandoned] { $loser_you ->
        [yes] Dejas la partida. Aquí termina.
       *[no] { $loser } deja la partida. Aquí termina.
    }
    [absence] { $loser_you ->
        [yes] La partida se cerró porque faltabas.
       *[no] La partida se cierra porque falta { $loser }.
    }
    [expired] Nadie ha jugado en mucho tiempo. La mesa se levanta.
   *[target] Se acabó la partida.
}{ $won ->
    [yes] { $you ->
        [yes] {" "}Ganas tú.
       *[no] {" "}Gana { $who }.
    }
   *[no] {""}
}

news-rematch_offered = { $you ->
    [yes] Propones otra partida.
   *[no] { $who } propone otra partida.
}
news-rematch_accepted = { $you ->
    [yes] Te apuntas a otra partida.
   *[no] { $who } se apunta a otra partida.
}
news-rematch_refused = { $you ->
    [yes] Dices que hoy no juegas otra.
   *[no] { $who } prefiere no jugar otra.
}

## Lo que hay sobre la mesa

# $who y $you de quien juega
turn-of = { $you ->
    [yes] Te toca
   *[no] Juega { $who }
}
turn-owes = Te caen { $pending }. { $choices ->
    [0] Roba las { $pending }.
   *[other] Responde con { $serves } o roba las { $pending }.
}
turn-naming = ¿Qué palo pides?
serves = Sirven { $serves }.
serves-one = Sirve { $serves }.
asks-suit = { $you ->
    [yes] Pides { $asked }
   *[no] { $who } pide { $asked }
}
stock-left = { $cards ->
    [0] El mazo está vacío.
    [1] En el mazo queda una carta.
   *[other] En el mazo quedan { $cards } cartas.
}

## Por qué no se puede (qué pasó y qué se puede hacer ahora)

reason-malformed = Eso no se entendió. Prueba otra vez; si sigue igual, vuelve a abrir la mesa.
reason-unknown_frame = Este programa pide algo que la mesa no conoce. Ponlo al día y vuelve a entrar.
reason-too_fast = Muchas cosas seguidas. Espera un momento y sigue.
reason-no_such_table = No encontramos esa mesa. Mira si el enlace está completo o pide otro.
reason-not_seated = Estás mirando. Para jugar hace falta un sitio en la mesa.
reason-not_host = Eso lo decide quien lleva la mesa. Puedes pedírselo por la charla.
reason-stale = La mesa avanzó mientras elegías. Así está ahora: elige otra vez.
reason-table_full = La mesa está completa. Puedes mirar.
reason-already_seated = Ya tienes un sitio en esta mesa. Juega desde él.
reason-already_started = La partida ya empezó. Esto se puede cuando termine.
reason-not_started = La partida todavía no empieza. Falta que empiece quien lleva la mesa.
reason-too_few_players = Hacen falta al menos dos para empezar. Invita a alguien o sienta un robot.
reason-seat_taken = Ese sitio ya está ocupado. Elige otro.
reason-seat_empty = En ese sitio no hay nadie. Elige otro.
reason-no_such_seat = Esta mesa no tiene ese sitio. Elige uno de los que se ven.
reason-no_such_robot = No conocemos a ese robot, o ya está en la mesa. Elige otro.
reason-too_many_watchers = Ya mira mucha gente esta mesa. Prueba dentro de un rato.
# $who nombre de quien juega ahora; $known "no" si no se sabe
reason-not_your_turn = { $known ->
    [yes] Todavía no te toca: juega { $who }. Espera tu turno.
   *[no] Todavía no te toca. Espera tu turno.
}
reason-round_over = La ronda ya terminó. Puedes pedir otra.
reason-unknown_card = Esa carta no existe en esta baraja. Elige una de tu mano.
# $card carta en palabras con artículo
reason-not_in_hand = No tienes { $card }. Elige una carta de tu mano.
# $card y $top cartas con artículo; $serves lo que serviría: palo y valores
reason-does_not_match = No va { $card } sobre { $top }. Ahora sirve esto: { $serves }.
# $pending cartas que caen; $serves valores que responden; $choices cuántos son
reason-must_answer = Te caen { $pending }. { $choices ->
    [0] Roba las { $pending }.
   *[other] Responde con { $serves } o roba las { $pending }.
}
reason-must_name = Antes hay que pedir un palo. Elige cuál.
reason-only_drawn_card = Después de robar solo se puede jugar la carta robada. Juégala o pasa.
reason-suit_needed = Falta el palo. Elige el que pides con esta carta.
reason-suit_not_asked = Esta carta no pide palo. Juégala sola.
reason-stock_empty = No quedan cartas que robar. Juega una o pasa.
reason-can_play = Tienes una carta que sirve, y en esta mesa se roba solo si no hay ninguna. Juégala.
# $limit cartas que se pueden robar en un turno
reason-draw_limit = { $limit ->
    [1] En esta mesa se roba una sola carta. Juega o pasa.
   *[other] En esta mesa se roban { $limit } cartas como mucho. Juega o pasa.
}
reason-must_play_drawn = La carta robada sirve, y en esta mesa hay que jugarla. Juégala.
reason-cannot_pass = Todavía se puede jugar o robar. Se pasa cuando ya no hay qué hacer.
reason-nothing_to_name = Ahora no hay ningún palo que pedir. Juega o roba.
reason-round_running = La ronda sigue. Termínala antes de pedir otra.
reason-match_over = La partida terminó. Mira el resultado o pide la revancha.
reason-match_running = La partida sigue. Esto se puede cuando termine.
reason-no_rematch = En esta mesa ya no hay revancha. Puedes poner otra mesa.
reason-already_accepted = Ya dijiste que sí. Falta que respondan los demás.
reason-not_offered = Nadie ha propuesto la revancha todavía. Puedes proponerla.
# $when fecha y hora ya escritas; $known "no" si no se sabe
reason-not_absent_yet = { $known ->
    [yes] Todavía hay que esperar. Se puede cerrar por ausencia desde { $when }.
   *[no] Todavía hay que esperar para cerrar por ausencia.
}
reason-own_absence = Te toca a ti. Juega, o deja la partida.
reason-table_closed = Esta mesa ya se levantó. Puedes ver su historia o poner otra.
reason-not_expired_yet = La mesa sigue en pie. Todavía se puede jugar.
reason-bad_name = Ese nombre no vale. Escribe entre 1 y 24 letras.
reason-empty_words = Eso no se envió: una línea lleva entre 1 y 280 letras. Escríbela otra vez.
reason-retry = La mesa tarda en responder. Tu jugada está guardada y se intenta otra vez.
reason-restarting = La mesa vuelve enseguida. No hace falta hacer nada.
reason-too_many_tables = Has puesto muchas mesas en poco tiempo. Espera un rato y prueba otra vez.
# $switch y $other reglas que no van juntas
reason-bad_rules = Estas reglas no van juntas: { $switch } y { $other }. Cambia una de las dos.
reason-not_found = Aquí no hay nada. Mira si el enlace está completo.
# Un código que este programa aún no conoce: $code
reason-unknown = Eso no se puede ahora ({ $code }).

## La conexión

connection-connecting = Entrando en la mesa…
connection-lost = Sin conexión. Guardamos tu jugada y la enviaremos al volver.
connection-retrying = Reconectando…
connection-back = De vuelta en la mesa.
notice-restart = La mesa se reinicia un momento y vuelve sola.
notice-moved = Tu sitio se abrió en otro lugar. Aquí puedes seguir mirando.
close-abuse = La mesa cortó porque llegaron muchas cosas que no entendía. Espera un momento y vuelve a entrar.
close-size = Eso era demasiado largo para la mesa. Vuelve a entrar.
close-slow = La conexión iba muy lenta y se cortó. Volvemos a intentarlo.
close-token_replaced = Este sitio cambió de manos. Vuelve a entrar con el enlace.
close-bad_frame = Este programa y la mesa no se entienden. Ponlo al día y vuelve a entrar.
close-no_such_table = No encontramos esa mesa. Mira si el enlace está completo o pide otro.

## La gente

chat-line = { $who }: { $text }
presence-online = Está { $who }.
presence-offline = No está { $who }.
watchers = { $watchers ->
    [0] Nadie mira.
    [1] Mira una persona.
   *[other] Miran { $watchers } personas.
}
watching = Estás mirando. Las manos no se ven.
renamed = { $before } ahora se llama { $who }.
free-seat = libre
