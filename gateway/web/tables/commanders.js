// @ts-check
/** The table of FACES: COMMANDERS: what is to be done, the skirmishes side by side, each player's commanders with their units. */
import { classes, html, nothing, svg } from "../html.js";
import { hasText, text } from "../texts.js";
import { look } from "./cards.js";
import { bonusesOf, diceOf, tableOf } from "./commanders_bonuses.js";
import { currentSkirmish, endedSkirmishes } from "./commanders_skirmishes.js";
import { isOwn } from "./recent.js";
import { addSymbols, symbol } from "./symbols.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("./commanders_skirmishes.js").Fighter} Fighter */
/** @typedef {import("./commanders_skirmishes.js").Skirmish} Skirmish */

export const style = "styles/commanders.css";

const RANKS = ["A", "K", "Q", "J"];
/** @type {Record<string, string>} */
const ARMIES = { A: "ace", K: "king", Q: "queen", J: "jack" };
const SUITS = ["S", "H", "D", "C"];
const CROWN = { name: "crown", glyph: "♛" };
/** Outlines of dice, in a square of 48, by their sides. @type {Record<number, string>} */
const DICE = {
  20: "M24 2l19.5 11v22L24 46 4.5 35V13z",
  10: "M24 2l21 20-6 9-15 15L9 31l-6-9z",
  6: "M11 5h26a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H11a6 6 0 0 1-6-6V11a6 6 0 0 1 6-6z",
};

addSymbols({
  card: "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 6l-4 6 4 6 4-6z",
  die: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM16 14.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  hexagon: "M12 2l9 5v10l-9 5-9-5V7z",
  palette: "M12 2.5a9.5 9.5 0 1 0 0 19c1.6 0 2.2-1.2 1.8-2.5-.5-1.5.4-2.5 1.7-2.5H18c2 0 3.5-1.5 3.5-4C21.5 6.5 17 2.5 12 2.5zM7 11a1.6 1.6 0 1 1 0-3.2A1.6 1.6 0 0 1 7 11zM12 8a1.6 1.6 0 1 1 0-3.2A1.6 1.6 0 0 1 12 8zM17 11a1.6 1.6 0 1 1 0-3.2 1.6 1.6 0 0 1 0 3.2z",
});

/** @param {import("../types.js").Action} action @param {Scene} scene */
export function targets({ action }, { view }) {
  if (action["choose_suit"]) return [`suit:${action["choose_suit"].suit}`];
  if (action["place"]) return [`card:${view["drawn"][0]}`, `commander:${action["place"].commander}`];
  if (action["select_bonuses"]) return action["select_bonuses"].bonuses.map((/** @type {string} */ id) => `bonus:${id}`);
  if (action["reroll"]) return [`die:${action["reroll"].die}`];
  if (action["choose_champion"]) return [`commander:${action["choose_champion"].commander}`];
  return [Object.keys(action)[0] ?? ""];
}

/** What an event changes on the table. @param {import("../types.js").JsonObject} event @param {Scene} scene @returns {string[]} */
export function changes(event, scene) {
  const [[kind, { player, suit, commander: rank, card, bonuses: chosen }] = ["", /** @type {any} */ ({})]] = Object.entries(event);
  if (isOwn(event, scene)) return [];
  switch (kind) {
    case "suit_taken":
      return [`suit:${suit}`];
    case "placed":
      return [card ? `card:${card}` : `commander:${player}:${rank}`];
    case "bonuses_selected":
      return chosen.map((/** @type {string} */ id) => `bonus:${player}:${id}`);
    case "commander_lost":
    case "champion_committed":
      return [`commander:${player}:${rank}`];
    default:
      return [];
  }
}

/** @param {Scene} scene */
export function draw(scene) {
  const current = currentSkirmish(scene);
  const ended = endedSkirmishes(scene.told);
  return html`<div class="cm">
    ${stateOfPlay(scene)} ${toDo(scene)}
    ${current
      ? html`<section class="cm-skirmish cm-current" aria-label=${title(current)}>
          <h3>${title(current)}</h3>
          ${compared(scene, current)}
        </section>`
      : nothing}
    ${ended.length
      ? html`<section aria-labelledby="cm-fought">
          <h3 id="cm-fought">${text("commanders.fought")}</h3>
          ${ended.toReversed().map((skirmish, index) => fought(scene, skirmish, index === 0))}
        </section>`
      : nothing}
    ${scene.seatsFromViewer.map(({ seat }) => band(scene, seat))} ${bonusTable(scene)} ${aside(scene)}
  </div>`;
}

// -- what is to be done -----------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function stateOfPlay({ view, layout, seats }) {
  const phase = layout.words.find(({ view: pointer }) => pointer === "/phase")?.values.find(({ value }) => value === view["phase"]);
  const first = seats[view["first"]];
  return html`<p class="cm-state">
    <b>${phase?.title ?? ""}</b>
    <span>${text("commanders.deck", { count: view["deck"] })}</span>
    ${first ? html`<span>${text("commanders.goes_first", { name: first.name })}</span>` : nothing}
  </p>`;
}

/** What the viewer, or who else it is, is to do now, and with what. @param {Scene} scene */
function toDo(scene) {
  const { view, viewer, legal } = scene;
  const name = scene.seats[view["turn"]]?.name ?? "";
  const mine = legal.length > 0;
  const rank = rankName(view["players"][viewer ?? 0]?.fielded);
  const say = (/** @type {string} */ own, /** @type {string} */ others) =>
    html`<p class=${mine ? "cm-ask" : "cm-wait"}>${text(`commanders.${mine ? own : others}`, { name, rank })}</p>`;
  switch (view["phase"]) {
    case "PHASE_SUIT":
      return html`<section class="cm-todo">${say("choose_suit", "chooses_suit")}${suits(scene)}</section>`;
    case "PHASE_PLACE":
      return html`<section class="cm-todo">${say("place", "places")}${drawn(scene)}</section>`;
    case "PHASE_SELECT":
      return html`<section class="cm-todo">${say("select", "selects")}</section>`;
    case "PHASE_REROLL":
      return html`<section class="cm-todo">${say("reroll", "rerolls")}${mine ? word(scene, "keep") : nothing}</section>`;
    case "PHASE_AGREE":
      return html`<section class="cm-todo">
        ${say("agree", "agrees")} ${mine ? html`<div class="buttons">${word(scene, "fight")} ${word(scene, "share_win", "share")}</div>` : nothing}
      </section>`;
    case "PHASE_CHAMPION":
      return html`<section class="cm-todo">${say("champion", "champions")}</section>`;
    default:
      return html`<p class="cm-wait">${text("commanders.over")}</p>`;
  }
}

/** Something that is done without naming anything. @param {Scene} scene @param {string} key @param {string} [said] */
function word(scene, key, said = key) {
  const label = text(`commanders.${said}`);
  return thing(scene, key, html`<span>${label}</span>`, { label, kind: "cm-word" });
}

/** The four suits, and who has them. @param {Scene} scene */
function suits(scene) {
  return html`<div class="items">
    ${SUITS.map((id) => {
      const ace = scene.cards.get(`A${id}`);
      if (!ace) return nothing;
      const owner = scene.seats.find(({ seat }) => scene.view["players"][seat].suit === id);
      const { colour, mark, title: name } = look(scene, ace);
      const taken = owner ? text("commanders.taken", { name: owner.name }) : "";
      const contents = html`<svg viewBox="0 0 24 24" aria-hidden="true" color=${colour}>${symbol(mark)}</svg><b>${name}</b><small>${taken}</small>`;
      return thing(scene, `suit:${id}`, contents, { label: owner ? `${name}, ${taken}` : name, kind: "cm-suit" });
    })}
  </div>`;
}

/** The cards that are still to be placed, the next one first. @param {Scene} scene */
function drawn(scene) {
  return html`<ol class="cm-drawn" aria-label=${text("commanders.drawn")}>
    ${scene.view["drawn"].map(
      (/** @type {string} */ id, /** @type {number} */ index) =>
        html`<li>${unit(scene, id, `drawn:${index}`)} ${index === 0 ? html`<small>${text("commanders.next")}</small>` : nothing}</li>`,
    )}
  </ol>`;
}

// -- cards ------------------------------------------------------------------------------------------------------------

const BACK = html`<svg class="cm-card" viewBox="0 0 40 54" aria-hidden="true">
  <rect class="cm-back" x="1" y="1" width="38" height="52" rx="5" />
</svg>`;

/** A unit, or a face-down one. @param {Scene} scene @param {string} id @param {string} place Tells face-down ones apart. */
function unit(scene, id, place) {
  const known = scene.cards.get(id);
  if (!known) return thing(scene, place, BACK, { label: text("commanders.hidden_unit"), kind: "cm-unit" });
  const { colour, mark } = look(scene, known);
  const face = html`<svg class="cm-card" viewBox="0 0 40 54" aria-hidden="true">
    <rect class="cm-paper" x="1" y="1" width="38" height="52" rx="5" />
    <text x="20" y="23" fill=${colour}>${known["number"]}</text>
    <g transform="translate(11.5 29) scale(.7)" color=${colour}>${symbol(mark)}</g>
  </svg>`;
  return thing(scene, `card:${id}`, face, { label: known.name, kind: "cm-unit", id: `card:${id}` });
}

/** A commander. @param {Scene} scene @param {Card} known @param {string} key @param {string} state What has become of it. */
function commander(scene, known, key, state) {
  const { colour, mark } = look(scene, known);
  const isFallen = state === text("commanders.fallen");
  const face = html`<svg class="cm-card" viewBox="0 0 64 84" aria-hidden="true">
    <rect class="cm-paper" x="1.5" y="1.5" width="61" height="81" rx="7" stroke=${colour} />
    <path d="M1.5 8.5a7 7 0 0 1 7-7h47a7 7 0 0 1 7 7V22h-61z" fill=${colour} />
    <g transform="translate(23 3) scale(.75)" color="#fff">${symbol(CROWN)}</g>
    <text x="22" y="62" class="cm-rank" fill=${colour}>${known.id.slice(0, -1)}</text>
    <g transform="translate(36 38) scale(.95)" color=${colour}>${symbol(mark)}</g>
    ${isFallen ? svg`<path class="cm-cross" d="M6 78L58 26M6 26l52 52" />` : nothing}
  </svg>`;
  const label = state ? `${known.name}, ${state}` : known.name;
  return thing(scene, key, face, { label, kind: `cm-commander ${classes({ "cm-is-fallen": isFallen })}`, id: `commander:${known.id}` });
}

/** @param {string | undefined} rank */
const rankName = (rank) => (rank ? text(`commanders.rank.${rank}`) : "");

// -- bands ------------------------------------------------------------------------------------------------------------

/** A player's commanders with their units. @param {Scene} scene @param {number} seat */
function band(scene, seat) {
  const { name, isYou } = /** @type {import("./scene.js").Seat} */ (scene.seats[seat]);
  const player = scene.view["players"][seat];
  return html`<section class=${`seat-area seat-${seat % 5}`} aria-label=${name}>
    <div class="cm-head">
      <h3>${name} ${isYou ? html`<small>(${text("match.you")})</small>` : nothing}</h3>
      ${player.has_committed ? html`<span>✓ ${text("commanders.has_committed")}</span>` : nothing}
      ${player.reroll_used ? html`<small>${text("commanders.reroll_used")}</small>` : nothing}
      ${scene.view["skirmish"] ? html`<b class="cm-victories">${crowns(player.wins)} ${text("commanders.victories", { count: player.wins })}</b>` : nothing}
    </div>
    ${player.suit ? html`<div class="cm-armies">${RANKS.map((rank) => army(scene, seat, rank))}</div>` : html`<p class="hint">${text("commanders.no_suit")}</p>`}
  </section>`;
}

/** @param {number} number */
const crowns = (number) =>
  Array.from({ length: number }, () => html`<svg class="cm-crown" viewBox="0 0 24 24" aria-hidden="true">${symbol(CROWN)}</svg>`);

/** A commander with its units below. @param {Scene} scene @param {number} seat @param {string} rank */
function army(scene, seat, rank) {
  const { view, viewer } = scene;
  const player = view["players"][seat];
  const known = scene.cards.get(rank + player.suit);
  if (!known) return nothing;
  const units = /** @type {string[]} */ (player.armies[ARMIES[rank] ?? ""]);
  const state = stateOf(view, player, known.id);
  const key = seat === viewer ? `commander:${rank}` : `commander:${seat}:${rank}`;
  const earned = bonusesOf(scene, units, known);
  return html`<div class=${`cm-army ${classes({ "cm-fights": player.fielded === rank })}`} role="group" aria-label=${known.name}>
    ${commander(scene, known, key, state)}
    ${scene.view["skirmish"] ? html`<small>${state}</small>` : nothing}
    <div class="cm-units">${units.map((id, index) => unit(scene, id, `unit:${seat}:${rank}:${index}`))}</div>
    ${units.length === 0 ? html`<small>${text("commanders.no_units")}</small>` : nothing}
    ${earned.length
      ? html`<ul class="cm-earned" aria-label=${text("commanders.earned")}>
          ${earned.map((bonus) => html`<li class=${`cm-of-${bonus["category"]}`} title=${bonus.name}>${inShort(bonus)} <b>${dice(scene, bonus, units)}</b></li>`)}
        </ul>`
      : nothing}
  </div>`;
}

/** What has become of a commander. @param {import("../types.js").JsonObject} view @param {any} player @param {string} id */
function stateOf(view, player, id) {
  if (player.fallen.includes(id)) return text("commanders.fallen");
  if (player.fielded !== id.slice(0, -1)) return "";
  return text(view["phase"] === "PHASE_CHAMPION" ? "commanders.put_forward" : "commanders.fights");
}

/** The name of a bonus, in short. @param {Card} bonus */
const inShort = ({ id, name }) => (hasText(`commanders.short.${id}`) ? text(`commanders.short.${id}`) : name);

/** The dice of a bonus, in short. @param {Scene} scene @param {Card} bonus @param {readonly string[]} units */
function dice(scene, bonus, units) {
  const { number, sides } = diceOf(scene, bonus, units);
  return `${number > 1 ? number : ""}d${sides}`;
}

// -- skirmishes -------------------------------------------------------------------------------------------------------

/** @param {Skirmish} skirmish */
const title = ({ number }) => text(number > RANKS.length ? "commanders.tiebreak" : `commanders.skirmish.${RANKS[number - 1]}`, { number });

/** A skirmish that has ended, folded. @param {Scene} scene @param {Skirmish} skirmish @param {boolean} isOpen */
function fought(scene, skirmish, isOpen) {
  const { winner } = skirmish;
  const name = scene.seats[winner?.player ?? 0]?.name ?? "";
  return html`<details class="cm-skirmish" ?open=${isOpen}>
    <summary>${text("commanders.summary", { skirmish: title(skirmish), name, total: winner?.total ?? 0 })}</summary>
    ${compared(scene, skirmish)}
  </details>`;
}

/** The fighters of a skirmish side by side. @param {Scene} scene @param {Skirmish} skirmish */
const compared = (scene, skirmish) => html`<div class="cm-fighters">${skirmish.fighters.map((fighter) => fighterOf(scene, skirmish, fighter))}</div>
  ${skirmish.ties.map((total) => html`<p class="hint">${text("commanders.tied", { total })}</p>`)}`;

/** @param {Scene} scene @param {Skirmish} skirmish @param {Fighter} fighter */
function fighterOf(scene, skirmish, fighter) {
  const { player, commander: rank, synergy } = fighter;
  const { name } = /** @type {import("./scene.js").Seat} */ (scene.seats[player]);
  const { suit, armies } = scene.view["players"][player];
  const known = scene.cards.get(rank + suit);
  const units = armies[ARMIES[rank] ?? ""];
  const isWinner = skirmish.winner?.player === player;
  const total = fighter.dice.reduce((sum, { value }) => sum + value, 0);
  return html`<article class=${`cm-fighter seat-${player % 5} ${classes({ "cm-winner": isWinner })}`} aria-label=${name}>
    <h4>${name}: ${known?.name ?? rankName(rank)}</h4>
    <p class="cm-list">${units.length ? units.map((/** @type {string} */ id) => short(scene, id)) : text("commanders.no_units")}</p>
    ${known ? bonuses(scene, fighter, known, units) : nothing}
    ${synergy ? html`<p class="cm-synergy">★ ${text("commanders.synergy")}</p>` : nothing}
    ${fighter.dice.length
      ? html`<div class="cm-dice">${fighter.dice.map((die, index) => dieOf(scene, skirmish, fighter, die, index))}</div>
          <p class="cm-total">${text("commanders.total")} <b>${total}</b> ${isWinner ? html`<span>✓ ${text(howWon(skirmish))}</span>` : nothing}</p>`
      : html`<p class="hint">${text("commanders.not_rolled")}</p>`}
  </article>`;
}

/** @param {Skirmish} skirmish */
const howWon = ({ winner }) =>
  winner?.by === "WON_BY_SYNERGY" ? "commanders.wins_by_synergy" : winner?.by === "WON_BY_ORDER" ? "commanders.wins_by_order" : "commanders.wins";

/** A unit in a line. @param {Scene} scene @param {string} id */
function short(scene, id) {
  const known = scene.cards.get(id);
  if (!known) return html`<span>?</span>`;
  const { colour, mark } = look(scene, known);
  return html`<span class="cm-short" role="img" aria-label=${known.name}>
    <b>${known["number"]}</b><svg viewBox="0 0 24 24" aria-hidden="true" color=${colour}>${symbol(mark)}</svg>
  </span>`;
}

/**
 * The bonuses that a fighter adds, or may choose among.
 * @param {Scene} scene @param {Fighter} fighter @param {Card} leader @param {string[]} units
 */
function bonuses(scene, { player, bonuses: chosen }, leader, units) {
  const { viewer } = scene;
  const choosing = chosen === null && player === viewer;
  const shown = chosen === null ? bonusesOf(scene, units, leader) : chosen.flatMap((id) => scene.cards.get(id) ?? []);
  const said = chosen === null ? "commanders.undecided" : shown.length === 0 ? "commanders.no_bonus" : null;
  return html`<div class="cm-bonuses">
    ${shown.map((bonus) => {
      const words = html`<span>${bonus.name} <b>${dice(scene, bonus, units)}</b></span>`;
      const label = `${text(`commanders.category.${bonus["category"]}`)}: ${bonus.name}, ${dice(scene, bonus, units)}`;
      const key = choosing ? `bonus:${bonus.id}` : `bonus:${player}:${bonus.id}`;
      return thing(scene, key, words, { label, kind: `cm-bonus cm-of-${bonus["category"]}` });
    })}
    ${said === null ? nothing : html`<small>${text(said)}</small>`}
  </div>`;
}

/**
 * A die, with what it is rolled for.
 * @param {Scene} scene @param {Skirmish} skirmish @param {Fighter} fighter
 * @param {import("./commanders_skirmishes.js").Die} die @param {number} index
 */
function dieOf(scene, { number, winner }, { player, attempt }, { source, sides, value, old }, index) {
  const bonus = scene.cards.get(source);
  const what = bonus?.name ?? text(`commanders.${source}`);
  const said = old === undefined ? "commanders.die" : "commanders.die_again";
  const key = player === scene.viewer && winner === null ? `die:${index + 1}` : `die:${number}:${player}:${index}`;
  const contents = html`<svg class="cm-die" viewBox="0 0 48 48" aria-hidden="true"><path d=${DICE[sides] ?? DICE[6]} /><text x="24" y="32">${value}</text></svg>
    <small>d${sides}</small><small>${bonus ? inShort(bonus) : what}</small>${old === undefined ? nothing : html`<small>${text("commanders.was", { old })}</small>`}`;
  return thing(scene, key, contents, {
    label: text(said, { source: what, sides, value, old: old ?? 0 }),
    kind: `cm-rolled cm-of-${bonus?.["category"] ?? "base"}`,
    id: `die:${number}:${player}:${index}:${attempt}:${old === undefined ? "" : value}`,
  });
}

// -- for reference ----------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function bonusTable(scene) {
  return html`<details>
    <summary>${text("commanders.table")}</summary>
    <ul class="cm-table">
      ${tableOf(scene).map(
        (bonus) =>
          html`<li class=${`cm-of-${bonus["category"]}`}>
            <b>${bonus.name}</b> <small>${text(`commanders.category.${bonus["category"]}`)}</small><br />${bonus["text"]}
          </li>`,
      )}
    </ul>
  </details>`;
}

/** The commanders of suits that nobody has. @param {Scene} scene */
function aside(scene) {
  const ids = /** @type {string[]} */ (scene.view["aside"]);
  if (ids.length === 0 || scene.view["phase"] === "PHASE_SUIT") return nothing;
  return html`<details>
    <summary>${text("commanders.aside", { count: ids.length })}</summary>
    <div class="items cm-aside">
      ${ids.flatMap((id) => scene.cards.get(id) ?? []).map((known) => commander(scene, known, `aside:${known.id}`, ""))}
    </div>
  </details>`;
}
