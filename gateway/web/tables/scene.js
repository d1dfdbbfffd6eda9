// @ts-check
/** What a table is drawn from. */
import { text } from "../texts.js";
import { Picking } from "./picking.js";
import { changedBy } from "./recent.js";

/**
 * @typedef {object} Table How the tables of a ruleset are drawn: see README.md.
 * @property {(scene: Scene) => unknown} draw The table as a template.
 * @property {(action: import("../types.js").Action, scene: Scene) => string[]} targets
 *   The keys of the things on the table that an action names.
 * @property {(event: import("../types.js").JsonObject, scene: Scene) => string[]} [changes] The keys of the things on the
 *   table that an event has changed, to be marked until the viewer decides again; by default of the cards and cells that
 *   others' events name.
 * @property {string} [style] The path of a style sheet of its own.
 */

/** @typedef {{ seat: number, name: string, isYou: boolean }} Seat */

/**
 * What to call who sits at a table: who has another's name, as bots may, gets a number.
 * @param {readonly string[]} names
 */
const toldApart = (names) =>
  names.map((name, seat) => {
    const same = (/** @type {readonly string[]} */ some) => some.filter((other) => other === name).length;
    return same(names) === 1 ? name : `${name} ${same(names.slice(0, seat + 1))}`;
  });

/**
 * Who sits at the table of a match.
 * @param {import("../types.js").Match} match
 * @returns {Seat[]}
 */
export function seatsOf({ seats, seat: own }) {
  const names = toldApart(seats.map(({ player }) => player?.name ?? text("match.seat_free")));
  return seats.map(({ seat }) => ({ seat, name: names[seat] ?? "", isYou: seat === own }));
}

/**
 * A sentence with the players' names in the place of `Player 0` and `player 0`.
 * @param {string} sentence
 * @param {readonly Seat[]} seats
 */
export const named = (sentence, seats) => sentence.replace(/\b[Pp]layer (\d)\b/g, (words, seat) => seats[Number(seat)]?.name ?? words);

/** A view with all that it takes to draw it. Made anew for each view; the catalogue and the layout stay. */
export class Scene {
  /** What the table itself keeps between two drawings, such as what is folded out. @type {Map<string, any>} */
  memory;
  /** What has happened so far, step by step. @type {readonly import("../feed.js").Told[]} */
  told;
  #table;
  /** @type {{ of: unknown, keys: Set<string> } | null} */
  #recent = null;

  /**
   * @param {object} from
   * @param {import("../types.js").JsonObject} from.view What the viewer knows.
   * @param {number | null} from.viewer Its seat; null: a spectator.
   * @param {Seat[]} from.seats
   * @param {Record<string, unknown>} from.options The options of the match.
   * @param {import("../types.js").Layout} from.layout
   * @param {Map<string, import("../types.js").Card>} from.cards
   * @param {readonly import("../types.js").Action[]} from.legal What the viewer may do; empty: nothing.
   * @param {Table} from.table
   * @param {readonly import("../feed.js").Told[]} [from.told]
   * @param {Map<string, any>} from.memory
   * @param {() => void} from.redraw
   * @param {(action: import("../types.js").Action) => void} [from.propose] Is told when an action is chosen on the table.
   */
  constructor({ view, viewer, seats, options, layout, cards, legal, table, told = [], memory, redraw, propose = () => {} }) {
    this.view = view;
    this.viewer = viewer;
    this.seats = seats;
    this.options = options;
    this.layout = layout;
    this.cards = cards;
    this.legal = legal;
    this.told = told;
    this.memory = memory;
    this.redraw = redraw;
    this.propose = propose;
    this.#table = table;
    this.picking = new Picking(legal, (action) => table.targets(action, this));
  }

  /** The seats, the viewer's own first, then in the order of play. */
  get seatsFromViewer() {
    const first = this.viewer ?? 0;
    return [...this.seats.slice(first), ...this.seats.slice(0, first)];
  }

  /** The keys of what has changed since the viewer last decided something. */
  get recent() {
    if (this.#recent?.of !== this.told) this.#recent = { of: this.told, keys: changedBy(this, this.#table) };
    return this.#recent.keys;
  }

  /**
   * A sentence or a label of the platform, which calls players by their seats (`Player 0`), with their names.
   * @param {string} sentence
   */
  named(sentence) {
    return named(sentence, this.seats);
  }

  /** Pick a thing of the table, or put it back. @param {string} key */
  pick(key) {
    this.picking.toggle(key);
    if (this.picking.proposed !== null) this.propose(this.picking.proposed);
    this.redraw();
  }
}
