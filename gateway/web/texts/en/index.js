// @ts-check
/**
 * The English catalogue. To translate it, copy this folder and say in `texts.js` which one is used: `{name}` in a message
 * stands for a value, `one` and `other` are the forms of a message that counts.
 */
import { analysis } from "./analysis.js";
import { announce } from "./announce.js";
import { commanders } from "./commanders.js";
import { common } from "./common.js";
import { desk } from "./desk.js";
import { duels } from "./duels.js";
import { events } from "./events.js";
import { faceoff } from "./faceoff.js";
import { factionwars } from "./factionwars.js";
import { lobby } from "./lobby.js";
import { match } from "./match.js";
import { operator } from "./operator.js";
import { replay } from "./replay.js";
import { standoff } from "./standoff.js";

const parts = [
  analysis, announce, commanders, common, desk, duels, events, faceoff, factionwars, lobby, match, operator, replay, standoff,
];

/** @type {Record<string, string | { one: string, other: string }>} */
export const en = Object.assign({}, ...parts);
