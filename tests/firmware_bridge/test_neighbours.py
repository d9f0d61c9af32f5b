"""A card that lies in the fields of two readers is found by both, in whichever order they are asked."""

import pytest
from readers_on_a_bench import Table, card


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 0), (0, 2), (1, 2), (2, 0)])
def test_both_hear_it(one, other):
    table = Table(3).start()
    table.run(200)
    tag = card(1)
    table.bench.place(one, tag)
    table.bench.place(other, tag)
    seen = {event.r for event in table.run(200) if event.kind == "on"}
    assert seen == {one, other}


@pytest.mark.parametrize("late", [10, 45, 80])
def test_also_where_it_comes_near_the_second_one_later(late):
    table = Table(2).start()
    table.run(200)
    tag = card(1)
    table.bench.place(0, tag)
    table.run(late)
    table.bench.place(1, tag)
    table.run(200)
    assert sorted(table.scanner.present()) == [(0, tag.uid), (1, tag.uid)]


def test_it_costs_one_more_question_and_only_beside_a_card():
    table = Table(4).start()
    table.run(200)
    before, start = table.bench.transfers(), table.clock.now_us()
    table.run(1000)
    empty = table.bench.transfers() - before
    assert empty / ((table.clock.now_us() - start) / 6340) < 11  # a look
    table.bench.place(0, card(1))
    table.run(100)
    chip = table.bench.chips
    counts = [each.transfers for each in chip]
    looks = [table.scanner.counts(r)[0] for r in range(4)]
    table.run(1000)
    per_look = [
        (each.transfers - count) / (table.scanner.counts(r)[0] - look)
        for r, (each, count, look) in enumerate(zip(chip, counts, looks, strict=True))
    ]
    assert per_look[2] < 11
    assert per_look[3] < 11
    assert 15 < per_look[1] <= 20
