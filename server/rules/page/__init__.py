"""The rules page of a table: sentences tied to the fields of its rule set, in two languages."""
