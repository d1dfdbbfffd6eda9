// @ts-check
/** What the viewer may do: as a list, and the one that is about to be done. */
import { html, nothing, repeat } from "../html.js";
import { kept, keep } from "../storage.js";
import { text } from "../texts.js";

const SHOWN = 60;
const AT_ONCE = "send_at_once";

/** Whether actions are sent as soon as they are chosen. */
export const isAtOnce = () => kept(AT_ONCE, false);

/**
 * @param {object} of
 * @param {import("../tables/scene.js").Scene} of.scene
 * @param {string} of.filter
 * @param {boolean} of.isSending
 * @param {(filter: string) => void} of.onFilter
 * @param {(action: import("../types.js").Action) => void} of.onChoose
 * @param {() => void} of.onClear
 */
export function actionList({ scene, filter, isSending, onFilter, onChoose, onClear }) {
  const { picking, layout } = scene;
  const wanted = filter.trim().toLowerCase();
  const found = picking.candidates.filter(({ label, notation }) => `${scene.named(label)} ${notation}`.toLowerCase().includes(wanted));
  const groups = grouped(found.slice(0, SHOWN));
  return html`
    ${picking.picked.length
      ? html`<p class="picked">
          ${text("match.picked", { count: picking.candidates.length })}
          <button class="plain" @click=${onClear}>${text("match.back")}</button>
        </p>`
      : nothing}
    ${scene.legal.length > 12
      ? html`<input
          type="search"
          class="filter"
          .value=${filter}
          placeholder=${text("match.filter")}
          aria-label=${text("match.filter")}
          @input=${(/** @type {{ target: HTMLInputElement }} */ { target }) => onFilter(target.value)}
        />`
      : nothing}
    ${[...groups].map(([kind, actions]) => {
      const said = layout.decisions.find(({ action }) => action === kind);
      return html`<section class="choices">
        <h3 title=${said?.text ?? ""}>${said?.title ?? kind}</h3>
        <ul>
          ${repeat(
            actions,
            ({ notation }) => notation,
            (action) =>
              html`<li>
                <button
                  data-notation=${action.notation}
                  aria-pressed=${picking.proposed?.notation === action.notation}
                  aria-disabled=${isSending}
                  @click=${() => onChoose(action)}
                >
                  ${scene.named(action.label)}
                </button>
              </li>`,
          )}
        </ul>
      </section>`;
    })}
    ${found.length > SHOWN ? html`<p class="hint">${text("match.more", { count: found.length - SHOWN })}</p>` : nothing}
  `;
}

/** A box that says whether actions are sent as soon as they are chosen. */
export const atOnceBox = () =>
  html`<label class="at-once"
      ><input type="checkbox" .checked=${isAtOnce()} @change=${(/** @type {{ target: HTMLInputElement }} */ { target }) => keep(AT_ONCE, target.checked)} />
      ${text("match.at_once")}</label
    >`;

/**
 * The action that is about to be done.
 * @param {{ label: string, isSending: boolean, onConfirm: () => void, onClear: () => void }} of
 */
export const confirmation = ({ label, isSending, onConfirm, onClear }) =>
  html`<div class="confirm" role="group" aria-label=${label}>
    <b>${label}</b>
    <div class="buttons">
      <button class="primary" id="confirm" aria-disabled=${isSending} @click=${onConfirm}>
        ${text(isSending ? "match.sending" : "match.confirm")}
      </button>
      <button aria-disabled=${isSending} @click=${onClear}>${text("match.back")}</button>
    </div>
  </div>`;

/** @param {import("../types.js").Action} action */
const kindOf = ({ action }) => Object.keys(action)[0] ?? "";

/** @param {import("../types.js").Action[]} actions */
function grouped(actions) {
  /** @type {Map<string, import("../types.js").Action[]>} */
  const groups = new Map();
  for (const action of actions) groups.set(kindOf(action), [...(groups.get(kindOf(action)) ?? []), action]);
  return groups;
}
