// @ts-check
/** The table of Face Off Duels: the line-ups with the VC cards between them, the duel, hands, decks, what has been won. */
import { classes, html, nothing, repeat } from "../html.js";
import { listed, text } from "../texts.js";
import { back, look } from "./cards.js";
import { duelCard } from "./duels_cards.js";
import { isOwn } from "./recent.js";
import { symbol } from "./symbols.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{ occupied: boolean, face_up: boolean, card?: string, locked: boolean, bonus: number }} Slot */
/** @typedef {{ ready: boolean, placed: number, line_up: Slot[], hand: string[], hand_size: number, won: string[], destroyed: string[], discarded: string[], peeked: number, recalled?: { card: string }, known: { card: string, to_all: boolean }[], unseen_since: number[], score: Record<string, number> }} Player */

export const style = "styles/duels.css";

const SETS = ["cowboys", "ninjas", "time_machine"];
/** Where an action's target lies, unless among the other player's cards. @type {Record<string, string>} */
const AIMED_AT = { SWAP_VC: "vc", SWAP_OWN: "own", MOD_SLOT: "own" };

/** @param {Scene} scene */
export function draw(scene) {
  const [near, far] = /** @type {[number, number]} */ (scene.seatsFromViewer.map(({ seat }) => seat));
  return html`<div class="duels">
    <div class="du-table">
      ${asked(scene)}
      <div class="du-lines">${lineUp(scene, far, "their")} ${prizes(scene)} ${lineUp(scene, near, "own")}</div>
      ${duel(scene, [near, far])} ${hand(scene, near)} ${decks(scene)} ${score(scene, [near, far])}
      <div class="du-players">${player(scene, near)} ${player(scene, far)}</div>
    </div>
  </div>`;
}

/** @param {import("../types.js").Action} action @param {Scene} scene @returns {string[]} */
export function targets({ action }, scene) {
  const [[kind, named] = ["", {}]] = Object.entries(/** @type {Record<string, any>} */ (action));
  const { card, slot, other_slot: other } = named;
  const mine = playersOf(scene)[scene.viewer ?? 0];
  switch (kind) {
    case "place":
      return [`hand:${card}`, `own:${Number(mine?.placed) + 1}`];
    case "leave":
      return [`own:${Number(mine?.placed) + 1}`];
    case "switch":
    case "fill":
      return [`own:${slot}`, `hand:${card}`];
    case "swap":
      return [`own:${slot}`, `own:${other}`];
    case "act":
      return [`act:${slot}`];
    case "duel":
      return [`vc:${slot}`];
    case "choose_slot":
      return [`${aim(scene)}:${slot}`];
    case "choose_slots":
      return [`${aim(scene)}:${slot}`, `${aim(scene)}:${other}`];
    case "choose_card": {
      const place = mine?.line_up.findIndex((lies) => lies.card === card) ?? -1;
      return [place >= 0 ? `own:${place + 1}` : `hand:${card}`];
    }
    case "equip":
      return [`hand:${card}`];
    case "keep":
      return [`looked:${card}`];
    case "take_vc":
      return [`vc:${scene.view["duel"].slot}`];
    case "take_power":
      return ["power"];
    default:
      return [kind];
  }
}

/** Events about a player's cards that may be the other's doing. */
const SUFFERED = ["card_locked", "card_exposed", "card_destroyed"];

/** What an event changes on the table. @param {import("../types.js").JsonObject} event @param {Scene} scene @returns {string[]} */
export function changes(event, scene) {
  const [[kind, { player, slot, other_slot: other, card }] = ["", /** @type {any} */ ({})]] = Object.entries(event);
  if (isOwn(event, scene) && !SUFFERED.includes(kind)) return [];
  const isNear = player === (scene.viewer ?? 0);
  switch (kind) {
    case "vc_moved":
      return [`vc:${slot}`, `vc:${other}`];
    case "vc_removed":
    case "duel_started":
      return [`vc:${slot}`];
    case "equipped":
      return [`fights:${card}`];
    default:
      return slot === undefined || kind === "vc_taken" ? [] : [slot, other ?? slot].map((each) => `${isNear === (kind !== "peeked") ? "own" : "their"}:${each}`);
  }
}

/** @param {Scene} scene */
function aim({ view, cards }) {
  const verb = /** @type {any} */ (cards.get(view["action"]?.card))?.action?.do;
  return AIMED_AT[verb?.op ?? verb] ?? "their";
}

/** @param {Scene} scene @returns {Player[]} */
const playersOf = ({ view }) => view["players"];

/** @param {Scene} scene @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? String(seat);

/** The round, and what the viewer is asked or waits for. @param {Scene} scene */
function asked(scene) {
  const { phase, round, active, asked: whose, quiet, options } = scene.view;
  const isYours = scene.legal.length > 0;
  const plain = ["no_equipment", "decline", "pass"].filter((key) => scene.picking.can(key) || scene.picking.has(key));
  return html`<section class="du-asked seat-${whose % 5} ${classes({ yours: isYours })}" aria-label=${text("duels.asked")}>
    <p>
      <b>${text("duels.round", { round })}</b>
      ${phase === "PHASE_PLACE" ? text("duels.begins", { name: nameOf(scene, active) }) : phase === "PHASE_GAME_OVER" ? nothing : text("duels.turn_of", { name: nameOf(scene, active) })}
      ${quiet > 0 ? html`<small>${text("duels.quiet", { count: quiet, limit: options.stall_limit })}</small>` : nothing}
    </p>
    <p>${isYours ? request(scene) : waiting(scene)}</p>
    ${plain.length ? html`<div class="items">${plain.map((key) => thing(scene, key, text(`duels.${key}`), { label: text(`duels.${key}`), kind: "chip" }))}</div>` : nothing}
    ${scene.view["looked"].length
      ? html`<div class="items">${scene.view["looked"].map((/** @type {string} */ id) => duelCard(scene, id, { key: `looked:${id}`, place: `own:${id}` }))}</div>`
      : nothing}
  </section>`;
}

/** What the viewer is asked. @param {Scene} scene */
function request(scene) {
  const { phase, action } = scene.view;
  switch (phase) {
    case "PHASE_PLACE":
      return text("duels.place", { slot: Number(playersOf(scene)[scene.viewer ?? 0]?.placed) + 1 });
    case "PHASE_TURN":
      return text(scene.legal.some(({ action: each }) => ["switch", "fill", "swap"].some((kind) => kind in each)) ? "duels.turn" : "duels.turn.duel");
    case "PHASE_CHOOSE":
      return `${scene.cards.get(action.card)?.name}: ${scene.cards.get(action.card)?.["text"]}`;
    case "PHASE_EQUIP":
      return text("duels.equip");
    case "PHASE_PRIZE":
      return text("duels.prize");
    default:
      return text("duels.keep");
  }
}

/** For what everybody else waits. @param {Scene} scene */
function waiting(scene) {
  const { phase, asked: whose } = scene.view;
  if (phase === "PHASE_GAME_OVER") return text("duels.over");
  if (phase === "PHASE_PLACE") return listed(scene.seats.map(({ seat, name }) => text(playersOf(scene)[seat]?.ready ? "duels.ready" : "duels.placing", { name })));
  return text(`duels.waiting.${phase}`, { name: nameOf(scene, whose) });
}

/** @param {Scene} scene @param {number} seat @param {"own" | "their"} side */
function lineUp(scene, seat, side) {
  const { line_up: slots, peeked, placed } = /** @type {Player} */ (playersOf(scene)[seat]);
  const isPlacing = scene.view["phase"] === "PHASE_PLACE";
  return html`<section class="du-line seat-${seat % 5}" aria-label=${text("duels.line_up", { name: nameOf(scene, seat) })}>
    ${slots.map((slot, at) => {
      const number = at + 1;
      const isNext = isPlacing && seat === scene.viewer && number === placed + 1;
      const isSeen = peeked === number && !slot.face_up && seat === scene.viewer;
      return html`<div class="du-slot ${classes({ fights: scene.view["duel"]?.slot === number })}">
        ${slot.occupied
          ? duelCard(scene, slot.card ?? null, {
              key: `${side}:${number}`,
              place: `${side}:${slot.card ?? number}`,
              isDown: !slot.face_up,
              isKnown: !slot.face_up && slot.card !== undefined && seat !== scene.viewer,
              isSeen,
              isLocked: slot.locked,
              bonus: slot.bonus,
              before: text("duels.slot", { slot: number }),
            })
          : thing(scene, `${side}:${number}`, html`<span class="card empty-place">${isNext ? text("duels.next") : nothing}</span>`, {
              label: [text("duels.slot", { slot: number }), text("match.empty"), isNext ? text("duels.next") : ""].filter(Boolean).join(", "),
              kind: "card",
            })}
        ${side === "own" && (scene.picking.can(`act:${number}`) || scene.picking.has(`act:${number}`))
          ? thing(scene, `act:${number}`, html`<svg viewBox="0 0 24 24" aria-hidden="true">${symbol({ name: "lightning" })}</svg><span class="du-word">${text("duels.act")}</span>`, {
              label: text("duels.act.label", { name: scene.cards.get(slot.card ?? "")?.name ?? "" }),
              kind: "chip du-act",
            })
          : nothing}
      </div>`;
    })}
  </section>`;
}

/** The VC cards of the line-up. @param {Scene} scene */
const prizes = (scene) =>
  html`<section class="du-line du-prizes" aria-label=${text("duels.prizes")}>
    ${scene.view["vc_line"].map((/** @type {string} */ id, /** @type {number} */ at) => {
      const slot = at + 1;
      const before = text("duels.slot", { slot });
      return html`<div class="du-slot ${classes({ fights: scene.view["duel"]?.slot === slot })}">
        ${id === "" ? html`<span class="card empty-place" role="img" aria-label=${`${before}, ${text("duels.closed")}`}></span>` : duelCard(scene, id, { key: `vc:${slot}`, place: `vc:${id}`, before })}
        <span class="du-slot-number" aria-hidden="true">${slot}</span>
      </div>`;
    })}
  </section>`;

/** The duel in progress: what each has so far. @param {Scene} scene @param {number[]} seats */
function duel(scene, seats) {
  const fought = scene.view["duel"];
  if (!fought) return nothing;
  return html`<section class="du-duel" aria-label=${text("duels.duel", { slot: fought.slot })}>
    <h3>${text("duels.duel", { slot: fought.slot })}</h3>
    ${seats.map((seat) => {
      const slot = playersOf(scene)[seat]?.line_up[fought.slot - 1];
      const parts = [slot?.face_up ? (slot.card ?? "") : "", fought.equipment[seat] ?? ""].filter(Boolean);
      const power = parts.reduce((sum, id) => sum + Number(scene.cards.get(id)?.["power"] ?? 0), slot?.bonus ?? 0);
      return html`<div class="du-side seat-${seat % 5}">
        <p><b>${nameOf(scene, seat)}</b></p>
        <div class="items">${parts.map((id) => duelCard(scene, id, { key: `fights:${id}` }))}</div>
        <p>${parts.length ? listed(parts.map((id) => titled(scene, id))) : text("duels.none")}</p>
        <p class="du-power">${text("duels.power", { count: power })}</p>
      </div>`;
    })}
  </section>`;
}

/** @param {Scene} scene @param {number} seat */
function hand(scene, seat) {
  const { hand: cards, hand_size: size } = /** @type {Player} */ (playersOf(scene)[seat]);
  if (seat !== scene.viewer) return nothing;
  return html`<section class="du-hand" aria-label=${text("duels.hand")}>
    <h4>${text("duels.hand")}: ${size}</h4>
    <div class="items">${repeat(cards, (id) => id, (id) => duelCard(scene, id, { key: `hand:${id}`, place: `own:${id}` }))}</div>
  </section>`;
}

/** The decks, and what lies beside them. @param {Scene} scene */
function decks(scene) {
  const { power_deck_size: power, vc_deck: victory, vc_removed: removed } = scene.view;
  const label = text("duels.power_deck", { count: power });
  return html`<section class="du-decks" aria-label=${text("duels.decks")}>
    <div><h4>${label}</h4>${thing(scene, "power", power ? back() : html`<span class="card empty-place"></span>`, { label, kind: "card" })}</div>
    <div>
      <h4>${text("duels.vc_deck", { count: victory.length })}</h4>
      <p>${victory.length ? bySet(scene, victory) : text("duels.none")}</p>
    </div>
    <div>
      <h4>${text("duels.removed", { count: removed.length })}</h4>
      <p>${removed.length ? bySet(scene, removed) : text("duels.none")}</p>
    </div>
  </section>`;
}

/** VC cards as the values of each set. @param {Scene} scene @param {string[]} ids */
const bySet = (scene, ids) =>
  SETS.map((set) => {
    const cards = ids.flatMap((id) => scene.cards.get(id) ?? []).filter((card) => card["set"] === set);
    return cards.length ? html`<span class="du-set">${setSign(scene, set)} ${cards.sort((one, other) => other["value"] - one["value"]).map(value)}</span>` : nothing;
  });

/** @param {import("../types.js").Card} card */
const value = (card) => html`<span class="du-value" role="img" aria-label=${`${card.name}, ${card["value"]}`} data-card=${card.id}>${card["value"]}</span>`;

/** @param {Scene} scene @param {string} set */
function setSign(scene, set) {
  const { mark, title, colour } = look(scene, /** @type {any} */ ({ set }));
  return html`<span class="du-sign" .style=${`background: ${colour}`} role="img" aria-label=${title} title=${title}><svg viewBox="0 0 24 24" aria-hidden="true">${symbol(mark)}</svg></span>`;
}

/** What has been won of each set, and what it would score now. @param {Scene} scene @param {number[]} seats */
function score(scene, seats) {
  const title = (/** @type {string} */ set) => look(scene, /** @type {any} */ ({ set })).title;
  const cell = (/** @type {number} */ seat, /** @type {string} */ set) => {
    const { won, score: points } = /** @type {Player} */ (playersOf(scene)[seat]);
    const cards = won.flatMap((id) => scene.cards.get(id) ?? []).filter((card) => card["set"] === set);
    const pieces = cards.reduce((sum, card) => sum + card["pieces"], 0);
    return html`<td>${cards.map(value)}<small>${text("duels.pieces", { count: pieces })} · ${text("duels.points", { count: Number(points[set]) })}</small></td>`;
  };
  return html`<table class="du-score">
    <caption>${text("duels.score")}</caption>
    <thead>
      <tr><th scope="col">${text("duels.set")}</th>${seats.map((seat) => html`<th scope="col" class="seat-${seat % 5}">${nameOf(scene, seat)}</th>`)}</tr>
    </thead>
    <tbody>${SETS.map((set) => html`<tr><th scope="row">${setSign(scene, set)} <span class="du-word">${title(set)}</span></th>${seats.map((seat) => cell(seat, set))}</tr>`)}</tbody>
    <tfoot>
      <tr><th scope="row">${text("duels.total")}</th>${seats.map((seat) => html`<td><b>${playersOf(scene)[seat]?.score["total"]}</b></td>`)}</tr>
    </tfoot>
  </table>`;
}

/** What is known of a player's cards. @param {Scene} scene @param {number} seat */
function player(scene, seat) {
  const of = /** @type {Player} */ (playersOf(scene)[seat]);
  const isYou = seat === scene.viewer;
  const names = (/** @type {string[]} */ ids) => (ids.length ? listed(ids.map((id) => titled(scene, id))) : text("duels.none"));
  const row = (/** @type {string} */ key, /** @type {string[]} */ ids) => html`<p><b>${text(key)}</b> ${names(ids)}</p>`;
  const known = of.known.map(({ card }) => card);
  return html`<section class="du-player seat-${seat % 5}" aria-label=${nameOf(scene, seat)}>
    <h3>${nameOf(scene, seat)} ${isYou ? html`<small>(${text("match.you")})</small>` : nothing}</h3>
    ${isYou ? nothing : html`<p>${text("duels.hand_size", { count: of.hand_size })}</p>`}
    ${of.recalled ? row(isYou ? "duels.recalled.own" : "duels.recalled", [of.recalled.card]) : nothing}
    ${known.length ? row(isYou ? "duels.known_power.own" : "duels.known_power", known) : nothing}
    ${!isYou && of.unseen_since.length ? html`<p>${text("duels.unseen", { count: of.unseen_since.length })}</p>` : nothing}
    ${row("duels.destroyed", of.destroyed)} ${of.discarded.some(Boolean) ? row("duels.discarded", of.discarded.filter(Boolean)) : nothing}
    ${isYou
      ? nothing
      : html`<details>
          <summary>${text("duels.possible")}</summary>
          <p>${names(possible(scene, seat))}</p>
        </details>`}
  </section>`;
}

/** A card's name with its power. @param {Scene} scene @param {string} id */
function titled(scene, id) {
  const card = scene.cards.get(id);
  return card ? text(`duels.titled.${card["kind"]}`, { name: card.name, power: card["power"] }) : id;
}

/** The cards that a player may have in hand or face down, as far as the viewer knows. @param {Scene} scene @param {number} seat */
function possible(scene, seat) {
  const { destroyed, line_up: slots, known } = /** @type {Player} */ (playersOf(scene)[seat]);
  const lies = new Set([...destroyed, ...slots.flatMap(({ card }) => card ?? [])]);
  const own = [...scene.cards.values()].filter((card) => card["sort"] === `player${seat + 1}`).map(({ id }) => id);
  return [...own, ...known.map(({ card }) => card)].filter((id) => !lies.has(id));
}
