// @ts-check
/** Matches, one below the other. */
import { html } from "../html.js";
import { listed, text } from "../texts.js";

/**
 * @param {import("../types.js").Match[]} matches
 * @param {Map<string, string>} titles Of the rulesets, by id.
 */
export const matchList = (matches, titles) => html`<ul class="matches">${matches.map((match) => entry(match, titles))}</ul>`;

/** @param {import("../types.js").Match} match @param {Map<string, string>} titles */
function entry({ id, ruleset, status, seats, seat, pending }, titles) {
  const names = seats.map(({ player }) => player?.name ?? text("match.seat_free"));
  const isTurn = seat !== null && pending.includes(seat);
  return html`<li>
    <a href=${`#/matches/${id}`}>
      <b>${titles.get(ruleset) ?? ruleset}</b>
      <span>${listed(names)}</span>
      <small class=${isTurn ? "turn" : ""}>${text(isTurn ? "lobby.your_turn" : `lobby.status.${status}`)}</small>
    </a>
  </li>`;
}
