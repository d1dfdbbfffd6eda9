// @ts-check
/** The skirmishes of a match of FACES: COMMANDERS so far: who fought, with which bonuses and dice, who won. */

/** @typedef {{ source: string, sides: number, value: number, old?: number }} Die `old`: what it showed before the reroll. */
/**
 * @typedef {object} Fighter
 * @property {number} player A seat.
 * @property {string} commander "A", "K", "Q" or "J".
 * @property {string[] | null} bonuses Ids; null: not selected yet.
 * @property {boolean} synergy One of each category: the True Synergetic Advantage.
 * @property {Die[]} dice As they lie now.
 * @property {number} attempt How often it has rolled.
 */
/**
 * @typedef {object} Skirmish
 * @property {number} number From 1; from 5 on those that break the tie.
 * @property {Fighter[]} fighters
 * @property {number[]} ties The totals at which the highest were equal, so that dice were rolled again.
 * @property {{ player: number, total: number, by: string } | null} winner
 */

/** The skirmishes that have ended. @param {readonly import("../feed.js").Told[]} told @returns {Skirmish[]} */
export const endedSkirmishes = (told) => all(told).filter(({ winner }) => winner !== null);

/** The skirmish that is being fought, as the view has it, and with what the events add. @param {import("./scene.js").Scene} scene @returns {Skirmish | null} */
export function currentSkirmish({ view, told }) {
  if (!["PHASE_SELECT", "PHASE_REROLL"].includes(view["phase"])) return null;
  const known = all(told).at(-1);
  if (known && known.winner === null) return known;
  const fighters = /** @type {any[]} */ (view["players"]).flatMap(({ fielded, selection, dice }, player) =>
    fielded ? [{ player, commander: fielded, bonuses: selection?.bonuses ?? null, synergy: selection?.synergy ?? false, dice, attempt: 1 }] : [],
  );
  return { number: view["skirmish"], fighters, ties: [], winner: null };
}

/** @param {readonly import("../feed.js").Told[]} told */
function all(told) {
  /** @type {Skirmish[]} */
  const found = [];
  for (const event of told.flatMap(({ events }) => events)) {
    const { skirmish_started: begun } = event;
    if (begun) {
      const fighters = begun.fighters.map((/** @type {any} */ each) => ({ ...each, bonuses: null, synergy: false, dice: [], attempt: 0 }));
      found.push({ number: begun.skirmish, fighters, ties: [], winner: null });
    }
    const last = found.at(-1);
    if (last) note(last, event);
  }
  return found;
}

/** @param {Skirmish} skirmish @param {import("../types.js").JsonObject} event */
function note(skirmish, event) {
  const { bonuses_selected: selected, rolled, rerolled, skirmish_tied: tied, skirmish_won: won } = event;
  const fighter = skirmish.fighters.find(({ player }) => player === (selected ?? rolled ?? rerolled)?.player);
  if (fighter && selected) Object.assign(fighter, { bonuses: selected.bonuses, synergy: selected.synergy });
  if (fighter && rolled) Object.assign(fighter, { dice: rolled.dice, attempt: rolled.attempt });
  if (fighter && rerolled) {
    fighter.dice = fighter.dice.map((die, index) => (index === rerolled.die - 1 ? { ...die, value: rerolled.new, old: rerolled.old } : die));
  }
  if (tied) skirmish.ties.push(tied.total);
  if (won) skirmish.winner = { player: won.player, total: won.total, by: won.by };
}
