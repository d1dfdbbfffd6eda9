// @ts-check
/** The table of Faction Wars: the line-up with its bids, what the bids brought, the bonus cards, and each player's band. */
import { html, nothing, repeat } from "../html.js";
import { listed, text } from "../texts.js";
import { card, described, emptyPlace, face, isLight, look } from "./cards.js";
import { bonusOf, scoreOf } from "./factionwars_points.js";
import { lastRound } from "./factionwars_round.js";
import { isOwn } from "./recent.js";
import { addSymbols, symbol } from "./symbols.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("./factionwars_round.js").Resolved} Resolved */

export const style = "styles/factionwars.css";

const BATTLE = { name: "crossed swords", glyph: "⚔" };
const POINTS = { name: "star", glyph: "★" };

addSymbols({
  "cowboy hat": "M1 14.2c2 .8 3.8.4 5.2-.8C6.7 9.5 7.4 5 9.3 5c1 0 1.7.9 2.7.9S13.7 5 14.7 5c1.9 0 2.6 4.5 3.1 8.4 1.4 1.2 3.2 1.6 5.2.8-1.6 3.4-5.6 5.3-11 5.3S2.6 17.6 1 14.2z",
  ninja: "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19zM4.8 10c-.5 1.7-.4 3.3.2 5h14c.6-1.7.7-3.3.2-5zM8.5 11.2a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8zM15.5 11.2a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8z",
  "black flag": "M3 2h2v20H3zM6.5 3.5c5-2.3 9 2 15 0V15c-6 2-10-2.3-15 0zM14 5.8a2.9 2.9 0 0 0-1.6 5.3v1.5h3.2v-1.5A2.9 2.9 0 0 0 14 5.8z",
  axe: "M11 2h2v20h-2zM14 5c2.5 0 5-1.2 6.5-3 1.8 3.5 1.8 9 0 12.5-1.5-1.8-4-3-6.5-3zM10 5C7.5 5 5 3.8 3.5 2c-1.8 3.5-1.8 9 0 12.5 1.5-1.8 4-3 6.5-3z",
  person: "M12 1.5a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4zM7.5 10h9a2.5 2.5 0 0 1 2.5 2.5V17h-2.5v5.5h-9V17H5v-4.5A2.5 2.5 0 0 1 7.5 10z",
  dove: "M22 7.5l-2.6.7C18.6 6.3 16 5.9 14.5 7.5c-1.6-1-3-3-3.5-5.5-2 1.8-2.5 4.5-1.8 7C7.4 8.8 5 8 3 6c-.5 4 1.5 7 4.5 8.5L2.5 18c3.5 2.7 9.2 2.5 12.7 0 2.5-1.8 3.8-4.7 4.1-8.5z",
  "soldier's medal": "M6.5 1.5H10l2 5 2-5h3.5l-3.2 7.6a6.8 6.8 0 1 1-4.6 0zM12 11.3l-1.3 2.5-2.7.4 2 1.9-.5 2.8 2.5-1.3 2.5 1.3-.5-2.8 2-1.9-2.7-.4z",
  pin: "M12 2a7 7 0 0 1 7 7c0 5-7 13-7 13S5 14 5 9a7 7 0 0 1 7-7zm0 4.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
});

/** @param {import("../types.js").Action} action */
export function targets({ action }) {
  if (action["bid"]) return [`position:${action["bid"].position}`];
  if (action["choose_player"]) return [`seat:${action["choose_player"].player}`];
  return [`card:${action["choose_card"].card}`];
}

/** Events by which a card has come to another place. */
const MOVES = ["collected", "recruit_taken", "recruit_given", "recruit_lost", "bystander_given", "recruited"];

/** What an event changes on the table. @param {import("../types.js").JsonObject} event @param {Scene} scene */
export function changes(event, scene) {
  const [[kind, body] = ["", /** @type {any} */ ({})]] = Object.entries(event);
  return MOVES.includes(kind) && !isOwn(event, scene) ? [`card:${body.card}`] : [];
}

/** @param {Scene} scene */
export function draw(scene) {
  const { view } = scene;
  const round = lastRound(scene.told);
  const isResolving = view["phase"] === "PHASE_RESOLVE";
  return html`<div class="fw">
    ${stateOfPlay(scene)} ${isOver(scene) ? nothing : lineUp(scene, isResolving ? round : null)}
    ${view["collection"] ? collection(scene) : nothing}
    ${round ? roundOf(scene, round, isResolving) : nothing}
    ${bonusCards(scene)}
    ${scene.seatsFromViewer.map(({ seat }) => band(scene, seat))}
    <div class="fw-shared">
      ${pile(scene, "recruit_deck", text("factionwars.recruit_deck_hint"))} ${pile(scene, "recruit_discard")} ${pile(scene, "removed")}
      ${pile(scene, "bonus_rest")}
    </div>
  </div>`;
}

// -- where the match stands -------------------------------------------------------------------------------------------

/** @param {Scene} scene */
const isOver = ({ view }) => view["phase"] === "PHASE_GAME_OVER";

/** @param {Scene} scene */
function stateOfPlay({ view, layout }) {
  const war = layout.words.find(({ view: pointer }) => pointer === "/war_is_over");
  const where = war?.values.find(({ value }) => value === view["war_is_over"]);
  return html`<p class="fw-state">
    <b>${text("factionwars.round", { round: view["round"] })}</b>
    <span>${text("factionwars.pass", { pass: view["pass"], final: view["final_pass"] })}</span>
    ${where
      ? html`<span class=${view["war_is_over"] === "WAR_IS_OVER_DRAWN" ? "fw-last" : ""} title=${where.text}>${war?.title}: ${where.title}</span>`
      : nothing}
  </p>`;
}

/** A player's name, in their colour. @param {Scene} scene @param {number} seat */
function tag(scene, seat) {
  const { name, isYou } = /** @type {import("./scene.js").Seat} */ (scene.seats[seat]);
  return html`<span class=${`fw-tag seat-${seat % 5}`}>${name}${isYou ? html` <small>(${text("match.you")})</small>` : nothing}</span>`;
}

/** @param {Scene} scene @param {number} seat */
const nameOf = (scene, seat) => scene.seats[seat]?.name ?? String(seat);

// -- line-up and bids -------------------------------------------------------------------------------------------------

/** @param {Scene} scene @param {{ positions: Resolved[] } | null} round What was resolved in this round. */
function lineUp(scene, round) {
  const { view, viewer } = scene;
  const own = viewer === null ? null : view["players"][viewer];
  const hint = view["phase"] === "PHASE_RESOLVE" ? "resolving" : scene.legal.length ? "bid_now" : own?.has_bid ? "bid_done" : "bidding";
  return html`<section class="fw-line-up" aria-labelledby="fw-line-up">
    <h3 id="fw-line-up">${text("factionwars.line_up")}</h3>
    <p class="hint">${text(`factionwars.${hint}`)}</p>
    <ol class="fw-positions">
      ${view["line_up"].map((/** @type {string} */ id, /** @type {number} */ index) =>
        position(scene, index + 1, id, round?.positions.find((each) => each.position === index + 1)),
      )}
    </ol>
    ${view["phase"] === "PHASE_BID"
      ? html`<ul class="fw-bids">
          ${scene.seatsFromViewer.map(({ seat }) => html`<li>${tag(scene, seat)} ${bid(scene, seat)}</li>`)}
        </ul>`
      : nothing}
  </section>`;
}

/** @param {Scene} scene @param {number} number @param {string} id @param {Resolved | undefined} resolved */
function position(scene, number, id, resolved) {
  const { view } = scene;
  const bidders = scene.seats.filter(({ seat }) => view["players"][seat].bid === number);
  const isNow = view["position"] === number;
  return html`<li class=${isNow ? "fw-now" : ""}>
    <span class="fw-number" aria-hidden="true">${number}</span>
    ${id ? offered(scene, number, id) : emptyPlace(text("factionwars.position_card", { position: number, card: text("match.empty") }))}
    <span class="fw-ability" aria-hidden="true">${ability(scene, id)}</span>
    <span class="fw-bidders">
      ${bidders.map(({ seat }) => tag(scene, seat))}
      ${isNow ? html`<small>${text("factionwars.being_resolved")}</small>` : nothing}
      ${!isNow && !id && resolved ? html`<small>${wentTo(scene, resolved)}</small>` : nothing}
    </span>
  </li>`;
}

/** What a card does, beyond what all of its kind do. @param {Scene} scene @param {string} id */
const ability = ({ cards }, id) => cards.get(id)?.["text"] ?? "";

/** @param {Scene} scene @param {Resolved} resolved */
const wentTo = (scene, { winner }) =>
  winner === null ? text("factionwars.went_to_nobody") : text("factionwars.went_to", { name: nameOf(scene, winner) });

/** A card of the line-up: it is bid on. @param {Scene} scene @param {number} number @param {string} id */
function offered(scene, number, id) {
  const known = scene.cards.get(id);
  if (!known) return card(scene, id, { key: `position:${number}` });
  const label = text("factionwars.position_card", { position: number, card: described(scene, known) });
  return thing(scene, `position:${number}`, face(scene, known), { label, kind: "card", id: `card:${id}`, card: id });
}

/** What is known of a player's bid. @param {Scene} scene @param {number} seat */
function bid({ view, viewer }, seat) {
  const { has_bid: has, bid: number } = view["players"][seat];
  if (!has) return html`<span class="fw-waits">${text("factionwars.no_bid")} …</span>`;
  if (seat === viewer && number) return html`<span>✓ ${text("factionwars.your_bid")}: <b>${number}</b></span>`;
  return html`<span>✓ ${text("factionwars.has_bid")}</span>`;
}

// -- collecting -------------------------------------------------------------------------------------------------------

/** What is being collected, and what must be chosen. @param {Scene} scene */
function collection(scene) {
  const { player, cards } = scene.view["collection"];
  const choices = scene.legal.map(({ action }) => action);
  const asks = Object.keys(choices[0] ?? {})[0];
  return html`<section class=${`fw-collection seat-area seat-${player % 5}`} aria-labelledby="fw-collection">
    <h3 id="fw-collection">${text("factionwars.collects", { name: nameOf(scene, player) })}</h3>
    <div class="items">
      ${cards.map((/** @type {string} */ id, /** @type {number} */ index) => [
        index ? html`<span class="fw-then">${text("factionwars.then")}</span>` : nothing,
        card(scene, id),
      ])}
    </div>
    ${asks
      ? html`<h4>${text(`factionwars.${asks}`)}</h4>
          <div class="items">
            ${choices.map(({ choose_card: one, choose_player: other }) =>
              one ? troop(scene, one.card, "choice") : seatThing(scene, other.player, "choice"),
            )}
          </div>`
      : html`<p class="hint">${asked(scene)}</p>`}
  </section>`;
}

/** What was asked last, in a sentence. @param {Scene} scene */
function asked(scene) {
  const last = scene.told.flatMap(({ events }) => events).findLast(({ choice_asked }) => choice_asked);
  return last?.["text"] ? scene.named(last["text"]) : text("factionwars.what_next");
}

/** A player, who may be chosen. @param {Scene} scene @param {number} seat @param {string} place */
function seatThing(scene, seat, place) {
  return thing(scene, `seat:${seat}`, tag(scene, seat), { label: nameOf(scene, seat), kind: "fw-seat", id: `${place}:seat:${seat}` });
}

// -- what the bids brought --------------------------------------------------------------------------------------------

/** @param {Scene} scene @param {{ round: number, positions: Resolved[] }} round @param {boolean} isResolving */
function roundOf(scene, { round, positions }, isResolving) {
  const title = isResolving ? text("factionwars.these_bids") : text("factionwars.last_bids", { round });
  return html`<section class="fw-round" aria-labelledby="fw-round">
    <h3 id="fw-round">${title}</h3>
    ${repeat(
      [round],
      (number) => number,
      () => html`<ol class="fw-resolved">${positions.map((each) => resolvedPosition(scene, each))}</ol>`,
    )}
  </section>`;
}

/** @param {Scene} scene @param {Resolved} resolved */
function resolvedPosition(scene, resolved) {
  const { position: number, card: id, bidders, steps, winner, isLost, then } = resolved;
  return html`<li>
    <p class="fw-stake"><span class="fw-number">${number}</span> ${troop(scene, id, "stake")}</p>
    ${bidders.length > 1 && steps.length ? battle(scene, resolved) : nothing}
    ${bidders.length === 1 ? html`<p>${text("factionwars.alone", { name: nameOf(scene, bidders[0] ?? 0) })}</p>` : nothing}
    ${winner !== null && bidders.length > 1 ? html`<p class="fw-won">✓ ${text("factionwars.won", { name: nameOf(scene, winner) })}</p>` : nothing}
    ${isLost ? html`<p>${text("factionwars.nobody_wins")}</p>` : nothing}
    ${winner === null && !isLost && steps.length === 0
      ? html`<p class="hint">${listed(bidders.map((seat) => nameOf(scene, seat)))}: ${text("factionwars.to_come")}</p>`
      : nothing}
    ${then.length ? html`<ul class="fw-brought">${then.map((sentence) => html`<li>${scene.named(sentence)}</li>`)}</ul>` : nothing}
  </li>`;
}

/** A battle, card by card: a row for each fighter, a column for each card. @param {Scene} scene @param {Resolved} resolved */
function battle(scene, { card: id, bidders, steps, dropped, winner }) {
  const known = scene.cards.get(id);
  return html`<div class="scrolls">
    <table class="fw-battle">
      <caption class="visually-hidden">${text("factionwars.battle", { card: known?.name ?? id })}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">${text("factionwars.fighter")}</th>
          ${steps.map((_, index) => html`<th scope="col">${text("factionwars.card_number", { step: index + 1 })}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${bidders.map(
          (seat) =>
            html`<tr class=${seat === winner ? "fw-winner" : ""}>
              <th scope="row">${tag(scene, seat)}</th>
              ${steps.map((reveals, index) => {
                const own = reveals.find(({ player }) => player === seat);
                return html`<td class="fw-turned" .style=${`animation-delay: ${index * 0.6}s`}>
                  ${own ? troop(scene, own.card, `battle:${seat}:${index}`, own.value) : nothing}
                  ${!own && dropped.includes(seat) && steps[index - 1]?.some(({ player }) => player === seat) ? text("factionwars.out_of_cards") : nothing}
                </td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

// -- bonus cards ------------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function bonusCards(scene) {
  return html`<section aria-labelledby="fw-bonus">
    <h3 id="fw-bonus">${text("factionwars.bonus_cards")}</h3>
    <ul class="fw-bonuses">
      ${scene.view["bonus_display"].map((/** @type {string} */ id) => bonusCard(scene, id))}
    </ul>
  </section>`;
}

/** A bonus card, and how far each player meets it. @param {Scene} scene @param {string} id */
function bonusCard(scene, id) {
  const known = scene.cards.get(id);
  if (!known) return nothing;
  const { colour, title } = look(scene, known);
  const { needed } = bonusOf(scene, id, 0);
  const isPrinted = known.kind === "bonus";
  const wants = isPrinted ? text(`factionwars.bonus.${known["condition"]}`, { needed }) : text("factionwars.bonus.faction", { faction: title });
  return html`<li class="fw-bonus" data-card=${id} .style=${`--colour: ${colour}`}>
    <h4>${known.name} ${isPrinted ? html`<span class="fw-worth">★ ${known["points"]}</span>` : nothing}</h4>
    <p>${wants}</p>
    <ul>
      ${scene.seatsFromViewer.map(({ seat }) => {
        const { reached, isMet, points } = bonusOf(scene, id, seat);
        return html`<li class=${isMet ? "fw-met" : ""}>${tag(scene, seat)} <span>${howFar(known, reached, needed, isMet)}</span>
          ${isMet ? html`<b>✓ ${text("factionwars.met_points", { points })}</b>` : nothing}</li>`;
      })}
    </ul>
  </li>`;
}

/** @param {Card} bonus @param {number} reached @param {number} needed @param {boolean} isMet */
function howFar(bonus, reached, needed, isMet) {
  if (needed) return text("factionwars.reached", { reached, needed });
  if (bonus["condition"] !== "NO_BYSTANDERS") return reached;
  return isMet ? text("factionwars.met") : text("factionwars.bystanders", { count: reached });
}

// -- bands and piles --------------------------------------------------------------------------------------------------

/** @param {Scene} scene @param {number} seat */
function band(scene, seat) {
  const { deck, discard } = scene.view["players"][seat];
  const score = scoreOf(scene, seat);
  const strongest = [...deck].sort((one, other) => valueOf(scene, other) - valueOf(scene, one));
  return html`<section class=${`seat-area seat-${seat % 5}`} aria-label=${nameOf(scene, seat)}>
    <div class="fw-head">
      <h3>${seatThing(scene, seat, "band")}</h3>
      <b class="fw-points">★ ${text(isOver(scene) ? "factionwars.in_the_end" : "factionwars.so_far", { count: score.total })}</b>
    </div>
    <p class="hint">${parts(scene, score)}</p>
    <div class="fw-piles">
      <div>
        <h4>${text("factionwars.deck", { count: deck.length })} <small>${text("factionwars.deck_hint")}</small></h4>
        ${troops(scene, strongest)}
      </div>
      <div>
        <h4>${text("factionwars.discard", { count: discard.length })}</h4>
        ${troops(scene, discard)}
      </div>
    </div>
  </section>`;
}

/** Where the points come from, but for what brings none. @param {Scene} scene @param {import("./factionwars_points.js").Score} score */
function parts(scene, score) {
  const { bonuses, total: _, ...own } = score;
  const told = Object.entries(own).flatMap(([part, points]) => (points ? [text(`factionwars.part.${part}`, { points })] : []));
  const met = scene.view["bonus_display"].flatMap((/** @type {string} */ id, /** @type {number} */ index) => {
    const bonus = scene.cards.get(id)?.name ?? id;
    return bonuses[index] ? [text("factionwars.part.bonus", { bonus, points: bonuses[index] })] : [];
  });
  return [...told, ...met].join(" · ");
}

/** @param {Scene} scene @param {string[]} ids */
const troops = (scene, ids) => html`<div class="fw-troops">${ids.map((id) => troop(scene, id))}</div>`;

/**
 * A card in a line: symbol, name, battle value, points.
 * @param {Scene} scene @param {string} id @param {string} [place] Where it lies, if not in a band. @param {number} [value] What it is worth in a battle.
 */
function troop(scene, id, place = "", value = valueOf(scene, id)) {
  const known = scene.cards.get(id);
  if (!known) return nothing;
  const { colour, mark } = look(scene, known);
  const { points } = known;
  const about = { label: described(scene, known), kind: "fw-troop", id: place ? `${place}:${id}` : `card:${id}`, card: id };
  const contents = html`<svg class=${`fw-mark ${isLight(colour) ? "dark" : ""}`} viewBox="0 0 24 24" aria-hidden="true" .style=${`background: ${colour}`}>${symbol(mark)}</svg>
    <span class="fw-name">${known.name}</span>
    ${known["battle"] === undefined ? nothing : fact(BATTLE, value)} ${points === undefined ? nothing : fact(POINTS, Number(points))}`;
  return thing(scene, `card:${id}`, contents, about);
}

/** @param {{ name: string, glyph: string }} mark @param {number} value */
const fact = (mark, value) =>
  html`<span class="fw-fact"><svg viewBox="0 0 24 24" aria-hidden="true">${symbol(mark)}</svg>${value}</span>`;

/** What a card is worth in battle, as the options of the match say. @param {Scene} scene @param {string} id */
function valueOf({ cards, view }, id) {
  const known = cards.get(id);
  const { conscript_values: values, conscript_rps: symbols } = view["options"];
  if (known?.kind !== "conscript") return Number(known?.["battle"] ?? 0);
  return symbols ? 1 : Number(values[Number(known["battle"]) - 1]);
}

/** Cards that lie apart, folded behind their number. @param {Scene} scene @param {string} name @param {string} [hint] */
function pile(scene, name, hint) {
  const ids = scene.view[name];
  if (ids.length === 0 && name !== "recruit_deck") return nothing;
  return html`<details>
    <summary>${text(`factionwars.${name}`, { count: ids.length })}</summary>
    ${hint ? html`<p class="hint">${hint}</p>` : nothing}
    <div class="fw-troops">${ids.map((/** @type {string} */ id) => troop(scene, id, name))}</div>
  </details>`;
}
