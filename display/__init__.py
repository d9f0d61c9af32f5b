"""The pygame screen: drawn from a View, an immutable picture of the table with nothing hidden in it."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before any module here imports pygame
