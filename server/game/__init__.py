"""The core: a table's state, the commands it takes, and what follows from them."""
