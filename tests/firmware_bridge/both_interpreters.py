"""A run of the driver on the simulated hardware that prints all it sees: the same under CPython and MicroPython."""

from firmware_bridge.ndef import Ntag, TagError
from firmware_bridge.presence import Scanner
from firmware_bridge.rc522 import Reader, crc_a
from firmware_bridge.sim.bench import Bench
from firmware_bridge.sim.clock import VirtualClock
from firmware_bridge.sim.tag import Classic, Ntag213, Phone, Tag


def polls(clock, bench, reader):
    for how in ({}, {"halt": True}, {"halt": True}, {"thorough": True}):
        reader.field(False)
        clock.sleep_us(5100)
        reader.field(True)
        clock.sleep_us(5100)
        before = bench.transfers()
        outcome = reader.poll(**how)
        found = sorted([(uid.hex(), sak) for uid, sak in outcome.tags])
        print(outcome.kind, found, outcome.noisy, outcome.note, bench.transfers() - before, clock.now_us())


def one_reader(tags, noise=0, **chip):
    clock = VirtualClock()
    bench = Bench(clock, 1, 3)
    for name in sorted(chip):
        setattr(bench.chips[0], name, chip[name])
    reader = Reader(bench.xfer(0), clock.sleep_us)
    print(reader.start(), reader.detail, reader.burst)
    bench.fields[0].noise = noise
    for tag in tags:
        bench.place(0, tag)
    polls(clock, bench, reader)


def labels():
    clock = VirtualClock()
    bench = Bench(clock, 1, 3)
    reader = Reader(bench.xfer(0), clock.sleep_us)
    reader.start()
    sticker = Ntag213(bytes.fromhex("04A1B2C3D4E5F6"))
    bench.place(0, sticker)
    reader.field(True)
    clock.sleep_us(5100)
    tag = Ntag(reader, sticker.uid)
    for noise in (0, 20):
        bench.fields[0].noise = noise
        for text in ("AS", "Kullankaivaja ja Ristikontra"):
            try:
                tag.write_text(text)
                print(tag.read_text(), tag.version().hex(), sticker.memory[16:28].hex(), clock.now_us())
            except TagError as error:
                print(error, clock.now_us())


def table():
    clock = VirtualClock()
    bench = Bench(clock, 3, 3)
    readers = [Reader(bench.xfer(i), clock.sleep_us) for i in range(3)]
    scanner = Scanner(readers, clock.now_us, clock.sleep_us, bench.reset)
    events = list(scanner.start())
    bench.fields[1].noise = 20
    for i in range(12):
        tag = Ntag213(bytes((4, 1, 2, 3, 4, 5, i)))
        start = 300_000 + 200_000 * i
        clock.at_us(start, lambda r=i % 3, tag=tag: bench.place(r, tag))
        clock.at_us(start + 350_000, lambda r=i % 3, tag=tag: bench.take(r, tag))
    clock.at_us(1_500_000, bench.chips[2].brown_out)
    clock.at_us(2_000_000, bench.chips[0].cut_power)
    clock.at_us(2_600_000, bench.chips[0].restore_power)
    while clock.now_us() < 3_500_000:
        events += scanner.step()
    scanner.focus(1)
    while clock.now_us() < 4_000_000:
        events += scanner.step()
    scanner.sync()
    while clock.now_us() < 9_000_000:
        events += scanner.step()
    for event in events:
        print(event)
    print(scanner.health(), scanner.present(), [scanner.counts(r) for r in range(3)])


def roll(count):
    return [Ntag213(bytes((4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, n))) for n in (1, 2, 3, 0x81)[:count]]


def others():
    return [Classic(bytes.fromhex("DEADBE01")), Tag(bytes(range(10, 20))), Phone(5)]


print(crc_a(b"123456789").hex())
one_reader([])
one_reader(roll(1))
one_reader(roll(4) + others())
one_reader(roll(4) + others(), coll_absolute=True, dirty=True)
one_reader(roll(2), mixed_reads=False, version=0x88)
one_reader(roll(2), noise=30)
one_reader(roll(1), timer_stops=False, gain_locked=True, version=0x12)
labels()
table()
