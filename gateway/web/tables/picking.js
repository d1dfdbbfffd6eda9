// @ts-check
/**
 * Choosing an action by what lies on the table. Each action names things (`card:CB01`, `cell:17`); whoever picks things
 * one after the other leaves the actions that name all of them, until one is left.
 */

/** @typedef {import("../types.js").Action} Action */

export class Picking {
  /** What was picked, in order. @type {string[]} */
  picked = [];
  /** The action that was chosen from the list. @type {Action | null} */
  chosen = null;
  #entries;

  /**
   * @param {readonly Action[]} legal
   * @param {(action: Action) => string[]} targets The keys of the things that an action names.
   */
  constructor(legal, targets) {
    this.#entries = legal.map((action) => ({ action, keys: targets(action) }));
  }

  /** Whether something was picked or chosen. */
  get isBegun() {
    return this.picked.length > 0 || this.chosen !== null;
  }

  /** The actions that name all that was picked. */
  get candidates() {
    return this.#left().map(({ action }) => action);
  }

  /** The action that was chosen, or the only one that is left, or the one that names what was picked and nothing else. */
  get proposed() {
    if (this.chosen !== null) return this.chosen;
    if (this.picked.length === 0) return null;
    const left = this.#left();
    if (left.length === 1) return left[0]?.action ?? null;
    const exact = left.filter(({ keys }) => keys.length === this.picked.length);
    return exact.length === 1 ? (exact[0]?.action ?? null) : null;
  }

  /** Whether something can be picked next. @param {string} key */
  can(key) {
    const times = count(this.picked, key) + 1;
    return this.#left().some(({ keys }) => count(keys, key) >= times);
  }

  /** @param {string} key */
  has(key) {
    return this.picked.includes(key);
  }

  /** Pick something, or, where it was picked and cannot be once more, put it back. @param {string} key */
  toggle(key) {
    this.chosen = null;
    if (this.can(key)) this.picked = [...this.picked, key];
    else if (this.has(key)) this.picked = this.picked.filter((each) => each !== key);
  }

  /** Choose from the list. @param {Action} action */
  choose(action) {
    this.chosen = action;
  }

  /** Go on with what was picked or chosen when the decision was shown before. @param {Picking} before */
  resume({ picked, chosen }) {
    this.picked = picked;
    if (this.#left().length === 0) this.picked = [];
    this.chosen = this.#entries.find(({ action }) => action.notation === chosen?.notation)?.action ?? null;
  }

  clear() {
    this.picked = [];
    this.chosen = null;
  }

  #left() {
    return this.#entries.filter(({ keys }) => this.picked.every((key) => count(keys, key) >= count(this.picked, key)));
  }
}

/** @param {readonly string[]} keys @param {string} wanted */
const count = (keys, wanted) => keys.filter((key) => key === wanted).length;
