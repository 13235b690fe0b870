"""A board without a kernel: the same scene as static HTML, as words, and as a picture file.

`still(match)` is a snapshot. A notebook shows it as HTML that needs no script and no network, so it stays in a saved
notebook, in an export and on a page of the documentation; a terminal and a screen reader get the whole table in words;
`save` writes either, or a drawing. Like `board.js` it knows no game and no rule: it reads the scene (see `boards`).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape as e
from itertools import groupby
from pathlib import Path
from textwrap import fill, wrap
from typing import Any

from beastlab.boards import parts
from beastlab.core.chance import Seeded
from beastlab.core.match import Match, Place
from beastlab.core.requests import Choose

HERE = Path(__file__).parent
LAST = 12
"""So many of the log's last lines are shown."""
GROUPED = 10
"""A list of more moves than this has headings."""
UNLISTED = 'class="jp-toc-ignore tocSkip"'
"""A notebook's table of contents has its own headings, not those of a picture."""
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]+")
_ZONE = {"id", "kind", "title", "cards", "note", "alert", "pips", "piles", "backs", "turn", "empty"}
_ZONE |= {"tokens", "track", "room", "secret"}


def still(match: Match, seat: int | None = None) -> Still:
    """A picture of `match` as it stands, as `seat` may see it; None is whoever is asked, as on a board.

    A picture for one seat leaves out the seed, from which everybody's cards could be dealt again. What a game marks as
    secret is shown only in a picture for a seat that was named.

    >>> from beastlab.games import beast_hunt as hunt
    >>> print(still(hunt.new_match(seats=2, seed=7), 1).text.splitlines()[0])
    Beast Hunt, as Bo sees it: getting started. The cards are illustrative.
    """
    seats = range(len(match.table.seats))
    if seat is not None and seat not in seats:
        raise ValueError(f"seat {seat}: the seats of this match are 0 to {len(seats) - 1}")
    viewer = _asked(match) if seat is None else seat
    game = parts.game_part(match, "scene")
    bare = {"title": match.game.title, "zones": [], "facts": []}
    drawn: dict[str, Any] = game.scene(match, viewer) if game else bare
    hides = seat is None and any(zone.get("secret") for zone in drawn["zones"])
    if hides:  # nor may the log, the choice in a window or the seed tell what is kept secret
        told = "secret: a picture for this seat shows it"
        drawn["zones"] = [
            {**zone, "cards": [], "empty": told} if zone.get("secret") else zone for zone in drawn["zones"]
        ]
    window = isinstance(match.request, Choose) and match.request.window
    ask = parts.asked(match, parts.EVERYBODY if hides and window else viewer)
    drawn |= {
        "viewer": match.table.name(viewer),
        "seed": match.seed if seat is None and not hides and isinstance(match.chance, Seeded) else None,
        "ask": ask if ask["window"] or ask["who"] == "over" else {**ask, "rule": ""},
        "log": parts.log(match, parts.EVERYBODY if hides else viewer, LAST),
    }
    return Still(json.dumps(_clean(drawn), ensure_ascii=False))


def _asked(match: Match) -> int:
    """Whoever is asked, or was asked last."""
    request: Any = match.request
    place: Place | None = match.place
    while not isinstance(request, Choose):
        if request is not None and request.seen_by:
            return int(min(request.seen_by))
        if place is None:
            return 0
        request, place = place.request, place.parent
    return int(request.seat)


def _clean(data: Any) -> Any:
    """Without what could steer a terminal, break a line or spoil a file: names and cards are other people's."""
    if isinstance(data, dict):
        return {key: _clean(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_clean(value) for value in data]
    return _CONTROLS.sub(" ", data) if isinstance(data, str) else data


@dataclass(frozen=True, slots=True, repr=False)
class Still:
    """A match at one moment, for one pair of eyes. Equal pictures are equal; nothing in one changes.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, seed=7)
    >>> seen = still(match)
    >>> [line[:69] for line in seen.text.splitlines() if "card 1 of 14" in line]
    ['Champions to choose from, card 1 of 14: Sei of the Reeds, Champion Sh']
    >>> seen == still(match), seen.scene["ask"]["who"]
    (True, 'you')
    >>> seen.save("game.pdf")
    Traceback (most recent call last):
    ValueError: 'game.pdf': a still is saved as .html, .txt, .svg or .png.
    """

    json: str

    @property
    def scene(self) -> dict[str, Any]:
        """What is drawn, as plain data; a new copy each time."""
        scene: dict[str, Any] = json.loads(self.json)
        return scene

    @property
    def text(self) -> str:
        """The whole table in words, each thing on a line of its own that says where it lies."""
        return "\n".join(
            fill(line, 104, subsequent_indent="    ", break_on_hyphens=False) for line in _lines(self.scene)
        )

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html(self.scene, "h2")

    @property
    def svg(self) -> str:
        """The table as a drawing, its words included, in one SVG that loads nothing."""
        return _svg(self.scene, self.text)

    def save(self, path: str | Path) -> Path:
        """Write it to a file; the ending says as what. `.png` needs `pip install beastlab[static]`."""
        path = Path(path)
        if not path.parent.is_dir():
            raise FileNotFoundError(f"{path}: there is no folder {str(path.parent)!r}; make it first.")
        if path.suffix.lower() == ".png":
            try:
                from vl_convert import svg_to_png
            except ImportError:
                raise ImportError(
                    "A .png needs vl-convert: pip install beastlab[static], or save as .svg."
                ) from None
            path.write_bytes(svg_to_png(self.svg, scale=2))
            return path
        written = {".html": self._page, ".txt": lambda: self.text + "\n", ".svg": lambda: self.svg}
        if path.suffix.lower() not in written:
            raise ValueError(f"{path.name!r}: a still is saved as .html, .txt, .svg or .png.")
        path.write_text(written[path.suffix.lower()](), encoding="utf-8")
        return path

    def _page(self) -> str:
        scene = self.scene
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            f"<title>{e(_heading(scene))}</title>\n<style>body {{ margin: 12px; }}</style>\n</head>\n"
            f"<body>\n<main>{_html(scene, 'h1')}</main>\n</body>\n</html>\n"
        )


# --- what is said, whatever it is drawn as ------------------------------------------------------------------


def _heading(scene: dict[str, Any]) -> str:
    return f"{scene['title']}, as {scene['viewer']} sees it"


def _chips(scene: dict[str, Any]) -> list[str]:
    seed, invented = scene["seed"], scene.get("illustrative")
    return ["illustrative deck"] * bool(invented) + [f"seed {seed}"] * (seed is not None)


def _about(zone: dict[str, Any]) -> Iterator[str]:
    """What is said of a zone beside its title and its cards; also of what is new to this module."""
    if zone.get("turn"):
        yield "▸ on turn"
    if pips := zone.get("pips"):
        yield f"{pips['word']} {'◆' * pips['full']}{'◇' * (pips['of'] - pips['full'])}"
    if zone.get("note"):
        yield zone["note"]
    if backs := zone.get("backs"):
        count, known = backs["count"], backs["known"]
        seen = f", seen of them: {', '.join(known)}" if known else ""
        yield f"{'▒' * min(count, 12)} {count} card{'s' * (count != 1)} in hand{seen}".lstrip()
    if track := zone.get("track"):
        at, of, labels = track["at"], track["of"], track.get("labels") or []
        label = labels[at - (len(labels) <= of)] if 0 <= at - (len(labels) <= of) < len(labels) else ""
        yield f"{'▮' * at}{'▯' * (of - at)} {track['word']}: {at} of {of}{label and f', {label}'}"
    for token in zone.get("tokens") or []:
        yield f"{token['word']}: {token['count']}"
    for name, value in zone.items():
        if name not in _ZONE and (words := _words(value)):
            yield f"{name.replace('_', ' ')}: {words}"


def _none(zone: dict[str, Any]) -> str:
    """What is said where no card lies; nothing where something else does."""
    other = zone.get("tokens") or zone.get("track") or zone.get("piles")
    return zone.get("empty") or ("" if other else "empty")


def _words(value: Any) -> str:
    """Plain data as words: what has a label says it."""
    if isinstance(value, dict):
        said = value.get("label") or value.get("word")
        return said or ", ".join(f"{name.replace('_', ' ')} {_words(part)}" for name, part in value.items())
    if isinstance(value, list):
        return "; ".join(_words(part) for part in value)
    return ("yes" if value else "no") if isinstance(value, bool) else "" if value is None else str(value)


def _asking(ask: dict[str, Any]) -> tuple[str, str]:
    """The heading of the moves, and what is said below it."""
    if ask["who"] == "over":
        return "The game is over", ask["prompt"]
    if ask["who"] != "you":
        return ask["prompt"], ""
    name = ask["name"]
    return (f"A question for {name}" if ask["window"] else f"What may {name} do?"), ask["prompt"]


def _ways(scene: dict[str, Any]) -> dict[str, str]:
    """In words, what may be done with a card, by its id: it is played for a price, or chosen in an answer."""
    moves, ways = scene["ask"]["moves"], dict[str, str]()
    for move in moves:
        ways |= {card: "can be chosen" for card in move["cards"][1:] if card not in ways}
    first = Counter(move["cards"][0] for move in moves if move["cards"])
    for move in moves:
        for card in move["cards"][:1]:
            n, verb = first[card], "can be played" if move["cost"] else "can be chosen"
            ways[card] = f"{verb} in {n} ways" if n > 1 else f"{verb}: {move['label']}"
    return ways


def _lines(scene: dict[str, Any]) -> Iterator[str]:
    """The table in words."""
    facts = ", ".join("".join(words for words, _ in fact) for fact in scene["facts"])
    invented = " The cards are illustrative." if scene.get("illustrative") else ""
    yield f"{_heading(scene)}{facts and f': {facts}'}.{invented}"
    if scene["seed"] is not None:
        yield f"Seed {scene['seed']}."
    if (steps := scene.get("steps")) and scene["step"] is not None:
        yield f"Step {scene['step'] + 1} of {len(steps)}: {steps[scene['step']]}."
    ways = _ways(scene)
    for zone in scene["zones"]:
        cards, title = zone.get("cards") or [], zone["title"]
        about = [part.lstrip("▸▒▮▯ ") for part in (re.sub(" [◆◇]+$", "", said) for said in _about(zone))]
        count = f"{len(cards)} card{'s' * (len(cards) != 1)}" if cards else _none(zone)
        yield ""
        said = [count, *about] if count and not any(words.startswith(count) for words in about) else about
        yield f"{title} ({'; '.join(said)})."
        if zone.get("alert"):
            yield f"{title}: {zone['alert']}."
        for n, card in enumerate(cards, 1):
            label = card["label"].rstrip(".")
            way = f", {ways[card['id']]}" if card["id"] in ways else ""
            yield f"{title}, card {n} of {len(cards)}: {label}{way}."
        for pile in zone.get("piles") or []:
            rest = ". ".join(filter(None, (pile.get("text"), pile.get("hint"))))
            yield f"{title}, {pile['name']}: {pile['count']}{rest and f'. {rest}'}."
    ask = scene["ask"]
    yield ""
    title, prompt = _asking(ask)
    yield from filter(None, (title, prompt and f"{prompt}{_rule(ask)}"))
    for n, move in enumerate(ask["moves"], 1):
        yield f"  {n}. {_priced(move)}"
    if ask["refused"]:
        yield ""
        yield "Not allowed now:"
    for move in ask["refused"]:
        yield f"  - {_priced(move)}: {move['why']}{_rule(move)}"
    if scene["log"]:
        yield ""
        yield "What happened last:"
        yield from (f"  {line['text']}{_rule(line)}" for line in scene["log"])


def _priced(move: dict[str, Any]) -> str:
    return f"{move['label']} ({move['cost']})" if move["cost"] else str(move["label"])


def _rule(line: dict[str, Any]) -> str:
    return f" [{line['rule']}]" if line["rule"] else ""


# --- as HTML: every text goes through `e`, or through a function that does ------------------------------------


@cache
def _files() -> tuple[str, dict[str, str]]:
    """The style sheet, and the shapes of the classes, which are the board's."""
    style, script = ((HERE / name).read_text(encoding="utf-8") for name in ("stills.css", "board.js"))
    shapes = re.findall(r'^ +(\w+): "(M[^"]+)",$', script, re.MULTILINE)
    return re.sub(r"/\*.*?\*/|\n\s*", "", style, flags=re.DOTALL), dict(shapes)


def _div(class_: str, words: str, more: str = "", tone: str = "") -> str:
    """Text in a block, then markup; nothing for no text."""
    look = f' data-tone="{e(tone)}"' if tone else ""
    return f'<div class="bls-{class_}"{look}>{_signed(words)}{more}</div>' if words or more else ""


def _say(words: str) -> str:
    """For screen readers only."""
    return f'<span class="bls-say">{e(words)}</span>' if words else ""


def _signed(words: str) -> str:
    """With its signs kept from a screen reader, which is told the words beside them."""
    return re.sub("[▸▒◆◇✗▶▷]+", r'<i aria-hidden="true">\g<0></i>', e(words))


def _class(name: str) -> str:
    path = _files()[1].get(name)
    drawn = f'd="{path}"' if path else 'class="bls-open" d="M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2z"'
    svg = f'<svg class="bls-shape" viewBox="0 0 16 16" aria-hidden="true"><path {drawn}/></svg>'
    return f'<span class="bls-class">{svg}{e(name)}</span>'


def _card(card: dict[str, Any], small: bool, way: str) -> str:
    """What a small card leaves out for the eye, it still says."""
    kind, class_, text = card.get("kind", ""), card.get("class"), card.get("text") or card.get("more") or ""
    tags, gear, can = card.get("tags") or [], card.get("gear"), way.startswith("can be played")
    needs = ""
    for (class_needed, lacks), n in Counter(
        (n["class"], n["lacking"]) for n in card.get("needs") or []
    ).items():
        lack = _signed(" ✗") + _say(" lacking") if lacks else ""
        times = f"{n}× " if n > 1 else ""
        needs += (
            f'<span class="bls-{"lack" if lacks else "need"}">{times}{_class(class_needed)}{lack}</span> '
        )
    numbers = "".join(
        f'<div data-tone="{e(n.get("tone", ""))}"><b>{e(str(n["value"]))}</b> {e(n["word"])}</div>'
        for n in card.get("numbers") or []
    )
    body = _div(
        "name", f"{'▶' if can else '▷'} {card['name']}" if way else card["name"], _say(way and f", {way}")
    )
    body += _div("kind", f"{kind}{' · ' if kind and class_ else ''}", _class(class_) if class_ else "")
    body += _tunnel(card["tunnel"]) if card.get("tunnel") else ""
    body += _div("needs", "needs ", needs) if needs else ""
    body += _div("numbers", "", numbers)
    body += "".join(_div("tag", tag["text"], tone=tag.get("tone", "")) for tag in tags)
    if gear:
        carried = f": {gear['text']}"
        body += _div("gear", "+ ", f"<b>{e(gear['name'])}</b>{_say(carried) if small else e(carried)}")
    body += _say(text) if small else _div("text", text)
    tone = " data-tone=warn" if any(tag.get("tone") == "warn" for tag in tags) else ""
    look = f"bls-card{' bls-down' if card.get('down') else ''}"
    return f'<li class="{look}" title="{e(card["label"])}"{" data-playable" if way else ""}{tone}>{body}</li>'


def _tunnel(cave: dict[str, Any]) -> str:
    """A cave: from the entry on the left edge to both exits on the right one; the dot is at the top."""

    def y(height: int) -> str:
        return f"{16 + height * 44 / (cave['of'] - 1):g}"

    entry = y(cave["entry"])
    ways = [f"M0 {entry}C45 {entry} 55 {y(out)} 100 {y(out)}" for out in cave["exits"]]
    rock, way = (
        "".join(f'<path d="{d}" stroke="{colour}" stroke-width="{width}"/>' for d in ways)
        for colour, width in (("currentColor", 9), ("#fff", 5))
    )
    drawn = f'{rock}{way}<circle cx="50" cy="6" r="3" fill="currentColor"/>'
    return f'<svg class="bls-tunnel" viewBox="0 0 100 76" fill="none" aria-hidden="true">{drawn}</svg>'


def _zone(zone: dict[str, Any], ways: dict[str, str]) -> str:
    small = zone["kind"] == "small"
    cards = "".join(_card(card, small, ways.get(card["id"], "")) for card in zone.get("cards") or [])
    piles = "".join(
        f'<li title="{e(pile.get("hint", ""))}"><b>{e(str(pile["count"]))}</b>{e(pile["name"])} '
        f"<small>{e(pile.get('text', ''))}</small>{_say(pile.get('hint', ''))}</li>"
        for pile in zone.get("piles") or []
    )
    return (
        f'<section class="bls-zone bls-{e(zone["kind"])}"><h3 {UNLISTED}>{e(zone["title"])}</h3>'
        + "".join(_div("about", said) for said in _about(zone))
        + _div("alert", zone.get("alert") or "")
        + (f'<ul class="bls-deal">{cards}</ul>' if cards else _div("empty", _none(zone)))
        + (f'<ul class="bls-piles">{piles}</ul></section>' if piles else "</section>")
    )


def _code(line: dict[str, Any]) -> str:
    return f" <code>{e(line['rule'])}</code>" if line["rule"] else ""


def _html(scene: dict[str, Any], top: str) -> str:
    ask, ways = scene["ask"], _ways(scene)
    facts = [
        "".join(f"<b>{e(words)}</b>" if strong else e(words) for words, strong in f) for f in scene["facts"]
    ]
    steps = "".join(
        f"<li{' aria-current=step' if n == scene['step'] else ''}>{e(step)}</li>"
        for n, step in enumerate(scene.get("steps") or [])
    )
    rows, priced = "", any(move["cost"] for move in ask["moves"])
    for group, moves in groupby(ask["moves"], lambda move: move["group"]):
        if group and len(ask["moves"]) > GROUPED:
            rows += f'<tr><th scope="rowgroup" colspan="2">{e(group)}</th></tr>'
        for move in moves:
            cost = f"<td>{e(move['cost'])}</td>" if priced else ""
            rows += f'<tr><th scope="row">{e(move["label"])}</th>{cost}</tr>'
    refused = "".join(
        f'<tr><th scope="row">{e(_priced(move))}</th><td>{e(move["why"])}{_code(move)}</td></tr>'
        for move in ask["refused"]
    )
    log = "".join(
        f"<li{' data-head' if line['head'] else ''}>{e(line['text'])}{_code(line)}</li>"
        for line in scene["log"]
    )
    title, prompt = _asking(ask)
    zones = "".join(_zone(zone, ways) for zone in scene["zones"])
    signs = {
        "▶ can be played": ", can be played",
        "▷ can be chosen": ", can be chosen",
        "✗ lacking": "bls-lack",
    }
    legend = " \u2003 ".join(sign for sign, mark in signs.items() if mark in zones)
    head = f"<{top} {UNLISTED}>{e(scene['title'])}</{top}>"
    head += _div("facts", "", " · ".join([*facts, e(f"as {scene['viewer']} sees it")]))
    head += "".join(_div("chip", chip) for chip in _chips(scene)) + (
        f'<ol class="bls-steps">{steps}</ol>' if steps else ""
    )
    main = _div("table", "", zones + _div("legend", legend))
    main += _part("ask", title, _div("prompt", prompt, _code(ask)) + _rows("Cost" if priced else "", rows))
    main += _part("cannot", "Not allowed now", _rows("Why not, and the rule", refused))
    main += _part("log", "What happened last", log and f'<ol class="bls-lines">{log}</ol>')
    root = f'<section aria-label="{e(_heading(scene))}">{_div("head", "", head)}{_div("main", "", main)}</section>'
    return f'<div class="bl-still"><style>{_files()[0]}</style>{root}</div>'


def _rows(second: str, rows: str) -> str:
    head = f"<tr>{''.join(f'<th scope=col>{name}</th>' for name in ('Move', second) if name)}</tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>" if rows else ""


def _part(class_: str, title: str, body: str) -> str:
    shown = body or class_ == "ask"
    return f'<section class="bls-{class_}"><h3 {UNLISTED}>{e(title)}</h3>{body}</section>' if shown else ""


# --- as a drawing --------------------------------------------------------------------------------------------


def _svg(scene: dict[str, Any], said: str) -> str:
    """Cards as rounded rectangles with their words, zone below zone; the moves, refusals and log beside them."""
    drawn: list[str] = []

    def write(x: float, y: float, words: str, width: float, size: int = 11, look: str = "") -> float:
        """Text in lines that fit the width; where the next line goes."""
        for line in wrap(words, int(width / size / (0.68 if "bold" in look else 0.57))):
            y += size * 1.35
            drawn.append(f'<text x="{x:g}" y="{y - 3:g}" font-size="{size}" {look}>{e(line)}</text>')
        return y

    bold, soft, blue = 'font-weight="bold"', 'fill="#5a6472"', 'fill="#0072b2"'
    facts = [
        *("".join(words for words, _ in fact) for fact in scene["facts"]),
        f"as {scene['viewer']} sees it",
    ]
    write(16, 12, scene["title"], 300, 17, bold)
    write(16, 36, " · ".join([*facts, *_chips(scene)]), 980, 12, soft)
    ways, top = _ways(scene), 66.0
    y = top
    for zone in scene["zones"]:
        y = write(16, y, zone["title"], 610, 12, bold)
        y = write(16, y, " · ".join(filter(None, (*_about(zone), zone.get("alert")))), 610, 10, soft) + 5
        cards, across = zone.get("cards") or [], {"big": 4, "small": 3}.get(zone["kind"], 5)
        width = (610 - 8 * (across - 1)) / across
        for row in range(0, len(cards), across):
            below, boxes = y, []
            for n, card in enumerate(cards[row : row + across]):
                x, way = 16 + n * (width + 8), ways.get(card["id"], "").partition(":")[0]
                end = write(x + 7, y + 4, card["name"], width - 14, 11, bold)
                end = write(x + 7, end, card["label"].removeprefix(card["name"]).lstrip(", "), width - 14, 9)
                below = max(below, write(x + 7, end + 2, way and f"▶ {way}", width - 14, 9, blue) + 6)
                look = 'stroke="#0072b2" stroke-width="2"' if way else 'stroke="#aeb6c0"'
                boxes.append((x, look + ' stroke-dasharray="5 3"' * bool(card.get("down"))))
            drawn[:0] = (
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{below - y:g}" rx="7" fill="#fff" {look}/>'
                for x, look in boxes
            )
            y = below + 8
        y = write(16, y, "" if cards else _none(zone), 610, 10, soft)
        piles = (f"{pile['name']} {pile['count']} {pile.get('text', '')}" for pile in zone.get("piles") or [])
        y = write(16, y, " · ".join(pile.strip() for pile in piles), 610, 11) + 8
    ask, left, (title, prompt) = scene["ask"], y, _asking(scene["ask"])
    y = write(656, write(656, top, title, 340, 13, bold), prompt, 340, 11, soft) + 4
    for move in ask["moves"]:
        y = write(656, y, f"• {_priced(move)}", 340) + 2
    y = write(656, y + 10, "Not allowed now" if ask["refused"] else "", 340, 13, bold)
    for move in ask["refused"]:
        y = write(664, write(656, y + 2, f"✗ {_priced(move)}", 340), move["why"] + _rule(move), 332, 9, soft)
    y = write(656, y + 10, "What happened last" if scene["log"] else "", 340, 13, bold)
    for line in scene["log"]:
        y = write(656, y, line["text"], 340, 10)
    height = max(left, y) + 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1012 {height:g}" width="1012" height="{height:g}" '
        'role="img" aria-labelledby="t d" font-family="DejaVu Sans, Verdana, sans-serif" fill="#1d2430">'
        f'<title id="t">{e(_heading(scene))}</title><desc id="d">{e(said)}</desc>'
        '<rect width="100%" height="100%" fill="#fff"/>'
        f'<rect y="58" width="642" height="{height - 58:g}" fill="#f0f4f2"/>{"".join(drawn)}</svg>\n'
    )
