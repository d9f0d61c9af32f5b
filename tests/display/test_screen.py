"""The window: what it shows, what moves, what a touch or a key asks for, and that it sleeps."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pygame
import pytest

from display import motion
from display.caps import cap_of
from display.keys import keys_now, pressed
from display.paint import merged
from display.screen import FRAME, Screen, ScreenError, render
from display.sound import CUES, RATE, Sounds
from display.sound import samples as sound_samples
from display.view import Intent, Laid, Look
from display.words import Words
from tests.display import game_samples, samples

SIZE = (800, 480)
STILL = Look(sound=False, motion=False)
MOVING = Look(sound=False)


@pytest.fixture
def screen():
    opened = []

    def make(look=STILL, size=SIZE):
        made = Screen(size, look, allow_hidden=True)
        opened.append(made)
        made.intents(0)  # what opening the window brings
        return made

    yield make
    for made in opened:
        made.close()


def same_as(screen, view, look=STILL):
    """Whether the window shows just this view."""
    surface = pygame.display.get_surface()
    return bytes(surface.get_buffer()) == bytes(render(view, screen.size, look).get_buffer())


def settle(screen, now=0.0):
    """Ticks until nothing moves; the time it took and the number of ticks."""
    ticks = 0
    while (due := screen.tick(now)) is not None:
        now += max(due, 0.001)
        ticks += 1
        assert ticks < 1000
    return now, ticks


FULL = (*samples.play().laid, Laid(2, "9C"))


def after_the_trick():
    view = samples.play()
    return replace(view, laid=(), winning=None, turn=1, trick=7, last_trick=FULL, last_winner=1, last_points=14)


# Opening.


def test_a_driver_that_shows_nothing_is_never_taken_silently():
    with pytest.raises(ScreenError, match="dummy"):
        Screen(SIZE, STILL)


def test_where_a_hidden_one_will_do_no_display_is_needed():
    code = (
        "from display.screen import Screen\nfrom display.view import Look\nfrom tests.display import samples\n"
        "screen = Screen((640, 480), Look(), allow_hidden=True)\nscreen.show(samples.play())\n"
        "print(screen.hidden, screen.tick(0), screen.size)"
    )
    without = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")} | {
        "SDL_VIDEODRIVER": "x11"
    }
    done = subprocess.run([sys.executable, "-c", code], env=without, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True None (640, 480)\n", "")


def test_where_there_is_no_display_one_clear_line_says_so():
    code = (
        "from display.screen import Screen, ScreenError\nfrom display.view import Look\n"
        "try:\n    Screen(None, Look())\nexcept ScreenError as error:\n    print(error)\n"
    )
    without = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")} | {
        "SDL_VIDEODRIVER": "x11"
    }
    done = subprocess.run([sys.executable, "-c", code], env=without, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    assert "screen" in done.stdout


# Drawing.


def test_what_is_shown_is_the_view(screen):
    window = screen()
    for view in (samples.play(), samples.alerted("revoke"), samples.result(), samples.end(), samples.mock()):
        window.show(view)
        assert settle(window)[1] == 0
        assert same_as(window, view)


def test_a_change_redraws_only_the_boxes_that_changed(screen, monkeypatch):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    updated = []
    monkeypatch.setattr(pygame.display, "update", lambda rects: updated.extend(rects))
    window.tick(1)
    assert updated == []
    view = samples.play()
    window.show(replace(view, laid=(*view.laid, Laid(2, "4C")), turn=None))
    window.tick(2)
    area = sum(rect.w * rect.h for rect in updated)
    assert 0 < area < 0.5 * SIZE[0] * SIZE[1]


def test_nothing_to_draw_means_sleep(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    window.show(samples.play())
    assert window.tick(1) is None


def test_a_cached_frame_is_quick(screen):
    window = screen(MOVING, (1920, 1080))
    view, fewer = samples.play(), replace(samples.play(), laid=samples.play().laid[:2], turn=1, winning=0)
    for first, second in ((view, fewer), (fewer, view)):
        window.show(first)
        settle(window)
        window.show(second)
        settle(window, 10)
    window.show(fewer)
    settle(window, 20)
    window.show(view)
    times = []
    now = 30.0
    while True:
        started = time.process_time()
        due = window.tick(now)
        times.append(time.process_time() - started)
        if due is None:
            break
        now += due
    assert sorted(times)[len(times) // 2] < 0.008
    assert len(times) > 5


def test_a_resize_is_drawn_anew(screen):
    window = screen()
    view = samples.play()
    window.show(view)
    window.tick(0)
    pygame.display.set_mode((480, 800), pygame.RESIZABLE)
    window.intents(0)
    window.tick(1)
    assert window.size == (480, 800)
    assert same_as(window, view)


def test_a_lost_display_comes_back_with_the_current_view(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    pygame.display.quit()
    assert window.intents(0.05) == []
    window.show(samples.result())
    first = window.tick(1)
    assert first is not None
    assert window.tick(3) is None
    assert same_as(window, samples.result())


def test_an_exposed_window_is_given_its_picture_again(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    pygame.display.get_surface().fill((255, 0, 255))
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    window.intents(0)
    window.tick(1)


def test_another_look_is_drawn_at_once(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    window.look = replace(STILL, theme="day", language="fi")
    window.tick(1)
    assert same_as(window, samples.play(), window.look)


def test_a_picture_is_saved(screen, tmp_path):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    window.save(tmp_path / "play.png")
    assert pygame.image.load(tmp_path / "play.png").get_size() == SIZE


# Motion.


def test_a_played_card_flies_for_200_ms_and_then_everything_is_still(screen):
    window = screen(MOVING)
    view = samples.play()
    window.show(replace(view, laid=view.laid[:2], winning=0, turn=1))
    settle(window)
    window.show(view)
    ended, ticks = settle(window, 10)
    assert motion.PLAYED <= ended - 10 <= motion.PLAYED + 2 * FRAME
    assert ticks > 5
    assert same_as(window, view)


def test_a_card_on_its_way_is_not_yet_in_its_place(screen):
    window = screen(MOVING)
    view = samples.play()
    window.show(replace(view, laid=view.laid[:2], winning=0, turn=1))
    settle(window)
    window.show(view)
    for now in (10, 10.1, 10.19):
        window.tick(now)
        assert not same_as(window, view)
    assert bytes(window.picture().get_buffer()) == bytes(render(view, SIZE, MOVING).get_buffer())


def test_a_full_trick_lies_before_it_is_taken(screen):
    window = screen(MOVING)
    window.show(samples.play())
    settle(window)
    after = after_the_trick()
    window.show(after)
    window.tick(10)
    now, stayed = 10.0, 0.0
    while (due := window.tick(now)) is not None:
        now += due
        lies = not same_as(window, after)
        stayed = now - 10 if lies else stayed
    assert stayed >= motion.PLAYED + motion.STAYS - 0.01
    assert now - 10 <= motion.PLAYED + motion.STAYS + motion.TAKEN + 3 * FRAME
    assert same_as(window, after)


def test_without_motion_a_full_trick_still_lies_for_a_while(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    window.show(after_the_trick())
    due = window.tick(10)
    assert due == pytest.approx(motion.PLAYED + motion.STAYS)
    assert not same_as(window, after_the_trick())
    window.tick(10 + due)
    assert same_as(window, after_the_trick())


def test_the_last_trick_of_a_deal_is_seen_before_its_result(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    window.show(after_the_trick())
    window.show(samples.result())
    due = window.tick(10)
    assert due is not None
    assert not same_as(window, samples.result())
    window.tick(10 + due)
    assert same_as(window, samples.result())


def test_the_next_lead_does_not_wait_for_the_picture(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    window.show(after_the_trick())
    window.tick(10)
    lead = replace(after_the_trick(), laid=(Laid(1, "TS"),), turn=2, winning=1)
    window.show(lead)
    assert window.tick(10.1) is None
    assert same_as(window, lead)


def test_an_input_ends_a_running_motion_at_once(screen):
    window = screen(MOVING)
    window.show(samples.play())
    settle(window)
    window.show(after_the_trick())
    window.tick(10)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_x, unicode="x", mod=0, scancode=0))
    window.intents(0)
    now, _ = settle(window, 10.02)
    assert now < 10.4
    assert same_as(window, after_the_trick())


def test_an_alert_comes_in_and_its_border_stands_still_in_the_end(screen):
    window = screen(MOVING)
    window.show(samples.play())
    settle(window)
    window.show(samples.alerted("revoke"))
    ended, _ = settle(window, 10)
    assert ended - 10 == pytest.approx(motion.PULSES, abs=3 * FRAME)
    assert same_as(window, samples.alerted("revoke"))
    window.show(samples.play())
    settle(window, 20)
    assert same_as(window, samples.play())


def test_any_way_through_the_screens_ends_in_the_right_picture(screen):
    window = screen(MOVING)
    mock = samples.mock()
    views = [
        samples.play(),
        mock,
        samples.last_trick(),
        samples.alerted("refused"),
        after_the_trick(),
        samples.opening(),
    ]
    views += [
        samples.result(),
        samples.end(),
        samples.singles(3),
        samples.singles(8),
        samples.play("en", samples.LONG_NAMES),
    ]
    now = 0.0
    for first in views:
        for second in views:
            window.show(first)
            now, _ = settle(window, now + 5)
            window.show(second)
            now, _ = settle(window, now + 5)
        assert same_as(window, second)


# Input.


def press(letter, key=None):
    return pygame.event.Event(pygame.KEYDOWN, key=key or ord(letter.lower()), unicode=letter, mod=0, scancode=0)


def click(window, box):
    place = (round(box.cx), round(box.cy))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=place, touch=False))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=place, touch=False))
    return window.intents(0)


def box_of(view, plan, do, card=None):
    layout = plan(view, SIZE)
    return next(
        thing.box
        for thing in layout.things
        if getattr(thing, "intent", None) and thing.intent.do == do and thing.intent.card == card
    )


@pytest.mark.parametrize("do", ["undo", "menu", "sheet"])
def test_a_click_on_a_button_is_its_intent(screen, plan, do):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    assert [intent.do for intent in click(window, box_of(samples.play(), plan, do))] == [do]


def test_a_click_on_a_card_of_the_hand_taps_it(screen, plan):
    window = screen()
    window.show(samples.mock())
    window.tick(0)
    assert click(window, box_of(samples.mock(), plan, "card", "7D")) == [Intent("card", card="7D", seat=2)]


def test_a_press_that_is_dragged_away_asks_for_nothing(screen, plan):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    box = box_of(samples.play(), plan, "undo")
    pygame.event.post(
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(box.cx), round(box.cy)), touch=False)
    )
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(2, 2), touch=False))
    assert window.intents(0) == []


def test_the_keys_shown_are_the_keys_that_work():
    for language in samples.LANGUAGES:
        words = Words(language)
        for view in (
            samples.play(),
            samples.mock(),
            samples.alerted("refused"),
            samples.alerted("revoke"),
            samples.result(),
            samples.end(),
        ):
            trick = view.alert.trick if getattr(view, "alert", None) else None
            for key in keys_now(view):
                if key != "play-card":
                    assert pressed(words.key(key, trick)[0], view, words) == Intent(key), (language, key)


def test_enter_presses_the_primary_button():
    words = Words("sv")
    assert pressed("Enter", samples.alerted("refused"), words) == Intent("take-back")
    assert pressed("Enter", samples.alerted("revoke"), words) == Intent("carry-on")
    assert pressed("Enter", samples.result(), words) == Intent("next-deal")
    assert pressed("Enter", samples.end(), words) == Intent("again")
    assert pressed("Enter", samples.play(), words) is None


def test_digits_play_the_cards_of_the_hand_but_not_under_an_alert():
    words = Words("en")
    assert pressed("3", samples.mock(), words) == Intent("card", card="7D", seat=2)
    assert pressed("6", samples.mock(), words) is None
    assert pressed("3", replace(samples.mock(), alert=samples.REFUSED), words) is None
    assert pressed("3", samples.play(), words) is None


def test_caps_follow_the_letter_on_the_keyboard():
    assert cap_of(pygame.K_z, "z") == "Z"
    assert cap_of(pygame.K_y, "z") == "Z"  # a German keyboard
    assert cap_of(pygame.K_RETURN, "\r") == "Enter"
    assert cap_of(pygame.K_KP3, "3") == "3"
    assert cap_of(pygame.K_ESCAPE, "\x1b") == "Esc"
    assert cap_of(0xE4, "ä") == "Ä"
    assert cap_of(pygame.K_LSHIFT, "") == ""


def test_closing_the_window_asks_to_quit(screen):
    window = screen()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.intents(0) == [Intent("quit")]


def test_sound_and_motion_are_switched_by_their_keys_and_told(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    for do in ("sound", "motion"):
        cap = Words("en").key(do)[0]
        before = getattr(window.look, do)
        pygame.event.post(press(cap))
        assert window.intents(0) == [Intent(do)]
        assert getattr(window.look, do) is not before


# Sleeping.


def test_waiting_uses_no_cpu(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    started, used = time.monotonic(), time.process_time()
    assert window.intents(0.6) == []
    assert time.monotonic() - started >= 0.59
    assert time.process_time() - used < 0.06


def test_another_thread_can_wake_it(screen):
    window = screen()
    timer = threading.Timer(0.1, window.wake)
    started = time.monotonic()
    timer.start()
    assert window.intents(None) == []
    assert 0.05 < time.monotonic() - started < 1
    timer.join()


def test_a_wake_before_the_wait_is_not_lost(screen):
    window = screen()
    window.wake()
    started = time.monotonic()
    assert window.intents(5) == []
    assert time.monotonic() - started < 1


def test_an_input_ends_the_wait(screen):
    window = screen()
    window.show(samples.play())
    window.tick(0)
    threading.Timer(0.1, lambda: pygame.event.post(press("z"))).start()
    assert window.intents(5) == [Intent("undo")]


# Sounds.


def test_sounds_are_short_and_never_clip():
    for cue in CUES:
        wave = sound_samples(cue)
        assert 0.03 * RATE < len(wave) < 1.2 * RATE
        assert 0 < max(abs(value) for value in wave) < 32_767
        assert abs(wave[0]) < 500


def test_the_card_is_quiet_and_the_alert_is_loud():
    loudest = {cue: max(abs(value) for value in sound_samples(cue)) for cue in CUES}
    assert loudest["card"] < 0.5 * loudest["alert"]


def test_no_audio_device_is_no_error(monkeypatch):
    def fails(*args, **kwargs):
        raise pygame.error("no audio device")

    monkeypatch.setattr(pygame.mixer, "init", fails)
    monkeypatch.setattr(pygame.mixer, "get_init", lambda: None)
    sounds = Sounds()
    sounds.play("alert")
    assert not sounds.prepare()
    sounds.close()


def test_a_machine_without_sound_hardware_is_not_even_asked(monkeypatch, tmp_path):
    for variable in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("display.sound.SOUND", tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(pygame.mixer, "init", lambda *args, **kwargs: pytest.fail("asked"))
    monkeypatch.setattr(pygame.mixer, "get_init", lambda: None)
    Sounds().play("card")


def test_where_nobody_sees_the_screen_nobody_hears_it(screen, monkeypatch):
    monkeypatch.setattr(Sounds, "play", lambda self, cue: pytest.fail(cue))
    window = screen(replace(STILL, sound=True))
    window.show(samples.play())
    settle(window)
    window.show(samples.alerted("revoke"))
    settle(window, 5)
    assert window.hidden


def test_each_happening_has_its_sound(screen, monkeypatch):
    heard = []
    monkeypatch.setattr(Sounds, "play", lambda self, cue: heard.append(cue))
    monkeypatch.setattr(Sounds, "prepare", lambda self: False)
    monkeypatch.setattr(Screen, "hidden", False)
    window = screen(replace(STILL, sound=True))
    view = samples.play()
    now = 0.0
    for after in (
        replace(view, laid=view.laid[:2], turn=1),
        view,
        after_the_trick(),
        samples.alerted("revoke"),
        samples.end(),
    ):
        window.show(after)
        now, _ = settle(window, now + 5)
    assert heard == ["card", "card", "trick", "alert", "end"]


# Rectangles.


def test_merged_rectangles_cover_the_same_and_do_not_overlap():
    screen = pygame.Rect(0, 0, 100, 100)
    parts = [
        pygame.Rect(0, 0, 10, 10),
        pygame.Rect(5, 5, 10, 10),
        pygame.Rect(50, 50, 5, 5),
        pygame.Rect(90, 90, 50, 50),
    ]
    result = merged(parts, screen)
    assert all(not a.colliderect(b) for i, a in enumerate(result) for b in result[i + 1 :])
    assert all(any(rect.contains(part.clip(screen)) for rect in result) for part in parts)
    assert merged([pygame.Rect(200, 200, 5, 5)], screen) == []


# Questions.


def key(code):
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0, scancode=0))


def test_answers_are_gone_through_with_tab_and_chosen_with_enter(screen):
    window = screen()
    view = game_samples.thirty_one()
    window.show(view)
    window.tick(0)
    before = bytes(pygame.display.get_surface().get_buffer())
    key(pygame.K_RETURN)
    assert window.intents(0) == []
    key(pygame.K_TAB)
    key(pygame.K_TAB)
    assert window.intents(0) == []
    window.tick(1)
    marked = bytes(pygame.display.get_surface().get_buffer())
    assert marked != before
    key(pygame.K_RETURN)
    assert window.intents(0) == [Intent("choose", number=1)]


def test_another_question_begins_with_nothing_marked(screen):
    window = screen()
    window.show(game_samples.thirty_one())
    window.tick(0)
    key(pygame.K_TAB)
    window.intents(0)
    view = game_samples.amerikaner()
    window.show(view)
    window.tick(1)
    assert same_as(window, view)
    key(pygame.K_RETURN)
    assert window.intents(0) == []


def test_an_answer_is_chosen_by_touch_and_by_its_key(screen):
    window = screen()
    window.show(game_samples.thirty_one())
    window.tick(0)
    key(pygame.K_3)
    assert window.intents(0) == [Intent("choose", number=2)]
    place = next(
        (x, y)
        for y in range(0, SIZE[1], 5)
        for x in range(0, SIZE[0], 5)
        if window._under((x, y)) == Intent("choose", number=1)
    )
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=place, button=1))
    assert window.intents(0) == [Intent("choose", number=1)]


def test_any_way_through_the_games_ends_in_the_right_picture(screen):
    window = screen(MOVING)
    now = 0.0
    for name, view in game_samples.every_game().items():
        if name.endswith(("-hand", "-long")):
            continue
        window.show(view)
        now, _ = settle(window, now + 1)
        assert same_as(window, view, MOVING), name
