# Lo que se dice en la mesa, en el navegador y en la terminal.
#
# Cómo se llena cada variable (los dos clientes lo hacen igual):
#   $who     nombre de quien actúa ("Luna", "Ana"); $you "yes" si es quien mira, si no "no"
#   $rank    letra del valor (A 2 … 9 T J Q K, y JK el comodín); $suit letra del palo (C D H S), o
#            del color en la baraja de jiu-jitsu (b p n k); "none" en las cartas que no tienen.
#            En esa baraja «+ ~ ! +5» se dicen plus2, change, leap y plus5; red, cualquiera roja
#   $pack    baraja de la mesa (french52, french54, jiujitsu)
#   $card    una carta ya en palabras con artículo (mensaje `the-card`)
#   $serves  lista ya en palabras, unida con `or-list-last` y `or-list-more`
#   las cantidades van como números; las banderas, como "yes" o "no"

## Palos, valores y cartas

suit-C = tréboles
suit-D = diamantes
suit-H = corazones
suit-S = picas
suit-b = azul
suit-p = morado
suit-n = marrón
suit-k = negro

suit = { $suit ->
    [C] tréboles
    [D] diamantes
    [H] corazones
    [S] picas
    [b] azul
    [p] morado
    [n] marrón
    [k] negro
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
    [JK] comodín
    [plus2] +2
    [change] Cambiar
    [leap] Saltar
    [plus5] +5
    [EL] Elegir
    [red] roja
   *[other] { $rank }
}

# «palo», o «color» en la baraja de jiu-jitsu
suit-word = { $pack ->
    [jiujitsu] color
   *[other] palo
}

# «un 7», «una reina»
a-rank = { $rank ->
    [J] una jota
    [Q] una reina
    [red] una roja
   *[other] un { rank }
}

# «7 de corazones», «6 marrón», «comodín»
card = { $rank ->
    [JK] comodín
    [plus5] +5
    [EL] Elegir
   *[other] { $suit ->
        [b] { rank } azul
        [p] { rank } morado
        [n] { rank } marrón
        [k] { rank } negro
       *[other] { rank } de { suit }
    }
}

# «el 7 de corazones», «la reina de picas», «el +2 azul»
the-card = { $rank ->
    [J] la jota de { suit }
    [Q] la reina de { suit }
   *[other] el { card }
}

# Letra de cada palo donde no hay símbolos
suit-letter-C = T
suit-letter-D = D
suit-letter-H = C
suit-letter-S = P
suit-letter-b = A
suit-letter-p = M
suit-letter-n = R
suit-letter-k = N

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
preset-familiar = Familiar
preset-familiar-about = Se roba una. Se suman los puntos que quedan en la mano, y gana quien tiene menos.
preset-montanita = Montañita
preset-montanita-about = Con comodines y muchos castigos. Se sigue jugando hasta que solo quede uno.
preset-jiujitsu = Jiu-jitsu
preset-jiujitsu-about = Cinturones en vez de palos, y cartas rojas. Quien pasa de 888 puntos queda fuera.

# Lo que se dice al quedarse con una carta
call-words = { $pack ->
    [jiujitsu] ¡locos!
   *[other] ¡una!
}

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

unnamed-seat = Asiento { $seat }

news-invite_renewed = { $you ->
    [yes] Cambiaste el enlace: con el de antes ya no se sienta nadie.
   *[no] { $who } cambió el enlace: con el de antes ya no se sienta nadie.
}
news-erased = { $you ->
    [yes] Cerraste la mesa y borraste sus nombres y su charla.
   *[no] { $who } cerró la mesa y borró sus nombres y su charla.
}
talk-muted = { $muted ->
    [yes] { $you ->
        [yes] Ya no tienes la palabra en la charla. Puedes seguir jugando.
       *[no] { $who } ya no tiene la palabra en la charla.
    }
   *[no] { $you ->
        [yes] Vuelves a tener la palabra en la charla.
       *[no] { $who } vuelve a tener la palabra en la charla.
    }
}
talk-watching = { $off ->
    [yes] Desde ahora nadie puede mirar esta mesa.
   *[no] Desde ahora puede mirar quien tenga el enlace.
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
# ya en palabras; $unnamed "yes" si no lo pidió y debía; $announced "yes" si dijo que le queda una,
# con $pack
news-played = { $you ->
    [yes] Juegas { the-card }{ $asks ->
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
   *[no] { $who } juega { the-card }{ $asks ->
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

# En vez de `news-drew` si son una multa: $fine es la falta (call_forgotten, wrong_card, out_of_turn,
# unnamed, slow, wrong_call)
news-fined = { $you ->
    [yes] { $fine ->
        [call_forgotten] No avisaste.{" "}
       *[other] {""}
    }{ $cards ->
        [0] No queda nada que robar de multa.
        [1] Robas una de multa.
       *[other] Robas { $cards } de multa.
    }
   *[no] { $fine ->
        [call_forgotten] { $who } no avisó y
       *[other] { $who }
    } { $cards ->
        [0] no tiene nada que robar de multa.
        [1] roba una de multa.
       *[other] roba { $cards } de multa.
    }
}

# Lo mismo con las cartas propias en palabras: $list
news-fined-own = { $fine ->
    [call_forgotten] No avisaste.{" "}
   *[other] {""}
}{ $cards ->
    [1] Robas de multa { $list }.
   *[other] Robas de multa { $cards } cartas: { $list }.
}

# $cards cartas del mazo nuevo
news-rebuilt = Se arma otra vez el mazo, con { $cards ->
    [1] una carta
   *[other] { $cards } cartas
}.

# $announced "yes" si dice que le queda una, con $pack
news-passed = { $you ->
    [yes] Pasas{ $announced ->
        [yes] {" "}y dices «{ call-words }».
       *[no] .
    }
   *[no] { $who } pasa{ $announced ->
        [yes] {" "}y dice «{ call-words }».
       *[no] .
    }
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

# $reversed "yes" si cambió el sentido; $pending cartas que le caen; $again "yes" si juega otra vez
news-turn = { $reversed ->
    [yes] Da la vuelta.{" "}
   *[no] {""}
}{ $you ->
    [yes] { $pending ->
        [0] { $again ->
            [yes] Juegas otra vez, o pasas.
           *[no] Te toca.
        }
       *[other] Te toca, y te caen { $pending }.
    }
   *[no] { $pending ->
        [0] { $again ->
            [yes] Juega otra vez { $who }.
           *[no] { $reversed ->
                [yes] Ahora sigue { $who }.
               *[no] Juega { $who }.
            }
        }
       *[other] Juega { $who }, y le caen { $pending }.
    }
}

# $how out, blocked, stopped o last; $who gana la ronda; $gained puntos que recoge, si $collects
# "yes"; $round número
news-round_over = { $how ->
    [out] { $you ->
        [yes] Ganas la ronda{ $collects ->
            [no] .
           *[yes] {" "}y recoges { $gained ->
                [one] 1 punto
               *[other] { $gained } puntos
            }.
        }
       *[no] { $who } gana la ronda{ $collects ->
            [no] .
           *[yes] {" "}y recoge { $gained ->
                [one] 1 punto
               *[other] { $gained } puntos
            }.
        }
    }
    [blocked] { $you ->
        [yes] Nadie puede seguir. Tu mano es la más baja{ $collects ->
            [no] .
           *[yes] : recoges { $gained ->
                [one] 1 punto
               *[other] { $gained } puntos
            }.
        }
       *[no] Nadie puede seguir. La mano más baja es la de { $who }{ $collects ->
            [no] .
           *[yes] : recoge { $gained ->
                [one] 1 punto
               *[other] { $gained } puntos
            }.
        }
    }
    [last] Solo queda uno con cartas, y aquí acaba la ronda.
   *[stopped] La ronda { $round } se queda sin terminar.
}

rules-house = Cambios de la casa

# Después de `news-round_over`: $you "yes" si quien mira pasó del límite, $list los demás que lo
# pasaron y $count cuántos son
news-eliminated = { $you ->
    [yes] { $count ->
        [0] Quedas fuera de la partida.
       *[other] Quedas fuera de la partida, como { $list }.
    }
   *[no] { $count ->
        [one] Sale de la partida { $list }.
       *[other] Salen de la partida { $list }.
    }
}

# Quienes juegan una ronda más porque empatan: $list
news-extra = Hay empate: juegan una ronda más { $list }.

# $how target, abandoned, absence, expired, last_left, rounds, time, places o countdown; $won "yes"
# si alguien gana: $who y $you; $loser quien dejó la partida o faltó, $loser_you "yes" si es quien
# mira
news-match_over = { $how ->
    [last_left] Ya solo queda uno en la partida.
    [rounds] Era la última ronda.
    [time] Se acabó el tiempo.
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

# Alguien dice que le queda una carta; con $pack
news-announced = { $you ->
    [yes] Dices «{ call-words }».
   *[no] { $who } dice «{ call-words }».
}

# $who reclama y $accused es de quien se queja (nombre; $accused_you "yes" si es quien mira); $fault
# lo que hubo: wrong_card, out_of_turn, unnamed, call_forgotten, o none
news-fault_called = { $you ->
    [yes] Reclamas
   *[no] { $who } reclama
}{ $accused_you ->
    [yes] { $fault ->
        [wrong_card] : tu carta no iba.
        [out_of_turn] : no te tocaba.
        [unnamed] : no pediste { suit-word }.
        [call_forgotten] : no dijiste «{ call-words }».
       *[none] {" "}tu jugada, pero estaba bien.
    }
   *[no] { $fault ->
        [wrong_card] : la carta de { $accused } no iba.
        [out_of_turn] : a { $accused } no le tocaba.
        [unnamed] : { $accused } no pidió { suit-word }.
        [call_forgotten] : { $accused } no dijo «{ call-words }».
       *[none] {" "}la jugada de { $accused }, pero estaba bien.
    }
}

# $rank y $suit de la carta que vuelve a la mano
news-taken_back = { $you ->
    [yes] Recoges { the-card }.
   *[no] { $who } recoge { the-card }.
}

# Quien no pidió palo lo tiene que pedir ahora; con $pack
news-suit_demanded = { $you ->
    [yes] Ahora tienes que pedir { suit-word }.
   *[no] Ahora { $who } tiene que pedir { suit-word }.
}

news-timed_out = { $you ->
    [yes] Se te acabó el tiempo.
   *[no] A { $who } se le acabó el tiempo.
}

# $place puesto en que sale, cuando los demás siguen jugando
news-went_out = { $you ->
    [yes] Sales en el puesto { $place }.
   *[no] { $who } sale en el puesto { $place }.
}

# El corte para saber quién reparte: $who y $you reparte; $list lo que sacó cada uno, hecha con
# `cut-one` y unida con «; »
cut-one = { $who }, { $card }
news-cut = Corte para repartir: { $list }. { $you ->
    [yes] Repartes tú.
   *[no] Reparte { $who }.
}

# Antes de repartir, quien se sienta a la derecha de quien reparte; $place cartas pasan de arriba abajo
news-deck_cut = { $you ->
    [yes] Cortas en la carta { $place }.
   *[no] { $who } corta en la carta { $place }.
}

# Alguien se fue y $who, un robot, sigue con sus cartas
news-taken_over = { $who }, un robot, sigue con las cartas de quien se fue.

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
turn-naming = ¿Qué { suit-word } pides?
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
reason-not_cutter = { $known ->
    [yes] Esta vez corta { $who }, que se sienta a la derecha de quien reparte.
   *[no] Ahora nadie corta: el mazo se corta a la mitad.
}
# $limit último lugar donde se puede cortar
reason-no_such_place = Corta entre la carta 1 y la { $limit }.
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
reason-must_name = Antes hay que pedir un { suit-word }. Elige cuál.
reason-only_drawn_card = Después de robar solo se puede jugar la carta robada. Juégala o pasa.
reason-suit_needed = Falta el { suit-word }. Elige el que pides con esta carta.
reason-suit_not_asked = Esta carta no pide { suit-word }. Juégala sola.
reason-stock_empty = No quedan cartas que robar. Juega una o pasa.
reason-can_play = Tienes una carta que sirve, y en esta mesa se roba solo si no hay ninguna. Juégala.
# $limit cartas que se pueden robar en un turno
reason-draw_limit = { $limit ->
    [1] En esta mesa se roba una sola carta. Juega o pasa.
   *[other] En esta mesa se roban { $limit } cartas como mucho. Juega o pasa.
}
reason-must_play_drawn = La carta robada sirve, y en esta mesa hay que jugarla. Juégala.
reason-play_or_pass = Ahora no se roba: juega otra carta que sirva o pasa.
# $pending cartas que faltan del castigo
reason-must_take_rest = Ya robaste la primera del castigo. { $pending ->
    [one] Falta una: róbala.
   *[other] Faltan { $pending }: róbalas.
}
reason-nothing_to_call = Ahora no hay nada que avisar. Se avisa al quedarse con una carta.
reason-no_calling = Ahora no se puede reclamar esa jugada. Sigue el juego.
reason-called_already = Esa jugada ya la reclamaste. Espera a la siguiente.
reason-cannot_pass = Todavía se puede jugar o robar. Se pasa cuando ya no hay qué hacer.
reason-nothing_to_name = Ahora no hay ningún { suit-word } que pedir. Juega o roba.
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
reason-bad_code = Ese código no sirve: está mal escrito, ya se usó o pasaron sus 15 minutos. Pide otro en el otro dispositivo.
reason-watching_off = En esta mesa ahora no se puede mirar. Quien la puso puede volver a permitirlo.
reason-muted = Quien puso la mesa te quitó la palabra: ni charla ni otro nombre. Puedes seguir jugando.
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
notice-watching_off = En esta mesa ya no se puede mirar.
close-watching_off = En esta mesa ahora no se puede mirar. Pregunta a quien la puso.
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

## El sello: cada reparto se puede comprobar

seal-title = El sello de esta mesa
seal-open = Ver el sello
seal-open-alarm = Ver el sello: algo no cuadra
seal-about = El orden de las cartas queda sellado antes de repartir, y el dispositivo de cada persona le pone azar por su cuenta. Así nadie puede elegir el orden, tampoco el servidor. Al terminar la ronda se abre el sello y tu dispositivo lo comprueba.
seal-running = Reparto { $deal }, en juego
seal-next = Reparto { $deal }, el próximo
seal-past = Repartos terminados
seal-before = Sellado antes de repartir.
seal-before-unseen = Sellado; desde aquí no se vio el sello antes de repartir.
seal-sealed = Ya está sellado.
# $list nombres de quienes pusieron azar; $count cuántos
seal-given = { $count ->
    [0] Nadie puso azar.
   *[other] Pusieron azar: { $list }.
}
seal-given-yet = { $count ->
    [0] Nadie ha puesto azar todavía.
   *[other] Ya pusieron azar: { $list }.
}
# Antes de repartir: quién no ha puesto nada aún
seal-missing-yet = Todavía falta el azar de { $list }; se pone solo al abrir la mesa.
seal-missing = Sin azar de { $list }.
seal-cut-default = Cortado por defecto, en la carta { $place }.
seal-later = Se comprueba al terminar la ronda.
seal-round = Reparto { $deal } (ronda { $round }):
seal-right = Comprobado: todas las cartas salieron como estaba sellado.
seal-half = El sello cuadra; no viste aquí todas las cartas.
seal-unseen = Sin comprobar: no viste aquí su final.
# $deal 0: no es de un reparto
seal-alarm = { $deal ->
    [0] El registro de esta mesa no cuadra.
   *[other] El reparto { $deal } no cuadra.
}
seal-alarm-means = Quien lleva el servidor pudo elegir las cartas. No te fíes de lo que salga de esta partida.
seal-alarm-do = No sigas jugando en este servidor. Guarda el acta de la partida y enséñasela a los demás, con lo que dice aquí.
history-alarm = El servidor contó dos historias de esta mesa: en la versión { $version } la huella { $letters }, y después en la versión { $later } la huella { $others }.
history-means = O volvió a un estado anterior sin decirlo (se restauró una copia de seguridad: quien lo lleva lo sabe), o no les cuenta lo mismo a todos.
history-do = No sigas jugando en este servidor hasta que se aclare. Guarda el acta de la partida y comprueba si cuadra con tus recibos y con los de los demás.
history-back = El servidor dice que la mesa volvió a un estado anterior: lo que pasó después se perdió y no cuenta. Ocurre cuando falla su almacén o se restaura una copia. Si quien lo lleva no sabe nada de eso, no sigas jugando ahí.
seal-fault-left_out = El servidor dejó fuera el azar que puso tu dispositivo.
seal-fault-left_out_other = El servidor cambió o dejó fuera el azar de otra persona.
seal-fault-added = El servidor metió azar de alguien que no lo había puesto.
seal-fault-changed = El servidor cambió el sello después de mostrarlo.
seal-fault-cut = El mazo no se cortó donde se había dicho.
seal-fault-seed = Lo que se abrió al final no es lo que estaba sellado.
seal-fault-cards = Las cartas que viste no son las que estaban selladas.
seal-fault-twice = En una misma versión el servidor mostró aquí letras distintas: contó dos historias de la mesa, o volvió a un estado anterior.
receipt-title = Letras para comparar
receipt-about = Salen de todo lo que ha pasado en la mesa. En la misma versión, todos deben ver las mismas letras: léelas en voz alta con los demás al terminar una ronda. Si alguien tiene otras, el servidor ha contado dos historias.
receipt-none = Todavía no han llegado.
receipt-version = versión { $version }
receipt-round = Letras al terminar:
check-match = Comprobar esta partida
check-file = Comprobar un acta guardada
seal-hash = Huella del sello:
seal-how = ¿Cómo funciona?
seal-how-text = Antes de repartir, el servidor publica una huella de su semilla secreta. Después cada dispositivo pone 16 bytes al azar y quien se sienta a la derecha de quien reparte puede cortar. Con todo eso se baraja. Al final se publica la semilla: si su huella es la misma y las cartas salen igual, nadie cambió nada. Los robots no ponen azar. Lo que esto no impide: que el servidor, que conoce las cartas, se las cuente a alguien.
