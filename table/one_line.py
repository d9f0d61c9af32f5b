"""Text from elsewhere made fit for a message of one line."""

from __future__ import annotations


def on_one_line(text: str, longest: int = 240) -> str:
    """Text that is safe to print: what is not printable is escaped, what is too long is cut."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in short)
