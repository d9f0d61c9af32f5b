"""The Pico's own modules on simulated readers, for the real firmware in MicroPython's unix port.

They shadow `machine`, `rp2` and `time` there, by MICROPYPATH; in CPython nothing of this is ever imported. Whoever
starts the interpreter (firmware_bridge/sim_pico.py, and the tests) tells the rest by the environment: see machine.py.
"""
