// @ts-check
/** Presets of tournaments, and how long one takes. */
import { text } from "../texts.js";

/**
 * @typedef {object} Plan
 * @property {string} name
 * @property {string} ruleset
 * @property {"public" | "unlisted" | "private"} visibility
 * @property {"swiss" | "single_elimination" | "double_elimination" | "pods" | "table_elimination" | "round_robin" | "arena"} format
 * @property {number} rounds
 * @property {number} games
 * @property {number} seats
 * @property {number} cycles
 * @property {number} arenaMinutes How long an arena lasts.
 * @property {boolean} thirdPlace
 * @property {"fischer" | "per_decision" | "correspondence" | "none"} clock
 * @property {number} bankMinutes
 * @property {number} incrementSeconds
 * @property {number} decisionSeconds
 * @property {number} days
 * @property {number | null} roundMinutes
 * @property {number} pauseMinutes
 * @property {"by_host" | "at_once"} nextRound
 * @property {string} startsAt
 * @property {"none" | "allowed" | "only"} bots
 * @property {"open" | "listed" | "invited"} registration
 * @property {number | null} capacity
 * @property {number | null} checkInMinutes
 * @property {number} expected How many entrants are expected.
 */

/** With so many increments is reckoned for each player of a match. */
const DECISIONS = 30;
/** A match of bots takes about so long. */
const BOTS_MINUTES = 1;

/** @type {Plan} */
const USUAL = {
  name: "",
  ruleset: "",
  visibility: "public",
  format: "swiss",
  rounds: 5,
  games: 1,
  seats: 4,
  cycles: 1,
  arenaMinutes: 60,
  thirdPlace: false,
  clock: "fischer",
  bankMinutes: 10,
  incrementSeconds: 5,
  decisionSeconds: 30,
  days: 3,
  roundMinutes: 25,
  pauseMinutes: 0,
  nextRound: "by_host",
  startsAt: "",
  bots: "none",
  registration: "open",
  capacity: null,
  checkInMinutes: null,
  expected: 16,
};

/** @type {Record<string, Plan>} */
export const PRESETS = {
  club: USUAL,
  league: { ...USUAL, format: "round_robin", expected: 8, bankMinutes: 8, roundMinutes: 20 },
  weekend: { ...USUAL, rounds: 7, bankMinutes: 20, incrementSeconds: 10, roundMinutes: 60, checkInMinutes: 60, expected: 48 },
  knockout: { ...USUAL, format: "single_elimination", games: 3, thirdPlace: true, roundMinutes: 60, bankMinutes: 8 },
  pods: { ...USUAL, format: "pods", rounds: 4, bankMinutes: 15, roundMinutes: 60 },
  bots: { ...USUAL, rounds: 7, clock: "none", roundMinutes: null, nextRound: "at_once", bots: "only", registration: "invited" },
};

/** Whether people may enter and a round may never end. @param {Plan} plan */
export const isLate = ({ bots, clock, roundMinutes }) => bots !== "only" && clock === "none" && roundMinutes === null;

/** How many rounds there are; an arena has one. @param {Plan} plan */
export function roundsOf({ format, rounds, cycles, seats, expected }) {
  const steps = (/** @type {number} */ of) => Math.ceil(Math.log(Math.max(2, expected)) / Math.log(of) - 1e-9);
  switch (format) {
    case "single_elimination":
      return steps(2);
    case "double_elimination":
      return 2 * steps(2);
    case "table_elimination":
      return Math.max(1, steps(seats));
    case "round_robin":
      return cycles * (expected % 2 === 0 ? expected - 1 : expected);
    case "arena":
      return 1;
    default:
      return rounds;
  }
}

/** How long a round takes at most or about, in minutes; null: days, or nobody can tell. @param {Plan} plan */
export function roundMinutesOf(plan) {
  const { format, arenaMinutes, roundMinutes, clock, bots, seats, games, bankMinutes, incrementSeconds } = plan;
  if (format === "arena") return arenaMinutes;
  if (roundMinutes !== null) return roundMinutes;
  if (bots === "only") return games * BOTS_MINUTES;
  if (clock !== "fischer") return null;
  const players = format === "pods" || format === "table_elimination" ? seats : 2;
  return Math.round(games * players * (bankMinutes + (DECISIONS * incrementSeconds) / 60));
}

/** How long it takes, in a sentence. @param {Plan} plan */
export function planned(plan) {
  const rounds = roundsOf(plan);
  const each = roundMinutesOf(plan);
  if (plan.format === "arena") return text("announce.length.arena", { time: spoken(plan.arenaMinutes) });
  if (each === null) return text("announce.length.unknown", { count: rounds });
  const pauses = plan.nextRound === "at_once" ? (rounds - 1) * plan.pauseMinutes : 0;
  return text("announce.length.rounds", { count: rounds, each: spoken(each), time: spoken(rounds * each + pauses) });
}

/** @param {number} minutes */
function spoken(minutes) {
  if (minutes < 60) return text("announce.minutes", { count: minutes });
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return left === 0 ? text("announce.hours", { count: hours }) : text("announce.hours_minutes", { hours, minutes: left });
}
