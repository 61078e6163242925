### Words of the browser client. Sentences that the terminal says too are in game.ftl.

## Everywhere

go-home = To my tables
missing-title = Nothing here
missing-text = This address leads to no table. Check the link you were given.
start = Start
