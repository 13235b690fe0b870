# ruff: noqa: E501
"""Break the rules of Beast Hunt on purpose, one line at a time, and see whether the tests notice.

`python tests/bench/mutants.py` copies the checkout, changes one thing, runs the game's tests until the first
failure, and lists the mutants that survived. Each takes as long as the tests do until one fails.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = "beastlab/games/beast_hunt/rules"
TESTS = ["tests/games/beast_hunt", "-q", "-x", "-p", "no:cacheprovider", "--no-header", "--deselect"]
TESTS += [
    "tests/games/beast_hunt/test_invariants.py",
    "--deselect",
    "tests/games/beast_hunt/test_redeal.py",
    "--deselect",
    "tests/games/beast_hunt/test_posterior.py",
]

# fmt: off
MUTANTS = [
    ("setup.py", "if roll == max(rolls)]", "if roll == min(rolls)]"),
    ("setup.py", "order += order[::-1]", "order += order"),
    ("setup.py", "for _ in range(5):", "for _ in range(6):"),
    ("setup.py", "while len(table.field) < 3:", "while len(table.field) < 2:"),
    ("setup.py", "if card is not champion]", "]"),
    ("turn.py", "seat, table.actions = table.turn, 3", "seat, table.actions = table.turn, 4"),
    ("turn.py", '((1, "malice"), (0, "lesser_beast"))', '((1, "lesser_beast"), (0, "malice"))'),
    ("turn.py", "HAND_LIMIT = 7", "HAND_LIMIT = 8"),
    ("turn.py", "            table.actions -= 2\n            if move.piece is table.king", "            table.actions -= 1\n            if move.piece is table.king"),
    ("turn.py", "            table.actions -= 3\n", "            table.actions -= 2\n"),
    ("turn.py", "            table.actions -= move.piece.cost\n", ""),
    ("turn.py", "    if actions >= 3:\n        yield REFRESH", "    if actions >= 2:\n        yield REFRESH"),
    ("turn.py", "    if actions >= 2:\n        for beast", "    if actions >= 1:\n        for beast"),
    ("turn.py", 'for card in party.hand) >= 3:', 'for card in party.hand) >= 2:'),
    ("turn.py", "hero.card not in table.used\n", "True\n"),
    ("turn.py", "and champion.cost <= actions", ""),
    ("turn.py", "yield from hands.draw(table, seat, 4)", "yield from hands.draw(table, seat, 3)"),
    ("turn.py", "table.countdown -= not table.trigger_turn", "table.countdown -= 1"),
    ("turn.py", "table.attack_bonus = table.roll_bonus = 0", "table.attack_bonus = 0"),
    ("turn.py", "    table.used.clear()\n", ""),
    ("turn.py", "table.turn = (seat + 1) %", "table.turn = (seat - 1) %"),
    ("hands.py", "table.seats[other].hand]", "True]"),
    ("hands.py", "for left in range(min(count, len(hand)), 0, -1):", "for left in range(min(1, len(hand)), 0, -1):"),
    ("hands.py", "            table.discard.clear()\n", ""),
    ("hands.py", "ONLY[seat] | ONLY[victim])", "ONLY[seat])"),
    ("dice.py", "passes, played = 0, (*played, card.code)", "passes, played = passes, (*played, card.code)"),
    ("dice.py", "totals[roll] += value", "totals[roll] -= value"),
    ("dice.py", "        table.resolving.remove(card)\n        table.discard.append(card)\n", "        table.resolving.remove(card)\n"),
    ("dice.py", "return results[0] > results[1]", "return results[0] >= results[1] - 1"),
    ("dice.py", "rolled = [first + bonus + carried[0]", "rolled = [first + carried[0]"),
    ("dice.py", '== "carry"', '!= "carry"'),
    ("dice.py", 'table.options.duel_tie == "final" or', ""),
    ("heroes.py", "result >= card.roll.value if green else result <= card.roll.value", "result > card.roll.value if green else result <= card.roll.value"),
    ("heroes.py", "result >= card.roll.value if green else result <= card.roll.value", "result >= card.roll.value if green else result < card.roll.value"),
    ("heroes.py", "(easier if green else -easier)\n        shown", "easier\n        shown"),
    ("heroes.py", "    table.used.add(card)\n", ""),
    ("heroes.py", "        table.discard.append(hero.gear)\n        text = f\"{hero.gear.name} goes", "        text = f\"{hero.gear.name} goes"),
    ("heroes.py", "yield from enters(table, seat, Hero(hero.card))", "yield from enters(table, seat, hero)"),
    ("heroes.py", 'if not hero.up and verb in ("destroy", "steal", "return"):', 'if not hero.up and verb in ("destroy", "steal"):'),
    ("plays.py", "        if hero.gear is None\n", ""),
    ("plays.py", "    table.used.discard(card)\n", ""),
    ("plays.py", "for other in table.clockwise(seat):\n        options = [LET_IT_BE]", "for other in [seat, *table.clockwise(seat)]:\n        options = [LET_IT_BE]"),
    ("plays.py", "            return won\n    return False", "            if won:\n                return won\n    return False"),
    ("effects.py", 'case "attack_bonus" if seat == table.turn:', 'case "attack_bonus":'),
    ("effects.py", "            for other in everyone:\n", "            for other in everyone[1:]:\n"),
    ("effects.py", "for seat in [table.turn, *table.clockwise(table.turn)]:", "for seat in table.clockwise(table.turn):"),
    ("effects.py", "    if seat == table.turn:\n        table.actions += count", "    if True:\n        table.actions += count"),
    ("beasts.py", "by_heroes = max(0, symbols - of_champions[class_])", "by_heroes = symbols"),
    ("beasts.py", "if len(party.beasts) >= 3:", "if len(party.beasts) >= 2:"),
    ("beasts.py", "default=0) >= 5", "default=0) >= 4"),
    ("beasts.py", "if result >= needed:\n        rule", "if result > needed:\n        rule"),
    ("beasts.py", "stagger is not None and result >= stagger:", "stagger is not None and result > stagger:"),
    ("beasts.py", "    if weakened:\n        del table.marks[beast]\n", "    if weakened:\n"),
    ("beasts.py", "return seat == (setter + 1) % len(table.seats)", "return seat == (setter - 1) % len(table.seats)"),
    ("beasts.py", "return seat != setter", "return True"),
    ("beasts.py", "        table.attack_bonus = 0\n", ""),
    ("beasts.py", 'min(totals) if reading == "each" else max(totals)', 'max(totals) if reading == "each" else max(totals)'),
    ("beasts.py", "len(party.lesser) * king", "len(party.lesser)"),
    ("beasts.py", "if len(table.shards) == 3:", "if len(table.shards) == 2:"),
    ("beasts.py", "together = len(table.shards) >= 3", "together = len(table.shards) > 3"),
    ("beasts.py", "            yield Event(\"hunt.beast.reveal-replacement\", f\"{card.name} appears.\", (card,))\n            return\n", "            return\n"),
    ("beasts.py", 'yield from effects.gain_actions(table, seat, 1, "hunt.lesser.extra-action")', "pass"),
    ("beasts.py", 'if card.type == "ancient_arm"][:3]', 'if card.type == "ancient_arm"]'),
]
# fmt: on


def main() -> None:
    survivors, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        ignore = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "screenshots")
        shutil.copytree(ROOT, copy, ignore=ignore)
        for file, old, new in MUTANTS:
            path = copy / RULES / file
            text = path.read_text(encoding="utf-8")
            if old not in text:
                print(f"?? not found in {file}: {old!r}")
                continue
            count += 1
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
            run = subprocess.run(
                [sys.executable, "-m", "pytest", *TESTS],
                cwd=copy,
                capture_output=True,
                env=_environment(copy),
            )
            path.write_text(text, encoding="utf-8")
            if run.returncode == 0:
                survivors.append((file, old))
            print("killed  " if run.returncode else "SURVIVED", file, repr(old)[:70], flush=True)
    print(f"{count - len(survivors)} of {count} mutants noticed")


def _environment(copy: Path) -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}


if __name__ == "__main__":
    main()
