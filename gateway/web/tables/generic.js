// @ts-check
/**
 * The table of a ruleset that nobody has drawn: zones, boards and words, as its layout says. Without a layout, the view
 * as it is.
 */
import { html, nothing, svg } from "../html.js";
import { text } from "../texts.js";
import { card, emptyPlace, look } from "./cards.js";
import { keysIn } from "./names.js";
import { at } from "./pointers.js";
import { symbol } from "./symbols.js";
import { svgThing, thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Layout["zones"][number]} Zone */
/** @typedef {import("../types.js").Layout["boards"][number]} Board */

const SHAPES = { hex_pointy: [30, 90, 150, 210, 270, 330], square: [45, 135, 225, 315] };
const RADIUS = { hex_pointy: 0.96, square: 1.37 };

/** @param {Scene} scene */
export function draw(scene) {
  const { layout } = scene;
  if (layout.zones.length === 0) return html`<pre class="raw">${JSON.stringify(scene.view, null, 2)}</pre>`;
  const off = layout.zones.filter(({ board }) => !board);
  const shared = off.filter(({ owner }) => owner === "shared");
  const own = off.filter(({ owner }) => owner === "seat");
  return html`
    ${layout.words.map((words) => word(scene, words))}
    ${layout.boards.map((board) => boardOf(scene, board))}
    ${shared.length ? html`<div class="area">${shared.map((zone) => zoneOf(scene, zone, null))}</div>` : nothing}
    ${scene.seatsFromViewer.map(
      ({ seat, name, isYou }) =>
        html`<section class="seat-area seat-${seat % 5}" aria-label=${name}>
          <h3>${name} ${isYou ? html`<small>(${text("match.you")})</small>` : nothing}</h3>
          <div class="area">${own.map((zone) => zoneOf(scene, zone, seat))}</div>
        </section>`,
    )}
  `;
}

/**
 * Whatever in an action is the id of a card, of a cell, or the number of a seat.
 * @param {import("../types.js").Action} action
 * @param {Scene} scene
 */
export const targets = ({ action }, scene) => keysIn(action, scene);

/** @param {Scene} scene @param {import("../types.js").Layout["words"][number]} words */
function word({ view }, { title, view: pointer, values }) {
  const found = values.find(({ value }) => value === at(pointer, view));
  return found ? html`<p class="word"><b>${title}: ${found.title}.</b> ${found.text}</p>` : nothing;
}

/** @param {Scene} scene @param {Zone} zone @param {number | null} seat */
function zoneOf(scene, zone, seat) {
  const number = zone.count ? at(zone.count.replace("{seat}", String(seat)), scene.view) : undefined;
  const title = number === undefined ? zone.title : `${zone.title}: ${number}`;
  const items = contents(scene, zone, seat);
  if (items.length === 0 && number === undefined && zone.shape !== "row") return nothing;
  return html`<div class="zone" .style=${`grid-row: ${(zone.row ?? 0) + 1}; grid-column: ${(zone.column ?? 0) + 1}`}>
    <h4 title=${zone.text ?? ""}>${title}</h4>
    <div class="items">${items.map(([item, count], index) => itemOf(scene, zone, seat, item, count, index))}</div>
  </div>`;
}

/**
 * What lies in a zone, with how many there are of each.
 * @param {Scene} scene @param {Zone} zone @param {number | null} seat
 * @returns {[any, number][]}
 */
function contents({ view }, zone, seat) {
  const found = zone.view ? at(zone.view.replace("{seat}", String(seat)), view) : undefined;
  if (found === undefined || found === null) return [];
  if (Array.isArray(found)) return found.map((item) => [item, 1]);
  if (typeof found === "object") return Object.entries(found).filter(([, count]) => count !== 0);
  return [[found, 1]];
}

/** @param {Scene} scene @param {Zone} zone @param {number | null} seat @param {any} item @param {number} count @param {number} index */
function itemOf(scene, zone, seat, item, count, index) {
  const id = zone.item ? at(zone.item, item) : item;
  const place = `${zone.id}:${seat ?? ""}:${index}`;
  if (id === "" || id === null || id === undefined) return zone.blank === "hidden" ? card(scene, null, { key: place }) : emptyPlace();
  if (scene.cards.has(String(id))) return card(scene, String(id), { place: `${zone.id}:${seat ?? ""}:${id}:${index}`, count });
  const label = count > 1 ? `${id} ×${count}` : String(id);
  return thing(scene, `cell:${id}`, html`<span>${label}</span>`, { label, kind: "chip" });
}

/** @param {Scene} scene @param {Board} board */
function boardOf(scene, board) {
  const middles = new Map(board.cells.map((cell) => [String(cell.id), middle(board, cell)]));
  const [xs, ys] = [[...middles.values()].map(([x]) => x), [...middles.values()].map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - 1, Math.min(...ys) - 1.1];
  const size = `${Math.max(...xs) - left + 1} ${Math.max(...ys) - top + 1.1}`;
  const colours = new Map((board.regions ?? []).map(({ id, colour }) => [id, colour]));
  const zones = scene.layout.zones.filter((zone) => zone.board === board.id);
  return html`<svg class="board" viewBox=${`${left} ${top} ${size}`} role="group" aria-label=${board.title}>
    ${board.cells.map((cell) =>
      svgThing(scene, `cell:${cell.id}`, hex(board, middles.get(String(cell.id)) ?? [0, 0], colours.get((cell.regions ?? [])[0] ?? "")), {
        label: `${cell.id}`,
        kind: "cell",
      }),
    )}
    ${zones.flatMap((zone) =>
      (zone.owner === "seat" ? scene.seats.map(({ seat }) => seat) : [null]).flatMap((seat) =>
        contents(scene, zone, seat).map(([item]) => mark(scene, zone, item, seat, middles)),
      ),
    )}
  </svg>`;
}

/** @param {Board} board @param {any} cell @returns {[number, number]} */
const middle = ({ grid }, { q, r }) => (grid === "hex_pointy" ? [Math.sqrt(3) * (q + r / 2), 1.5 * r] : [2 * q, 2 * r]);

/** @param {Board} board @param {[number, number]} middle @param {string | undefined} colour */
function hex({ grid }, [x, y], colour) {
  const points = SHAPES[grid].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + RADIUS[grid] * Math.cos(angle)).toFixed(3)},${(y + RADIUS[grid] * Math.sin(angle)).toFixed(3)}`;
  });
  return svg`<polygon points=${points.join(" ")} fill=${colour ?? "#9ca3af"} fill-opacity=".3" />`;
}

/**
 * Something on a board: a tile in its seat's colour, or a card's symbol.
 * @param {Scene} scene @param {Zone} zone @param {any} item @param {number | null} seat @param {Map<string, [number, number]>} middles
 */
function mark(scene, zone, item, seat, middles) {
  const place = middles.get(String(zone.at ? at(zone.at, item) : item));
  if (place === undefined) return nothing;
  const [x, y] = place;
  const known = scene.cards.get(String(zone.item ? at(zone.item, item) : item));
  const shown = known ? look(scene, known) : null;
  return svg`<g class=${`mark ${seat === null ? "" : `seat-${seat % 5}`}`} pointer-events="none" data-id=${`${zone.id}:${x}:${y}`}>
    <circle cx=${x} cy=${y} r=".6" />
    ${shown === null ? nothing : svg`<g transform="translate(${x - 0.45} ${y - 0.45}) scale(.0375)">${symbol(shown.mark)}</g>`}
  </g>`;
}
