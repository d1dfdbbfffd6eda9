// @ts-check
/** What Face Off would score now, as far as the viewer knows which cards everybody owns. */

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{ cards: import("../types.js").Card[], pieces: number, points: number, leads: boolean }} OfSet A player's victory cards of a set. */
/** @typedef {{ sets: Record<string, OfSet>, bonus: number, tokens: number, powerCards: number, mostPower: number, printed: number, whole: number, total: number }} Score */

export const TIME_MACHINE = "heathen";
const SET_SIZE = 7;
const WHOLE_SET = 1000;

/** The sets of a match: one of each faction that is played, and the Time Machine. @param {Scene} scene @returns {string[]} */
export const setsOf = ({ view }) => [...view["players"].map(({ faction = "" }) => faction).filter(Boolean), TIME_MACHINE];

/** Every card of a player, wherever it is, but for those that the viewer may not know. @param {Scene} scene @param {number} seat */
function owned({ view, cards }, seat) {
  const player = view["players"][seat];
  const places = ["out_of_sight", "discards", "stack", "building", "personality", "equipment", "front", "dealt"];
  const ids = new Set(places.flatMap((place) => player[place]).filter(Boolean));
  return [...ids].flatMap((id) => cards.get(id) ?? []);
}

/** @param {Scene} scene @returns {Score[]} By seat. */
export function scores(scene) {
  const all = scene.seats.map(({ seat }) => owned(scene, seat));
  const sets = setsOf(scene).map((set) => ({ set, shares: sharesOf(all, set) }));
  const power = all.map((cards) => cards.filter(({ kind }) => kind === "power").length);
  const isWhole = sets.some(({ shares }) => shares.some(({ cards }) => cards.length === SET_SIZE));
  return all.map((cards, seat) => {
    const mine = Object.fromEntries(sets.map(({ set, shares }) => [set, /** @type {OfSet} */ (shares[seat])]));
    const ahead = /** @type {number} */ (power[seat]) - Math.max(...power.filter((_, other) => other !== seat));
    const score = {
      bonus: sum(cards.filter(({ kind }) => kind === "bonus").map((card) => card["value"])),
      tokens: scene.view["players"][seat].vp,
      mostPower: isWhole ? 0 : Math.max(0, ahead),
      printed: sum(cards.map((card) => card["vp"] ?? 0)),
      whole: Object.values(mine).some((share) => share.cards.length === SET_SIZE) ? WHOLE_SET : 0,
    };
    const points = sum([...Object.values(mine).map((share) => share.points), ...Object.values(score)]);
    return { ...score, sets: mine, powerCards: power[seat] ?? 0, total: points };
  });
}

/** Everybody's cards of a set: who has the most pieces scores their values, everybody else 1 for each. @param {import("../types.js").Card[][]} all @param {string} set @returns {OfSet[]} */
function sharesOf(all, set) {
  const found = all.map((cards) => cards.filter(({ kind, faction }) => faction === set && (kind === "vc" || kind === "vc7")).sort((one, other) => other["value"] - one["value"]));
  const pieces = found.map((cards) => sum(cards.map((card) => card["pieces"])));
  const most = Math.max(...pieces);
  return found.map((cards, seat) => {
    const leads = pieces[seat] === most && most > 0;
    return { cards, pieces: pieces[seat] ?? 0, leads, points: leads ? sum(cards.map((card) => card["value"])) : cards.length };
  });
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
