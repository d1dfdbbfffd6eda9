// @ts-check
/** What a band of Faction Wars is worth so far, and how far it meets the bonus cards: all cards that count are public. */

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {{ total: number, recruits: number, berserkers: number, faction_cards: number, bystanders: number, bonuses: number[] }} Score */

/** @type {Record<string, (band: Card[]) => number>} */
const REACHED = {
  EACH_FACTION_AT_LEAST: (band) => Math.min(...factionCounts(band)),
  ONE_FACTION_AT_LEAST: (band) => Math.max(...factionCounts(band)),
  BATTLE_AT_LEAST_5_COUNT: (band) => recruits(band).filter(({ battle }) => Number(battle) >= 5).length,
  BATTLE_AT_MOST_2_COUNT: (band) => recruits(band).filter(({ battle }) => Number(battle) <= 2).length,
};
const FACTIONS = ["cowboys", "ninjas", "pirates", "vikings"];

/** The cards of a player: battle deck and battle discard pile. @param {Scene} scene @param {number} seat @returns {Card[]} */
export function bandOf({ view, cards }, seat) {
  const { deck, discard } = view["players"][seat];
  return [...deck, ...discard].flatMap((id) => cards.get(id) ?? []);
}

/** A player's score: at the end as the view tells it, before as if the match ended now. @param {Scene} scene @param {number} seat @returns {Score} */
export function scoreOf(scene, seat) {
  const told = scene.view["scores"][seat];
  if (told) return told;
  const band = bandOf(scene, seat);
  const berserkers = band.filter(({ scoring }) => scoring === "SQUARE_OF_COUNT").length ** 2;
  const counting = band.filter(({ scoring }) => scoring === "FACTION_COUNT");
  const parts = {
    recruits: sum(recruits(band).map(pointsOf)),
    berserkers,
    faction_cards: sum(counting.map(({ faction }) => ofFaction(band, faction))),
    bystanders: sum(band.filter(({ kind }) => kind === "bystander").map(pointsOf)),
  };
  const bonuses = scene.view["bonus_display"].map((/** @type {string} */ id) => bonusOf(scene, id, seat).points);
  return { total: sum(Object.values(parts)) + sum(bonuses), ...parts, bonuses };
}

/**
 * How far a player meets a bonus card. `needed`: 0 where there is nothing to count up to. `points`: what it brings now.
 * @param {Scene} scene @param {string} id @param {number} seat
 * @returns {{ reached: number, needed: number, isMet: boolean, points: number }}
 */
export function bonusOf(scene, id, seat) {
  const band = bandOf(scene, seat);
  const bonus = /** @type {Card} */ (scene.cards.get(id));
  if (bonus.kind !== "bonus") {
    const reached = ofFaction(band, bonus["faction"]);
    return { reached, needed: 0, isMet: reached > 0, points: reached };
  }
  const reach = REACHED[bonus["condition"]];
  const needed = Number(bonus["at_least"]?.[scene.seats.length] ?? 0);
  const reached = reach ? reach(band) : band.filter(({ kind }) => kind === "bystander").length;
  const isMet = reach ? reached >= needed : reached === 0;
  return { reached, needed, isMet, points: isMet ? pointsOf(bonus) : 0 };
}

/** @param {Card[]} band */
const recruits = (band) => band.filter(({ kind }) => kind === "recruit");

/** @param {Card[]} band @param {unknown} wanted */
const ofFaction = (band, wanted) => recruits(band).filter(({ faction }) => faction === wanted).length;

/** @param {Card[]} band */
const factionCounts = (band) => FACTIONS.map((faction) => ofFaction(band, faction));

/** @param {Card} card */
const pointsOf = ({ points }) => Number(points ?? 0);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
