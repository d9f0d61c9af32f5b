"""Games to write into a journal, in which no line can be taken for another."""

HEADER = '{"game": "hearts", "seats": ["A", "B", "C", "D"]}'


def line(number):
    """A line that cannot be taken for another."""
    return f'{{"seat": "A", "do": "play", "cards": "2C", "t": {number}}}'


def written(journal, lines=10):
    """A new game with this many lines, header included."""
    game = journal.begin(HEADER)
    for number in range(2, lines + 1):
        journal.append(game, [(number, line(number))])
    return game


def expected(lines):
    return tuple((number, line(number)) for number in range(2, lines + 1))
