// The board: draws the scene (plain data, see beastlab/boards/__init__.py), and tells Python what was done.
// It knows no game and no rule. All text goes in as text, so that no name or card can put markup on the page;
// only the words of a rule come as HTML, escaped by the ledger. What a scene lacks is not drawn.

// A shape for each class: they differ without colour, and the word stands beside them.
const SHAPES = {
  Hunter: "M8 1.5 15 14H1z",
  Invoker: "M8 .5 9.9 6.1 15.5 8 9.9 9.9 8 15.5 6.1 9.9 .5 8 6.1 6.1z",
  Mercenary: "M8 1 14 3v5c0 4-3 6-6 7-3-1-6-3-6-7V3z",
  Nightmare: "M11.5 1.6A7 7 0 1 0 14.6 11 6 6 0 0 1 11.5 1.6z",
  Pirate: "M8 .8 10.2 5.6 15.4 6.2 11.5 9.7 12.6 14.9 8 12.3 3.4 14.9 4.5 9.7 .6 6.2 5.8 5.6z",
  Royal: "M1 4l3.6 3L8 1.8 11.4 7 15 4l-1.4 10H2.4z",
  Shinobi: "M3.5 1 8 5.5 12.5 1 15 3.5 10.5 8 15 12.5 12.5 15 8 10.5 3.5 15 1 12.5 5.5 8 1 3.5z",
  // tokens
  Healing: "M6 1h4v5h5v4h-5v5H6v-5H1V6h5z",
  Melee: "M13.5 1 15 2.5 7.5 10l1.8 1.8-1.2 1.2-2-2-2.6 2.6.9.9-1.4 1.4-2.7-2.7 1.4-1.4.9.9L5.2 10.1l-2-2 1.2-1.2L6.2 8.7z",
  Ranged: "M2 1C9 2 14 7 15 14l-2-1C12 8 8 4 3 3zM1 15l1-5 1.6 1.6L10 5.2 10.8 6 4.4 12.4 6 14z",
  Shield: "M8 1 14 3v5c0 4-3 6-6 7-3-1-6-3-6-7V3z",
  round: "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1z",
  square: "M2 2h12v12H2z",
  triangle: "M8 1.5 15 14H1z",
  diamond: "M8 .5 15.5 8 8 15.5 .5 8z",
  hexagon: "M4.5 1.5h7L15.5 8l-4 6.5h-7L.5 8z",
  star: "M8 .8 10.2 5.6 15.4 6.2 11.5 9.7 12.6 14.9 8 12.3 3.4 14.9 4.5 9.7 .6 6.2 5.8 5.6z",
};
const ANY = "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2z";

// The places of a die's pips in a square of nine, by its face.
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

const KEYS = [
  ["Tab", "from part to part: the table, the moves and the log are one stop each"],
  ["← → ↑ ↓", "from piece to piece, from zone to zone, from move to move"],
  ["Home, End", "the first and the last of a zone or a list"],
  ["Enter", "plays a move, or a card with one move; shows the moves of a card with several"],
  ["?", "explains the move or the card that you are on; anywhere else, shows these keys"],
  ["U", "undoes your last move"],
  ["R or Shift+U", "redoes it"],
  ["M", "goes to the moves"],
  ["T", "goes to the table"],
  ["O", "goes to the odds"],
  ["L", "goes to the log"],
  ["Escape", "closes what is open, or shows all moves again"],
];

const PACES = [[0, "all at once"], [1, "one move each second"], [3, "one move every 3 seconds"], [-1, "move by move"]];

// Said to those who can't see the table go back: the log has no line about it.
const DONE = {
  undo: "Undone. ", redo: "Redone. ", goto: "Gone there. ", branch: "Gone there. ",
  see_all: "Done. ", pace: "Done. ", let_play: "Done. ",
};

const maker = (namespace) => (tag, props, ...children) => {
  const node = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(props || {}))
    if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
};
const h = maker("http://www.w3.org/1999/xhtml");
const s = maker("http://www.w3.org/2000/svg");

const shape = (name) =>
  s("svg", { viewBox: "0 0 16 16", class: "bl-shape", "aria-hidden": "true" },
    s("path", { d: SHAPES[name] || ANY, class: SHAPES[name] ? null : "bl-open" }));

// A die with its pips, or with a number where it has more than six sides; blank where only a total is known.
const die = (face, n) =>
  s("svg", { viewBox: "0 0 24 24", class: "bl-die", style: `--n:${n}` },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    PIPS[face] ? PIPS[face].map((at) => s("circle", { cx: 6 + 6 * (at % 3), cy: 6 + 6 * Math.floor(at / 3), r: 2.1 }))
      : face && s("text", { x: 12, y: 16.5, "text-anchor": "middle" }, String(face)));

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const sentence = (words) => words && (/[.!?…]$/.test(words) ? words : `${words}.`);
const joined = (...words) => words.filter(Boolean).join(", ");

function render({ model, el }) {
  const uid = `bl${Math.random().toString(36).slice(2, 8)}`;
  const ui = { picked: null, open: new Set(), secrets: new Set(), stop: {}, panel: "", want: null, sent: 0 };

  const root = h("section", { class: "bl" });
  const notice = h("p", { class: "bl-notice", role: "status" });
  const head = h("header", { class: "bl-head" });
  const strip = h("div", { class: "bl-strip" });
  const panel = h("div", { class: "bl-panel", id: `${uid}-panel`, hidden: true });
  const offer = h("div", { class: "bl-offer", role: "group", "aria-label": "A saved game", hidden: true });
  const cover = h("div", { class: "bl-cover", hidden: true });
  const table = h("div", { class: "bl-table", role: "grid", "aria-label": "Table", "data-rove": "table" });
  const status = h("div", { class: "bl-status", role: "status", "aria-live": "polite" });
  const dice = h("div", { class: "bl-dice", role: "group", "aria-label": "The last roll", hidden: true });
  const question = h("div", { class: "bl-asked" });
  const find = h("input", { class: "bl-field bl-find", type: "search", placeholder: "Find a move", "aria-label": "Find a move" });
  const list = h("div", { class: "bl-moves", role: "group", "data-rove": "moves" });
  const ask = h("div", { class: "bl-ask" }, question, find, list);
  const [chances, others] = [h("div"), h("div")];
  const result = h("p", { class: "bl-ran", "aria-live": "polite" });
  const progress = h("progress", { "aria-label": "Games played" });
  const counted = h("span", { class: "bl-fine" });
  const cancel = h("button", { class: "bl-button", "data-do": "cancel", "data-f": "run" }, "Cancel");
  const start = h("button", { class: "bl-button", "data-simulate": true, "data-f": "run" }, "Play it 1,000 times");
  const run = h("div", { class: "bl-run", hidden: true }, result, progress, counted, cancel, start);
  const odds = h("section", { class: "bl-odds", "aria-label": "Odds", "aria-describedby": `${uid}-words`, tabindex: "-1" },
    chances, run, others);
  const refusals = h("section", { class: "bl-refusals", "aria-label": "Not allowed now", "data-rove": "refused" });
  const log = h("ol", { class: "bl-log", "aria-label": "Log", "data-rove": "log", tabindex: "-1" });
  const dialog = h("div", { class: "bl-dialog", role: "dialog", tabindex: "-1", hidden: true });
  const line = h("input", { class: "bl-field", readonly: true, id: `${uid}-line` });
  const paste = h("input", { class: "bl-field", id: `${uid}-paste`, autocomplete: "off", spellcheck: "false" });
  const copied = h("span", { class: "bl-fine", "aria-live": "polite" });
  const main = h("div", { class: "bl-main" }, cover, table,
    h("div", { class: "bl-side" }, h("div", { class: "bl-said" }, status, dice), ask, odds, refusals),
    h("section", { class: "bl-logged", "aria-labelledby": `${uid}-log` }, h("h3", { id: `${uid}-log` }, "Log"), log));
  root.append(head, strip, offer, main, dialog);
  el.append(root);

  // --- what Python is told, and whether it hears -------------------------------------------------------

  function tell(action, value) {
    // Greater than any number that this or another view of the board has sent, and so never heard before.
    ui.sent = Math.max(ui.sent + 1, Date.now());
    if (action !== "look") {
      ui.answered = false;
      ui.did = DONE[action] || "";
    }
    ui.waiting ||= setTimeout(complain, 4000);
    try {
      // which drawing was clicked: a second click on what is gone by then does nothing
      const said = { do: action, n: ui.sent, drawn: model.get("scene").drawn };
      model.send(value === undefined ? said : { ...said, with: value });
    } catch {
      complain(); // the kernel that made this board is gone
    }
  }

  function complain() {
    if (model.get("heard") === undefined) return;
    root.prepend(notice);
    // A live region is read out when it changes, not when it comes with its words.
    setTimeout(() => (notice.textContent = "No answer from Python. If it is busy, wait; if the kernel was restarted, " +
      "run the cell again: the board then offers to go on from the saved game."), 100);
  }

  function heard() {
    clearTimeout(ui.waiting);
    ui.waiting = model.get("heard") < ui.sent ? setTimeout(complain, 4000) : 0;
    notice.textContent = "";
    notice.remove();
    if (ui.answered === false) drawStatus(model.get("scene"), true); // the same answer again is an answer too
    ui.answered = true;
  }

  // --- small parts -----------------------------------------------------------------------------------

  const ruleLink = (id, words = id) =>
    id && h("button", { class: "bl-rule", "data-rule": id, "data-f": `rule ${id}`, "aria-label": `rule ${id}` }, words);

  const classWord = (class_) => h("span", { class: "bl-class" }, shape(class_), class_);

  const button = (action, words, props) => h("button", { class: "bl-button", "data-do": action, "data-f": action, ...props }, words);

  function emphasised(label, names) {
    const parts = [];
    let rest = label;
    for (const name of names) {
      const at = rest.indexOf(name);
      if (at < 0) continue;
      parts.push(rest.slice(0, at), h("b", {}, name));
      rest = rest.slice(at + name.length);
    }
    return [...parts, rest];
  }

  function choice(label, name, value, options) {
    return h("label", {}, h("span", {}, label), h("select", { class: "bl-field", "data-choose": name, "data-f": `choose ${name}` },
      options.map(([key, words]) => h("option", { value: key, selected: key === value }, words))));
  }

  // --- header, strip, panels ---------------------------------------------------------------------------

  function drawHead(scene) {
    const facts = (scene.facts || []).map((parts) =>
      h("span", {}, parts.map(([words, strong]) => (strong ? h("b", {}, words) : words))));
    const sees = scene.names && !scene.cover && `${scene.open ? "showing" : "you are"} ${scene.names[scene.viewer]}`;
    const chip = (words, title) => h("span", { class: "bl-chip", title }, words);
    head.replaceChildren(
      h("h2", {}, scene.title),
      h("p", { class: "bl-facts" }, facts, sees && h("span", {}, sees)),
      h("span", { class: "bl-chips" },
        scene.see_all && h("span", { class: "bl-chip bl-all" }, "all hands shown"),
        scene.illustrative &&
          chip("illustrative deck", "The rulebook prints no card list: these cards are an invention, and numbers that depend on them too."),
        scene.seed !== null && chip(`seed ${scene.seed}`, "The same seed deals the same cards and rolls the same dice.")));
  }

  function drawStrip(scene) {
    const { at, of, branches } = scene.history;
    const place = `move ${at} of ${of}`;
    const opens = (name, words) => h("button", { class: "bl-button", "data-panel": name, "data-f": name,
      "aria-expanded": String(ui.panel === name), "aria-controls": ui.panel === name ? panel.id : null }, words);
    const tick = (action, words, on, title) => h("label", { class: "bl-tick", title },
      h("input", { type: "checkbox", checked: on, "data-tick": action, "data-f": action }), words);
    strip.replaceChildren(
      h("ol", { class: "bl-steps", "aria-label": "Steps of the game" },
        (scene.steps || []).map((step, n) => h("li", { "aria-current": n === scene.step ? "step" : null }, step))),
      h("div", { class: "bl-ticks" },
        tick("pass_for_me", "Pass for me", scene.passing, "Pass whenever you are asked for a response; your own turns stay yours"),
        scene.see_all !== undefined && tick("see_all", "See all", scene.see_all, scene.can_cover
          ? "Show everybody's hand, and never ask to pass the screen" : "Show everybody's hand"),
        h("button", { class: "bl-button", "data-keys": true, "data-f": "keys" }, "Keys ", h("kbd", {}, "?"))),
      h("div", { class: "bl-time", role: "group", "aria-label": "History" },
        button("undo", "⟲ Undo", { disabled: at === 0, title: "Back to before your last move; the dice stay the same" }),
        button("redo", "Redo ⟳", { disabled: at === of, title: "Take back an undo" }),
        h("input", { type: "range", min: 0, max: Math.max(of, 1), value: at, disabled: of === 0, "data-f": "range",
          "aria-label": "Place in the game", "aria-valuetext": place, title: place }),
        h("span", { class: "bl-at", title: place }, `${at} / ${of}`),
        opens("branches", branches.length ? `What if… (${branches.length})` : "What if…"),
        button("roll_again", "Roll again", { disabled: at === 0, title: "Your last move with other dice, as a branch of its own" })),
      h("div", { class: "bl-tools" },
        scene.seats && opens("players", "Players…"),
        model.get("line") !== undefined && opens("line", "Copy / open…")),
      panel);
    drawPanel(scene);
  }

  const known = (pace) => (PACES.some(([key]) => key === pace) ? PACES : [...PACES, [pace, `one move every ${pace} seconds`]]);
  const PANELS = {
    branches: ({ history: { branches } }) => branches.length
      ? h("ul", {}, branches.map((branch) => h("li", {},
        h("button", { class: "bl-link", "data-branch": branch.n, "data-f": `branch ${branch.n}`,
          "aria-current": branch.current ? "true" : null }, branch.label),
        ` · ${branch.note}${branch.current ? " · you are on it" : ""}`)))
      : h("p", { class: "bl-fine" }, "Undo and play another move, or roll again: both lines stay here to go back to."),
    players: ({ seats, pace = 0, policies = [], paces = known(pace) }) => h("div", { class: "bl-form" },
      seats.map(({ name, plays }, seat) => policies.some(([key]) => key === plays)
        ? choice(name, `seat ${seat}`, plays, policies)
        : h("p", {}, h("span", {}, name), h("b", {}, "a program given in code"))),
      choice("Pace of programs", "pace", pace, paces)),
    line: () => h("div", { class: "bl-form bl-lines" },
      h("label", { for: line.id }, h("span", {}, "This position as a line"), line),
      h("button", { class: "bl-button", "data-copy": true, "data-f": "copy" }, "Copy"), copied,
      h("label", { for: paste.id }, h("span", {}, "Go on from a line"), paste),
      h("button", { class: "bl-button", "data-open": true, "data-f": "open" }, "Open")),
  };

  function drawPanel(scene) {
    const drawn = ui.panel && PANELS[ui.panel](scene);
    // Drawn anew only where it differs, or an open list of choices would close whenever a program moves.
    const same = drawn && panel.dataset.name === ui.panel && ui.panel !== "line" && panel.firstChild?.isEqualNode(drawn);
    panel.hidden = !drawn;
    if (drawn && !same && !(ui.panel === "line" && panel.contains(line))) panel.replaceChildren(drawn);
    panel.dataset.name = ui.panel;
    if (ui.panel === "line" && ui.lineAt !== scene.history.at) {
      ui.lineAt = scene.history.at;
      tell("give_line");
    }
  }

  const drawLine = () => {
    line.value = model.get("line") || "";
    copied.textContent = "";
  };

  function drawOffer({ offer: made }) {
    offer.hidden = !made;
    if (made)
      offer.replaceChildren(h("p", {}, made.text),
        ...made.games.map(({ n, text }) => button("resume", made.games.length > 1 ? `Go on with the one ${text}` : "Go on",
          { "data-with": String(n), "data-f": `resume ${n}` })),
        button("begin_anew", "Leave it"));
  }

  function drawCover({ cover: to, see_all }) {
    for (const part of [table, ask]) part.hidden = Boolean(to);
    cover.hidden = !to;
    main.toggleAttribute("data-covered", Boolean(to));
    if (!to) return;
    refusals.hidden = true;
    cover.replaceChildren(
      h("h3", { tabindex: "-1", "data-f": "cover" }, `Pass the screen to ${to.to}`),
      h("p", {}, to.words),
      h("div", { class: "bl-buttons" },
        button("reveal", `I am ${to.to}: show my cards`, { class: "bl-button bl-main-button" }),
        to.window && button("pass_unseen", "Pass without looking")),
      see_all !== undefined && button("see_all", "Show everybody's cards from now on", { class: "bl-link", "data-with": "true" }));
  }

  // --- table ----------------------------------------------------------------------------------------------
  // A grid: each zone is a row, its title the row's head, and cards, piles, tokens and tracks are its cells.

  function drawTable(scene) {
    const moves = scene.ask.moves || [];
    if (ui.viewer !== scene.viewer || scene.cover) ui.secrets.clear();
    ui.viewer = scene.viewer;
    if (ui.shut !== Boolean(shut(scene))) {
      ui.shut = Boolean(shut(scene));
      drawOdds();
    }
    table.replaceChildren(...(scene.zones || []).map((zone) => drawZone(zone, moves)));
  }

  // What is secret is shown when it is asked for, and hidden again when somebody else looks.
  function drawZone(zone, moves) {
    const closed = zone.secret && !ui.secrets.has(zone.id);
    const cards = closed ? [] : zone.cards || [];
    const rest = [(zone.tokens || []).map((token) => drawToken(token, zone)), zone.track && drawTrack(zone.track, zone)].flat().filter(Boolean);
    const none = !closed && !cards.length && !rest.length && (zone.empty || "empty");
    const backs = zone.backs && `${plural(zone.backs.count, "card")} in hand`;
    const saw = zone.backs?.known.length ? `you saw: ${zone.backs.known.join(", ")}` : "";
    const words = joined(zone.title, zone.turn && "whose turn it is", zone.pips?.word, zone.note, backs, saw, zone.alert, none);
    return h("div", { class: `bl-zone bl-${zone.kind} bl-${zone.room || "whole"}`, role: "row", "data-zone": zone.id },
      h("div", { class: "bl-top", role: "rowheader", "aria-label": words, "data-item": true, "data-f": `zone ${zone.id}` },
        h("h3", {},
          zone.turn && h("span", { class: "bl-turn", title: "It is this player's turn" }, "▸ "),
          h("span", {}, zone.title),
          zone.pips && h("span", { class: "bl-pips" },
            h("span", {}, zone.pips.word),
            h("span", { "aria-hidden": "true" }, "◆".repeat(zone.pips.full) + "◇".repeat(zone.pips.of - zone.pips.full))),
          zone.note && h("span", { class: "bl-note" }, zone.note),
          zone.backs && h("span", { class: "bl-backs" },
            h("span", { "aria-hidden": "true", class: "bl-fan" }, Array.from({ length: Math.min(zone.backs.count, 12) }, () => h("i"))),
            backs, saw && h("em", {}, `, ${saw}`))),
        zone.alert && h("p", { class: "bl-alert" }, zone.alert),
        none && h("p", { class: "bl-empty" }, none)),
      h("div", { class: "bl-row" },
        zone.secret && cell({ class: "bl-card bl-secret", label: closed ? `${zone.title}: secret. Enter shows it` : "Enter hides it",
          "data-secret": zone.id, "data-f": `secret ${zone.id}` }, h("b", {}, closed ? "Secret: show it" : "Hide it")),
        cards.length > 0 && h("div", { class: "bl-deal" }, cards.map((card, n) =>
          drawCard(card, zone, `${zone.title}, card ${n + 1} of ${cards.length}`, moves))),
        zone.piles && h("div", { class: "bl-piles" }, zone.piles.map((pile) => drawPile(pile, zone)))),
      rest.length > 0 && h("div", { class: "bl-rest" }, rest));
  }

  // A piece: its words for the ear (as content, or axe would compare them with what is seen), and what is seen.
  function cell({ label, ...props }, ...body) {
    const node = h("div", { role: "gridcell", "data-item": true, ...props }, h("span", { class: "bl-unseen" }, label), ...body);
    for (const seen of [...node.children].slice(1)) seen.setAttribute("aria-hidden", "true");
    return node;
  }

  function drawPile(pile, zone) {
    const label = joined(zone.title, `pile ${pile.name}: ${plural(pile.count, "card")}`, pile.text, pile.hint);
    return cell({ class: "bl-pile", label, "data-pile": pile.hint || label, "data-f": `pile ${pile.name}` },
      h("b", {}, String(pile.count)), h("span", {}, pile.name), pile.text && h("small", {}, pile.text));
  }

  function drawToken({ shape: name, count, word }, zone) {
    return cell({ class: "bl-token", label: `${zone.title}, ${word}: ${count}`, "data-f": `token ${zone.id} ${word}` },
      shape(name), h("b", {}, String(count)), h("span", {}, word));
  }

  // Places from 1 on, or from 0 where there is a label for each place and one more.
  function drawTrack({ at, of, word, labels = [] }, zone) {
    const first = labels.length > of ? 0 : 1;
    const places = Array.from({ length: of + 1 - first }, (_, n) => n + first);
    const label = joined(zone.title, `${word}: ${at} of ${of}`, labels[at - first]);
    return cell({ class: "bl-track", label, "data-f": `track ${zone.id}` },
      h("span", { class: "bl-note" }, word),
      h("span", { class: "bl-places" }, places.map((n) => h("span", { "data-past": n < at, "data-at": n === at },
        h("b", {}, String(n)), labels[n - first] && h("small", {}, labels[n - first])))));
  }

  // What a card can do: the moves that concern it, and the one that Enter or a click would play.
  function chancesOf(card, moves) {
    const some = moves.filter((move) => move.cards.includes(card));
    return { some, can: some.some((move) => move.cards[0] === card), only: some.length === 1 && some[0].cards[0] === card && some[0] };
  }

  function drawCard(card, zone, place, moves) {
    const { some, can, only } = chancesOf(card.id, moves);
    const small = zone.kind === "small";
    const picked = ui.picked === card.id;
    const does = only ? `Enter: ${only.label}` : picked ? "Its moves are shown; Enter shows all again" : "Enter shows them";
    const said = some.length
      ? `, ${can ? "can be played:" : "concerned by"} ${plural(some.length, "move")}. ${does}` : "";
    return cell({
      class: `bl-card${card.down ? " bl-down" : ""}`,
      label: `${place}, ${card.label.replace(/\.$/, "")}${said}`,
      "aria-selected": picked ? "true" : null,
      "data-card": card.id,
      "data-f": `card ${card.id}`,
      "data-can": some.length > 0,
      "data-playable": can,
      "data-tone": (card.tags || []).some((tag) => tag.tone === "warn") ? "warn" : null,
    },
      h("span", { class: "bl-name" }, small && card.class ? shape(card.class) : null, card.name),
      (card.kind || card.class) && h("span", { class: "bl-kind" }, card.kind,
        card.class && (small ? ` · ${card.class}` : [" · ", classWord(card.class)])),
      card.tunnel && drawTunnel(card.tunnel),
      card.needs?.length > 0 && h("span", { class: "bl-needs" }, needs(card.needs)),
      card.numbers && !small && h("span", { class: "bl-numbers" }, card.numbers.map(({ value, word, tone }) =>
        h("span", { "data-tone": tone }, h("b", {}, String(value)), word))),
      (card.tags || []).map(({ text, tone }) => h("span", { class: "bl-tag", "data-tone": tone }, text)),
      card.gear && h("span", { class: "bl-gear" }, "+ ", h("b", {}, card.gear.name), small ? null : `: ${card.gear.text}`),
      card.text && !small && h("span", { class: "bl-text" }, card.text));
  }

  // A cave: from the entry on the left edge to both exits on the right one; the dot is at the top.
  function drawTunnel({ entry, exits, of }) {
    const y = (height) => 16 + (height * 44) / (of - 1);
    const ways = exits.map((exit) => `M0 ${y(entry)}C45 ${y(entry)} 55 ${y(exit)} 100 ${y(exit)}`);
    return s("svg", { class: "bl-tunnel", viewBox: "0 0 100 76", preserveAspectRatio: "none", "aria-hidden": "true" },
      ways.map((d) => s("path", { d, class: "bl-rock" })), ways.map((d) => s("path", { d })),
      s("circle", { cx: 50, cy: 6, r: 3 }));
  }

  function needs(symbols) {
    const kinds = new Map();
    for (const need of symbols) {
      const key = `${need.class}|${need.lacking}`;
      kinds.set(key, { ...need, times: (kinds.get(key)?.times || 0) + 1 });
    }
    return ["needs ", [...kinds.values()].map(({ class: class_, lacking, times }) =>
      h("span", { class: "bl-need", "data-lacking": lacking, title: lacking ? "your Party lacks it" : "your Party has it" },
        times > 1 ? `${times}× ` : "", shape(class_), class_))];
  }

  // --- the question, its moves -----------------------------------------------------------------------

  // The zone of a secret that is not shown, and whether it hides the answers: who may give which would tell it.
  const shut = ({ zones = [] }) => zones.find((zone) => zone.secret && !ui.secrets.has(zone.id));
  const hushed = (scene) => scene.ask.window && scene.ask.who === "you" && shut(scene);

  function drawAsk(scene) {
    const hidden = hushed(scene);
    const asked = { moves: [], refused: [], prompt: "", ...scene.ask, ...(hidden && { moves: [], refused: [] }) };
    const picked = asked.moves.some((move) => move.cards.includes(ui.picked)) ? ui.picked : (ui.picked = null);
    const words = find.value.trim().toLowerCase();
    const long = asked.moves.length > 10;
    const fits = (move) => (!picked || move.cards.includes(picked)) && (!words || move.label.toLowerCase().includes(words));
    const moves = asked.moves.filter(fits);
    const names = nameOf(scene);
    const title = asked.who === "over" ? "The game is over" : asked.window ? "A question" : asked.name ? `What may ${asked.name} do?` : "";
    const scrolled = list.scrollTop;
    list.replaceChildren();
    list.setAttribute("aria-label", title || "Moves");
    for (const [group, some] of grouped(moves)) {
      const rows = some.map((move) => drawMove(move, names));
      if (!group || !long) list.append(...(group && long ? [h("h4", {}, group)] : []), ...rows);
      else if (some.length <= 4 || picked || words) list.append(h("h4", {}, group), ...rows);
      else
        list.append(h("details", { open: ui.open.has(group), "data-group": group },
          h("summary", { "data-item": true, "data-f": `group ${group}` }, group, h("span", {}, ` (${some.length})`)), rows));
    }
    if (asked.moves.length && !moves.length) list.append(h("p", { class: "bl-empty" }, "No move fits."));
    if (hidden) list.append(h("button", { class: "bl-button", "data-secret": hidden.id, "data-item": true, "data-f": "answer" },
      "Show my secret, to answer"));
    drawRefusals(asked.refused.filter(fits), names);
    list.scrollTop = scrolled;
    find.hidden = !long;
    find.placeholder = asked.who === "chance" ? "Find what came; Enter takes it" : "Find a move";
    question.toggleAttribute("data-window", Boolean(asked.window));
    question.replaceChildren(
      ...[title && h("h3", {}, title),
      (asked.window || !asked.name || !/actions? left$/.test(asked.prompt)) &&
        h("p", { class: "bl-prompt" }, asked.prompt, " ", asked.window || asked.who === "over" ? ruleLink(asked.rule) : null),
      asked.who === "other" && scene.players && drawPace(scene.pace || 0),
      picked && h("button", { class: "bl-chip bl-clear", "data-clear": true, "data-f": "clear" },
        `only moves of ${names(picked)} · show all`)].filter(Boolean));
  }

  function drawPace(pace) {
    const next = button("go_on", pace ? "Next" : "Let them go on");
    const pause = pace > 0 && h("button", { class: "bl-button", "data-pause": true, "data-f": "pause" }, ui.paused ? "Go on" : "Pause");
    return h("div", { class: "bl-buttons" }, pause, (!pause || ui.paused) && next);
  }

  function keepPace({ ask: { who }, players, pace }) {
    clearTimeout(ui.bots);
    if (who === "other" && players && pace > 0 && !ui.paused) ui.bots = setTimeout(() => tell("go_on"), pace * 1000);
  }

  function grouped(moves) {
    const groups = new Map();
    for (const move of moves) groups.set(move.group, [...(groups.get(move.group) || []), move]);
    return groups;
  }

  function nameOf(scene) {
    const names = new Map((scene.zones || []).flatMap((zone) => (zone.cards || []).map((card) => [card.id, card.name])));
    return (code) => names.get(code) || code;
  }

  function drawMove(move, names) {
    return h("button", { class: "bl-move", "data-key": move.key, "data-item": true, "data-f": `move ${move.key}`,
      "data-on": (ui.want || model.get("odds").key) === move.key },
      h("span", {}, emphasised(move.label, move.cards.map(names))),
      move.cost && h("span", { class: "bl-cost" }, move.cost),
      h("span", { class: "bl-peek", "data-peek": move.key, "aria-hidden": "true" }, "odds"));
  }

  function drawRefusals(refused, names) {
    const all = ui.open.has("refused");
    const shown = refused.slice(0, all ? undefined : 3);
    const scrolled = refusals.querySelector(".bl-cannot")?.scrollTop || 0;
    refusals.hidden = !refused.length;
    refusals.replaceChildren(h("details", { open: !ui.open.has("no refusals"), "data-group": "refusals" },
      h("summary", { "data-item": true, "data-f": "group refusals" }, "Not allowed now", h("span", {}, ` (${refused.length})`)),
      h("div", { class: "bl-cannot" }, shown.map((move) => drawRefused(move, names)),
        shown.length < refused.length && h("button",
          { class: "bl-more", "data-item": true, "data-more": "refused", "data-f": "more refused" },
          `and ${refused.length - shown.length} more, each with its reason`))));
    refusals.querySelector(".bl-cannot").scrollTop = scrolled;
  }

  function drawRefused(move, names) {
    return h("div", { class: "bl-refused" },
      h("button", { class: "bl-move", "data-refused": true, "data-key": move.key, "data-item": true,
        "data-f": `move ${move.key}` },
        h("span", { class: "bl-unseen" }, `${move.label}: not allowed. ${move.why}`),
        h("span", { "aria-hidden": "true" }, emphasised(move.label, move.cards.map(names))),
        move.cost && h("span", { class: "bl-cost", "aria-hidden": "true" }, move.cost)),
      h("small", {}, move.why, " ", ruleLink(move.rule)));
  }

  // --- status, dice ----------------------------------------------------------------------------------------

  function asks(scene) {
    const { ask: { prompt, moves = [], who }, cover: to } = scene;
    const many = who === "you" && !hushed(scene) ? ` ${sentence(plural(moves.length, "move"))}` : "";
    return to ? "" : `${ui.did || ""}${sentence(prompt)}${many}`;
  }

  function drawStatus(scene, again) {
    const { kind, lines = [], unsaved } = ui.said || model.get("status");
    const error = kind === "error";
    const shown = kind === "info" ? lines : lines.slice(-3);
    if (error) ui.did = "";
    const next = asks(scene);
    const drawn = JSON.stringify([kind, lines, unsaved, next]);
    if (drawn === ui.status && !again) return; // or it would be read out twice
    ui.status = drawn;
    status.dataset.kind = unsaved ? "error" : kind || "ok";
    status.toggleAttribute("data-none", !shown.length && !unsaved);
    status.replaceChildren(
      ...(lines.length > shown.length ? [h("p", { class: "bl-fine" }, `… and ${lines.length - shown.length} before that, in the log`)] : []),
      ...shown.map((line) => h("p", {}, error && h("b", {}, "Not played: "), readable(line), " ", kind !== "ok" && ruleLink(line.rule))),
      ...(unsaved ? [h("p", {}, h("b", {}, unsaved))] : []),
      h("p", { class: "bl-unseen" }, next));
  }

  function say(text) {
    ui.said = { kind: "info", lines: [{ text }] };
    drawStatus(model.get("scene"), true);
  }

  function drawDice({ dice: roll }) {
    const now = JSON.stringify(roll || null);
    if (now === ui.roll) return;
    dice.toggleAttribute("data-falls", ui.roll !== undefined);
    ui.roll = now;
    dice.hidden = !roll;
    if (!roll) return;
    let n = 0;
    const told = (model.get("status").lines || []).some(({ text }) => text === roll.text);
    dice.replaceChildren(
      ...(roll.label ? [h("p", { class: "bl-fine" }, roll.label)] : []),
      ...roll.groups.map(({ faces, count, total, word }) => h("p", { class: "bl-throw" },
        word && h("span", {}, word),
        h("span", { class: "bl-fallen", "aria-hidden": "true" }, (faces || Array(Math.min(count, 12)).fill(null)).map((face) => die(face, n++))),
        h("span", { class: "bl-unseen" }, `${count === 1 ? "a die" : `${count} dice`}${faces ? ` that show ${faces.join(", ")}` : ""}, total `),
        h("b", {}, String(total)))),
      h("p", { class: told ? "bl-unseen" : "bl-fine" }, roll.text || ""));
  }

  // --- odds --------------------------------------------------------------------------------------------------

  const embedded = {}; // the elements in which JupyterLab or Voilà draws the formula and the chart
  for (const name of ["formula", "chart"]) {
    const reference = model.get(name);
    if (typeof reference === "string" && model.widget_manager)
      model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""))
        .then((child) => model.widget_manager.create_view(child))
        .then((view) => {
          embedded[name] = view.el;
          drawOdds();
          view.trigger("displayed");
          if (name === "chart") tell("shown"); // from now on charts are worth drawing
        })
        .catch((error) => console.warn(`beastlab: no ${name} from a widget here`, error));
  }

  const bar = ({ share, tone }) =>
    h("span", { class: "bl-bar", "data-tone": tone, "aria-hidden": "true" }, h("i", { style: `width:${share && Math.max(0.8, share * 100)}%` }));

  function drawOdds() {
    const found = model.get("odds");
    drawRun();
    const fine = (...words) => h("p", { class: "bl-fine" }, ...words);
    const advice = found.advice && h("p", { class: "bl-advice" }, h("b", {}, "A sensible player: "), `${sentence(found.advice.text)} `,
      h("span", { class: "bl-fine" }, [found.advice.why, found.advice.method].filter(Boolean).map(sentence).join(" ")));
    const hidden = shut(model.get("scene"));
    if (!found.key || hidden) {
      others.replaceChildren();
      chances.replaceChildren(h("h3", {}, "Odds"),
        h("p", { class: "bl-fine", id: `${uid}-words` }, hidden ? "Your secret would be seen in the odds: show it, and they are here."
          : "Point at a move, or go to it with the keys, to see what it can lead to."),
        (!hidden && advice) || "");
      return;
    }
    const chart = found.chart && embedded.chart;
    chances.replaceChildren(...[
      h("h3", {}, "Odds: ", found.label),
      h("p", { class: "bl-unseen", id: `${uid}-words` }, found.words || `${found.label}. ${sentence(found.question)}`),
      found.question && h("p", { class: "bl-question" }, found.question),
      chart && h("div", { class: "bl-chart" }, chart),
      // the chart has the numbers too, so beside it the table is for those who hear it
      found.bars.length > 0 && h("div", { class: chart ? "bl-unseen" : null }, h("table", {}, h("tbody", {}, found.bars.map((row) => h("tr", {},
        h("th", { scope: "row" }, row.word), !chart && h("td", { class: "bl-wide" }, bar(row)),
        h("td", { class: "bl-num" }, row.fraction), h("td", { class: "bl-num" }, row.percent)))))),
      found.tex && h("div", { class: "bl-tex" }, embedded.formula || found.tex),
      fine(found.method, found.illustrative ? " Illustrative deck." : ""),
      ...found.notes.map((note) => fine(note)),
      found.best && h("p", { class: "bl-best" }, found.best),
      advice].filter(Boolean));
    drawOthers(found);
    for (const row of ask.querySelectorAll(".bl-move")) row.toggleAttribute("data-on", row.dataset.key === found.key);
  }

  function drawOthers({ key, others: some = [] }) {
    const all = ui.open.has("all others");
    others.replaceChildren(...(some.length < 2 ? [] : [
      h("details", { class: "bl-others", open: !ui.open.has("no others"), "data-group": "others" },
        h("summary", { "data-f": "group others" }, "Compared with the other moves"),
        h("table", {}, h("tbody", {}, some.slice(0, all ? undefined : 6).map((row) => h("tr", { "data-on": row.key === key },
          h("th", { scope: "row" }, row.key === key ? row.word :
            h("button", { class: "bl-link", "data-look": row.key, "data-f": `look ${row.key}` }, row.word)),
          h("td", { class: "bl-wide" }, bar({ share: row.share, tone: "good" })),
          h("td", { class: "bl-num" }, row.percent))))),
        some.length > 6 && !all &&
          h("button", { class: "bl-link", "data-more": "all others", "data-f": "more others" }, `all ${some.length}`))]));
  }

  // Changed in place, or a Cancel button would be gone between the press and the release of a mouse.
  function drawRun() {
    const found = model.get("odds");
    const { running, key, done = 0, of = 0, text = "", label = "" } = model.get("run") || {};
    const can = found.checks ?? found.bars?.length > 0;
    run.hidden = model.get("run") === undefined || !(running || can);
    for (const part of [progress, counted, cancel]) part.hidden = !running;
    start.hidden = Boolean(running) || !can;
    progress.max = of || 1;
    progress.value = done;
    counted.textContent = `${joined(label !== found.label && label, done.toLocaleString("en"))} of ${of.toLocaleString("en")}`;
    const ended = !running && key === found.key ? text : "";
    if (result.textContent !== ended) result.textContent = ended;
  }

  // --- log, dialogs ----------------------------------------------------------------------------------------

  // A line that is told to one seat alone stays hidden with what else is secret.
  const readable = ({ text, private: alone }) =>
    alone && shut(model.get("scene")) ? "(For you alone: it is with your secret.)" : text;

  function drawLog(scene) {
    const { kind, lines = [] } = model.get("status");
    const fresh = scene.log.length - (kind === "ok" ? lines.length : 0);
    log.replaceChildren(...scene.log.map((line, n) =>
      h("li", { "data-head": line.head, "data-new": n >= fresh }, readable(line), " ", ruleLink(line.rule, "rule"))));
    log.scrollTop = log.scrollHeight;
  }

  function drawRule() {
    const { id, html } = model.get("rule");
    if (!id) {
      if (ui.dialog === "A rule") close();
      return;
    }
    const words = h("div", { class: "bl-words" });
    words.innerHTML = html; // the ledger's own words, escaped there
    open("A rule", words);
  }

  const showKeys = () =>
    open("Keys", h("h3", {}, "Keys"), h("dl", { class: "bl-keys" }, KEYS.map(([key, does]) => [h("dt", {}, key), h("dd", {}, does)])));

  function open(name, ...body) {
    const from = root.contains(document.activeElement) && !dialog.contains(document.activeElement) ? document.activeElement : null;
    if (!ui.dialog) ui.from = from?.dataset.f;
    ui.dialog = name;
    dialog.setAttribute("aria-label", name);
    dialog.hidden = false;
    dialog.replaceChildren(h("button", { class: "bl-button bl-close", "data-close": true, "aria-label": "Close" }, "✕"), ...body);
    const frame = root.getBoundingClientRect();
    const top = from ? from.getBoundingClientRect().top : frame.top + 24;
    dialog.style.top = `${Math.max(8, Math.min(top - frame.top + 20, frame.height - dialog.offsetHeight - 12))}px`;
    dialog.focus({ preventScroll: true });
  }

  function close() {
    if (ui.dialog === "A rule" && model.get("rule").id) tell("show_rule", "");
    const inside = dialog.contains(document.activeElement);
    ui.dialog = "";
    dialog.hidden = true;
    if (inside) goTo(named(ui.from) || stopOf("moves") || stopOf("table"));
  }

  // --- drawing, focus ------------------------------------------------------------------------------------

  const seen = (node) => node.isConnected && (node.checkVisibility ? node.checkVisibility() : node.offsetParent !== null);
  const named = (name) => name && [...root.querySelectorAll(`[data-f="${CSS.escape(name)}"]`)].find((node) => seen(node) && !node.disabled);
  const goTo = (node) => node?.focus({ preventScroll: true });
  const stops = (group) =>
    [...group.querySelectorAll(group === log ? ".bl-rule" : "[data-item], .bl-refused .bl-rule")].filter(seen);
  const stopOf = (name) => root.querySelector(`[data-rove="${name}"] [tabindex="0"]`);

  function rove() {
    for (const group of root.querySelectorAll("[data-rove]")) {
      const items = stops(group);
      const name = ui.stop[group.dataset.rove];
      const first = group === table && items.find((item) => item.matches("[data-playable]")) || items.find((item) => item.matches(".bl-card"));
      const on = items.find((item) => item.dataset.f === name) || (group === log ? items.at(-1) : first || items[0]);
      for (const item of items) item.tabIndex = item === on ? 0 : -1;
    }
  }

  function draw(...parts) {
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const name = active?.dataset.f;
    const zone = active?.closest("[data-zone]")?.dataset.zone;
    const nth = zone ? stops(active.closest("[data-zone]")).indexOf(active) : -1;
    const scene = model.get("scene");
    for (const part of parts) part(scene);
    rove();
    if (!active) return;
    const next = ui.who !== scene.ask.who && scene.ask.who === "other" && scene.pace < 0 && named("go_on");
    ui.who = scene.ask.who;
    if (next) goTo(next);
    else if (!seen(active)) goTo(named(name) || beside(zone, nth) || sensible());
  }

  // Where a piece is gone, its neighbour; else what is asked.
  function beside(zone, nth) {
    const row = zone && table.querySelector(`[data-zone="${CSS.escape(zone)}"]`);
    const some = row ? stops(row) : [];
    return some[Math.min(nth, some.length - 1)];
  }
  const asked = () => stopOf("moves") || question.querySelector(".bl-button");
  const sensible = () => (cover.hidden ? asked() || stopOf("table") : cover.querySelector("h3")) || strip.querySelector("button:enabled");

  function whole(scene) {
    root.setAttribute("aria-label", `${scene.title} board`);
    ui.want = ui.said = null;
    const to = `${scene.ask.who} ${scene.ask.name} ${scene.ask.window}`;
    if (ui.to !== to) ui.stop.moves = null; // a new question: not at once on what ends a turn
    ui.to = to;
    if (ui.opening) {
      ui.opening = paste.value = ui.panel = "";
      ui.lineAt = null;
    }
    odds.hidden = scene.ask.who !== "you";
    for (const part of [drawHead, drawStrip, drawOffer, drawTable, drawStatus, drawDice, drawAsk, drawCover, drawLog, keepPace]) part(scene);
  }

  // --- what people do ------------------------------------------------------------------------------------

  function look(key, wait) {
    clearTimeout(ui.timer);
    if (!key || key === ui.want) return;
    if (!model.get("scene").ask.moves?.some((move) => move.key === key)) return;
    ui.timer = setTimeout(() => {
      ui.want = key;
      for (const row of ask.querySelectorAll(".bl-move")) row.toggleAttribute("data-on", row.dataset.key === key);
      tell("look", key);
    }, wait);
  }

  const keyAt = (target) => {
    const row = target.closest?.("[data-key]:not([data-refused])");
    if (row) return row.dataset.key;
    const card = target.closest?.("[data-card]")?.dataset.card;
    return card && model.get("scene").ask.moves?.find((move) => move.cards[0] === card)?.key;
  };

  function play(key) {
    find.value = "";
    ui.picked = null;
    tell("play", key);
  }

  function pick(card, byKey) {
    const { some, only } = chancesOf(card, model.get("scene").ask.moves || []);
    if (only) play(only.key);
    else if (!some.length) tell("explain", card);
    else {
      ui.picked = ui.picked === card ? null : card;
      look(some[0].key, 0);
      draw(drawTable, drawAsk);
      if (ui.picked && byKey) goTo(list.querySelector("[data-item]"));
    }
  }

  function all() {
    const card = ui.picked;
    ui.picked = null;
    draw(drawTable, drawAsk);
    return card;
  }

  function show(name) {
    ui.panel = ui.panel === name ? "" : name;
    ui.lineAt = null;
    draw(drawStrip);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(line.value);
      copied.textContent = "Copied.";
    } catch {
      line.focus();
      line.select();
      copied.textContent = document.execCommand("copy") ? "Copied." : "Selected: copy it with Ctrl+C.";
    }
  }

  function openLine() {
    if (!paste.value.trim()) return;
    ui.opening = true;
    tell("open_line", paste.value.trim());
  }

  const CLICKS = {
    peek: (key) => look(key, 0),
    key: play,
    rule: (id) => (model.get("rule").id === id ? drawRule() : tell("show_rule", id)),
    do: (action, at) => tell(action, at.dataset.with && JSON.parse(at.dataset.with)),
    look: (key) => tell("look", key),
    simulate: () => tell("simulate"),
    branch: (n) => tell("branch", Number(n)),
    card: (card) => pick(card),
    pile: say,
    panel: show,
    keys: showKeys,
    close,
    copy,
    open: openLine,
    clear: all,
    secret: (zone) => {
      ui.secrets[ui.secrets.has(zone) ? "delete" : "add"](zone);
      draw(drawTable, drawAsk, drawOdds, drawLog, (scene) => drawStatus(scene, true));
      goTo(named(`secret ${zone}`));
    },
    more: (what) => {
      ui.open.add(what);
      draw(drawAsk, drawOdds);
    },
    pause: () => {
      ui.paused = !ui.paused;
      draw(drawAsk, keepPace);
    },
  };
  const CLICKED = Object.keys(CLICKS).map((name) => `[data-${name}]`).join();

  root.addEventListener("click", (event) => {
    const at = event.target.closest(CLICKED);
    if (!at || at.disabled) return;
    clearTimeout(ui.timer);
    const name = Object.keys(CLICKS).find((name) => name in at.dataset);
    CLICKS[name](at.dataset[name], at);
  });

  root.addEventListener("pointerover", (event) => {
    const piece = event.target.closest("[role=gridcell], .bl-log .bl-rule");
    if (piece && !piece.title) piece.title = piece.firstChild.textContent; // not sooner: it would be read out twice
    look(keyAt(event.target), 90);
  });

  root.addEventListener("focusin", (event) => {
    const group = event.target.closest("[data-rove]");
    if (group && event.target.dataset.f) {
      ui.stop[group.dataset.rove] = event.target.dataset.f;
      rove();
    }
    if (event.target.matches("[data-key], [data-card]")) look(keyAt(event.target), 60);
  });

  find.addEventListener("input", () => draw(drawAsk));
  find.addEventListener("keydown", (event) => {
    const rows = list.querySelectorAll(".bl-move");
    if (event.key !== "Enter") return;
    if (rows.length === 1) play(rows[0].dataset.key);
    else say(rows.length ? `${rows.length} fit: type more, or go to one with Tab and the arrows.` : "Nothing fits: type less.");
  });
  root.addEventListener("change", ({ target }) => {
    const { tick, choose } = target.dataset;
    if (target.type === "range") tell("goto", Number(target.value));
    else if (tick) tell(tick, target.checked);
    else if (choose === "pace") tell("pace", Number(target.value));
    else if (choose) tell("let_play", { seat: Number(choose.split(" ")[1]), as: target.value });
  });
  root.addEventListener("toggle", ({ target }) => {
    const group = target.dataset?.group;
    if (group === "others" || group === "refusals") ui.open[target.open ? "delete" : "add"](`no ${group}`);
    else if (group) ui.open[target.open ? "add" : "delete"](group);
    rove();
  }, true);

  // --- keys ------------------------------------------------------------------------------------------------

  const JUMPS = { m: asked, t: () => stopOf("table"), o: () => odds, l: () => stopOf("log") || log };

  function escape() {
    if (ui.dialog) close();
    else if (ui.picked) goTo(named(`card ${all()}`));
    else if (ui.panel) {
      const name = ui.panel;
      show("");
      goTo(named(name));
    }
  }

  function letter(key, target, shift) {
    const { history: { at, of } } = model.get("scene");
    const { key: move, card } = target.dataset;
    if (key === "?") move || card ? tell("explain", move || card) : showKeys();
    else if (key === "u" && !shift) at > 0 ? tell("undo") : say("There is nothing to undo.");
    else if (key === "r" || key === "u") at < of ? tell("redo") : say("There is nothing to redo.");
    else if (JUMPS[key]) {
      const node = JUMPS[key]();
      if (node && seen(node)) node.focus();
    } else return false;
    return true;
  }

  // The stop that an arrow leads to: in lists round and round; on the table along a zone, or to the nearest piece of
  // the next one. A zone begins with its title, so its first piece is the second stop.
  function arrow(key, group, target) {
    const row = target.closest("[data-zone]");
    const items = stops(row || group);
    const last = items.length - 1;
    const here = items.indexOf(target);
    const [before, after] = row ? [Math.max(here - 1, 0), Math.min(here + 1, last)] : [(here + last) % (last + 1), (here + 1) % (last + 1)];
    const zone = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (row && zone) {
      const rows = [...table.children];
      const next = rows[rows.indexOf(row) + zone];
      const pieces = next ? stops(next) : [target];
      return nearest(target, pieces.length > 1 ? pieces.slice(1) : pieces);
    }
    const first = row ? Math.min(1, last) : 0;
    return items[{ ArrowUp: before, ArrowLeft: before, ArrowDown: after, ArrowRight: after, Home: first, End: last }[key]];
  }

  function nearest(from, pieces) {
    const middle = (node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = middle(from);
    const far = (node) => Math.hypot(middle(node)[0] - x, middle(node)[1] - y);
    return pieces.reduce((best, piece) => (!best || far(piece) < far(best) ? piece : best), null);
  }

  root.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (key === "Enter") event.stopPropagation(); // or JupyterLab runs the cell, and the game begins anew
      return;
    }
    event.stopPropagation(); // or JupyterLab takes the keys for its own
    const writes = target.matches("select, input:not([type=checkbox], [type=range])");
    const group = target.closest("[data-rove]");
    if (key === "Escape" && !(target === find && find.value)) escape();
    else if (key === "Enter" && target === paste) openLine();
    else if (writes) return;
    else if ((key === "Enter" || key === " ") && target.dataset.card) pick(target.dataset.card, true);
    else if ((key === "Enter" || key === " ") && target.dataset.pile) say(target.dataset.pile);
    else if ((key === "Enter" || key === " ") && target.dataset.secret) CLICKS.secret(target.dataset.secret);
    else if (group && group !== target && /^(Arrow|Home|End)/.test(key)) arrow(key, group, target)?.focus();
    else if (!letter(key.toLowerCase(), target, event.shiftKey)) return;
    event.preventDefault();
  });

  // --- what Python says ------------------------------------------------------------------------------------

  const CHANGES = {
    scene: () => {
      ui.answered = true;
      draw(whole);
    },
    odds: () => draw(drawOdds),
    run: () => draw(drawRun),
    status: () => {
      ui.answered = true;
      ui.said = null;
      if (model.get("status").kind === "error") ui.opening = false;
      draw(drawStatus);
    },
    rule: drawRule,
    line: drawLine,
    heard,
  };
  for (const [name, change] of Object.entries(CHANGES)) model.on(`change:${name}`, change);
  draw(whole, drawOdds, drawLine);
  requestAnimationFrame(() => {
    rove();
    log.scrollTop = log.scrollHeight;
  });
  return () => {
    for (const timer of [ui.timer, ui.waiting, ui.bots]) clearTimeout(timer);
    for (const [name, change] of Object.entries(CHANGES)) model.off(`change:${name}`, change);
  };
}

export default { render };
