// @ts-check
/** The headquarters of Face Off: what is attacked, how near it is to cracking, the armies, the market, the rewards. */
import { html, nothing, repeat } from "../html.js";
import { listed, text } from "../texts.js";
import { brokenDown, cardOf, chipOf, sign } from "./faceoff_cards.js";
import { armyPower, isSheltered, sieges } from "./faceoff_power.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export function headquarters(scene) {
  const { hq, hq_deck_size: more, phase } = scene.view;
  if (hq.length === 0) return nothing;
  return html`<section class="fo-part fo-hq" aria-labelledby="fo-hq">
    <h3 id="fo-hq">${text("faceoff.hq")} <small>${text("faceoff.hqs_to_come", { count: more })}</small></h3>
    <div class="fo-rows fo-attacked">
      ${cardOf(scene, hq[0], { key: `hq:${hq[0]}`, place: `card:${hq[0]}`, kind: "fo-row" })} ${assault(scene)}
    </div>
    ${track(scene)}
    ${phase === "PHASE_HQ_REWARD" ? rewards(scene) : nothing}
    <div class="fo-armies">${scene.seatsFromViewer.map(({ seat }) => army(scene, seat))}</div>
    <div class="fo-stalls">${market(scene)} ${phase === "PHASE_HQ_REWARD" ? nothing : rewards(scene)}</div>
  </section>`;
}

/** The assault card of this round. @param {Scene} scene */
function assault(scene) {
  const id = scene.view["chosen"][0];
  return scene.cards.get(id)?.kind === "assault" ? cardOf(scene, id, { key: `assault:${id}`, place: `card:${id}`, kind: "fo-row", badge: text("faceoff.now") }) : nothing;
}

/** How many assaults have been made on the HQ, and how many crack it. @param {Scene} scene */
function track({ view, cards }) {
  const { assaults, timing } = view;
  const needed = Number(cards.get(timing[0])?.["value"] ?? 0);
  const done = assaults.length;
  const names = assaults.map((/** @type {string} */ id) => cards.get(id)?.name ?? id);
  return html`<p class="fo-track">
    <span class="fo-swords" aria-hidden="true">${Array.from({ length: Math.max(needed, done) }, (_, at) => html`<span class=${at < done ? "fo-done" : ""}>${sign("crossed swords")}</span>`)}</span>
    <span>${text("faceoff.assaults", { done, needed })}${names.length ? html` <small>(${listed(names)})</small>` : nothing}</span>
  </p>`;
}

/** A player's army, and what is about to join it. @param {Scene} scene @param {number} seat */
function army(scene, seat) {
  const { view, viewer, seats } = scene;
  const { stack, stack_as: played, building, building_as: builds, committed, commit } = view["players"][seat];
  const { name } = /** @type {import("./scene.js").Seat} */ (seats[seat]);
  const power = armyPower(scene, seat);
  const isBuilding = view["phase"] === "PHASE_BUILD_UP";
  const rank = view["phase"] === "PHASE_HQ_REWARD" ? view["ranking"].indexOf(seat) + 1 : 0;
  const own = (commit?.build?.cards ?? []).map((/** @type {any} */ { card }) => card);
  const as = (/** @type {string} */ word) => word.replace("PLAYED_AS_", "").toLowerCase();
  return html`<section class=${`fo-side seat-${seat % 5}`} aria-label=${text("faceoff.army", { name })}>
    <h4>
      <span class="fo-who">${name}${seat === viewer ? html` <small>(${text("match.you")})</small>` : nothing}</span>
      ${rank ? html`<span class="fo-rank">${text("faceoff.rank", { rank })}</span>` : nothing}
      <b class="fo-total">${power.total}</b>
    </h4>
    <div class="fo-chips">
      ${repeat(stack, (/** @type {string} */ id) => id, (/** @type {string} */ id, /** @type {number} */ at) => chipOf(scene, id, { key: `stack:${id}`, place: `card:${id}`, as: as(played[at]) }))}
      ${building.map((/** @type {string} */ id, /** @type {number} */ at) => chipOf(scene, id, { key: `joins:${id}`, place: `card:${id}`, as: as(builds[at]), kind: "fo-joins", after: [text("faceoff.joins")] }))}
      ${stack.length + building.length ? nothing : html`<span class="hint">${text("faceoff.no_army")}</span>`}
    </div>
    ${building.length ? html`<p class="hint">${text("faceoff.joining", { count: building.length })}</p>` : nothing}
    ${isBuilding
      ? html`<p class="hint">${committed ? html`✓ ${text("faceoff.is_ready")}${own.length ? html`: ${listed(own.map((/** @type {string} */ id) => scene.cards.get(id)?.name ?? id))}` : nothing}` : view["waiting"].includes(seat) ? text("faceoff.chooses") : nothing}</p>`
      : nothing}
    ${stack.length ? html`<p class="hint">${brokenDown(power)}${isSheltered(scene, seat) ? html` · ${text("faceoff.sheltered")}` : sieges(scene, seat).length ? html` · ${text("faceoff.besieged")}` : nothing}</p>` : nothing}
  </section>`;
}

/** The Market card, and what is bid for it; the scrub on top. @param {Scene} scene */
function market(scene) {
  const { market: cards, market_deck_size: more, bid, bidder, passed, scrub, scrub_deck_size: scrubs, phase } = scene.view;
  const name = (/** @type {number} */ seat) => scene.seats[seat]?.name ?? String(seat);
  return html`<section class="fo-market" aria-labelledby="fo-market">
    <h4 id="fo-market">${text("faceoff.market", { count: more })}</h4>
    <div class="fo-rows">${cards.map((/** @type {string} */ id) => cardOf(scene, id, { key: `market:${id}`, place: `card:${id}`, kind: "fo-row" }))}${cards.length ? nothing : text("faceoff.none")}</div>
    ${phase === "PHASE_BID" || phase === "PHASE_DESTINATION"
      ? html`<p class="fo-highest">
          <b>${bidder === undefined ? text("faceoff.no_bid") : text("faceoff.highest", { count: bid, name: name(bidder) })}</b>
          ${passed.length ? text("faceoff.passed", { names: listed(passed.map(name)) }) : nothing}
        </p>`
      : nothing}
    <h4>${text("faceoff.scrubs", { count: scrubs })}</h4>
    <div class="fo-chips">${scrub.map((/** @type {string} */ id) => chipOf(scene, id, { key: `scrub:${id}`, place: `card:${id}` }))}</div>
  </section>`;
}

/** What the HQ brings when it cracks. @param {Scene} scene */
function rewards(scene) {
  const { vc7, hq_rewards: left, hq } = scene.view;
  const faction = scene.cards.get(hq[0])?.["faction"];
  const here = left.find((/** @type {string} */ id) => scene.cards.get(id)?.["faction"] === faction);
  const others = left.filter((/** @type {string} */ id) => id !== here);
  if (vc7.length + left.length === 0) return nothing;
  return html`<section class="fo-rewards" aria-labelledby="fo-rewards">
    <h4 id="fo-rewards">${text("faceoff.hq_rewards")}</h4>
    <div class="fo-rows">${here ? cardOf(scene, here, { key: "take_hq_reward", place: `card:${here}`, kind: "fo-row" }) : nothing}</div>
    <div class="fo-chips">${vc7.map((/** @type {string} */ id) => chipOf(scene, id, { key: `take_vc7:${id}`, place: `card:${id}` }))}</div>
    ${others.length
      ? html`<details>
          <summary>${text("faceoff.later_rewards", { count: others.length })}</summary>
          <div class="fo-chips">${others.map((/** @type {string} */ id) => chipOf(scene, id, { key: `later:${id}`, place: `card:${id}` }))}</div>
        </details>`
      : nothing}
  </section>`;
}
