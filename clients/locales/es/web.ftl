### Words of the browser client. Sentences that the terminal says too are in game.ftl.

## Everywhere

go-home = Ir a mis mesas
missing-title = Aquí no hay nada
missing-text = La dirección no lleva a ninguna mesa. Revisa el enlace que te pasaron.
start = Empezar
