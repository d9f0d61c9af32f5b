"""Coverage-guided fuzzing of whatever reads what others have written: `make fuzz`, or `python -m tests.fuzz`.

A target is a module with `seeds()`, good inputs to begin with, and `take(data)`, which reads any bytes as the program
would and raises where something is wrong: an error that is not the project's own, one that is not one clear line, or a
reading that contradicts itself. It needs atheris; the same targets run in the normal tests with a few hundred altered
seeds (test_targets.py).
"""

TARGETS = ("wire", "table_toml", "deck_file", "ndef", "script", "journal")
