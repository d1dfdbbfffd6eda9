// @ts-check
/** A small console for operators, who sign in with a key that has the scope admin. It reads and acts through the API. */
import { ask, inform } from "../components/dialog.js";
import { html, nothing, render } from "../html.js";
import { some } from "../lists.js";
import { orNothing } from "../problems.js";
import { listed, rounded, text, written } from "../texts.js";

const REFRESH_MS = 3_000;
const SHOWN = 50;
const SCOPES = /** @type {const} */ (["matches:read", "matches:play", "matches:create", "account:manage"]);

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app) {
  app.title(text("operator.title"));
  if (!app.session.player?.isAdmin) {
    render(html`<h1>${text("operator.title")}</h1><p>${text("operator.needs_key")}</p>`, place);
    return;
  }
  const console = new Console(place, app);
  await console.refresh();
  app.repeat(() => console.refresh(), REFRESH_MS);
}

class Console {
  #place;
  #app;
  #signal;
  /** @type {any} */
  #backlog = null;
  /** @type {any} */
  #health = null;
  /** @type {import("../types.js").Match[]} */
  #live = [];
  /** @type {any[]} */
  #players = [];
  /** @type {import("../types.js").Tournament[]} */
  #tournaments = [];
  /** The player that is looked at. @type {{ player: any, keys: any[], deliveries: any[] | null } | null} */
  #player = null;
  /** The tournament whose log is looked at. @type {{ name: string, entries: any[] } | null} */
  #log = null;

  /** @param {HTMLElement} place @param {import("../app.js").App} app */
  constructor(place, app) {
    this.#place = place;
    this.#app = app;
    this.#signal = app.signal;
  }

  async refresh() {
    const { client } = this.#app;
    const signal = this.#signal;
    const [backlog, health, live, players, tournaments] = await Promise.all([
      client.ask("GET", "/v1/backlog", { signal }),
      client.ask("GET", "/readyz", { signal }),
      some(client.matches({ status: "live", page_size: SHOWN }, { signal }), SHOWN),
      this.#players.length ? this.#players : some(client.players({ page_size: SHOWN }, { signal }), SHOWN),
      some(client.tournaments({ page_size: SHOWN }, { signal }), SHOWN),
    ]);
    this.#backlog = backlog;
    this.#health = health;
    this.#live = live;
    this.#players = players;
    this.#tournaments = tournaments;
    this.#draw();
  }

  #draw() {
    if (!this.#signal.aborted) render(this.#page(), this.#place);
  }

  #page() {
    return html`<h1>${text("operator.title")}</h1>
      <div class="columns">${this.#figures()} ${this.#matches()} ${this.#playerList()} ${this.#tournamentList()}</div>
      ${this.#player === null ? nothing : this.#playerDetails(this.#player)} ${this.#log === null ? nothing : this.#logOf(this.#log)}`;
  }

  #figures() {
    const { queues, ...now } = this.#backlog;
    const row = (/** @type {string} */ name, /** @type {unknown} */ value) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
    const waits = (/** @type {number} */ count, /** @type {number} */ oldest) =>
      html`${count} ${oldest > 0 ? html`<small>${text("operator.oldest", { seconds: rounded(oldest, 1) })}</small>` : nothing}`;
    return html`<section aria-labelledby="now">
      <h2 id="now">${text("operator.now")}</h2>
      <table>
        <tbody>
          ${row(text("operator.matches.open"), now.open_matches)} ${row(text("operator.matches.live"), now.live_matches)}
          ${row(text("operator.matches.not_archived"), now.not_archived)} ${row(text("operator.outbox"), waits(now.outbox_entries, now.outbox_oldest_seconds))}
          ${queues.map((/** @type {any} */ { name, waiting, oldest_seconds: oldest }) => row(text("operator.queue", { name }), waits(waiting, oldest)))}
          ${row(text("operator.running"), now.running)} ${row(text("operator.overdue"), text("operator.seconds", { seconds: rounded(now.overdue_seconds, 1) }))}
          ${row(text("operator.commitments"), now.commitments)}
        </tbody>
      </table>
      <h3>${text("operator.health")}</h3>
      <p class="parts">
        ${Object.entries(this.#health.parts).map(
          ([part, state]) => html`<span class=${state === "ok" ? "good" : "bad"}>${part}: ${String(state)}</span> `,
        )}
      </p>
    </section>`;
  }

  #matches() {
    return html`<section aria-labelledby="live">
      <h2 id="live">${text("operator.live")}</h2>
      ${this.#live.length === 0 ? html`<p class="hint">${text("operator.live.none")}</p>` : nothing}
      <ul class="rows">
        ${this.#live.map(
          ({ id, ruleset, seats }) =>
            html`<li>
              <a href=${`#/matches/${id}`}>${ruleset}: ${listed(seats.map(({ player }) => player?.name ?? "–"))}</a>
              ${this.#button("operator.abort", () => this.#abort(id))}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #playerList() {
    return html`<section aria-labelledby="players">
      <h2 id="players">${text("operator.players")}</h2>
      <form class="row" @submit=${this.#find}>
        <label>${text("operator.player.find")} <input name="player" required autocomplete="off" /></label>
        <button>${text("operator.player.show")}</button>
      </form>
      <form class="row" @submit=${this.#newPlayer}>
        <label>${text("operator.player.name")} <input name="name" required autocomplete="off" /></label>
        <button>${text("operator.player.new")}</button>
      </form>
      <ul class="rows">
        ${this.#players.map(({ id, name, kind }) => html`<li>${name} <small>${text(`player.kind.${kind}`)} ${id}</small> ${this.#button("operator.player.show", () => this.#show(id))}</li>`)}
      </ul>
    </section>`;
  }

  #tournamentList() {
    return html`<section aria-labelledby="tournaments">
      <h2 id="tournaments">${text("operator.tournaments")}</h2>
      ${this.#tournaments.length === 0 ? html`<p class="hint">${text("operator.tournaments.none")}</p>` : nothing}
      <ul class="rows">
        ${this.#tournaments.map(
          (tournament) =>
            html`<li>
              <a href=${`#/tournaments/${tournament.id}`}>${tournament.name}</a> <small>${text(`tournament.status.${tournament.status}`)}</small>
              ${this.#button("tournament.log", () => this.#showLog(tournament))}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {{ player: any, keys: any[], deliveries: any[] | null }} of */
  #playerDetails({ player, keys, deliveries }) {
    const { id, name } = player;
    return html`<section aria-labelledby="keys" id="player">
        <h2 id="keys">${text("operator.keys", { name })}</h2>
        <p><a href=${`#/players/${id}`}>${id}</a></p>
        ${keys.length === 0 ? html`<p class="hint">${text("operator.keys.none")}</p>` : nothing}
        <ul class="rows">
          ${keys.map(
            (key) =>
              html`<li>
                ${key.name || key.id} <small>${key.scopes.join(", ")}</small>
                ${key.expires_at ? html`<small>${text("operator.key.expired", { when: written(key.expires_at) })}</small>` : nothing}
                ${key.revoked_at ? html`<small>${text("operator.key.revoked")}</small>` : this.#button("operator.key.revoke", () => this.#revoke(key))}
              </li>`,
          )}
        </ul>
        ${this.#button("operator.key.new", () => this.#newKey(id))}
      </section>
      ${deliveries === null
        ? nothing
        : html`<section aria-labelledby="deliveries">
            <h2 id="deliveries">${text("operator.deliveries", { name })}</h2>
            ${deliveries.length === 0 ? html`<p class="hint">${text("operator.deliveries.none")}</p>` : nothing}
            <ul class="rows">
              ${deliveries.map(
                (delivery) =>
                  html`<li>
                    <span>${written(delivery.created_at ?? delivery.at)} ${delivery.kind ?? delivery.type ?? ""} ${delivery.outcome ?? delivery.status ?? ""}</span>
                    ${this.#button("operator.delivery.resend", () => this.#resend(id, delivery.id))}
                  </li>`,
              )}
            </ul>
          </section>`}`;
  }

  /** @param {{ name: string, entries: any[] }} of */
  #logOf({ name, entries }) {
    return html`<section aria-labelledby="log">
      <h2 id="log">${text("operator.log", { name })}</h2>
      <ol class="rows">
        ${entries.map(
          ({ number, at, by, reason, what, undone }) =>
            html`<li value=${number}>
              <span>${number}. ${written(at)} <b>${what.kind.replaceAll("_", " ")}</b> ${by ?? text("operator.platform")} ${reason} ${undone ? "↶" : ""}</span>
            </li>`,
        )}
      </ol>
    </section>`;
  }

  /** @param {string} key @param {() => unknown} act */
  #button(key, act) {
    return html`<button @click=${() => this.#app.attempt(act)}>${text(key)}</button>`;
  }

  /** @param {string} match */
  async #abort(match) {
    if (!(await ask({ title: text("operator.abort_question"), yes: text("operator.abort") }))) return;
    await this.#app.client.abort(match);
    await this.refresh();
  }

  /** @param {SubmitEvent} event */
  #find = (event) => {
    const id = submitted(event, "player");
    void this.#app.attempt(() => this.#show(id));
  };

  /** @param {SubmitEvent} event */
  #newPlayer = (event) => {
    const name = submitted(event, "name");
    void this.#app.attempt(async () => {
      const made = await this.#app.client.ask("POST", "/v1/players", { body: { name } });
      this.#players = [];
      await this.refresh();
      await this.#show(made.id);
    });
  };

  /** @param {string} id */
  async #show(id) {
    const { client } = this.#app;
    const given = { path: { player: id }, query: { page_size: SHOWN }, signal: this.#signal };
    const [player, { keys }, deliveries] = await Promise.all([
      client.player(id, { signal: this.#signal }),
      client.ask("GET", "/v1/players/{player}/keys", given),
      client.ask("GET", "/v1/players/{player}/webhook/deliveries", given).then(({ deliveries }) => deliveries, orNothing),
    ]);
    this.#player = { player, keys, deliveries };
    this.#draw();
    document.getElementById("player")?.scrollIntoView();
  }

  /** @param {string} player */
  async #newKey(player) {
    const name = await ask({ title: text("operator.key.new"), field: text("operator.player.name"), yes: text("operator.key.new") });
    if (typeof name !== "string") return;
    const made = await this.#app.client.ask("POST", "/v1/players/{player}/keys", { path: { player }, body: { name, scopes: [...SCOPES] } });
    await inform(`${text("operator.key.secret")}: ${made.secret}`);
    await this.#show(player);
  }

  /** @param {any} key */
  async #revoke(key) {
    if (!(await ask({ title: text("operator.key.revoke_question", { name: key.name || key.id }), yes: text("operator.key.revoke") }))) return;
    await this.#app.client.ask("DELETE", "/v1/keys/{key}", { path: { key: key.id } });
    await this.#show(key.player_id);
  }

  /** @param {string} player @param {string} delivery */
  async #resend(player, delivery) {
    await this.#app.client.ask("POST", "/v1/players/{player}/webhook/deliveries/{delivery}:resend", { path: { player, delivery } });
    await this.#show(player);
  }

  /** @param {import("../types.js").Tournament} tournament */
  async #showLog({ id, name }) {
    const { entries } = await this.#app.client.ask("GET", "/v1/tournaments/{tournament}/log", {
      path: { tournament: id },
      query: { page_size: 100 },
      signal: this.#signal,
    });
    this.#log = { name, entries };
    this.#draw();
    document.getElementById("log")?.scrollIntoView();
  }
}

/** What a form was given under a name; the form is emptied. @param {SubmitEvent} event @param {string} name */
function submitted(event, name) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const given = String(new FormData(form).get(name)).trim();
  form.reset();
  return given;
}
