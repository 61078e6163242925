"""Rule sets as rows of switches, and the small functions that read them."""
