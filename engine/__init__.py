"""The rules: every game, what is known of each hand, and the proofs. Pure: no clock, no file, no thread."""
