"""A process that writes a journal and is killed for it: `python -m tests.table.journal_child FILE WHAT`.

It says on standard output what it has been promised: each line's number, once `append` has returned.
"""

import os
import sys
from pathlib import Path

from table.journal import Journal, JournalError
from tests.table.journals import line


def say(text):
    os.write(1, f"{text}\n".encode())


def write_for_ever(journal):
    loaded = journal.unfinished()
    game = loaded.game.id if loaded else journal.begin("{}")
    number = loaded.next_number if loaded else 2
    while True:
        journal.append(game, [(number, line(number))], {"pico": f"5B1E:{number}"})
        say(number)
        number += 1


def main():
    path, what = Path(sys.argv[1]), sys.argv[2]
    if what == "limited":  # files may not grow beyond this: the operating system refuses to write
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
    try:
        journal = Journal.open(path)
        if what == "hold":
            say("open")
            sys.stdin.read()
        else:
            write_for_ever(journal)
    except JournalError as error:
        say(error)


if __name__ == "__main__":
    main()
