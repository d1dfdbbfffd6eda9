// @ts-check
/** The table of Face Off: what is asked, the Face Off, the hand, the Clock and Power trees, the HQ with its armies, players, points. */
import { classes, html, nothing, repeat } from "../html.js";
import { listed, text } from "../texts.js";
import { badgeOf, brokenDown, cardOf, chipOf } from "./faceoff_cards.js";
import { headquarters } from "./faceoff_hq.js";
import { faceOffPower } from "./faceoff_power.js";
import { players, scoreTable } from "./faceoff_players.js";
import { look } from "./cards.js";
import { isOwn, stepsSince } from "./recent.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Action} Action */

export const style = "styles/faceoff.css";

/** Events that move so much, or so little, that marking it would say nothing. */
const UNMARKED = ["table_set", "dealt", "cleaned_up", "hq_cleared", "dealt_shown", "ability_asked", "ability_began", "totals", "hand_looked_at"];
/** Events that say what is asked and not what has happened, that say it again, or that happen in each round. */
const UNTOLD = ["asked", "awaited", "committed", "ability_asked", "table_set", "dealt", "cleaned_up", "round_began", "round_ended", "added_to_hq", "drew", "reshuffled"];
/** What a round consists of: the phases of each step. */
const CLOCK = ["PHASE_CHOOSE_CLOCK"];
const DRAW = ["PHASE_DRAW_ACTIONS", "PHASE_END_OF_TURN"];
const STEPS = {
  face_off: { clock: CLOCK, personality: ["PHASE_PERSONALITY"], equipment: ["PHASE_EQUIPMENT"], reward: ["PHASE_FACEOFF_REWARD"], clean_up: ["PHASE_AVIATOR", "PHASE_REFILL_CLOCK", "PHASE_REFILL_POWER"], draw: DRAW },
  assault: { clock: CLOCK, build_up: ["PHASE_BUILD_UP"], assault_card: ["PHASE_BID", "PHASE_DESTINATION"], reward: ["PHASE_HQ_REWARD"], clean_up: ["PHASE_REFILL_CLOCK"], draw: DRAW },
};
/** The step to which an ability belongs, by what made it work. @type {Record<string, string>} */
const STEP_OF = { TRIGGER_PERSONALITY: "personality", TRIGGER_EQUIPMENT: "equipment", TRIGGER_BUILD_UP: "build_up", TRIGGER_ASSAULT: "assault_card", TRIGGER_AFTER_ASSAULT: "assault_card", TRIGGER_WIN_FACEOFF: "reward" };
/** Where what is asked about lies: it comes first. */
const TREES_FIRST = [...CLOCK, "PHASE_REFILL_CLOCK", "PHASE_REFILL_POWER", "PHASE_FACEOFF_REWARD"];
const HQ_FIRST = ["PHASE_BID", "PHASE_DESTINATION", "PHASE_HQ_REWARD"];
/** How many sentences are told at once. */
const SHOWN = 8;

/** @param {Action} action @param {Scene} scene @returns {string[]} */
export function targets({ action }, scene) {
  const [[kind, { card, number, player, faction, cards }] = ["", /** @type {any} */ ({})]] = Object.entries(action);
  switch (kind) {
    case "faction":
      return [`faction:${faction}`];
    case "clock":
    case "take_vc7":
    case "refill":
      return [`${kind}:${card}`];
    case "take_power":
      return [`power:${card}`];
    case "play":
    case "place":
      return [`hand:${card}`];
    case "discard":
      return [`hand:${card}`, "discard"];
    case "use":
    case "card":
      return [placeOf(scene, card)];
    case "flip":
      return [`flip:${scene.view["phase"] === "PHASE_REFILL_CLOCK" ? "clock" : "power"}:${number}`];
    case "bid":
    case "option":
      return [`${kind}:${number}`];
    case "player":
      return [`seat:${player}`];
    case "build":
      return built(scene, cards);
    default:
      return [kind];
  }
}

/** Where a card lies that is chosen. @param {Scene} scene @param {string} id */
function placeOf({ view, viewer }, id) {
  const { hand, rewards } = view["players"][viewer ?? 0];
  if (hand.includes(id)) return `hand:${id}`;
  if (rewards.includes(id)) return `reward:${id}`;
  return view["players"].some(({ stack = [""] }) => stack.includes(id)) ? `stack:${id}` : `pile:${id}`;
}

/** The cards that are added, in order, and what each is played as where that is a choice. @param {Scene} scene @param {{ card: string, played_as: string }[]} cards */
function built(scene, cards) {
  const [first, second] = cards.map(({ card }) => card);
  const places = [placeOf(scene, first ?? ""), ...(second ? [`then:${second}`] : [])];
  const dual = cards.filter(({ card }) => scene.cards.get(card)?.["types"]?.length > 1);
  return [...places, ...dual.map(({ card, played_as: as }) => `as:${card}:${as}`)];
}

/** What an event changes on the table. @param {import("../types.js").JsonObject} event @param {Scene} scene */
export function changes(event, scene) {
  const [[kind, body] = ["", /** @type {any} */ ({})]] = Object.entries(event);
  if (UNMARKED.includes(kind) || isOwn(event, scene)) return [];
  const cards = [body.card, body.next, body.hq, body.timing, ...(body.cards ?? []).map((/** @type {any} */ each) => each.card ?? each)];
  return cards.filter(Boolean).map((id) => `card:${id}`);
}

/** @param {Scene} scene */
export function draw(scene) {
  const { phase, ability } = scene.view;
  const atHq = HQ_FIRST.includes(phase) || ["TRIGGER_BUILD_UP", "TRIGGER_ASSAULT", "TRIGGER_AFTER_ASSAULT"].includes(ability?.trigger);
  const inHand = phase === "PHASE_BUILD_UP";
  const order = inHand ? ["hand", "hq", "face_off", "trees"] : TREES_FIRST.includes(phase) ? ["face_off", "trees", "hand", "hq"] : atHq ? ["hq", "hand", "face_off", "trees"] : ["face_off", "hand", "trees", "hq"];
  const parts = /** @type {Record<string, (scene: Scene) => unknown>} */ ({ face_off: faceOff, hand, trees, hq: headquarters });
  return html`<div class="faceoff">
    <div class="fo-table">
      ${asked(scene)} ${since(scene)} ${repeat(order, (part) => part, (part) => parts[part]?.(scene))} ${players(scene)} ${scoreTable(scene)}
    </div>
  </div>`;
}

/** @param {Scene} scene @param {number} seat */
const nameOf = ({ seats }, seat) => seats[seat]?.name ?? String(seat);

// -- what is asked ----------------------------------------------------------------------------------------------------

/** The round and its steps, and what the viewer is asked or waits for. @param {Scene} scene */
function asked(scene) {
  const { round, first, phase, ability, market, chosen } = scene.view;
  const about = phase === "PHASE_BUILD_UP" ? chosen[0] : phase === "PHASE_BID" || phase === "PHASE_DESTINATION" ? market[0] : ability?.card;
  const isYours = scene.legal.length > 0;
  return html`<section class=${`fo-asked ${classes({ yours: isYours })}`} aria-label=${text("faceoff.asked")}>
    ${round
      ? html`<p class="fo-round">
          <b>${text("faceoff.round", { round })}</b>
          <span>${text("faceoff.first", { name: nameOf(scene, first) })}</span>
        </p>`
      : nothing}
    ${steps(scene)}
    <p class="fo-request">${isYours ? text(requestOf(scene)) : waiting(scene)}</p>
    ${about ? html`<div class="fo-rows">${cardOf(scene, about, { key: `about:${about}`, kind: "fo-row" })}</div>` : nothing}
    ${choices(scene)}
  </section>`;
}

/** The steps of the round, and which one it is. @param {Scene} scene */
function steps(scene) {
  const { phase, ability } = scene.view;
  const kind = kindOfRound(scene);
  if (kind === null) return nothing;
  const found = Object.entries(STEPS[kind]);
  const now = ability ? (STEP_OF[ability.trigger] ?? "draw") : found.find(([, phases]) => phases.includes(phase))?.[0];
  return html`<ol class="fo-steps" aria-label=${text(`faceoff.${kind}`)}>
    <li class="fo-kind"><b>${text(`faceoff.${kind}`)}</b></li>
    ${found.map(([step]) => html`<li aria-current=${step === now ? "step" : nothing}>${text(`faceoff.step.${step}`)}</li>`)}
  </ol>`;
}

/** Whether the round is a Face Off or an assault; null: no round is going on. @param {Scene} scene @returns {"face_off" | "assault" | null} */
function kindOfRound({ view, cards, told }) {
  const { phase, chosen } = view;
  if (phase === "PHASE_CHOOSE_FACTION" || phase === "PHASE_MULLIGAN" || phase === "PHASE_GAME_OVER" || phase === "PHASE_CHOOSE_CLOCK") return null;
  const last = told.flatMap(({ events }) => events).findLast(({ clock_chosen: event }) => event)?.["clock_chosen"].card;
  const card = cards.get(chosen[0] ?? last);
  if (card) return card.kind === "assault" ? "assault" : "face_off";
  return ["PHASE_FACEOFF_REWARD", "PHASE_AVIATOR", "PHASE_REFILL_POWER", "PHASE_PERSONALITY", "PHASE_EQUIPMENT"].includes(phase) ? "face_off" : phase === "PHASE_HQ_REWARD" ? "assault" : null;
}

/** What the viewer is asked. @param {Scene} scene */
function requestOf({ view, legal }) {
  const { phase } = view;
  const kinds = legal.map(({ action }) => Object.keys(action)[0]);
  if (phase === "PHASE_ABILITY") return `faceoff.ask.${["player", "option", "yes", "build", "card"].find((kind) => kinds.includes(kind)) ?? "card"}`;
  if (phase === "PHASE_BUILD_UP" && legal.some(({ action }) => action["build"]?.cards.length === 2)) return "faceoff.ask.PHASE_BUILD_UP.two";
  if (phase === "PHASE_BID" && !kinds.includes("pass")) return "faceoff.ask.PHASE_BID.open";
  return `faceoff.ask.${phase}`;
}

/** What the others are to do, and what the viewer has done. @param {Scene} scene */
function waiting(scene) {
  const { phase, waiting: seats, players: all } = scene.view;
  if (phase === "PHASE_GAME_OVER") return text("faceoff.over");
  const commit = all[scene.viewer ?? -1]?.commit;
  const names = listed(seats.map((/** @type {number} */ seat) => nameOf(scene, seat)));
  return html`${commit ? html`<b>✓ ${text("faceoff.ready")}</b> ` : nothing}${text(`faceoff.wait.${phase}`, { names })}`;
}

/** What can be chosen and lies nowhere on the table. @param {Scene} scene */
function choices(scene) {
  const { picking, legal, viewer, view } = scene;
  const { ability } = view;
  /** @type {Map<string, unknown>} */
  const chips = new Map();
  const add = (/** @type {string} */ key, /** @type {string} */ label, /** @type {unknown} */ shown = label, kind = "") =>
    (picking.can(key) || picking.has(key)) && chips.set(key, thing(scene, key, html`<span>${shown}</span>`, { label, kind: `chip fo-choice ${kind}` }));
  /** @type {string[]} */
  const pile = [];
  for (const action of legal) {
    const keys = targets(action, scene);
    const label = scene.named(action.label);
    for (const key of keys) {
      const [kind, id = "", as = ""] = key.split(":");
      if (kind === "pile" && !pile.includes(id)) pile.push(id);
      else if (kind === "seat") add(key, nameOf(scene, Number(id)), nameOf(scene, Number(id)), `seat-${Number(id) % 5} fo-of-seat`);
      else if (kind === "bid") add(key, label, id, "fo-bid");
      else if (kind === "faction") add(key, label, html`${badgeOf(look(scene, /** @type {any} */ ({ faction: id })))} ${label}`, "fo-faction");
      else if (kind === "as" && [`hand:${id}`, `then:${id}`, `pile:${id}`].some((place) => picking.has(place))) {
        const said = text("faceoff.plays_as", { name: scene.cards.get(id)?.name ?? id, as: text(`faceoff.type.${as.replace("PLAYED_AS_", "").toLowerCase()}`) });
        add(key, said);
      } else if (kind === "discard") add(key, text("faceoff.discard"));
      else if (keys.length === 1 && ability && (kind === "option" || !key.includes(":"))) add(key, label, withoutName(scene, label));
      else if (keys.length === 1 && !key.includes(":") && !["take_clock", "take_hq_reward"].includes(key)) add(key, label);
    }
  }
  const top = viewer === null ? undefined : view["players"][viewer].deck_top;
  return html`
    ${legal.length && view["phase"] === "PHASE_ABILITY" && top ? html`<div class="fo-rows">${cardOf(scene, top, { key: "deck_top", kind: "fo-row", badge: text("faceoff.deck_top") })}</div>` : nothing}
    ${pile.length ? html`<h4>${text("faceoff.own_pile")}</h4><div class="fo-chips">${pile.map((id) => chipOf(scene, id, { key: `pile:${id}`, place: `asked:${id}` }))}</div>` : nothing}
    ${chips.size ? html`<div class="items" role="group" aria-label=${text("faceoff.choices")}>${repeat(chips, ([key]) => key, ([, chip]) => chip)}</div>` : nothing}
  `;
}

/** What an ability is asked, without the name of its card, which is shown. @param {Scene} scene @param {string} label */
function withoutName({ view, cards }, label) {
  const rest = label.replace(`${cards.get(view["ability"].card)?.name}: `, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** What has happened since the viewer last decided something, in sentences. @param {Scene} scene */
function since(scene) {
  const events = stepsSince(scene.told, scene.viewer).flatMap((step) => step.events);
  const told = events.filter((event) => !UNTOLD.includes(Object.keys(event)[0] ?? "")).flatMap(({ text: sentence }) => (sentence ? [scene.named(sentence)] : []));
  if (told.length === 0) return nothing;
  return html`<details class="fo-since" open>
    <summary>${text(scene.viewer === null ? "faceoff.since.watching" : "faceoff.since")}</summary>
    ${told.length > SHOWN
      ? html`<details>
          <summary>${text("faceoff.earlier", { count: told.length - SHOWN })}</summary>
          ${sentences(told.slice(0, -SHOWN))}
        </details>`
      : nothing}
    ${sentences(told.slice(-SHOWN))}
  </details>`;
}

/** @param {string[]} told */
const sentences = (told) => html`<ul>${told.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;

// -- the Face Off -----------------------------------------------------------------------------------------------------

/** What is faced off for, and each player's cards with their power. @param {Scene} scene */
function faceOff(scene) {
  const { view } = scene;
  const { chosen, players: all, ranking, phase } = view;
  const prize = scene.cards.get(chosen[0]);
  const isOn = (prize && prize.kind !== "assault") || all.some(({ personality = [""], equipment = [""], face_down: down = [""] }) => personality.length + equipment.length + down.length > 0);
  if (!isOn) return nothing;
  return html`<section class="fo-part fo-face-off" aria-labelledby="fo-face-off">
    <h3 id="fo-face-off">${prize ? text("faceoff.face_off_for", { name: prize.name }) : text("faceoff.face_off")}</h3>
    ${prize ? html`<div class="fo-prize fo-rows">${cardOf(scene, prize.id, { key: "take_clock", place: `card:${prize.id}`, kind: "fo-row" })}</div>` : nothing}
    <div class="fo-clash">
      ${scene.seatsFromViewer.map(({ seat }) => side(scene, seat, phase === "PHASE_FACEOFF_REWARD" || phase === "PHASE_ABILITY" ? ranking.indexOf(seat) + 1 : 0))}
    </div>
  </section>`;
}

/** A player's side of the Face Off. @param {Scene} scene @param {number} seat @param {number} rank 0: there is none. */
function side(scene, seat, rank) {
  const { view, viewer } = scene;
  const { personality, equipment, face_down: down, committed, commit } = view["players"][seat];
  const power = faceOffPower(scene, seat);
  const has = personality.length + equipment.length > 0;
  const own = commit?.play?.card ?? commit?.discard?.card;
  return html`<section class=${`fo-side seat-${seat % 5}`} aria-label=${nameOf(scene, seat)}>
    <h4>
      <span class="fo-who">${nameOf(scene, seat)}${seat === viewer ? html` <small>(${text("match.you")})</small>` : nothing}</span>
      ${rank ? html`<span class="fo-rank">${text("faceoff.rank", { rank })}</span>` : nothing}
      ${has ? html`<b class="fo-total" title=${brokenDown(power)}>${power.total}</b>` : nothing}
    </h4>
    <div class="fo-rows">
      ${personality.map((/** @type {string} */ id) => cardOf(scene, id, { key: `played:${id}`, place: `card:${id}`, kind: "fo-row" }))}
      ${equipment.map((/** @type {string} */ id) => cardOf(scene, id, { key: `played:${id}`, place: `card:${id}`, kind: "fo-row" }))}
      ${down.map((/** @type {string} */ id, /** @type {number} */ at) =>
        cardOf(scene, id || null, { key: `down:${seat}:${at}`, kind: "fo-row", badge: text("faceoff.face_down"), after: [text("faceoff.face_down")] }),
      )}
      ${committed ? cardOf(scene, own ?? null, { key: `commit:${seat}`, kind: "fo-row", badge: text("faceoff.is_ready"), after: [text("faceoff.is_ready")] }) : nothing}
    </div>
    ${!committed && view["waiting"].includes(seat) && ["PHASE_PERSONALITY", "PHASE_EQUIPMENT"].includes(view["phase"]) ? html`<p class="hint">${text("faceoff.chooses")}</p>` : nothing}
    ${has ? html`<p class="hint">${brokenDown(power)}</p>` : nothing}
  </section>`;
}

// -- hand and trees -----------------------------------------------------------------------------------------------------

/** The viewer's hand. @param {Scene} scene */
function hand(scene) {
  const { viewer, picking, view } = scene;
  if (viewer === null) return nothing;
  const { hand: cards, commit } = view["players"][viewer];
  const chosen = [commit?.play?.card, commit?.discard?.card, ...(commit?.build?.cards ?? []).map((/** @type {any} */ each) => each.card)];
  const first = picking.picked.find((key) => key.startsWith("hand:"))?.slice(5);
  const inTwo = scene.legal.some(({ action }) => action["build"]?.cards.length === 2);
  return html`<section class="fo-part fo-hand" aria-labelledby="fo-hand">
    <h3 id="fo-hand">${text("faceoff.hand", { count: cards.length })}</h3>
    <div class="fo-cards">
      ${repeat(
        cards,
        (/** @type {string} */ id) => id,
        (/** @type {string} */ id) => {
          const isThen = inTwo && first !== id && (first !== undefined || picking.has(`then:${id}`));
          const badge = chosen.includes(id) ? text("faceoff.chosen") : inTwo && first === id ? text("faceoff.1st") : picking.has(`then:${id}`) ? text("faceoff.2nd") : "";
          return cardOf(scene, id, { key: `${isThen ? "then" : "hand"}:${id}`, place: `card:${id}`, badge, after: [badge] });
        },
      )}
    </div>
  </section>`;
}

/** The Clock tree and the Power tree. @param {Scene} scene */
const trees = (scene) => html`<div class="fo-trees">${tree(scene, "clock", "clock")} ${tree(scene, "power", "power")}</div>`;

/** A tree: its row, the two cards behind it, its deck. @param {Scene} scene @param {"clock" | "power"} name @param {string} key What actions call a card of the row. */
function tree(scene, name, key) {
  const { [`${name}_row`]: row, [`${name}_middle`]: middle, [`${name}_deck_size`]: deck } = scene.view;
  return html`<section class="fo-part fo-tree" aria-labelledby=${`fo-${name}`}>
    <h3 id=${`fo-${name}`}>${text(`faceoff.${name}_tree`)} <small>${text("faceoff.deck", { count: deck })}</small></h3>
    <h4>${text("faceoff.middle")}</h4>
    <div class="fo-chips">
      ${middle.map((/** @type {string} */ id, /** @type {number} */ at) =>
        chipOf(scene, id, { key: id ? `refill:${id}` : `flip:${name}:${at + 1}`, place: id ? `card:${id}` : `flip:${name}:${at + 1}` }),
      )}
      ${middle.length ? nothing : text("faceoff.none")}
    </div>
    <h4>${text(`faceoff.${name}_row`)}</h4>
    <div class="fo-cards fo-three">
      ${repeat(row, (/** @type {string} */ id) => id, (/** @type {string} */ id) => cardOf(scene, id, { key: `${key}:${id}`, place: `card:${id}` }))}
      ${row.length ? nothing : text("faceoff.none")}
    </div>
  </section>`;
}
