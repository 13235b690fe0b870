"""The form for a position: filled from a match or blank, faults beside their rows, a board below, a file."""

import html
import json
from types import SimpleNamespace

import pytest
from browser import kit
from ipywidgets import HTML

import beastlab
from beastlab.boards import Board
from beastlab.boards.setup import _split, setup
from beastlab.bots import play_bots, random_bot
from beastlab.core.chance import ByHand
from beastlab.games import beast_hunt as hunt
from beastlab.games import beest
from beastlab.games import by_order_of_the_queen as queen

EVIL = "<img src=x onerror=alert(1)>"


def begun(most=90, **options):
    match = hunt.new_match(**({"seats": 3, "seed": 7} | options))
    play_bots(match, {seat: random_bot(seat) for seat in range(match.options.seats)}, most=most)
    return match


def blank(**options):
    """A blank form with the least that a position needs."""
    form = setup(hunt, seats=2, **options)
    form.fields["field"].value = "Thornback, Gloom Heron, Mud Lurker"
    form.fields["seats.Ada.champions"].value = "Regent Aldous"
    form.fields["seats.Bo.champions"].value = "Grim Osk"
    return form


def notes(form):
    """What is said beside the rows."""
    return {place: note.value for place, note in form._notes.items() if note.layout.display is None}


def typed(form):
    return {place: field.value for place, field in form.fields.items()} | {"rest": form.rest.value}


def press(form, label):
    """Click a button of the form."""
    found, stack = [], [form]
    while stack:
        widget = stack.pop()
        stack += getattr(widget, "children", ())
        found += [widget] * (getattr(widget, "description", "") == label and hasattr(widget, "click"))
    (button,) = found
    button.click()


# --- filled from a match -----------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [20, 60, 140, 300])
def test_a_form_of_a_match_holds_its_position_whole(most):
    match = begun(most)
    form = setup(match)
    assert form.check() == []
    again = form.play().match
    assert hunt.position_of(again.origin, plain=True) == hunt.position_of(match.origin, plain=True)
    assert again.options == match.options and again.seed == match.seed


def test_every_row_has_a_label_and_shows_what_lies_there():
    match = begun()
    form = setup(match)
    assert all(field.description for field in form.fields.values())
    assert form.fields["turn"].value == match.table.name(match.origin.turn)
    assert form.fields["round"].value == match.origin.round
    for seat in match.origin.seats:
        shown = form.fields[f"seats.{seat.name}.heroes"].value
        assert all(hero.card.name in shown for hero in seat.heroes)
    assert "step in progress began" in form.children[0].value or not match.trail


def test_a_match_of_two_champions_without_shards_has_rows_of_its_own():
    form = setup(begun(champions=2, shardless=True))
    assert "shards" not in form.fields and form.fields["seats.Ada.champions"].description == "Champions"
    assert form.check() == []


def test_what_has_no_row_is_kept_as_json():
    match = begun(300)
    form = setup(match)
    rest = json.loads(form.rest.value or "{}")
    assert set(rest) <= {"seats", "first", "shuffles", "missed", "used", "trigger_turn"}
    assert not any(set(values) & {"hand", "heroes"} for values in rest.get("seats", {}).values())


def test_a_position_before_any_card_is_dealt_can_be_opened():
    form = setup(hunt.new_match(seats=2, seed=7))
    assert form.fields["phase"].value == "champions" and form.check() == []


# --- blank -------------------------------------------------------------------------------------------------


def test_a_blank_form_says_all_that_is_missing():
    form = setup(hunt, seats=2)
    assert [fault.place for fault in form.check()] == ["field", "seats.Ada.champions", "seats.Bo.champions"]
    assert set(notes(form)) == {"field", "seats.Ada.champions", "seats.Bo.champions"}
    assert "3 faults; nothing was begun or written, and all stays as typed." in form.said.value
    assert (
        "<b>Bo, Champion</b>: 0 champions; each player has 1. <code>hunt.invariant.champions"
        in form.said.value
    )


def test_what_is_filled_in_is_played_from():
    form = blank()
    form.fields["seats.Bo.hand"].value = "4 unseen\nStand Fast; "
    form.fields["seats.Ada.heroes"].value = "Harpooner + Tower Shield (face down, used), Young Heir"
    form.fields["actions"].value = 2
    form.fields["main_deck"].value = "Quiet Lantern, 111"
    form.fields["king"].value = " Old Sorrowmane "
    board = form.play()
    assert isinstance(board, Board) and form.boards.children == (board,)
    table = board.match.table
    assert len(table.seats[1].hand) == 5 and table.actions == 2 and table.king.code == "king-3"
    assert not table.seats[0].heroes[0].up and table.seats[0].heroes[0].gear.name == "Tower Shield"
    assert [card.name for card in table.deck.next_card().outcomes()] == ["Quiet Lantern"]
    assert "The board below goes on from here. Ada: 2 actions left." in form.said.value
    form.fields["actions"].value = 1
    later = form.play()
    assert form.boards.children == (later, board), "the board before it stays"


def test_a_count_that_does_not_fit_is_told_and_the_row_widened():
    form = blank()
    form.fields["main_deck"].value = "71"
    (fault,) = form.check()
    assert "write 120, or leave it out" in fault.text
    assert form._boxes["main_deck"].layout.width == "100%"
    form.fields["main_deck"].value = "120"
    assert form.check() == [] and notes(form) == {}
    assert form._boxes["main_deck"].layout.width == "33.3%"
    assert "No fault. Ada: 3 actions left." in form.said.value


def test_faults_stand_beside_their_rows_and_nothing_typed_is_lost():
    form = blank()
    form.fields["seats.Ada.hand"].value = "Harponer, Hunger Moon, Stand Fast"
    form.fields["actions"].value = 0
    form.rest.value = '{"frist": "Ada", "shuffles": [["Xyzzy"]]}'
    before = typed(form)
    press(form, "Play from here")
    assert typed(form) == before and form.boards.children == ()
    assert set(notes(form)) == {"actions", "seats.Ada.hand", ""}
    assert notes(form)["seats.Ada.hand"].count("bl-setup-fault") == 2
    assert "<b>Ada, Hand, 2nd card</b>: Hunger Moon is played when it is drawn" in form.said.value
    assert "<b>shuffles[0][0]</b>: No card is called &#x27;Xyzzy&#x27;" in form.said.value
    form.fields["actions"].value = 3
    form.check()
    assert "actions" not in notes(form)


@pytest.mark.parametrize("text", ["{", "[]", "7", '{"seats": 5}', "[" * 100_000, '{"seats": {"Ada": 1}}'])
def test_a_rest_that_is_no_object_is_a_fault_of_its_own(text):
    form = blank()
    form.rest.value = text
    assert len(form.check()) == 1 and form.play() is None
    assert "Anything else</b>: Not to be read" in form.said.value and form.rest.value == text


def test_real_dice_can_be_chosen():
    form = blank()
    form.dice.value = True
    match = form.play().match
    match.play("draw")
    assert isinstance(match.chance, ByHand) and not hasattr(match.request, "options")
    assert setup(match).dice.value is True


def test_the_seed_deals_and_rolls():
    form = blank(seed=5)
    form.fields["seats.Bo.hand"].value = "4 unseen"
    first = form.play().match
    assert first.seed == 5
    form.seed.value = 6
    assert form.play().match.table.seats[1].hand != first.table.seats[1].hand


def test_the_board_is_made_as_asked():
    seen = []
    form = blank(show=lambda match: seen.append(match) or Board(match, 1))
    assert form.play().seat == 1 and len(seen) == 1


# --- adding cards -------------------------------------------------------------------------------------------


def test_names_are_suggested_for_the_row_and_added_to_it():
    form = setup(hunt, seats=2)
    form.zone.value = "Bo: Hand"
    assert "Harpooner" in form.card.options and "Grim Osk" not in form.card.options
    for name in ("Harpooner", "", "War Chant"):
        form.card.value = name
        press(form, "Add")
    assert form.fields["seats.Bo.hand"].value == "Harpooner, War Chant" and form.card.value == ""
    form.zone.value = "Beast King"
    assert form.card.options == ("King of Embers", "Old Sorrowmane", "Tidebound King")
    for name in form.card.options:
        form.card.value = name
        press(form, "Add")
    assert form.fields["king"].value == "Tidebound King"


def test_commas_in_brackets_part_nothing():
    assert list(_split("a (x, y), b;c\n d,, ")) == ["a (x, y)", "b", "c", "d"]
    assert list(_split("a (x, y\nb)")) == ["a (x, y", "b)"]


# --- kept in a file ------------------------------------------------------------------------------------------


def test_a_position_is_kept_in_a_file_that_load_opens(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    form = blank()
    form.fields["seats.Bo.hand"].value = "4 unseen"
    form.file.value = "evening"
    assert form.save().name == "evening.json"
    assert "Kept in evening.json: beastlab.load(&quot;evening.json&quot;) opens it." in form.said.value
    match = beastlab.load("evening.json")
    assert match.request.prompt == "Ada: 3 actions left" and match.place is match.root
    again = setup(match)
    assert again.check() == [] and len(again.fields["seats.Bo.hand"].value.split(", ")) == 4
    form.fields["actions"].value = 1
    assert form.save() and beastlab.load("evening.json").table.actions == 1, "its own file is written again"


def test_no_other_file_is_overwritten_and_what_can_not_be_written_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    form = blank()
    (tmp_path / "position.json").write_text("mine")
    for name, words in [
        ("position.json", "is there already, and is not overwritten"),
        ("", "Give the file a name"),
        ("no/where.json", "can&#x27;t be written (No such file or directory)"),
    ]:
        form.file.value = name
        assert form.save() is None and words in form.said.value
    form.file.value, form.fields["actions"].value = "new.json", 0
    assert form.save() is None and "1 fault" in form.said.value
    assert [path.name for path in tmp_path.iterdir()] == ["position.json"]
    assert (tmp_path / "position.json").read_text() == "mine"


# --- another game ----------------------------------------------------------------------------------------------


def kingdom(**options):
    """A blank form of By Order of the Queen with the least that a position needs."""
    form = setup(queen, seats=2, **options)
    form.fields["order"].value = "Read the Tides"
    form.fields["seats.Ada.guild"].value = "The Firemanes"
    form.fields["seats.Bo.guild"].value = "Hounds of Salvere"
    return form


@pytest.mark.parametrize(("seed", "most"), [(7, 0), (7, 60), (8, 200), (9, 420)])
def test_a_form_of_the_queen_holds_the_position_of_a_match_whole(seed, most):
    match = queen.new_match(seats=3, seed=seed, hard_three_nemeses=True)
    play_bots(match, {seat: random_bot(seat) for seat in range(3)}, most=most)
    form = setup(match)
    assert form.check() == []
    again = form.play().match
    assert queen.position_of(again.origin, plain=True) == queen.position_of(match.origin, plain=True)
    assert set(json.loads(form.rest.value or "{}")) <= {"party", "action", "monster_deck"}


def test_a_blank_form_of_the_queen_says_what_is_missing_and_plays_what_is_filled_in():
    form = setup(queen, seats=2)
    assert [fault.place for fault in form.check()] == ["order", "seats.Ada.guild", "seats.Bo.guild"]
    assert "<b>Ada, Guild</b>: Ada leads no Guild; give the name of one" in form.said.value
    form = kingdom()
    form.fields["monsters"].value = "Puddle Pest, Shadow Lurker (3, 4 covered), Shado"
    form.fields["seats.Ada.hand"].value = "Atook, 6 unseen"
    form.fields["monster_deck"].value = "41"
    form.fields["threat.enemy"].value = 5
    form.fields["seats.Ada.favors"].value = 2
    assert [fault.place for fault in form.check()] == ["monsters[2]"]
    assert set(notes(form)) == {"monsters"}
    form.fields["monsters"].value = "Puddle Pest, Shadow Lurker (3, 4 covered)"
    (fault,) = form.check()
    assert "41 cards, but 40 lie there, 2 of them Prompts; write 40" in fault.text
    form.fields["monster_deck"].value = "40"
    board = form.play()
    assert isinstance(board, Board) and "Ada: which action?" in form.said.value
    table = board.match.table
    assert table.in_play[1].free == (2,) and table.threat == [5, 2, 2] and len(table.seats[0].hand) == 7
    assert table.seats[0].favors == 2 and table.seats[1].relic.name == "Henchman"


def test_a_position_of_the_queen_is_kept_and_opened_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    form = kingdom(hard_no_max=True, hard_sealed_start=True)
    assert form.fields["seal"].value is True and form.fields["threat.enemy"].max == 99
    form.fields["seats.Bo.hand"].value = "3 unseen"
    form.fields["location_decks.Silver Coast"].value = "Breaker Reef, 24"
    assert form.save().name == "position.json"
    match = beastlab.load("position.json")
    assert match.request.prompt == "Ada: which action?" and match.table.seal
    again = setup(match)
    assert again.check() == [] and len(again.fields["seats.Bo.hand"].value.split(", ")) == 3
    assert again.fields["location_decks.Silver Coast"].value == "Breaker Reef, 24"


@pytest.mark.parametrize(("seed", "most"), [(7, 0), (7, 40), (8, 150), (9, 400)])
def test_a_form_of_beest_holds_the_position_of_a_match_whole(seed, most):
    match = beest.new_match(seats=3 + seed % 4, seed=seed)
    play_bots(match, {seat: random_bot(seat) for seat in range(match.options.seats)}, most=most)
    form = setup(match)
    assert form.check() == [] and form.rest.value == ""
    again = form.play().match
    assert beest.position_of(again.origin, plain=True) == beest.position_of(match.origin, plain=True)


def test_a_blank_form_of_beest_is_an_ordinary_turn_and_says_what_is_wrong_with_what_is_filled_in():
    form = setup(beest, seats=3)
    assert form.check() == [] and "No fault. Ada: has anybody won? (before your turn)." in form.said.value
    form.fields["turn"].value = "Cleo"
    form.fields["exchanges"].value = "Bo meets The silent guy, Ada meets Cleo"
    form.fields["cleared"].value = "Bo"
    form.fields["seats.Ada.sequence"].value = "T/TM, T/MB, X/TB"
    form.fields["seats.Bo.dna"].value = "black"
    form.fields["seats.Bo.points"].value = "-4"
    unscored = [f"seats.{name}.points" for name in ("Ada", "Cleo", "The silent guy")]
    assert [fault.place for fault in form.check()] == [*unscored, "seats.Ada.sequence[2]", "cleared[0]"]
    assert set(notes(form)) == {"cleared", "seats.Ada.sequence", *unscored}
    assert "<b>Ada, Sequence, 3rd card</b>: No card is called &#x27;X/TB&#x27;" in form.said.value
    form.fields["seats.Ada.sequence"].value = "T/TM, T/MB, M/TB"
    form.fields["cleared"].value = ""
    for seat in ("Ada", "Cleo", "The silent guy"):
        form.fields[f"seats.{seat}.points"].value = "0"
    board = form.play()
    assert isinstance(board, Board) and "Cleo: has anybody won?" in form.said.value
    table = board.match.table
    assert table.beest == 1 and table.black(3) == 3 and table.points == [(0, -4, 0, 0)]
    assert table.seats[0].line and [card.name for card in table.seats[0].sequence] == ["T/TM", "T/MB", "M/TB"]


def test_a_position_of_beest_is_kept_and_opened_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    form = setup(beest, seats=6, seed=3)
    form.fields["number"].value = "25"
    form.fields["exchanges"].value = "Finn meets Ada; Bo meets Finn"
    assert form.save().name == "position.json"
    match = beastlab.load("position.json")
    assert match.table.number == 25 and len(match.table.exchanges) == 2 and match.request.seat == 0
    again = setup(match)
    assert again.check() == [] and len(again.fields["seats.Ada.sequence"].value.split(", ")) == 3
    assert again.fields["exchanges"].value == "Finn meets Ada, Bo meets Finn"
    assert "seats.The silent guy.dna" not in again.fields


def test_a_form_of_beest_before_an_expedition_has_points_alone():
    match = beest.new_match(seats=3, chance=ByHand())
    form = setup(match)
    assert form.fields["phase"].value == "prepare" and form.check() == []
    form.fields["exchanges"].value = "Ada meets Bo"
    assert "still to be prepared; leave it out" in form.check()[0].text and set(notes(form)) == {"exchanges"}


# --- what can't be set up --------------------------------------------------------------------------------------


def test_other_things_are_refused_with_what_to_give():
    for start in (None, 7, "hunt", beastlab):
        with pytest.raises(ValueError, match="give a match, or a game's module"):
            setup(start)
    with pytest.raises(ValueError, match="seats: the options are those of the match"):
        setup(begun(), seats=3)
    with pytest.raises(ValueError, match="no option is called 'orbs'"):
        setup(hunt, orbs=2)
    other = begun()
    other.game = SimpleNamespace(id="chess", title="Chess", table_from_json=None)
    with pytest.raises(ValueError, match="positions of Chess can't be set up"):
        setup(other)


def test_names_of_people_are_text():
    form = setup(hunt, seats=2, names=[EVIL, "Bo"])
    form.fields["turn"].value = EVIL
    form.rest.value = f'{{"{EVIL}": 1}}'
    form.check()
    shown = [
        form.said.value,
        *notes(form).values(),
        *(child.value for child in form.children if isinstance(child, HTML)),
    ]
    assert not any("<img" in text for text in shown) and any("&lt;img" in text for text in shown)


@pytest.mark.browser
def test_in_the_browser_a_fault_is_shown_corrected_and_the_position_played(chromium, tmp_path):
    with kit.jupyterlab(tmp_path) as base:
        cell = "from beastlab.games import beast_hunt as hunt\nfrom beastlab.boards.setup import setup\n"
        kit.write(tmp_path, "form.ipynb", f"{cell}setup(hunt, seats=2)")
        with kit.page(chromium, size=(1000, 1600)) as page:
            kit.run_all(page, base, "form.ipynb")
            form = page.locator(".bl-setup")
            page.get_by_label("Beasts").first.fill("Thornback, Gloom Heron, Mud Lurkr")
            for number, champion in enumerate(("Regent Aldous", "Grim Osk")):
                page.get_by_label("Champion").nth(number).fill(champion)
            form.get_by_role("button", name="Check", exact=True).click()
            status = form.get_by_role("status")
            kit.expect(status).to_contain_text(
                "Beasts, 3rd card: No card is called 'Mud Lurkr'; perhaps Mud Lurker."
            )
            kit.expect(form.locator(".bl-setup-fault")).to_have_count(1)
            kit.picture(page, "setup-fault", form)
            page.get_by_label("Beasts").first.fill("Thornback (staggered by Bo), Gloom Heron, Mud Lurker")
            form.get_by_role("button", name="Play from here").click()
            kit.expect(kit.board(page)).to_contain_text("What may Ada do?")
            assert form.evaluate("node => node.scrollWidth <= node.clientWidth")
            kit.picture(page, "setup-played", form)
            assert page.refused == [] and [error for error in page.errors if "favicon" not in error] == []


def test_what_has_a_field_is_not_said_otherwise_as_json() -> None:
    form = setup(hunt, seats=2)
    form.rest.value = '{"actions": 1}'
    form.check()
    assert "actions is said in its field above, as 3, and here otherwise" in html.unescape(form.said.value)
