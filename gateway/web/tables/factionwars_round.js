// @ts-check
/** What became of the bids that were revealed last: battles card by card, who got what, and what that brought. */

/** @typedef {{ player: number, card: string, value: number }} Reveal */
/**
 * @typedef {object} Resolved A position that was bid on.
 * @property {number} position From 1.
 * @property {string} card
 * @property {number[]} bidders Seats.
 * @property {Reveal[][]} steps Of the battle: each tie begins another.
 * @property {number[]} dropped Who was tied and had no card left.
 * @property {number | null} winner Nobody, or not known yet.
 * @property {boolean} isLost Nobody got the card.
 * @property {string[]} then What collecting it brought, in sentences.
 */

const BROUGHT = ["recruit_taken", "recruit_given", "recruit_lost", "bystander_given", "war_is_over_drawn"];
const DRAWN = ["SOURCE_DRAW", "SOURCE_DISCARD"];

/**
 * @param {readonly import("../feed.js").Told[]} told
 * @returns {{ round: number, positions: Resolved[] } | null} Nothing, as long as no bid was revealed.
 */
export function lastRound(told) {
  const events = told.flatMap((step) => step.events);
  const revealed = events.findLastIndex(({ bids_revealed }) => bids_revealed);
  const filled = events.slice(0, Math.max(revealed, 0)).findLast(({ line_up_filled }) => line_up_filled)?.["line_up_filled"];
  if (!filled) return null;
  const bids = /** @type {number[]} */ (events[revealed]?.["bids_revealed"].positions);
  const positions = /** @type {string[]} */ (filled.cards).map((card, index) => resolved(index + 1, card, bids)).filter(({ bidders }) => bidders.length);
  let at = positions[0];
  for (const event of events.slice(revealed + 1)) {
    const { battle_started: fight, collected } = event;
    const begun = fight?.position ?? (collected?.source === "SOURCE_LINE_UP" ? collected.position : null);
    if (begun !== null) at = positions.find(({ position }) => position === begun);
    if (at) note(at, event);
  }
  return { round: filled.round, positions };
}

/** @param {number} position @param {string} card @param {number[]} bids @returns {Resolved} */
function resolved(position, card, bids) {
  const bidders = bids.flatMap((bid, seat) => (bid === position ? [seat] : []));
  return { position, card, bidders, steps: [], dropped: [], winner: null, isLost: false, then: [] };
}

/** Note what an event tells of the position that is being resolved. @param {Resolved} at @param {import("../types.js").JsonObject} event */
function note(at, event) {
  const { battle_card_revealed: reveal, battle_dropped: drop, battle_unresolved: lost, collected, text } = event;
  if (reveal) (at.steps[reveal.step - 1] ??= []).push(reveal);
  if (drop) at.dropped.push(drop.player);
  if (lost) at.isLost = true;
  if (collected?.source === "SOURCE_LINE_UP") at.winner = collected.player;
  else if (text && (DRAWN.includes(collected?.source) || BROUGHT.some((kind) => kind in event))) at.then.push(text);
}
