// The board: draws the scene (plain data, see beastlab/boards/__init__.py), and tells Python what was clicked.
// It knows no game and no rule. All text goes in as text, so that no name or card can put markup on the page;
// only the words of a rule come as HTML, escaped by the ledger.

const SVG = "http://www.w3.org/2000/svg";

// A shape for each class: they differ without colour, and the word stands beside them.
const SHAPES = {
  Hunter: "M8 1.5 15 14H1z",
  Invoker: "M8 .5 9.9 6.1 15.5 8 9.9 9.9 8 15.5 6.1 9.9 .5 8 6.1 6.1z",
  Mercenary: "M8 1 14 3v5c0 4-3 6-6 7-3-1-6-3-6-7V3z",
  Nightmare: "M11.5 1.6A7 7 0 1 0 14.6 11 6 6 0 0 1 11.5 1.6z",
  Pirate: "M8 .8 10.2 5.6 15.4 6.2 11.5 9.7 12.6 14.9 8 12.3 3.4 14.9 4.5 9.7 .6 6.2 5.8 5.6z",
  Royal: "M1 4l3.6 3L8 1.8 11.4 7 15 4l-1.4 10H2.4z",
  Shinobi: "M3.5 1 8 5.5 12.5 1 15 3.5 10.5 8 15 12.5 12.5 15 8 10.5 3.5 15 1 12.5 5.5 8 1 3.5z",
};
const ANY = "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2z";

function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function shape(class_) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "bl-shape");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.class = class_;
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[class_] || ANY);
  if (!SHAPES[class_]) path.setAttribute("class", "bl-open");
  svg.append(path);
  return svg;
}

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

function render({ model, el }) {
  const ui = { picked: null, open: new Set(), stop: {}, whatIf: false, want: null, timer: 0, from: null };
  const tell = (action, value) => model.send(value === undefined ? { do: action } : { do: action, with: value });

  const root = h("section", { class: "bl" });
  const head = h("header", { class: "bl-head" });
  const table = h("div", { class: "bl-table", "data-rove": "table" });
  const status = h("div", { class: "bl-status", role: "status", "aria-live": "polite" });
  const question = h("div", { class: "bl-asked" });
  const find = h("input", { class: "bl-find", type: "search", placeholder: "Find a move", "aria-label": "Find a move" });
  const list = h("div", { class: "bl-moves", role: "group", "data-rove": "moves" });
  const ask = h("div", { class: "bl-ask" }, question, find, list);
  const odds = h("section", { class: "bl-odds", "aria-label": "Odds" });
  const refusals = h("section", { class: "bl-refusals", "aria-label": "Not allowed now", "data-rove": "refused" });
  const log = h("ol", { class: "bl-log", "aria-label": "Log", "data-rove": "log" });
  const strip = h("div", { class: "bl-strip" });
  const ruled = h("div", { class: "bl-ruled", role: "dialog", "aria-label": "A rule", tabindex: "-1", hidden: true });
  root.append(
    head,
    strip,
    h("div", { class: "bl-main" }, table,
      h("div", { class: "bl-side" }, status, ask, odds, refusals, h("section", { class: "bl-logged" }, h("h3", {}, "Log"), log))),
    ruled,
  );
  el.append(root);

  // --- small parts -----------------------------------------------------------------------------------

  const ruleLink = (id) =>
    id && h("button", { class: "bl-rule", "data-rule": id, "data-f": `rule ${id}`, "aria-label": `rule ${id}` }, id);

  const classWord = (class_) => h("span", { class: "bl-class" }, shape(class_), class_);

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

  // --- header --------------------------------------------------------------------------------------------

  function drawHead(scene) {
    const facts = scene.facts.map((parts) =>
      h("span", {}, parts.map(([words, strong]) => (strong ? h("b", {}, words) : words))));
    const sees = `${scene.open ? "showing" : "you are"} ${scene.names ? scene.names[scene.viewer] : ""}`;
    head.replaceChildren(
      h("h2", {}, scene.title),
      h("p", { class: "bl-facts" }, facts, h("span", {}, sees)),
      h("span", { class: "bl-chips" },
        scene.illustrative && h("span", {
          class: "bl-chip",
          title: "The rulebook prints no card list: these cards are an invention, and numbers that depend on them too.",
        }, "illustrative deck"),
        scene.seed !== null && h("span", { class: "bl-chip", title: "The same seed deals the same cards and rolls the same dice." },
          `seed ${scene.seed}`)),
    );
  }

  // --- table ----------------------------------------------------------------------------------------------

  function drawTable(scene) {
    const moves = scene.ask.moves;
    const playable = new Set(moves.map((move) => move.cards[0]));
    const concerned = new Set(moves.flatMap((move) => move.cards));
    table.replaceChildren(...scene.zones.map((zone) => drawZone(zone, playable, concerned)));
  }

  function drawZone(zone, playable, concerned) {
    const id = `${uid}-${zone.id}`;
    const cards = (zone.cards || []).map((card) => drawCard(card, zone.kind, playable, concerned));
    return h("section", { class: `bl-zone bl-${zone.kind}`, "aria-labelledby": id, "data-turn": zone.turn || null },
      h("h3", { id },
        zone.turn && h("span", { class: "bl-turn", title: "It is this player's turn" }, "▸ "),
        h("span", {}, zone.title),
        zone.pips && h("span", { class: "bl-pips", title: zone.pips.word },
          h("span", {}, zone.pips.word),
          h("span", { "aria-hidden": "true" }, "◆".repeat(zone.pips.full) + "◇".repeat(zone.pips.of - zone.pips.full))),
        zone.note && h("span", { class: "bl-note" }, zone.note),
        zone.backs && drawBacks(zone.backs)),
      zone.alert && h("p", { class: "bl-alert" }, zone.alert),
      h("div", { class: "bl-row" },
        cards.length ? h("ul", { class: "bl-deal" }, cards) : h("p", { class: "bl-empty" }, zone.empty || "empty"),
        zone.piles && h("ul", { class: "bl-piles" }, zone.piles.map((pile) =>
          h("li", { title: pile.hint }, h("b", {}, String(pile.count)), h("span", {}, pile.name),
            pile.text && h("small", {}, pile.text))))));
  }

  function drawBacks({ count, known }) {
    const shown = Math.min(count, 12);
    return h("span", { class: "bl-backs" },
      h("span", { "aria-hidden": "true", class: "bl-fan" }, Array.from({ length: shown }, () => h("i"))),
      `${plural(count, "card")} in hand`,
      known.length ? h("em", {}, `, you saw: ${known.join(", ")}`) : null);
  }

  function drawCard(card, kind, playable, concerned) {
    const can = concerned.has(card.id);
    const body = [
      h("span", { class: "bl-name" }, kind === "small" && card.class ? shape(card.class) : null, card.name),
      (card.kind || card.class) && h("span", { class: "bl-kind" }, card.kind,
        card.class && (kind === "small" ? ` · ${card.class}` : [" · ", classWord(card.class)])),
      card.needs && card.needs.length > 0 && h("span", { class: "bl-needs" }, counted(card.needs)),
      card.numbers && kind !== "small" && h("span", { class: "bl-numbers" }, card.numbers.map(({ value, word, tone }) =>
        h("span", { "data-tone": tone }, h("b", {}, String(value)), word))),
      (card.tags || []).map(({ text, tone }) => h("span", { class: "bl-tag", "data-tone": tone }, text)),
      card.gear && h("span", { class: "bl-gear" }, "+ ", h("b", {}, card.gear.name),
        kind === "small" ? null : `: ${card.gear.text}`),
      card.text && kind !== "small" && h("span", { class: "bl-text" }, card.text),
    ];
    const look = {
      class: `bl-card${card.down ? " bl-down" : ""}`,
      title: card.label,
      "data-card": card.id,
      "data-f": `card ${card.id}`,
      "data-item": can || null,
      "data-playable": playable.has(card.id) || null,
      "data-tone": (card.tags || []).some((tag) => tag.tone === "warn") ? "warn" : null,
    };
    if (!can) return h("li", {}, h("div", { ...look, role: "group", "aria-label": card.label }, body));
    const picked = ui.picked === card.id;
    const label = `${card.label.replace(/\.$/, "")}. Show its moves`;
    return h("li", {},
      h("button", { ...look, "aria-label": label, "aria-pressed": String(picked), "data-picked": picked || null }, body));
  }

  function counted(needs) {
    const kinds = new Map();
    for (const need of needs) {
      const key = `${need.class}|${need.lacking}`;
      kinds.set(key, { ...need, times: (kinds.get(key)?.times || 0) + 1 });
    }
    return ["needs ", [...kinds.values()].map(({ class: class_, lacking, times }) =>
      h("span", { class: "bl-need", "data-lacking": lacking || null, title: lacking ? "your Party lacks it" : "your Party has it" },
        times > 1 ? `${times}× ` : "", shape(class_), class_))];
  }

  // --- the question, its moves -----------------------------------------------------------------------

  function drawAsk(scene) {
    const { ask: asked } = scene;
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
    drawRefusals(asked.refused.filter(fits), names);
    list.scrollTop = scrolled;
    find.hidden = !long;
    question.toggleAttribute("data-window", asked.window);
    question.replaceChildren(
      ...[title && h("h3", {}, title),
      (asked.window || !asked.name || !/actions? left$/.test(asked.prompt)) &&
        h("p", { class: "bl-prompt" }, asked.prompt, " ", asked.window || asked.who === "over" ? ruleLink(asked.rule) : null),
      asked.who === "other" && scene.players && h("button", { class: "bl-button", "data-do": "go_on", "data-f": "go_on" }, "Let them go on"),
      picked && h("button", { class: "bl-chip bl-clear", "data-clear": true, "data-f": "clear" },
        `only moves of ${names(picked)} · show all`)].filter(Boolean));
  }

  function grouped(moves) {
    const groups = new Map();
    for (const move of moves) groups.set(move.group, [...(groups.get(move.group) || []), move]);
    return groups;
  }

  function nameOf(scene) {
    const names = new Map(scene.zones.flatMap((zone) => (zone.cards || []).map((card) => [card.id, card.name])));
    return (code) => names.get(code) || code;
  }

  function drawMove(move, names) {
    return h("button", { class: "bl-move", "data-key": move.key, "data-item": true, "data-f": `move ${move.key}`,
      "data-on": (ui.want || model.get("odds").key) === move.key || null },
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
        "data-f": `move ${move.key}`, "aria-label": `${move.label}: not allowed. ${move.why}` },
        h("span", {}, emphasised(move.label, move.cards.map(names))), move.cost && h("span", { class: "bl-cost" }, move.cost)),
      h("small", {}, move.why, " ", ruleLink(move.rule)));
  }

  // --- status, odds --------------------------------------------------------------------------------------

  function drawStatus() {
    const { kind, lines = [], unsaved } = model.get("status");
    const error = kind === "error";
    const shown = lines.slice(-3);
    status.dataset.kind = unsaved ? "error" : kind || "ok";
    status.replaceChildren(
      ...(lines.length > shown.length ? [h("p", { class: "bl-fine" }, `… and ${lines.length - shown.length} before that, in the log`)] : []),
      ...shown.map(({ text, rule }) => h("p", {}, error && h("b", {}, "Not played: "), text, " ", error && ruleLink(rule))),
      ...(unsaved ? [h("p", {}, h("b", {}, unsaved))] : []));
  }

  let formula = null; // the element in which JupyterLab or Voilà sets the formula
  const reference = model.get("formula");
  if (typeof reference === "string" && model.widget_manager)
    model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""))
      .then((child) => model.widget_manager.create_view(child))
      .then((view) => {
        formula = view.el;
        drawOdds();
        view.trigger("displayed");
      })
      .catch((error) => console.warn("beastlab: formulas are shown as text", error));

  function bar({ share, tone }, n) {
    return h("span", { class: "bl-bar", "data-tone": tone, "data-n": n % 4, "aria-hidden": "true" },
      h("i", { style: `width:${share && Math.max(0.8, share * 100)}%` }));
  }

  function drawOdds() {
    const found = model.get("odds");
    if (!found.key) {
      odds.replaceChildren(h("h3", {}, "Odds"),
        h("p", { class: "bl-fine" }, "Point at a move, or go to it with the keys, to see what it can lead to."));
      return;
    }
    const others = found.others || [];
    odds.replaceChildren(
      h("h3", {}, "Odds: ", found.label),
      found.question && h("p", { class: "bl-question" }, found.question),
      found.bars.length ? h("table", {}, h("tbody", {}, found.bars.map((row, n) => h("tr", {},
        h("th", { scope: "row" }, row.word), h("td", { class: "bl-wide" }, bar(row, n)),
        h("td", { class: "bl-num" }, row.fraction), h("td", { class: "bl-num" }, row.percent))))) : "",
      found.tex ? h("div", { class: "bl-tex" }, formula || found.tex) : "",
      h("p", { class: "bl-fine" }, found.method, found.illustrative ? " Illustrative deck." : ""),
      ...found.notes.map((note) => h("p", { class: "bl-fine" }, note)),
      others.length > 1 ? h("details", { class: "bl-others", open: !ui.open.has("no others"), "data-group": "others" },
        h("summary", {}, "Compared with the other moves"),
        h("table", {}, h("tbody", {}, others.slice(0, ui.open.has("all others") ? undefined : 6).map((row) => h("tr",
          { "data-on": row.key === found.key || null },
          h("th", { scope: "row" }, row.key === found.key ? row.word :
            h("button", { class: "bl-link", "data-look": row.key, "data-f": `look ${row.key}` }, row.word)),
          h("td", { class: "bl-wide" }, bar({ share: row.share, tone: "good" }, 0)),
          h("td", { class: "bl-num" }, row.percent))))),
        others.length > 6 && !ui.open.has("all others") &&
          h("button", { class: "bl-link", "data-more": "all others", "data-f": "more others" }, `all ${others.length}`)) : "",
    );
    for (const row of ask.querySelectorAll(".bl-move")) row.toggleAttribute("data-on", row.dataset.key === found.key);
  }

  // --- log and history -------------------------------------------------------------------------------------

  function drawLog(scene) {
    const { kind, lines = [] } = model.get("status");
    const fresh = scene.log.length - (kind === "error" ? 0 : lines.length);
    log.replaceChildren(...scene.log.map((line, n) =>
      h("li", { "data-head": line.head || null, "data-new": n >= fresh || null }, line.text, " ", ruleLink(line.rule))));
    log.scrollTop = log.scrollHeight;
  }

  function drawStrip(scene) {
    const { at, of, branches } = scene.history;
    const button = (action, words, off, hint) =>
      h("button", { class: "bl-button", "data-do": action, "data-f": action, disabled: off || null, title: hint }, words);
    const place = `move ${at} of ${of}`;
    strip.replaceChildren(
      h("ol", { class: "bl-steps", "aria-label": "Steps of the game" },
        (scene.steps || []).map((step, n) => h("li", { "aria-current": n === scene.step ? "step" : null }, step))),
      h("div", { class: "bl-time", role: "group", "aria-label": "History" },
        button("undo", "⟲ Undo", at === 0, "Back to before your last move; the dice stay the same"),
        button("redo", "Redo ⟳", at === of, "Take back an undo"),
        h("input", { type: "range", min: 0, max: Math.max(of, 1), value: at, disabled: of === 0 || null, "data-f": "range",
          "aria-label": "Place in the game", "aria-valuetext": place, title: place }),
        h("span", { class: "bl-at", title: place }, `${at} / ${of}`),
        h("button", { class: "bl-button", "data-what": true, "data-f": "what", "aria-expanded": String(ui.whatIf) },
          branches.length ? `What if… (${branches.length})` : "What if…"),
        button("roll_again", "Roll again", at === 0, "Your last move with other dice, as a branch of its own"),
        h("label", { class: "bl-pass", title: "Pass whenever you are asked for a response; your own turns stay yours" },
          h("input", { type: "checkbox", checked: scene.passing || null, "data-pass": true, "data-f": "pass" }), " Pass for me")),
      ui.whatIf ? h("div", { class: "bl-branches" },
        branches.length ? h("ul", {}, branches.map((branch) => h("li", {},
          h("button", { class: "bl-link", "data-branch": branch.n, "data-f": `branch ${branch.n}`,
            "aria-current": branch.current ? "true" : null }, branch.label),
          ` · ${branch.note}${branch.current ? " · you are on it" : ""}`)))
          : h("p", { class: "bl-fine" }, "Undo and play another move, or roll again: both lines stay here to go back to.")) : "",
    );
  }

  function drawRule() {
    const { id, html } = model.get("rule");
    ruled.hidden = !id;
    if (!id) return;
    const words = h("div", { class: "bl-words" });
    words.innerHTML = html; // the ledger's own words, escaped there
    ruled.replaceChildren(h("button", { class: "bl-button bl-close", "data-close": true, "aria-label": "Close the rule" }, "✕"), words);
    const frame = root.getBoundingClientRect();
    const top = ui.from?.isConnected ? ui.from.getBoundingClientRect().top : frame.top + 24;
    ruled.style.top = `${Math.max(8, Math.min(top - frame.top + 20, frame.height - ruled.offsetHeight - 12))}px`;
    ruled.focus({ preventScroll: true });
  }

  // --- drawing, focus ------------------------------------------------------------------------------------

  const uid = `bl${Math.random().toString(36).slice(2, 8)}`;
  const quoted = (name) => `[data-f="${CSS.escape(name)}"]`;

  function rove() {
    for (const group of root.querySelectorAll("[data-rove]")) {
      const items = stops(group);
      const name = ui.stop[group.dataset.rove];
      const on = items.find((item) => item.dataset.f === name) || items.at(group === log ? -1 : 0);
      for (const item of items) item.tabIndex = item === on ? 0 : -1;
    }
  }

  const stops = (group) =>
    [...group.querySelectorAll(group.dataset.rove === "log" ? ".bl-rule" : "[data-item], .bl-refused .bl-rule")]
      .filter((item) => (item.checkVisibility ? item.checkVisibility() : item.offsetParent !== null));

  function draw(...parts) {
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const name = active && active.dataset.f;
    const scene = model.get("scene");
    for (const part of parts) part(scene);
    rove();
    if (!active || active.isConnected) return;
    const again = (name && root.querySelector(quoted(name))) || ask.querySelector("[data-item]") || strip.querySelector("button:not([disabled])");
    again?.focus({ preventScroll: true });
  }

  function whole(scene) {
    root.setAttribute("aria-label", `${scene.title} board`);
    ui.want = null;
    for (const part of [drawHead, drawStrip, drawTable, drawStatus, drawAsk, drawLog]) part(scene);
  }

  // --- what people do ------------------------------------------------------------------------------------

  function look(key, wait) {
    clearTimeout(ui.timer);
    if (!key || key === ui.want) return;
    if (!model.get("scene").ask.moves.some((move) => move.key === key)) return;
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
    return card && model.get("scene").ask.moves.find((move) => move.cards[0] === card)?.key;
  };
  root.addEventListener("pointerover", (event) => look(keyAt(event.target), 90));
  root.addEventListener("focusin", (event) => {
    const group = event.target.closest("[data-rove]");
    if (group && event.target.dataset.f) {
      ui.stop[group.dataset.rove] = event.target.dataset.f;
      rove();
    }
    if (event.target.matches("[data-key]")) look(keyAt(event.target), 60);
  });

  root.addEventListener("click", (event) => {
    const at = event.target.closest("[data-peek],[data-key],[data-rule],[data-do],[data-card],[data-clear],[data-what],[data-branch],[data-close],[data-more],[data-look]");
    if (!at || at.disabled) return;
    const { peek, key, rule, card } = at.dataset;
    clearTimeout(ui.timer);
    if (peek) {
      event.stopPropagation();
      look(peek, 0);
    } else if (key) {
      find.value = "";
      ui.picked = null;
      tell("play", key);
    }
    else if (rule) {
      ui.from = at;
      tell("show_rule", rule);
    } else if (at.dataset.do) tell(at.dataset.do);
    else if (at.dataset.look) tell("look", at.dataset.look);
    else if (at.dataset.branch) tell("branch", Number(at.dataset.branch));
    else if (at.dataset.close !== undefined) close();
    else if (at.dataset.what !== undefined) {
      ui.whatIf = !ui.whatIf;
      draw(drawStrip);
    } else if (at.dataset.more) {
      ui.open.add(at.dataset.more);
      draw(drawAsk, drawOdds);
    } else if (at.dataset.clear !== undefined) {
      ui.picked = null;
      draw(drawTable, drawAsk);
    } else if (card && at.tagName === "BUTTON") {
      ui.picked = ui.picked === card ? null : card;
      look(keyAt(at), 0);
      draw(drawTable, drawAsk);
    }
  });

  find.addEventListener("input", () => draw(drawAsk));
  root.addEventListener("change", (event) => {
    if (event.target.type === "range") tell("goto", Number(event.target.value));
    if (event.target.dataset.pass !== undefined) tell("pass_for_me", event.target.checked);
  });
  root.addEventListener("toggle", (event) => {
    const group = event.target.dataset?.group;
    if (group === "others" || group === "refusals") ui.open[event.target.open ? "delete" : "add"](`no ${group}`);
    else if (group) ui.open[event.target.open ? "add" : "delete"](group);
    rove();
  }, true);

  function close() {
    tell("show_rule", "");
    ruled.hidden = true;
    ui.from?.focus({ preventScroll: true });
  }

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation(); // or JupyterLab takes the keys for its own
    if (event.key === "Escape" && !ruled.hidden) {
      close();
      return;
    }
    const group = event.target.closest("[data-rove]");
    if (!group || event.target.matches("input")) return;
    const items = stops(group);
    const here = items.indexOf(event.target);
    const to = { ArrowDown: here + 1, ArrowRight: here + 1, ArrowUp: here - 1, ArrowLeft: here - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || here < 0) return;
    event.preventDefault();
    items[(to + items.length) % items.length].focus();
  });

  const onScene = () => draw(whole);
  const onOdds = () => draw(drawOdds);
  const onStatus = () => draw(drawStatus);
  const onRule = () => drawRule();
  model.on("change:scene", onScene);
  model.on("change:odds", onOdds);
  model.on("change:status", onStatus);
  model.on("change:rule", onRule);
  draw(whole, drawOdds, drawRule);
  requestAnimationFrame(() => {
    rove();
    log.scrollTop = log.scrollHeight;
  });
  return () => {
    clearTimeout(ui.timer);
    model.off("change:scene", onScene);
    model.off("change:odds", onOdds);
    model.off("change:status", onStatus);
    model.off("change:rule", onRule);
  };
}

export default { render };
