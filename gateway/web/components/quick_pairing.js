// @ts-check
/** A ticket that waits for others who want to play the same. */
import { html } from "../html.js";
import { duration, text } from "../texts.js";
import { inform } from "./dialog.js";

const WAIT_SECONDS = 20;

export class QuickPairing {
  #app;
  #games;
  #redraw;
  /** When the search began. @type {number | null} */
  #since = null;
  /** @type {string | null} */
  #ticket = null;

  /** @param {import("../app.js").App} app @param {import("../types.js").RulesetDetails[]} games @param {() => void} redraw */
  constructor(app, games, redraw) {
    this.#app = app;
    this.#games = games;
    this.#redraw = redraw;
  }

  template() {
    return html`<section aria-labelledby="quick">
      <h2 id="quick">${text("lobby.quick")}</h2>
      <p>${text("lobby.quick.text")}</p>
      ${this.#since === null
        ? html`<form class="row" @submit=${this.#submit}>
            <label
              >${text("lobby.quick.game")}
              <select name="game">
                ${this.#games.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}
              </select></label
            >
            <button class="primary">${text("lobby.quick.search")}</button>
          </form>`
        : html`<p role="status">${text("lobby.quick.searching", { time: duration((Date.now() - this.#since) / 1000) })}</p>
            <button @click=${() => this.#app.attempt(() => this.#stop())}>${text("lobby.quick.stop")}</button>`}
    </section>`;
  }

  /** @param {SubmitEvent} event */
  #submit = (event) => {
    event.preventDefault();
    const game = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("game"));
    void this.#app.attempt(() => this.#search(game));
  };

  /** @param {string} ruleset */
  async #search(ruleset) {
    const { session } = this.#app;
    await session.orGuest();
    const { client, signal } = this.#app;
    const seats = this.#games.find(({ id }) => id === ruleset)?.min_seats ?? 2;
    const time_control = /** @type {const} */ ({ kind: "fischer", bank_seconds: 600, increment_seconds: 10 });
    let ticket = await client.ask("POST", "/v1/tickets", { body: { ruleset, seats, time_control }, signal });
    this.#ticket = ticket.id;
    this.#since = Date.now();
    const timer = setInterval(this.#redraw, 1_000);
    try {
      while (ticket.state === "waiting" && this.#since !== null) {
        this.#redraw();
        ticket = await client.ask("GET", "/v1/tickets/{ticket}", { path: { ticket: ticket.id }, query: { wait: WAIT_SECONDS }, signal });
      }
    } finally {
      clearInterval(timer);
      this.#since = null;
      this.#redraw();
    }
    if (ticket.state === "paired" && ticket.match) this.#app.go(`/matches/${ticket.match}`);
    else if (ticket.state === "expired") inform(text("lobby.quick.nobody"));
  }

  async #stop() {
    this.#since = null;
    if (this.#ticket) await this.#app.client.ask("DELETE", "/v1/tickets/{ticket}", { path: { ticket: this.#ticket } });
    this.#redraw();
  }
}
