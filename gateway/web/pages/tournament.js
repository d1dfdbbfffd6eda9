// @ts-check
/** A tournament: entering, standings, rounds, bracket, log; and for its hosts, running it. */
import { ask } from "../components/dialog.js";
import { html, nothing, render } from "../html.js";
import { orNothing } from "../problems.js";
import { listed, text, written } from "../texts.js";

const LOG_SHOWN = 100;

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app, params) {
  const id = params["tournament"] ?? "";
  const page = new TournamentPage(place, app, await app.client.tournament(id, { signal: app.signal }));
  app.title(page.name);
  await page.load();
  void page.follow().catch(() => {});
}

class TournamentPage {
  #place;
  #app;
  #signal;
  #tournament;
  /** @type {any} */
  #standings = null;
  /** @type {any[]} */
  #rounds = [];
  /** @type {any} */
  #round = null;
  /** @type {any} */
  #bracket = null;
  /** @type {any} */
  #mine = null;
  /** @type {any[]} */
  #entrants = [];
  #role = "";
  /** The round that is looked at; null: the last one. @type {number | null} */
  #wanted = null;

  /** @param {HTMLElement} place @param {import("../app.js").App} app @param {import("../types.js").Tournament} tournament */
  constructor(place, app, tournament) {
    this.#place = place;
    this.#app = app;
    this.#signal = app.signal;
    this.#tournament = tournament;
  }

  get name() {
    return this.#tournament.name;
  }

  get #path() {
    return { tournament: this.#tournament.id };
  }

  async load() {
    const { client, session } = this.#app;
    const given = { path: this.#path, signal: this.#signal };
    const me = session.player?.id;
    const own = { path: { ...this.#path, entrant: "me" }, signal: this.#signal };
    const [standings, rounds, entrants, bracket, mine, hosts] = await Promise.all([
      client.ask("GET", "/v1/tournaments/{tournament}/standings", given),
      client.ask("GET", "/v1/tournaments/{tournament}/rounds", { ...given, query: { page_size: 100 } }),
      client.ask("GET", "/v1/tournaments/{tournament}/entrants", { ...given, query: { page_size: 100 } }),
      client.ask("GET", "/v1/tournaments/{tournament}/bracket", given).catch(orNothing),
      me ? client.ask("GET", "/v1/tournaments/{tournament}/entrants/{entrant}", own).catch(orNothing) : null,
      client.ask("GET", "/v1/tournaments/{tournament}/hosts", given),
    ]);
    this.#standings = standings;
    this.#rounds = rounds.rounds;
    this.#entrants = entrants.entrants;
    this.#bracket = bracket;
    this.#mine = mine;
    this.#role = this.#tournament.owner_id === me || session.player?.isAdmin ? "host" : (hosts.hosts.find((host) => host.player_id === me)?.role ?? "");
    await this.#show(this.#wanted);
  }

  async follow() {
    const { id, revision } = this.#tournament;
    for await (const line of this.#app.client.tournamentEvents(id, { since: revision, signal: this.#signal })) {
      this.#tournament = line;
      await this.load();
    }
  }

  /** @param {number | null} number */
  async #show(number) {
    this.#wanted = number;
    const shown = number ?? this.#rounds.at(-1)?.number;
    this.#round =
      shown === undefined
        ? null
        : await this.#app.client.ask("GET", "/v1/tournaments/{tournament}/rounds/{round}", {
            path: { ...this.#path, round: shown },
            signal: this.#signal,
          });
    if (!this.#signal.aborted) render(this.#page(), this.#place);
  }

  #page() {
    const { id, name, settings, status, status_reason: why, entrants, starts_at: starts } = this.#tournament;
    return html`<h1>${name}</h1>
      <p role="status">
        <b>${text(`tournament.status.${status}`)}</b> · ${text("tournament.entrants", { count: entrants })} ${why ? html`<br />${why}` : nothing}
      </p>
      <p>
        ${text(`tournament.bots.${settings.entry?.bots ?? "none"}`)} ${starts && status === "registration" ? text("tournament.starts", { when: written(starts) }) : nothing}
        <a href=${`tournaments/${id}`}>${text("tournament.public_page")}</a>
      </p>
      <div class="buttons">${this.#entering()} ${this.#hosting()}</div>
      ${this.#standingsTable()} ${this.#bracket === null ? nothing : bracketOf(this.#bracket)} ${this.#rounds.length ? this.#roundSection() : this.#entrantList()}`;
  }

  #entering() {
    const { status } = this.#tournament;
    if (status === "finished" || status === "cancelled") return nothing;
    const mine = this.#mine;
    if (mine === null) return status === "registration" ? this.#button("tournament.enter", () => this.#enter(), "primary") : nothing;
    if (mine.withdrawn) return this.#button("tournament.return", () => this.#entrant("return"));
    const checks = this.#tournament.check_in_opens_at !== null && !mine.checked_in && status === "registration";
    return html`${checks ? this.#button("tournament.check_in", () => this.#entrant("check-in"), "primary") : nothing}
    ${this.#button("tournament.withdraw", () => this.#withdraw())}`;
  }

  #hosting() {
    if (this.#role !== "host") return nothing;
    const { status } = this.#tournament;
    const button = (/** @type {"start" | "pause" | "resume" | "cancel"} */ what) => this.#button(`tournament.${what}`, () => this.#host(what));
    return html`${status === "registration" ? button("start") : nothing} ${status === "running" ? button("pause") : nothing}
    ${status === "paused" ? button("resume") : nothing} ${status === "finished" || status === "cancelled" ? nothing : button("cancel")}`;
  }

  /** @param {string} key @param {() => unknown} act @param {"" | "primary"} kind */
  #button(key, act, kind = "") {
    return html`<button class=${kind} @click=${() => this.#app.attempt(act)}>${text(key)}</button>`;
  }

  async #enter() {
    await this.#app.session.orGuest();
    await this.#app.client.ask("POST", "/v1/tournaments/{tournament}/entrants", { path: this.#path });
    if (!this.#signal.aborted) await this.load();
  }

  /** @param {"check-in" | "withdraw" | "return"} what */
  async #entrant(what) {
    const path = { ...this.#path, entrant: "me" };
    await this.#app.client.ask("POST", `/v1/tournaments/{tournament}/entrants/{entrant}:${what}`, /** @type {any} */ ({ path, body: { reason: "" } }));
    await this.load();
  }

  async #withdraw() {
    if (await ask({ title: text("tournament.withdraw_question", { name: this.name }), yes: text("tournament.withdraw") })) await this.#entrant("withdraw");
  }

  /** @param {"start" | "pause" | "resume" | "cancel"} what */
  async #host(what) {
    const reason = await ask({ title: text(`tournament.${what}`), field: text("tournament.reason"), yes: text(`tournament.${what}`) });
    if (typeof reason !== "string") return;
    this.#tournament = /** @type {any} */ (
      await this.#app.client.ask("POST", `/v1/tournaments/{tournament}:${what}`, /** @type {any} */ ({ path: this.#path, body: { reason } }))
    );
    await this.load();
  }

  #standingsTable() {
    const stage = this.#standings?.stages.at(-1);
    return html`<section aria-labelledby="standings">
      <h2 id="standings">${text("tournament.standings")}</h2>
      ${stage === undefined
        ? html`<p class="hint">${text("tournament.standings.none")}</p>`
        : html`<div class="scrolls" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">${text("tournament.rank")}</th><th scope="col">${text("tournament.entrant")}</th><th scope="col">${text("tournament.points")}</th>
                  ${(stage.rows[0]?.tie_breaks ?? []).map((/** @type {any} */ { id }) => html`<th scope="col">${id.replaceAll("_", " ")}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${stage.rows.map(
                  (/** @type {any} */ row) =>
                    html`<tr>
                      <td>${row.rank}${row.is_joint ? "=" : ""}</td>
                      <th scope="row">${this.#nameOf(row)} ${row.is_withdrawn ? html`<small>${text("tournament.withdrawn")}</small>` : nothing}</th>
                      <td>${row.points}</td>
                      ${row.tie_breaks.map((/** @type {any} */ { value, terms, note }) => html`<td title=${[note, terms.map(termOf).join(" + ")].filter(Boolean).join(" ")}>${value}</td>`)}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`}
    </section>`;
  }

  #roundSection() {
    const round = this.#round;
    return html`<section aria-labelledby="rounds">
      <h2 id="rounds">${text("tournament.rounds")}</h2>
      <div class="buttons" role="group" aria-labelledby="rounds">
        ${this.#rounds.map(
          ({ number }) =>
            html`<button aria-pressed=${number === round?.number} @click=${() => this.#app.attempt(() => this.#show(number))}>
              ${text("tournament.round", { number })}
            </button>`,
        )}
      </div>
      ${round === null ? nothing : html`<ul class="tables">${round.tables.map((/** @type {any} */ table) => this.#table(table))}</ul>
          ${round.byes.length ? html`<p>${text("tournament.bye", { names: listed(round.byes.map((/** @type {any} */ bye) => bye.entrant?.name ?? bye.name)) })}</p>` : nothing}
          ${round.notes.map((/** @type {string} */ note) => html`<p class="hint">${note}</p>`)}`}
    </section>`;
  }

  /** @param {any} table */
  #table({ number, entrants, result, reasons, matches }) {
    return html`<li class="tournament-table">
      <h3>${text("tournament.table", { number })}</h3>
      <ol>
        ${entrants.map(
          (/** @type {any} */ entrant, /** @type {number} */ at) =>
            html`<li class=${result?.places[at] === 1 ? "winner" : ""}>
              ${this.#nameOf({ entrant: entrant.id, name: entrant.name, is_bot: entrant.is_bot })} ${result ? html`<b>${result.points[at]}</b>` : nothing}
            </li>`,
        )}
      </ol>
      ${matches.map((/** @type {any} */ { match, game }) => html`<a href=${`#/matches/${match}`}>${text("tournament.match", { number: game })}</a> `)}
      <details><summary>${text("tournament.why")}</summary><ul>${reasons.map((/** @type {string} */ reason) => html`<li>${reason}</li>`)}</ul></details>
    </li>`;
  }

  #entrantList() {
    return html`<section aria-labelledby="entrants">
      <h2 id="entrants">${text("tournament.entrants", { count: this.#tournament.entrants })}</h2>
      <ul>
        ${this.#entrants.slice(0, LOG_SHOWN).map(
          (entrant) =>
            html`<li>
              ${this.#nameOf({ entrant: entrant.id, name: entrant.name, is_bot: entrant.is_bot })}
              ${entrant.checked_in ? html`<small>${text("tournament.checked_in")}</small>` : nothing}
              ${entrant.withdrawn ? html`<small>${text("tournament.withdrawn")}</small>` : nothing}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {{ entrant: string, name: string, is_bot: boolean }} of */
  #nameOf({ entrant, name, is_bot: isBot }) {
    const isMine = this.#mine?.id === entrant;
    return html`${name} ${isBot ? html`<small>${text("tournament.bot")}</small>` : nothing} ${isMine ? html`<small class="turn">${text("tournament.you")}</small>` : nothing}`;
  }
}

/** @param {any} bracket */
function bracketOf({ nodes }) {
  const columns = new Map();
  for (const node of nodes) {
    const key = `${node.part} ${node.round}`;
    columns.set(key, [...(columns.get(key) ?? []), node]);
  }
  return html`<section aria-labelledby="bracket">
    <h2 id="bracket">${text("tournament.bracket")}</h2>
    <div class="bracket scrolls" tabindex="0">
      ${[...columns.values()].map(
        (column) =>
          html`<ol>
            ${column.map(
              (/** @type {any} */ { id, seats, winners }) =>
                html`<li aria-label=${id}>
                  ${seats.map(
                    (/** @type {any} */ { entrant, node }) =>
                      html`<span class=${winners.some((/** @type {any} */ winner) => winner.id === entrant?.id) ? "winner" : ""}
                        >${entrant?.name ?? (node ? text("tournament.winner_of", { node }) : text("tournament.open_seat"))}</span
                      >`,
                  )}
                </li>`,
            )}
          </ol>`,
      )}
    </div>
  </section>`;
}

/** @param {any} term */
const termOf = (term) => (typeof term === "object" && term !== null ? Object.values(term).join(" ") : String(term));
