"""The microcontroller's firmware: card readers, buttons, lamps and a buzzer behind one USB cable. See main.py."""
