// @ts-check
/** What is known of each player of Face Off, and what it would score now. */
import { html, nothing } from "../html.js";
import { text } from "../texts.js";
import { look } from "./cards.js";
import { badgeOf, chipOf, setOf, sign } from "./faceoff_cards.js";
import { scores, setsOf } from "./faceoff_points.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export const players = (scene) => html`<div class="fo-players">${scene.seatsFromViewer.map(({ seat }) => player(scene, seat))}</div>`;

/** @param {Scene} scene @param {number} seat */
function player(scene, seat) {
  const of = scene.view["players"][seat];
  const { name, isYou } = /** @type {import("./scene.js").Seat} */ (scene.seats[seat]);
  const { colour, mark, title } = look(scene, /** @type {any} */ ({ faction: of.faction }));
  const dealt = of.dealt.filter(Boolean);
  const placed = of.front.filter(Boolean);
  const known = knownHand(scene, seat);
  return html`<section class=${`fo-player seat-${seat % 5}`} aria-label=${name}>
    <h3>${of.faction ? badgeOf({ colour, mark }) : nothing} ${name} ${isYou ? html`<small>(${text("match.you")})</small>` : nothing}</h3>
    <p class="fo-counts">
      ${of.faction ? html`<span>${title}</span>` : nothing} <b>${text("faceoff.vp", { count: of.vp })}</b> <span>${text("faceoff.in_hand", { count: of.hand_size })}</span>
      <span>${text("faceoff.in_deck", { count: of.deck_size })}</span>
      ${scene.view["round"] && seat === scene.view["first"] ? html`<span class="fo-first">★ ${text("faceoff.first_player")}</span>` : nothing}
      ${of.knows_deck_top && !of.deck_top ? html`<span>${text("faceoff.knows_top")}</span>` : nothing}
    </p>
    ${of.deck_top ? group(scene, "faceoff.deck_top", [of.deck_top], "top") : nothing} ${group(scene, "faceoff.rewards", of.rewards, "reward")}
    ${of.front.length ? group(scene, "faceoff.placed", placed, "front", of.front.length - placed.length) : nothing}
    ${of.dealt.length ? group(scene, "faceoff.dealt", dealt, "dealt", of.dealt.length - dealt.length) : nothing}
    ${isYou ? nothing : group(scene, "faceoff.known_hand", known, "known")}
    ${folded(scene, "faceoff.discards", of.discards.toReversed(), "discards")} ${folded(scene, isYou ? "faceoff.draws" : "faceoff.out_of_sight", unseen(scene, seat), "unseen")}
  </section>`;
}

/** The cards that the viewer knows another player to hold. @param {Scene} scene @param {number} seat @returns {string[]} */
function knownHand({ view, viewer }, seat) {
  const looks = view["looks"].filter((/** @type {any} */ { player, other }) => player === viewer && other === seat);
  const memories = [view["players"][seat].memory, ...looks.map((/** @type {any} */ { memory }) => memory)];
  return [...new Set(memories.flatMap(({ known, firm }) => [...known, ...firm]).map(({ card }) => card))];
}

/** A player's cards that the viewer does not see. @param {Scene} scene @param {number} seat @returns {string[]} */
function unseen({ view }, seat) {
  const { out_of_sight: ids, hand } = view["players"][seat];
  return ids.filter((/** @type {string} */ id) => !hand.includes(id));
}

/** @param {Scene} scene @param {string} title @param {string[]} ids @param {string} place @param {number} [hidden] How many more the viewer may not know. */
const group = (scene, title, ids, place, hidden = 0) =>
  ids.length + hidden
    ? html`<h4>${text(title)}</h4>
        <div class="fo-chips">
          ${ids.map((id) => chipOf(scene, id, { key: `${place}:${id}`, place: `${place}:${id}` }))}
          ${hidden ? html`<span class="hint">${text("faceoff.hidden", { count: hidden })}</span>` : nothing}
        </div>`
    : nothing;

/** @param {Scene} scene @param {string} title @param {string[]} ids @param {string} place */
const folded = (scene, title, ids, place) =>
  ids.length
    ? html`<details>
        <summary>${text(title, { count: ids.length })}</summary>
        <div class="fo-chips">${ids.map((id) => chipOf(scene, id, { key: `${place}:${id}`, place: `${place}:${id}` }))}</div>
      </details>`
    : nothing;

/** The sets, and what everybody would score now. @param {Scene} scene */
export function scoreTable(scene) {
  const found = scores(scene);
  const isOver = scene.view["phase"] === "PHASE_GAME_OVER";
  const seats = scene.seatsFromViewer.map(({ seat }) => seat);
  /** @param {string} title @param {(score: import("./faceoff_points.js").Score) => unknown} told */
  const row = (title, told) => html`<tr><th scope="row">${title}</th>${seats.map((seat) => html`<td>${told(/** @type {any} */ (found[seat]))}</td>`)}</tr>`;
  return html`<section class="fo-part" aria-labelledby="fo-points">
    <h3 id="fo-points">${text(isOver ? "faceoff.points" : "faceoff.points_now")}</h3>
    <div class="scrolls">
      <table class="fo-score">
        <thead>
          <tr><th scope="col">${text("faceoff.set")}</th>${seats.map((seat) => html`<th scope="col" class=${`seat-${seat % 5}`}>${scene.seats[seat]?.name}</th>`)}</tr>
        </thead>
        <tbody>
          ${setsOf(scene).map((set) => {
            const worn = setOf(scene, set);
            return html`<tr>
              <th scope="row">${badgeOf(worn)} <span class="fo-set-name">${worn.title}</span></th>
              ${seats.map((seat) => ofSet(/** @type {any} */ (found[seat]).sets[set]))}
            </tr>`;
          })}
          ${row(text("faceoff.bonus_cards"), ({ bonus }) => bonus)} ${row(text("faceoff.tokens"), ({ tokens }) => tokens)}
          ${row(text("faceoff.power_cards"), ({ powerCards, mostPower }) => html`${powerCards}${mostPower ? html` <b>+${mostPower}</b>` : nothing}`)}
          ${row(text("faceoff.printed_points"), ({ printed }) => printed)}
        </tbody>
        <tfoot>${row(text("faceoff.total"), ({ total }) => html`<b>${total}</b>`)}</tfoot>
      </table>
    </div>
    ${isOver ? nothing : html`<p class="hint">${text("faceoff.points_hint")}</p>`}
  </section>`;
}

/** A player's cards of a set, the pieces, and what they score. @param {import("./faceoff_points.js").OfSet} share */
const ofSet = ({ cards, pieces, points, leads }) =>
  cards.length
    ? html`<td>
        ${cards.map((card) => html`<span class="fo-value" role="img" aria-label=${`${card.name}, ${card["value"]}`} data-card=${card.id}>${card["value"]}</span>`)}
        <small>${sign("puzzle piece")}<span class="visually-hidden">${text("faceoff.pieces_are")}</span> ${pieces} · ${text(leads ? "faceoff.leads" : "faceoff.behind", { count: points })}</small>
      </td>`
    : html`<td><span class="hint" aria-label=${text("faceoff.none")}>–</span></td>`;
