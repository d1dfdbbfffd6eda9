// @ts-check
/** Which bonuses of FACES: COMMANDERS an army has, and the dice they add. */

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {{ number: number, sides: string }} Dice So many dice of a kind: `20`. */

const RED = ["hearts", "diamonds"];
/** How many dice equal cards bring, by how many there are. @type {Record<string, (cards: number) => number>} */
const MATCHES = { groups: () => 1, extra_cards: (cards) => cards - 1, pairs: (cards) => (cards * (cards - 1)) / 2 };

/**
 * The bonuses that units have under a commander, in the order of the table: of each ladder the highest alone, unless the
 * options say otherwise.
 * @param {Scene} scene @param {readonly string[]} ids The units. @param {Card} commander @returns {Card[]}
 */
export function bonusesOf(scene, ids, commander) {
  const units = unitsOf(scene, ids);
  if (units.length < ids.length) return [];
  const found = tableOf(scene).filter((bonus) => applies(bonus, units, commander, scene.view["options"]));
  if (scene.view["options"].stacking === "literal") return found;
  return found.filter((bonus, index) => !found.slice(index + 1).some((higher) => ladder(higher) === ladder(bonus)));
}

/** The bonus table. @param {Scene} scene @returns {Card[]} */
export const tableOf = ({ cards }) => [...cards.values()].filter(({ kind }) => kind === "bonus");

/** The dice that a bonus adds for units. @param {Scene} scene @param {Card} bonus @param {readonly string[]} ids @returns {Dice} */
export function diceOf(scene, bonus, ids) {
  const { match, small_straight_die: small } = scene.view["options"];
  if (isMatch(bonus)) {
    const equal = [...counted(unitsOf(scene, ids).map(({ number }) => number)).values()].filter((cards) => cards > 1);
    return { number: equal.reduce((sum, cards) => sum + (MATCHES[match]?.(cards) ?? 1), 0), sides: String(bonus["sides"]) };
  }
  const isSmall = bonus["when"].op === "STRAIGHT" && bonus["when"].length === 4;
  return { number: Number(bonus["dice"]), sides: isSmall ? small.slice(1) : String(bonus["sides"]) };
}

/** @param {Card} bonus @param {Card[]} units @param {Card} commander @param {Record<string, any>} options */
function applies(bonus, units, commander, options) {
  const { op, length, cards, of_commander: ofCommander } = bonus["when"];
  const numbers = new Set(units.map(({ number }) => Number(number)));
  if (op === "MATCHING_NUMBERS") return numbers.size < units.length;
  if (op === "STRAIGHT") return [...numbers].some((low) => Array.from({ length }, (_, more) => low + more).every((each) => numbers.has(each)));
  if (op === "SAME_SUIT") {
    const all = options["s1_counts_commander"] ? [...units, commander] : units;
    return Math.max(0, ...counted(all.map(({ suit }) => suit)).values()) >= cards;
  }
  const what = op === "ONE_COLOR" ? isRed : (/** @type {Card} */ { suit }) => suit;
  const kinds = new Set([...units, ...(ofCommander ? [commander] : [])].map(what));
  return units.length >= options["min_units_entire"] && kinds.size === 1;
}

/** @param {Card} card */
const isRed = ({ suit }) => RED.includes(String(suit));

/** @param {Card} bonus */
const isMatch = ({ when }) => /** @type {any} */ (when).op === "MATCHING_NUMBERS";

/** What a bonus is the lower or the higher of. @param {Card} bonus */
const ladder = (bonus) => (isMatch(bonus) ? bonus.id : bonus["category"]);

/** @param {Scene} scene @param {readonly string[]} ids @returns {Card[]} */
const unitsOf = ({ cards }, ids) => ids.flatMap((id) => cards.get(id) ?? []);

/** How often each is there. @template T @param {T[]} things @returns {Map<T, number>} */
function counted(things) {
  const found = new Map();
  for (const each of things) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}
