// @ts-check
/**
 * The board of Standoff: 169 hexes in one SVG. One of them has the focus; the arrow keys go from hex to hex, Page Up and
 * Page Down from one that can be chosen to the next.
 */
import { classes, html, nothing, svg } from "../html.js";
import { text } from "../texts.js";
import { look } from "./cards.js";
import { addSymbols, symbol } from "./symbols.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Layout["boards"][number]["cells"][number]} Cell */
/** @typedef {{ hex: string, card: string, controller?: number }} Token */
/** @typedef {{ cell: Cell, x: number, y: number, owner: number | null, isBlack: boolean, token: Token | null, shields: number[], isInGroup: boolean }} Hex */

const AT = "standoff.hex";
const LARGER = "standoff.larger";
const LARGER_BY_HAND = "standoff.larger_by_hand";
const SHOWN = "standoff.shown";
const ASKED = "standoff.asked";
/** How far apart hexes may be to be seen at once on a board that is enlarged. */
const SIGHT = 11;
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/** The signs of tokens; of others, the symbol of their kind of card. @type {Record<string, string>} */
const SIGNS = {
  WELL_CREDIT: "coin",
  WELL_ENCAMP: "tent",
  FORCEFIELD: "shield",
  HOWITZER: "crosshair",
  RELAY: "lightning",
  DEPOT: "crate",
  BUNKER: "bunker",
  PLATFORM: "arrows",
  BEACON: "beacon",
};

addSymbols({
  coin: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.4a7.6 7.6 0 1 1 0 15.2 7.6 7.6 0 0 1 0-15.2zM11 6.8h2v1.4h2.6v2h-5v1h3a2 2 0 0 1 2 2v.6a2 2 0 0 1-2 2H13v1.4h-2v-1.4H8.4v-2h5v-1h-3a2 2 0 0 1-2-2v-.6a2 2 0 0 1 2-2h.6z",
  tent: "M12 3l10 18h-7l-3-7-3 7H2z",
  shield: "M12 2l9 3v6c0 6-4 9.5-9 11-5-1.5-9-5-9-11V5z",
  crosshair:
    "M11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm0 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
  crate: "M2 7l10-5 10 5v10l-10 5-10-5zM5 9.5v6l5.5 2.7v-6zM13.5 12.2v6l5.5-2.7v-6z",
  bunker: "M2 20v-5a10 10 0 0 1 20 0v5zM7 13h10v2.5H7z",
  arrows: "M12 1l4 5h-2.5v4.5H18V8l5 4-5 4v-2.5h-4.5V18H16l-4 5-4-5h2.5v-4.5H6V16l-5-4 5-4v2.5h4.5V6H8z",
  beacon:
    "M10.5 13L8 22h8l-2.5-9zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6.3 4.3l1.4 1.4a6 6 0 0 0 0 8.5l-1.4 1.4a8 8 0 0 1 0-11.3zM17.7 4.3a8 8 0 0 1 0 11.3l-1.4-1.4a6 6 0 0 0 0-8.5z",
  doorway: "M4 22V11a8 8 0 0 1 16 0v11h-4V11a4 4 0 0 0-8 0v11z",
});

/** What tells the seats apart beside their colours, in a circle of radius 1. */
const SEAT_SIGNS = ["M0-.8A.8.8 0 1 1 0 .8.8.8 0 1 1 0-.8z", "M0-.95L.95.7H-.95z", "M-.7-.7H.7V.7H-.7z", "M0-1L.8 0 0 1-.8 0z"];
const WEAVES = ["", "M-1 1.2L1.2-1M-1 2.2L2.2-1M0 2.2L2.2 0", "M.25.25h.3v.3h-.3zM.75.75h.3v.3h-.3z", "M0 .3H2M0 .8H2M.3 0V2M.8 0V2"];

/** @param {Scene} scene */
export function board(scene) {
  const hexes = hexesOf(scene);
  const open = hexes.filter(({ cell }) => scene.picking.can(keyOf(cell.id)));
  const here = focusOf(scene, hexes, open);
  const wanted = wantedOf(scene, hexes, open);
  whenAsked(scene, wanted);
  const isLarger = scene.memory.get(LARGER_BY_HAND) ?? scene.memory.get(LARGER) ?? false;
  return html`<div class="so-board">
    <div class="so-frame ${isLarger ? "larger" : ""}">
      <svg
        class="board"
        viewBox="-13.2 -11.7 26.4 23.4"
        role="group"
        aria-label=${boardOf(scene).title}
        aria-describedby="so-help"
        @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(scene, event, open)}
        @focusin=${(/** @type {FocusEvent} */ { target }) => arrived(scene, /** @type {Element} */ (target))}
      >
        <defs>${scene.seats.map(({ seat }) => weave(seat))}</defs>
        ${hexes.map((hex) => hexOf(scene, hex, hex.cell.id === here))}
        <path class="so-zone" d=${zoneEdge(hexes)} />
        ${shieldEdges(scene, hexes)}
      </svg>
    </div>
    <p id="so-help" class="visually-hidden">${text("standoff.board.help")}</p>
    <button class="so-resize" @click=${() => resize(scene, !isLarger, wanted)}>${text(isLarger ? "standoff.board.whole" : "standoff.board.larger")}</button>
  </div>`;
}

/** What actions call a hex. @param {string} id */
export const keyOf = (id) => `cell:${id}`;

/** A hex in the look of a seat, for legends. @param {number} seat */
export const swatch = (seat) =>
  html`<svg class="so-swatch seat-${seat % 5}" viewBox="-1 -1 2 2" aria-hidden="true">
    <polygon points=${CORNERS} class="so-tile" /><polygon points=${CORNERS} fill=${`url(#so-weave-${seat})`} />
    <path class="so-sign" transform="scale(.42)" d=${SEAT_SIGNS[seat] ?? ""} />
  </svg>`;

/** The sign of a token, in a square of 24. @param {Scene} scene @param {string} card */
export function signOf(scene, card) {
  const known = scene.cards.get(card);
  return symbol(SIGNS[card] ? { name: SIGNS[card] } : known ? look(scene, known).mark : { name: card });
}

const corner = (/** @type {number} */ at, radius = 0.97) => {
  const angle = ((60 * at - 30) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)].map((each) => each.toFixed(3));
};
const CORNERS = STEPS.map((_, at) => corner(at).join()).join(" ");

/** @param {Scene} scene */
function boardOf({ layout }) {
  const [found] = layout.boards;
  if (found === undefined) throw new Error("the layout has no board");
  return found;
}

/** All that is known of each hex. @param {Scene} scene @returns {Hex[]} */
function hexesOf(scene) {
  const { view } = scene;
  const owners = new Map(view["players"].flatMap((/** @type {any} */ { tiles }, /** @type {number} */ seat) => tiles.map((/** @type {string} */ hex) => [hex, seat])));
  const black = new Set(view["black"]);
  const tokens = new Map(view["tokens"].map((/** @type {Token} */ token) => [token.hex, token]));
  const group = new Set(view["resolving"]?.group ?? []);
  const { cells } = boardOf(scene);
  const shields = cells.flatMap(({ id, q, r }) => {
    const { card, controller } = tokens.get(id) ?? {};
    const radius = scene.cards.get(card)?.["token"]?.static?.rainbow?.block_placement_radius ?? 0;
    return radius > 0 && controller !== undefined ? [{ q, r, controller, radius: Math.max(radius, Number(view["options"].forcefield_radius)) }] : [];
  });
  return cells.map((cell) => ({
    cell,
    x: Math.sqrt(3) * (cell.q + cell.r / 2),
    y: 1.5 * cell.r,
    owner: owners.get(cell.id) ?? null,
    isBlack: black.has(cell.id),
    token: tokens.get(cell.id) ?? null,
    shields: [...new Set(shields.filter((each) => distance(each, cell) <= each.radius).map(({ controller }) => controller))],
    isInGroup: group.has(cell.id),
  }));
}

/** @typedef {{ q: number, r: number }} Spot */
/** @param {Spot} one @param {Spot} other */
const distance = (one, other) => {
  const [q, r] = [one.q - other.q, one.r - other.r];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
};

/** @param {Scene} scene @param {Hex} hex @param {boolean} isHere */
function hexOf(scene, hex, isHere) {
  const { cell, x, y, owner, isBlack, token, isInGroup } = hex;
  const key = keyOf(cell.id);
  const [can, picked, recent] = [scene.picking.can(key), scene.picking.has(key), scene.recent.has(key)];
  const regions = cell.regions ?? [];
  const seat = isInGroup ? scene.view["active"] : owner;
  const kind = classes({
    "thing so-hex": true,
    can,
    picked,
    recent,
    red: regions.includes("red"),
    gate: regions.includes("gate"),
    black: isBlack,
    taken: seat !== null,
    [`seat-${seat % 5}`]: seat !== null,
  });
  const label = recent ? text("match.recent", { label: labelOf(scene, hex) }) : labelOf(scene, hex);
  return svg`<g class=${kind} transform=${`translate(${x.toFixed(3)} ${y})`} data-hex=${cell.id} data-card=${token?.card ?? nothing}
    role=${can || picked ? "button" : "img"} aria-pressed=${can || picked ? picked : nothing} aria-label=${label}
    tabindex=${isHere ? 0 : -1} @click=${can || picked ? () => scene.pick(key) : nothing}>
    <polygon points=${CORNERS} class="so-ground" />
    ${isBlack ? svg`<path class="so-bricks" d="M-.8-.3H.8M-.8.3H.8M-.3-.8V-.3M.3-.8V-.3M0-.3V.3M-.55-.3V.3M.55-.3V.3M-.3.3V.8M.3.3V.8" />` : nothing}
    ${regions.includes("gate") && seat === null && !isBlack ? svg`<g class="so-mark" transform="translate(-.4 -.45) scale(.034)">${symbol({ name: "doorway" })}</g>` : nothing}
    ${seat === null ? nothing : tile(seat, isInGroup, token === null, `tile:${cell.id}:${seat}`)}
    ${token === null ? nothing : svg`<g class="so-token"><circle r=".56" /><g transform="translate(-.42 -.42) scale(.035)">${signOf(scene, token.card)}</g></g>`}
    ${recent ? svg`<polygon points=${CORNERS} class="so-recent" transform="scale(.9)" />` : nothing}
    ${can || picked ? svg`<polygon points=${CORNERS} class="so-light" /><polygon points=${CORNERS} class="so-inner" transform="scale(.83)" />` : nothing}
  </g>`;
}

/** @param {number} seat @param {boolean} isInGroup @param {boolean} hasSign @param {string} id */
const tile = (seat, isInGroup, hasSign, id) =>
  svg`<g class=${isInGroup ? "so-placed in-group" : "so-placed"} data-id=${id}>
    <polygon points=${CORNERS} class="so-tile" /><polygon points=${CORNERS} fill=${`url(#so-weave-${seat})`} />
    ${hasSign ? svg`<path class="so-sign" transform="scale(.42)" d=${SEAT_SIGNS[seat] ?? ""} />` : nothing}
  </g>`;

/** @param {number} seat */
const weave = (seat) =>
  svg`<pattern id=${`so-weave-${seat}`} width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="scale(.5)">
    <path class="so-thread" d=${WEAVES[seat] ?? ""} />
  </pattern>`;

/** A hex in words. @param {Scene} scene @param {Hex} hex */
function labelOf(scene, { cell, owner, isBlack, token, shields, isInGroup }) {
  const name = (/** @type {number} */ seat) => scene.seats[seat]?.name ?? String(seat);
  const regions = (cell.regions ?? []).filter((region) => region === "red" || region === "gate");
  return [
    cell.id,
    ...regions.map((region) => boardOf(scene).regions?.find(({ id }) => id === region)?.title ?? region),
    isBlack ? text("standoff.hex.black") : owner === null ? text("standoff.hex.empty") : text("standoff.hex.tile", { name: name(owner) }),
    ...(isInGroup ? [text("standoff.hex.group")] : []),
    ...(token ? [scene.cards.get(token.card)?.name ?? token.card] : []),
    ...shields.map((seat) => text("standoff.hex.shielded", { name: name(seat) })),
  ].join(", ");
}

/** The edge of the red zone. @param {Hex[]} hexes */
const zoneEdge = (hexes) => edgeOf(hexes.filter(({ cell }) => (cell.regions ?? []).includes("red")), 1);

/** Around what each seat's forcefields keep others out of. @param {Scene} scene @param {Hex[]} hexes */
const shieldEdges = (scene, hexes) =>
  scene.seats.map(({ seat }) => {
    const edge = edgeOf(hexes.filter(({ shields }) => shields.includes(seat)), 0.92);
    return edge === "" ? nothing : svg`<path class="so-shield seat-${seat % 5}" d=${edge} />`;
  });

/** The outline of some hexes. @param {Hex[]} of @param {number} radius */
function edgeOf(of, radius) {
  const inside = new Set(of.map(({ cell }) => `${cell.q},${cell.r}`));
  const point = (/** @type {Hex} */ { x, y }, /** @type {number} */ at) => {
    const [right, down] = corner(at, radius);
    return `${(x + Number(right)).toFixed(3)} ${(y + Number(down)).toFixed(3)}`;
  };
  return of
    .flatMap((hex) =>
      STEPS.flatMap(([q, r], side) => (inside.has(`${hex.cell.q + Number(q)},${hex.cell.r + Number(r)}`) ? [] : [`M${point(hex, side)}L${point(hex, side + 1)}`])),
    )
    .join("");
}

/** The hex that has the focus when the board has it: the last one, or the nearest that can be chosen. @param {Scene} scene @param {Hex[]} hexes @param {Hex[]} open @returns {string} */
function focusOf(scene, hexes, open) {
  const last = scene.memory.get(AT) ?? "0,0";
  const isNew = scene.memory.get(SHOWN) !== scene.legal;
  if (!isNew || open.length === 0 || open.some(({ cell }) => cell.id === last)) return last;
  const at = hexes.find(({ cell }) => cell.id === last)?.cell ?? { q: 0, r: 0 };
  const [nearest] = [...open].sort((one, other) => distance(one.cell, at) - distance(other.cell, at));
  scene.memory.set(AT, nearest?.cell.id);
  return nearest?.cell.id ?? last;
}

/** @param {Scene} scene @param {Element} target */
function arrived(scene, target) {
  const hex = /** @type {SVGElement | null} */ (target.closest("[data-hex]"))?.dataset["hex"];
  if (hex === undefined || hex === scene.memory.get(AT)) return;
  scene.memory.set(AT, hex);
  scene.redraw();
}

/** @param {Scene} scene @param {KeyboardEvent} event @param {Hex[]} open */
function pressed(scene, event, open) {
  const svgElement = /** @type {SVGElement} */ (event.currentTarget);
  const at = /** @type {SVGElement} */ (event.target).dataset["hex"] ?? "";
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    scene.pick(keyOf(at));
    return;
  }
  const hex = (/** @type {string} */ id) => /** @type {SVGElement | null} */ (svgElement.querySelector(`[data-hex="${id}"]`));
  const next = stepsFrom(at, event.key, open.map(({ cell }) => cell.id)).find((id) => hex(id) !== null);
  if (next === undefined) return;
  event.preventDefault();
  hex(next)?.focus();
}

/** Where a key leads from a hex: the first that there is. @param {string} at @param {string} key @param {string[]} open */
function stepsFrom(at, key, open) {
  const [q = 0, r = 0] = at.split(",").map(Number);
  const near = r % 2 === 0 ? [0, 1] : [1, 0];
  if (key === "ArrowLeft") return [`${q - 1},${r}`];
  if (key === "ArrowRight") return [`${q + 1},${r}`];
  if (key === "ArrowUp") return near.map((aside) => `${q + aside},${r - 1}`);
  if (key === "ArrowDown") return near.map((aside) => `${q + aside - 1},${r + 1}`);
  const place = open.indexOf(at);
  if (key === "PageDown") return [open[(place + 1) % open.length] ?? ""];
  if (key === "PageUp") return [open[(place <= 0 ? open.length : place) - 1] ?? ""];
  return [];
}

/**
 * The hexes that the viewer looks for when one must be chosen: those beside the viewer's tiles, or else all that can be
 * chosen; none while something else may be chosen.
 * @param {Scene} scene @param {Hex[]} hexes @param {Hex[]} open
 */
function wantedOf({ view, viewer, picking }, hexes, open) {
  if (view["phase"] !== "PHASE_RESOLVE" && picking.picked.length === 0) return [];
  const chosen = hexes.filter(({ cell }) => picking.has(keyOf(cell.id)));
  const own = hexes.filter(({ owner, isInGroup }) => isInGroup || (owner !== null && owner === viewer));
  const beside = open.filter(({ cell }) => own.some((hex) => distance(hex.cell, cell) <= 1));
  return [...chosen, ...(beside.length ? beside : open)];
}

/** When a hex must be chosen, bring it into sight once the board is drawn. @param {Scene} scene @param {Hex[]} wanted */
function whenAsked({ memory, legal }, wanted) {
  const isAsked = wanted.length > 0;
  const begins = isAsked && (memory.get(SHOWN) !== legal || !memory.get(ASKED));
  memory.set(SHOWN, legal);
  memory.set(ASKED, isAsked);
  if (!isAsked) memory.delete(LARGER);
  if (!begins) return;
  const [width, height] = [wanted.map(({ x }) => x), wanted.map(({ y }) => y)].map((along) => Math.max(...along) - Math.min(...along));
  memory.set(LARGER, Number(width) < SIGHT && Number(height) < SIGHT);
  queueMicrotask(() => {
    centre(wanted);
    const drawn = document.querySelector(".so-board");
    if (drawn !== null && !isInSight(drawn)) document.querySelector(".so-asked")?.scrollIntoView();
    if (document.activeElement === document.body) /** @type {SVGElement | null} */ (drawn?.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
  });
}

/** @param {Scene} scene @param {boolean} isLarger @param {Hex[]} wanted */
function resize(scene, isLarger, wanted) {
  scene.memory.set(LARGER_BY_HAND, isLarger);
  scene.redraw();
  centre(wanted);
}

/** Whether at least half of something is in the window. @param {Element} drawn */
function isInSight(drawn) {
  const { top, bottom, height } = drawn.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > height / 2;
}

/** Scroll a board that is larger than its frame to some hexes, or to its middle. @param {Hex[]} wanted */
function centre(wanted) {
  const frame = document.querySelector(".so-frame");
  if (frame === null) return;
  const ids = wanted.length ? wanted.map(({ cell }) => cell.id) : ["0,0"];
  const boxes = ids.flatMap((id) => frame.querySelector(`[data-hex="${id}"]`)?.getBoundingClientRect() ?? []);
  const around = frame.getBoundingClientRect();
  const middle = (/** @type {number[]} */ from, /** @type {number[]} */ to) => (Math.min(...from) + Math.max(...to)) / 2;
  frame.scrollLeft += middle(boxes.map(({ left }) => left), boxes.map(({ right }) => right)) - around.left - around.width / 2;
  frame.scrollTop += middle(boxes.map(({ top }) => top), boxes.map(({ bottom }) => bottom)) - around.top - around.height / 2;
}
