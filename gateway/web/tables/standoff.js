// @ts-check
/** The table of Standoff: what the turn has left, the board, the players, the viewer's cards, the markets. */
import { html, nothing, repeat } from "../html.js";
import { listed, text } from "../texts.js";
import { card, emptyPlace } from "./cards.js";
import { isOwn } from "./recent.js";
import { board, keyOf, signOf, swatch } from "./standoff_board.js";
import { addSymbols, symbol } from "./symbols.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{ tiles: string[], red_tiles: number, hand: string[], hand_size: number, deck_size: number, unseen: string[], discard: string[], orbit: string[], scheduled: { card: string, times_left: number }[] }} Player */

export const style = "styles/standoff.css";

/** From where the effects that pick a card take it. @type {Record<string, string>} */
const PICKED_FROM = { TRASH_FROM_HAND: "hand", SEARCH_DECK: "deck", REVEAL_HAND_DISCARD: "shown", RECOVER: "discard", DESTROY_SATELLITE: "satellite" };

addSymbols({
  ring: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 3a6 6 0 1 1 0 12 6 6 0 0 1 0-12z",
  target: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm0 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  "money bag": "M9 2h6l-1.5 4.5C18 9 20.5 13 20.5 16.5A5.5 5.5 0 0 1 15 22H9a5.5 5.5 0 0 1-5.5-5.5C3.5 13 6 9 10.5 6.5zM12 11a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  gear: "M10.5 2h3l.5 2.6 2 .9 2.2-1.5 2.1 2.1-1.5 2.2.9 2 2.3.5v3l-2.6.5-.9 2 1.5 2.2-2.1 2.1-2.2-1.5-2 .9-.5 2.6h-3l-.5-2.6-2-.9-2.2 1.5-2.1-2.1 1.5-2.2-.9-2L2 13.8v-3l2.6-.5.9-2L4 6.1 6.1 4l2.2 1.5 2-.9zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  satellite: "M9 9h6v6H9zM1 9.5h6v5H1zM17 9.5h6v5h-6zM11 15h2v3h-2zM7 21a5 5 0 0 1 10 0h-2.5a2.5 2.5 0 0 0-5 0zM11 4h2v5h-2z",
  horse: "M7 21h11v-2c0-3-2-4-2-7 0-2 1-3 1-5 0-3-2.5-5-5.5-5.5L10 1v3C7 5 4 8 3 12l2.5 2.5 3-2.5 2.5-.5c0 3-4 4.5-4 7.5z",
  drop: "M12 2c4 5 7 8.5 7 12.5a7 7 0 0 1-14 0C5 10.5 8 7 12 2z",
});

/** @param {Scene} scene */
export function draw(scene) {
  return html`<div class="standoff">
    <div class="so-table">
      ${turn(scene)} ${resolving(scene)}
      <div class="so-main">${board(scene)} ${own(scene)}</div>
      ${players(scene)} ${markets(scene)}
    </div>
  </div>`;
}

/** @param {import("../types.js").Action} action @param {Scene} scene @returns {string[]} */
export function targets({ action }, scene) {
  const [[kind, named] = ["", {}]] = Object.entries(/** @type {Record<string, any>} */ (action));
  const { card: id, hex, hexes, slot, satellite, player } = named;
  switch (kind) {
    case "play":
    case "play_resource":
    case "discard_down":
      return [`hand:${id}`];
    case "discard":
      return [`hand:${id}`, "discard"];
    case "play_group":
      return [`hand:${id}`, ...hexes.map(keyOf)];
    case "place_group":
      return hexes.map(keyOf);
    case "place_tile":
    case "activate":
    case "target_hex":
      return [keyOf(hex)];
    case "buy":
      return [`pile:${id}`];
    case "buy_slot":
    case "pick_slot":
      return [`slot:${slot}`];
    case "activate_satellite":
      return [`orbit:${satellite}`];
    case "target_player":
      return [`seat:${player}`];
    case "pick_card":
      return [`${PICKED_FROM[opOf(scene)] ?? "hand"}:${id}`];
    default:
      return [kind];
  }
}

/** What an event changes on the table. @param {import("../types.js").JsonObject} event @param {Scene} scene @returns {string[]} */
export function changes(event, scene) {
  const [[kind, { hex, to_hex: to, hexes = [], slot, card: id }] = ["", /** @type {any} */ ({})]] = Object.entries(event);
  if (isOwn(event, scene)) return [];
  switch (kind) {
    case "tiles_placed":
      return hexes.map(keyOf);
    case "tile_destroyed":
    case "tile_converted":
    case "tile_moved":
    case "token_placed":
    case "token_removed":
      return [keyOf(hex), ...(to ? [keyOf(to)] : [])];
    case "slot_filled":
      return [`slot:${slot}`];
    case "bought":
      return slot ? [] : [`pile:${id}`];
    case "card_played":
      return [`played:${id}`];
    case "satellite_deployed":
      return [`satellite:${id}`];
    default:
      return [];
  }
}

/** The verb of the effect that waits for a choice. @param {Scene} scene @returns {string} */
function opOf({ view, cards }) {
  const effects = /** @type {any} */ (cards.get(view["resolving"]?.card))?.effects ?? [];
  const effect = effects[view["resolving"].effect - 1];
  return effect?.op ?? effect;
}

/** @param {Scene} scene @returns {Player[]} */
const playersOf = ({ view }) => view["players"];

/** @param {Scene} scene @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? String(seat);

/** What the turn has left. @param {Scene} scene */
function turn(scene) {
  const { round, active, budget, actions, encampments, options, phase } = scene.view;
  const isOver = phase === "PHASE_GAME_OVER";
  const whose = isOver ? endOf(scene) : active === scene.viewer ? text("standoff.turn.yours") : text("standoff.turn.of", { name: nameOf(scene, active) });
  const left = (/** @type {string} */ key, /** @type {string} */ mark, /** @type {number} */ count, /** @type {string} */ named) => {
    const more = scene.picking.can(key) ? "+1" : "";
    const label = `${text(named, { count })} ${more}`.trim();
    return thing(scene, key, html`<svg viewBox="0 0 24 24" aria-hidden="true">${symbol({ name: mark })}</svg><b>${count}</b> ${text(`${named}.short`, { count })}${more ? html` <b>${more}</b>` : nothing}`, { label, kind: "chip so-left" });
  };
  return html`<section class="so-turn seat-${active % 5}" aria-label=${text("standoff.turn")}>
    <p><b>${whose}</b> <small>${text("standoff.round", { round, rounds: options.round_limit })}</small></p>
    ${isOver
      ? nothing
      : html`<div class="items">
          ${left("take_credit", "coin", budget, "standoff.budget")} ${left("actions", "lightning", actions, "standoff.actions")}
          ${left("encampments", "tent", encampments, "standoff.encampments")}
          ${scene.picking.can("end_turn") || scene.picking.has("end_turn") ? thing(scene, "end_turn", text("standoff.end_turn"), { label: text("standoff.end_turn"), kind: "chip" }) : nothing}
        </div>`}
  </section>`;
}

/** @param {Scene} scene */
const endOf = ({ view, layout }) => layout.words.find(({ view: of }) => of === "/ending")?.values.find(({ value }) => value === view["ending"])?.text ?? "";

/** The effect that waits for a choice, and the cards that it shows. @param {Scene} scene */
function resolving(scene) {
  const { resolving: waits, active, phase } = scene.view;
  if (phase === "PHASE_DISCARD_DOWN") {
    const isYou = active === scene.viewer;
    return html`<p class="so-asked">${isYou ? text("standoff.discard_down") : text("standoff.discard_down.of", { name: nameOf(scene, active) })}</p>`;
  }
  if (!waits) return nothing;
  const known = scene.cards.get(waits.card);
  const from = active === scene.viewer ? PICKED_FROM[opOf(scene)] : undefined;
  const mine = playersOf(scene)[scene.viewer ?? -1];
  return html`<section class="so-asked" aria-label=${text("standoff.resolving")}>
    <p>
      <b>${known?.name ?? waits.card}:</b> ${known?.["text"] ?? ""}
      ${waits.player === undefined ? nothing : html`<b>${text("standoff.resolving.player", { name: nameOf(scene, waits.player) })}</b>`}
      <span class="so-left-over">${text("standoff.resolving.left", { count: waits.left })}</span>
    </p>
    ${scene.view["shown"].length ? pile(scene, "shown", scene.view["shown"]) : nothing}
    ${from === "deck" && mine ? pile(scene, "deck", mine.unseen) : nothing}
    ${from === "discard" && mine ? pile(scene, "discard", mine.discard) : nothing}
    ${scene.picking.can("stop") ? thing(scene, "stop", text("standoff.stop"), { label: text("standoff.stop"), kind: "chip" }) : nothing}
  </section>`;
}

/** Cards side by side, equal ones as one with their number. @param {Scene} scene @param {string} zone @param {string[]} ids */
const pile = (scene, zone, ids) =>
  html`<div class="items">${repeat(counted(ids), ([id]) => id, ([id, count]) => card(scene, id, { key: `${zone}:${id}`, count }))}</div>`;

/** @param {string[]} ids @returns {[string, number][]} */
function counted(ids) {
  const counts = new Map(ids.map((id) => [id, 0]));
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts];
}

/** @param {Scene} scene */
const players = (scene) =>
  html`<div class="so-players">
    <p class="so-score">${score(scene)}</p>
    ${scene.seatsFromViewer.map((seat) => player(scene, seat))}
  </div>`;

/** How much of the red zone has been filled. @param {Scene} scene */
function score(scene) {
  const red = scene.layout.boards[0]?.cells.filter(({ regions }) => regions?.includes("red")).map(({ id }) => id) ?? [];
  const black = red.filter((id) => scene.view["black"].includes(id)).length;
  const filled = black + playersOf(scene).reduce((sum, { red_tiles: tiles }) => sum + tiles, 0);
  return text("standoff.zone", { count: red.length - filled, all: red.length }) + (black ? ` ${text("standoff.zone.black", { count: black })}` : "");
}

/** @param {Scene} scene @param {import("./scene.js").Seat} seat */
function player(scene, { seat, name, isYou }) {
  const of = /** @type {Player} */ (playersOf(scene)[seat]);
  const isActive = scene.view["active"] === seat;
  const label = text("standoff.player", { name, count: of.red_tiles });
  const tokens = scene.view["tokens"].filter((/** @type {{ controller?: number }} */ { controller }) => controller === seat);
  const unseen = isYou ? "standoff.unseen.own" : "standoff.unseen";
  return html`<section class="so-player seat-${seat % 5} ${isActive ? "active" : ""}" aria-label=${name}>
    ${thing(
      scene,
      `seat:${seat}`,
      html`${swatch(seat)}<b class="so-name">${name}</b>${isYou ? html` <small>(${text("match.you")})</small>` : nothing}<b class="so-red"
          ><svg viewBox="0 0 24 24" aria-hidden="true">${symbol({ name: "target" })}</svg>${of.red_tiles}</b
        >`,
      { label, kind: "so-head" },
    )}
    <p>
      ${text("standoff.tiles", { count: of.tiles.length })} · ${text("standoff.hand", { count: of.hand_size })} ·
      ${text("standoff.deck", { count: of.deck_size })} · ${text("standoff.discard", { count: of.discard.length })}
    </p>
    ${tokens.length
      ? html`<p class="so-tokens">
          ${tokens.map(
            (/** @type {{ card: string, hex: string }} */ token) =>
              html`<span role="img" aria-label=${`${scene.cards.get(token.card)?.name ?? token.card}, ${token.hex}`} title=${scene.cards.get(token.card)?.name ?? token.card} data-card=${token.card}
                ><svg viewBox="0 0 24 24" aria-hidden="true">${signOf(scene, token.card)}</svg></span
              >`,
          )}
        </p>`
      : nothing}
    ${of.orbit.length || of.scheduled.length
      ? html`<div class="items">
          ${of.orbit.map((id, place) => satellite(scene, id, isYou ? `orbit:${place + 1}` : `satellite:${id}`, `orbit:${seat}:${place}`))}
          ${of.scheduled.map(({ card: id, times_left: count }) => {
            const what = `${scene.cards.get(id)?.name ?? id}: ${text("standoff.scheduled", { count })}`;
            return html`<span class="chip" data-card=${id}>${what}</span>`;
          })}
        </div>`
      : nothing}
    <details>
      <summary>${text("standoff.cards")}</summary>
      <p><b>${text(unseen)}</b> ${named(scene, of.unseen)}</p>
      <p><b>${text("standoff.discard.title")}</b> ${named(scene, of.discard)}</p>
    </details>
  </section>`;
}

/** @param {Scene} scene @param {string} id @param {string} key @param {string} place */
function satellite(scene, id, key, place) {
  const name = scene.cards.get(id)?.name ?? id;
  const contents = html`<svg viewBox="0 0 24 24" aria-hidden="true">${symbol({ name: "satellite" })}</svg>${name}`;
  return thing(scene, key, contents, { label: text("standoff.satellite", { name }), kind: "chip so-left", id: place, card: id });
}

/** Cards in words. @param {Scene} scene @param {string[]} ids */
const named = (scene, ids) =>
  ids.length === 0 ? text("standoff.none") : listed(counted(ids).map(([id, count]) => `${count} × ${scene.cards.get(id)?.name ?? id}`));

/** The viewer's cards, and what has been played this turn. @param {Scene} scene */
function own(scene) {
  const mine = playersOf(scene)[scene.viewer ?? -1];
  const played = scene.view["in_play"];
  return html`<section class="so-own" aria-label=${text("standoff.own")}>
    ${mine
      ? html`<div><h4>${text("standoff.hand", { count: mine.hand_size })}</h4>${mine.hand.length ? pile(scene, "hand", mine.hand) : emptyPlace()}</div>
          <div>
            <h4>${text("standoff.deck", { count: mine.deck_size })}</h4>
            ${stack(scene, "draw", mine.deck_size ? null : "", text("standoff.deck", { count: mine.deck_size }))}
          </div>
          <div>
            <h4>${text("standoff.discard", { count: mine.discard.length })}</h4>
            ${stack(scene, "discard", mine.discard.at(-1) ?? "", text("standoff.discard", { count: mine.discard.length }))}
          </div>`
      : nothing}
    ${played.length ? html`<div class="so-played"><h4>${text("standoff.in_play", { name: nameOf(scene, scene.view["active"]) })}</h4>${pile(scene, "played", played)}</div>` : nothing}
  </section>`;
}

/** The top card of a pile; null: face down; an empty text: no card. @param {Scene} scene @param {string} key @param {string | null} top @param {string} label */
function stack(scene, key, top, label) {
  if (top !== "") return card(scene, top, { key, place: key });
  return thing(scene, key, html`<span class="card empty-place"></span>`, { label, kind: "card" });
}

/** @param {Scene} scene */
function markets(scene) {
  const { piles, row, draft_size: draft, trash } = scene.view;
  const sold = Object.entries(piles).filter(([id]) => scene.cards.get(id)?.["market"] === "permanent");
  const horses = piles.HORSE ?? 0;
  return html`<section class="so-market" aria-label=${text("standoff.row")}>
      <h4>${text("standoff.row")} · ${text("standoff.draft", { count: draft })}</h4>
      <div class="items">
        ${row.map((/** @type {string} */ id, /** @type {number} */ at) =>
          id === "" ? emptyPlace() : card(scene, id, { key: `slot:${at + 1}`, place: `slot:${at + 1}:${id}` }),
        )}
      </div>
    </section>
    <section class="so-market" aria-label=${text("standoff.piles")}>
      <h4>${text("standoff.piles")}</h4>
      <div class="items">
        ${sold.map(([id, count]) => (count === 0 ? emptyPlace() : card(scene, id, { key: `pile:${id}`, count: Number(count) })))}
      </div>
      <p class="hint">
        ${text("standoff.horses", { count: horses })} ${trash.length ? html`${text("standoff.trash")} ${named(scene, trash)}.` : nothing}
      </p>
    </section>`;
}
