"""Readers, tags and the air between them, simulated register by register. Runs in CPython and MicroPython."""
