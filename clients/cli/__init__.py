"""The terminal client `ochos`: plain lines, which also work in a pipe and when read aloud."""
