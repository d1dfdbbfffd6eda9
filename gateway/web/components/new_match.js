// @ts-check
/** A form for a new match: seats, clock, who may see it, help in play, the ruleset's options. */
import { html, nothing } from "../html.js";
import { text } from "../texts.js";

/** @typedef {{ seats: string[], more: any }} Wish */

const VISIBILITIES = ["public", "unlisted", "private"];
const ASSISTANCE = ["usual", "none", "after_match", "open"];
/** @type {Record<string, object>} */
const CLOCKS = {
  none: { kind: "none" },
  per_decision: { kind: "per_decision", seconds: 30 },
  fischer: { kind: "fischer", bank_seconds: 600, increment_seconds: 10 },
  correspondence: { kind: "correspondence", days: 3 },
};

/**
 * @param {import("../types.js").RulesetDetails} game
 * @param {(wish: Wish) => void} onCreate
 */
export function newMatchForm(game, onCreate) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    onCreate(wishOf(game, new FormData(/** @type {HTMLFormElement} */ (event.currentTarget))));
  };
  const seats = Array.from({ length: game.max_seats }, (_, seat) => seat);
  return html`<form class="new-match" @submit=${submit}>
    ${seats.map((seat) => seatField(game, seat))}
    <label
      >${text("lobby.clock")}
      <select name="clock">
        ${Object.keys(CLOCKS).map((clock) => html`<option value=${clock}>${text(`lobby.clock.${clock}`)}</option>`)}
      </select></label
    >
    <label
      >${text("lobby.visibility")}
      <select name="visibility">
        ${VISIBILITIES.map((each) => html`<option value=${each}>${text(`lobby.visibility.${each}`)}</option>`)}
      </select></label
    >
    <label
      >${text("lobby.assistance")}
      <select name="assistance">
        ${ASSISTANCE.map((each) => html`<option value=${each}>${text(`lobby.assistance.${each}`)}</option>`)}
      </select></label
    >
    <p class="hint">${text("lobby.assistance.explained")}</p>
    ${game.options.length
      ? html`<details><summary>${text("lobby.options")}</summary>${game.options.map((option) => optionField(option))}</details>`
      : nothing}
    <button class="primary">${text("lobby.create")}</button>
  </form>`;
}

/** @param {import("../types.js").RulesetDetails} game @param {number} seat */
function seatField({ bots, min_seats: least }, seat) {
  return html`<label
    >${text("lobby.seat", { number: seat + 1 })}
    <select name=${`seat.${seat}`}>
      ${seat >= least ? html`<option value="" selected>–</option>` : nothing}
      ${seat === 0 ? html`<option value="me" selected>${text("lobby.seat.me")}</option>` : nothing}
      <option value="open">${text("lobby.seat.open")}</option>
      ${bots.map(({ id }) => html`<option value=${`bot:${id}`}>${text("lobby.seat.bot", { bot: id })}</option>`)}
    </select></label
  >`;
}

/** @param {import("../types.js").RulesetDetails["options"][number]} option */
function optionField(option) {
  const name = `option.${option.name}`;
  const title = option.title || option.name.replaceAll("_", " ");
  const normal = option.default;
  if (option.type === "bool") {
    return html`<label class="check" title=${option.summary}><input type="checkbox" name=${name} ?checked=${normal === true} /> ${title}</label>`;
  }
  if (option.type === "choice") {
    return html`<label title=${option.summary}
      >${title}
      <select name=${name}>
        ${(option.choices ?? []).map((choice) => html`<option ?selected=${choice === normal}>${choice}</option>`)}
      </select></label
    >`;
  }
  return html`<label title=${option.summary}>${title} <input name=${name} value=${[normal].flat().join(", ")} /></label>`;
}

/** @param {import("../types.js").RulesetDetails} game @param {FormData} form @returns {Wish} */
function wishOf(game, form) {
  const seats = [...form.entries()].filter(([name, value]) => name.startsWith("seat.") && value !== "").map(([, value]) => String(value));
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const { name, type, default: normal } of game.options) {
    const given = form.get(`option.${name}`);
    const value =
      type === "bool" ? given !== null : type === "int" ? Number(given) : type === "int_list" ? String(given).split(",").map(Number) : String(given);
    if (JSON.stringify(value) !== JSON.stringify(normal)) options[name] = value;
  }
  const assistance = String(form.get("assistance"));
  const more = {
    options,
    visibility: String(form.get("visibility")),
    time_control: CLOCKS[String(form.get("clock"))],
    ...(assistance === "usual" ? {} : { assistance }),
    ...(assistance === "open" ? { rated: false } : {}),
  };
  return { seats, more };
}
