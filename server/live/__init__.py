"""Tables in play inside one process: rooms, outboxes, timers, presence."""
