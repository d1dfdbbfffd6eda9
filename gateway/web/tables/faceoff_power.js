// @ts-check
/** Total power in a Face Off and near the HQ, as far as the cards that lie in the open say. */

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {{ power: number, combos: number, others: number, total: number }} Power Printed power, combo bonuses, everything else. */
/** @typedef {{ card: Card, as: string }} Fighter A card, and what it is played as. */

/** @param {number} power @param {number} combos @param {number} others @returns {Power} */
const powerOf = (power, combos, others) => ({ power, combos, others, total: power + combos + others });

/** A player's power in the Face Off. @param {Scene} scene @param {number} seat */
export function faceOffPower(scene, seat) {
  const { personality, equipment, modifier, rewards } = scene.view["players"][seat];
  const fighters = [
    ...personality.map((/** @type {string} */ id) => fighter(scene, id, "personality")),
    ...equipment.map((/** @type {string} */ id) => fighter(scene, id, "equipment")),
  ];
  const [one, other] = fighters;
  const bonuses = personality.length ? permanent(scene, rewards, "faceoff_mod").reduce((sum, { amount }) => sum + amount, 0) : 0;
  return powerOf(printed(fighters), one && other ? combo(one, other) : 0, modifier + bonuses);
}

/** A player's power near the HQ. @param {Scene} scene @param {number} seat */
export function armyPower(scene, seat) {
  const { stack_modifier: modifier, rewards } = scene.view["players"][seat];
  const army = armyOf(scene, seat);
  const changes = [...permanent(scene, scene.view["hq"], "hq_mod"), ...permanent(scene, rewards, "hq_mod_own"), ...(isSheltered(scene, seat) ? [] : sieges(scene, seat))];
  const changed = changes.reduce((sum, { amount, filter = {} }) => sum + amount * army.filter((/** @type {Fighter} */ each) => fits(each, filter)).length, 0);
  return powerOf(printed(army), pairing(scene, army), modifier + changed);
}

/** Whether a card in a player's army grants it Shelter. @param {Scene} scene @param {number} seat */
export function isSheltered(scene, seat) {
  const { stack } = scene.view["players"][seat];
  return permanent(scene, stack, "shelter").some(({ cond = {} }) => holds(scene, seat, cond));
}

/** What the Siege cards in all other armies do to this one. @param {Scene} scene @param {number} seat */
export const sieges = (scene, seat) => scene.seats.flatMap(({ seat: other }) => (other === seat ? [] : permanent(scene, scene.view["players"][other].stack, "siege")));

/** @param {Scene} scene @param {string} id @param {string} as @returns {Fighter} */
const fighter = ({ cards }, id, as) => ({ card: cards.get(id) ?? /** @type {any} */ ({ id, name: id }), as });

/** @param {Scene} scene @param {number} seat */
function armyOf(scene, seat) {
  const { stack, stack_as: played } = scene.view["players"][seat];
  return stack.map((/** @type {string} */ id, /** @type {number} */ at) => fighter(scene, id, played[at].replace("PLAYED_AS_", "").toLowerCase()));
}

/** @param {Fighter[]} fighters */
const printed = (fighters) => fighters.reduce((sum, { card }) => sum + Number(card["power"] ?? 0), 0);

/** What cards do as long as they lie there. @param {Scene} scene @param {string[]} ids @param {string} op @returns {any[]} */
function permanent({ cards }, ids, op) {
  const found = ids.flatMap((id) => cards.get(id)?.["abilities"] ?? []).flatMap((/** @type {any} */ ability) => ability.static ?? []);
  return found.map((/** @type {any} */ each) => (typeof each === "string" ? { op: each } : each)).filter((/** @type {any} */ each) => each.op === op);
}

/** @param {Scene} scene @param {number} seat @param {any} cond */
function holds({ view, cards }, seat, cond) {
  const { stack, personality, equipment, vp } = view["players"][seat];
  const bears = (/** @type {string} */ id) => (cards.get(id)?.["keywords"] ?? []).includes(cond.own_fo_has_keyword);
  return (
    (!cond.own_hq_has_id || stack.includes(cond.own_hq_has_id)) &&
    (!cond.own_fo_has_keyword || [...personality, ...equipment].some(bears)) &&
    (!cond.hq_is || cards.get(view["hq"][0])?.["faction"] === cond.hq_is) &&
    vp >= (cond.vp_at_least ?? 0) &&
    vp <= (cond.vp_at_most ?? Infinity) &&
    (!cond.is_first || view["first"] === seat)
  );
}

/** @param {Fighter} fighter @param {any} filter What it must be: all that is named. @param {boolean} [isWild] It counts as every faction. */
const fits = ({ card, as }, filter, isWild = false) =>
  (!filter.type || filter.type === as) &&
  (!filter.keyword || (card["keywords"] ?? []).includes(filter.keyword)) &&
  (!filter.faction || isWild || card["faction"] === filter.faction) &&
  (!filter.kind || card.kind === filter.kind) &&
  Number(card["power"] ?? 0) <= (filter.power_max ?? Infinity) &&
  (!filter.id || card.id === filter.id);

/** What two cards are worth more beside each other. @param {Fighter} one @param {Fighter} other */
const combo = (one, other) => bonus(one, other) + bonus(other, one);

/** @param {Fighter} of @param {Fighter} beside */
function bonus({ card }, beside) {
  const isWild = (beside.card["abilities"] ?? []).some((/** @type {any} */ ability) => ability.static === "wild_faction");
  return (card["combos"] ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ { bonus: more, when }) => sum + (fits(beside, when, isWild) ? more : 0), 0);
}

/** The combo bonuses of an army whose personalities are equipped as the options say. @param {Scene} scene @param {Fighter[]} army */
function pairing({ view }, army) {
  const personalities = army.filter(({ as }) => as === "personality");
  const equipment = army.filter(({ as }) => as === "equipment");
  if (view["options"].hq_equip === "in_order") return personalities.reduce((sum, one, at) => sum + (equipment[at] ? combo(one, equipment[at]) : 0), 0);
  /** The most for each set of equipment, as a bit mask, that is carried already. */
  let best = new Map([[0, 0]]);
  for (const personality of personalities) {
    const longer = new Map(best);
    for (const [carried, sum] of best) {
      equipment.forEach((one, at) => {
        const more = carried & (1 << at) ? 0 : combo(personality, one);
        if (more > 0) longer.set(carried | (1 << at), Math.max(longer.get(carried | (1 << at)) ?? 0, sum + more));
      });
    }
    best = longer;
  }
  return Math.max(...best.values());
}
