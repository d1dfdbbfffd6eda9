// @ts-check
/** Questions and news that wait for the reader. */
import { html, nothing, render } from "../html.js";
import { problemText } from "../problems.js";
import { text } from "../texts.js";

/** How many dialogs there were: one may open above another. */
let count = 0;

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} yes What the button says that agrees.
 * @property {string} [field] The label of something to write.
 * @property {string} [hint]
 * @property {boolean} [isSecret]
 */

/**
 * Ask something. What was written, or `true`; `null` where the answer is no.
 * @param {Question} question
 * @returns {Promise<string | true | null>}
 */
export function ask({ title, yes, field, hint, isSecret = false }) {
  return shown((close) => {
    const answer = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      close(field === undefined ? true : String(new FormData(form).get("answer")));
    };
    return html`<form method="dialog" @submit=${answer}>
      <p data-title>${title}</p>
      ${field === undefined
        ? nothing
        : html`<label>${field} <input name="answer" type=${isSecret ? "password" : "text"} autocomplete="off" required /></label>`}
      ${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}
      <div class="buttons">
        <button class="primary">${yes}</button>
        <button type="button" @click=${() => close(null)}>${text("app.cancel")}</button>
      </div>
    </form>`;
  });
}

/** Tell something. @param {string} news */
export function inform(news) {
  return shown(
    (close) =>
      html`<p data-title>${news}</p>
        <div class="buttons"><button class="primary" @click=${() => close(true)}>${text("app.close")}</button></div>`,
  );
}

/**
 * @typedef {object} Form
 * @property {string} title
 * @property {(changed: () => void) => unknown} body Its fields. `changed` draws it again.
 * @property {() => string} yes What the button says that goes a step on.
 * @property {(data: FormData) => Promise<boolean>} send Whether that was the last step. What goes wrong stands in the form.
 */

/**
 * Fill in a form of one or more steps. Whether it was sent.
 * @param {Form} form
 * @returns {Promise<boolean>}
 */
export async function fill({ title, body, yes, send }) {
  /** @type {{ isBusy: boolean, problem: string | null }} */
  const state = { isBusy: false, problem: null };
  const answer = await shown((close, draw) => {
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (state.isBusy) return;
      const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      Object.assign(state, { isBusy: true, problem: null });
      draw();
      try {
        if (await send(data)) return close(true);
      } catch (error) {
        state.problem = problemText(error);
      }
      state.isBusy = false;
      draw();
    };
    return html`<form method="dialog" class="wide-form" @submit=${submit}>
      <h2 data-title>${title}</h2>
      ${body(draw)}
      <div class="foot">
        ${state.problem === null ? nothing : html`<p class="problem" role="alert">${state.problem}</p>`}
        <div class="buttons">
          <button class="primary" aria-disabled=${state.isBusy}>${yes()}</button>
          <button type="button" @click=${() => close(null)}>${text("app.cancel")}</button>
        </div>
      </div>
    </form>`;
  });
  return answer === true;
}

/**
 * @param {(close: (answer: string | true | null) => void, draw: () => void) => unknown} contents
 * @returns {Promise<string | true | null>}
 */
function shown(contents) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    const close = (/** @type {string | true | null} */ answer) => {
      dialog.close(); // which gives the focus back
      dialog.remove();
      resolve(answer);
    };
    const draw = () => render(contents(close, draw), dialog);
    dialog.addEventListener("cancel", () => close(null));
    dialog.addEventListener("keydown", (event) => event.key === "Tab" && goRound(dialog, event));
    draw();
    const title = /** @type {HTMLElement} */ (dialog.querySelector("[data-title]"));
    title.id = `dialog-${(count += 1)}`;
    dialog.setAttribute("aria-labelledby", title.id);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** From the last thing to the first one, where the browser would leave the page. @param {HTMLElement} dialog @param {KeyboardEvent} event */
function goRound(dialog, event) {
  const things = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll("input, button, select, textarea, summary")]).filter((each) => each.checkVisibility());
  const [end, begin] = event.shiftKey ? [things[0], things.at(-1)] : [things.at(-1), things[0]];
  if (document.activeElement !== end) return;
  event.preventDefault();
  begin?.focus();
}
