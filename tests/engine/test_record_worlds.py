"""The verdicts on tiny deals are those of looking at every way in which the deal can have gone."""

import random
from itertools import combinations

import pytest
from small_worlds import Worlds, some, tiny_deal

from engine.cards import NO_CARDS, each, set_of
from engine.record import Impossible, Need, Promise, Record, Revoke, Suspect


class SlowRecord:
    """The page's procedure word for word, each question answered by looking at all worlds."""

    def __init__(self, worlds):
        self.worlds = worlds
        self.standing, self.doubtful, self.impossible = [], [], False  # promises as (number, promise)

    def judge(self):
        if self.impossible:
            return []
        if self.clash([]):
            self.impossible = True
            return ["impossible"]
        revokes, suspects = [], []
        while self.clash(self.standing):
            guilty = [said for said in self.standing if self.clash([said])]
            if guilty:
                revokes += guilty
                self.standing = [said for said in self.standing if said not in guilty]
                continue
            seats = sorted({promise.seat for _, promise in self.standing})
            groups = [group for few in range(1, len(seats) + 1) for group in combinations(seats, few)]
            core = next(
                said
                for said in ([one for one in self.standing if one[1].seat in group] for group in groups)
                if self.clash(said)
            )
            for said in reversed(core[:]):
                rest = [other for other in core if other != said]
                if self.clash(rest):
                    core = rest
            suspects.append(core)
            self.standing = [said for said in self.standing if said not in core]
            self.doubtful += core
        revokes += [said for said in self.doubtful if self.clash([said])]
        self.doubtful = [said for said in self.doubtful if said not in revokes]
        return sorted(revokes, key=lambda said: said[1].line) + suspects

    def clash(self, said):
        return not self.worlds.possible(set_of(number for number, _ in said))


def false_everywhere(worlds, core, rule=None):
    """Whether in every world a promise of the core is broken by its row of this rule (None: by any row)."""

    def false(hand, promise):
        barred = [there for name, there in promise.rungs if rule in (None, name)]
        needs = [need for need in promise.needs if rule in (None, need.rule)]
        return any(hand & there for there in barred) or any(
            need.cards & ~hand if need.every else not need.cards & hand for need in needs
        )

    return all(any(false(world.spoken[number], promise) for number, promise in core) for world in worlds.alive)


def check_proof(worlds, verdict, core):
    """What a verdict says of the hands holds in every world that agrees with the facts, and its rule is right."""
    assert verdict.proof
    assert false_everywhere(worlds, core)
    against, lacking = [], []  # of each world the cards of the proof that were held against the rule, or missing
    for world in worlds.alive:
        held = short = NO_CARDS
        for number, promise in core:
            hand = world.spoken[number]
            for _, barred in promise.rungs:
                held |= hand & barred & verdict.proof
            for need in promise.needs:
                short |= need.cards & ~hand & verdict.proof
        against.append(held)
        lacking.append(short)
    if verdict.reason.missing:
        assert min(map(int.bit_count, lacking)) >= verdict.sure
        assert verdict.sure or len(core) > 1
    else:
        assert min(map(int.bit_count, against)) >= verdict.sure >= 1
        assert set_of(c for there in against for c in each(there)) == verdict.proof, "each may have been in the hand"
    rules = ["first", "second", "some", "all"]
    alone = [rule for rule in rules if false_everywhere(worlds, core, rule)]
    if alone:
        assert verdict.rule == alone[0]
    else:
        assert any(verdict.rule in (name for name, *_ in (*promise.rungs, *promise.needs)) for _, promise in core)


@pytest.mark.parametrize("wild", [0.0, 0.15])
def test_verdicts_are_those_of_looking_at_all_worlds(wild):
    rng = random.Random(f"verdicts {wild}")
    counted = {"revoke": 0, "suspect": 0, "impossible": 0, "missing": 0}
    for _ in range(110):
        deck, dealt, draws, events = tiny_deal(rng, wild=wild)
        worlds = Worlds(deck, dealt, draws)
        slow, record = SlowRecord(worlds), Record(deck, len(dealt))
        assert record.deals(dealt) == []
        gone = NO_CARDS
        for line, (what, seat, *rest) in enumerate(events):
            if what == "takes" and (rest[0] or NO_CARDS) & gone:
                rest = [None]  # as known it would be a card that comes back from the table
            getattr(worlds, what)(seat, *rest)
            if what in ("lacks", "holds", "needs"):
                part = some(rng, rest[0])
                if what == "lacks":
                    said = Promise(line, seat, (), (("first", part | gone), ("second", rest[0] & ~part)))
                elif what == "needs":
                    said = Promise(line, seat, needs=(Need("some", rest[0]),))
                else:
                    said = Promise(line, seat, needs=(Need("all", rest[0], every=True),))
                slow.standing.append((worlds.promises - 1, said))
                verdicts = record.promises(said)
            elif what == "takes":
                verdicts = record.takes(seat, 1, *rest)
            elif what == "stocks":
                verdicts = record.stocks(*rest)
            elif what == "shows":
                verdicts = record.shows(seat, rest[0], whole=rest[1])
            else:
                gone |= 1 << rest[0] if what == "plays" else NO_CARDS
                verdicts = getattr(record, what)(seat, *rest)
            expected = slow.judge()
            assert len(verdicts) == len(expected)
            for verdict, wanted in zip(verdicts, expected, strict=True):
                if isinstance(verdict, Impossible):
                    assert wanted == "impossible"
                    counted["impossible"] += 1
                elif isinstance(verdict, Revoke):
                    assert verdict.promise == wanted[1]
                    check_proof(worlds, verdict, [wanted])
                    counted["missing" if verdict.reason.missing else "revoke"] += 1
                else:
                    assert isinstance(verdict, Suspect)
                    assert verdict.promises == tuple(promise for _, promise in wanted)
                    assert verdict.seats == tuple(sorted({promise.seat for _, promise in wanted}))
                    check_proof(worlds, verdict, wanted)
                    counted["suspect"] += 1
            record._all._check()
            if not record.impossible:
                assert record._all.clash() is None
    assert min(counted[kind] for kind in ("revoke", "suspect", "missing")) >= 5, counted
    assert bool(counted["impossible"]) == bool(wild)
