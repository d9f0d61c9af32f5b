"""Whole made-up deals: legal play accuses nobody, and whoever is accused of a breach has committed it."""

import random

import pytest
from made_up_deals import check_against_replay, deal, told

from engine.cards import each, set_of
from engine.record import Record, Revoke, Suspect
from engine.verdicts import Inquiry

WAYS = {
    "unseen": {},
    "dealt hands seen": {"dealt": 1.0},
    "some hands and refills seen": {"dealt": 0.3, "drawn": 0.2, "named": 0.3},
    "refills named late": {"named": 0.9},
    "refills seen": {"drawn": 1.0},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_legal_play_never_leads_to_a_verdict(seats, way):
    rng = random.Random(f"legal {seats} {way}")
    for number in range(12):
        deck, events = deal(rng, seats, **WAYS[way])
        record = Record(deck, seats)
        for line, event in enumerate(events):
            assert told(record, event, line) == []
            if number < 2:
                check_against_replay(record, seats)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("breach", [0.03, 0.2])
def test_every_revoke_is_one_and_every_suspicion_holds_one(breach, way):
    rng = random.Random(f"breach {breach} {way}")
    revokes = suspects = 0
    for number in range(16):
        deck, events = deal(rng, breach=breach, **WAYS[way])
        record, slow = Record(deck, 4), InOrder(deck, 4)
        known = set()
        for line, event in enumerate(events):
            verdicts = told(record, event, line)
            assert verdicts == told(slow, event, line)
            for verdict in verdicts:
                if isinstance(verdict, Revoke):
                    revokes += 1
                    spoken = events[verdict.promise.line]
                    assert spoken.broke
                    assert verdict.promise.line not in known, "one play is reported once"
                    known.add(verdict.promise.line)
                    assert verdict.rule in dict(spoken.rungs)
                    assert (spoken.hand & verdict.proof).bit_count() >= verdict.sure >= 1
                    check_proof_alone(deck, events[: line + 1], verdict)
                else:
                    assert isinstance(verdict, Suspect)
                    suspects += 1
                    lines = [promise.line for promise in verdict.promises]
                    assert any(events[said].broke for said in lines)
                    assert verdict.seats == tuple(sorted({events[said].seat for said in lines}))
                    held = [
                        (said, c)
                        for said in lines
                        for _, barred in events[said].rungs
                        for c in each(events[said].hand & barred & verdict.proof)
                    ]
                    assert len({c for _, c in held}) >= verdict.sure >= 1
            lines = [verdict.promise.line for verdict in verdicts if isinstance(verdict, Revoke)]
            assert lines == sorted(lines)
            if number < 3:
                check_against_replay(record, 4)
    assert revokes > 1
    assert suspects or breach < 0.1 or way == "refills seen"


class InOrder(Record):
    """A record that makes every ledger anew, of all seats, with each claim told in its place."""

    def _inquiry(self):
        return Inquiry(self.replay, self._seats, in_order=True, faces=self._faces)


def check_proof_alone(deck, events, verdict):
    """Of all promises this one alone, about the cards of the proof alone, is false, and only now."""
    record = Record(deck, 4)
    for line, event in enumerate(events):
        verdicts = []
        if event.what == "plays" and line == verdict.promise.line:
            verdicts = record.plays(event.seat, event.card, verdict.promise._replace(rungs=(("it", verdict.proof),)))
        elif event.what == "plays":
            verdicts = record.plays(event.seat, event.card)
        else:
            verdicts = told(record, event, line)
        assert bool(verdicts) == (line == len(events) - 1)
    assert verdicts[0].proof == verdict.proof


def test_the_numbers_of_the_cards_decide_nothing():
    """The same deal with other numbers for the cards, so that others are lifted, put and moved first."""
    rng = random.Random("numbers")
    found = 0
    for _ in range(12):
        deck, events = deal(rng, breach=0.1, named=0.5)
        number = list(range(52))
        rng.shuffle(number)

        def anew(there, number=number):
            return set_of(number[c] for c in each(there))

        record, other = Record(deck, 4), Record(deck, 4)
        for line, event in enumerate(events):
            verdicts = told(record, event, line)
            if event.what == "names":
                event = event._replace(card=number[event.card])
            elif event.what == "plays":
                barred = tuple((rule, anew(there)) for rule, there in event.rungs)
                event = event._replace(card=number[event.card], rungs=barred)
            others = told(other, event, line)
            assert [(type(v), v.rule, anew(v.proof), v.sure) for v in verdicts] == [
                (type(v), v.rule, v.proof, v.sure) for v in others
            ]
            found += len(verdicts)
    assert found > 10


def test_a_fork_of_a_record_goes_its_own_way():
    rng = random.Random("forks")
    deck, events = deal(rng, breach=0.1, named=0.5)
    record, forks, verdicts = Record(deck, 4), [], []
    for line, event in enumerate(events):
        forks.append(record.fork())
        verdicts.append(told(record, event, line))
    assert any(verdicts)
    for start in range(0, len(events), 7):
        fork = forks[start]
        for line in range(start, len(events)):
            assert told(fork, events[line], line) == verdicts[line]
