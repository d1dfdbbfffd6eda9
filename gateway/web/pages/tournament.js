// @ts-check
/** A tournament: entering, standings, rounds, bracket, log; and for its hosts, running it. */
import { ask, inform } from "../components/dialog.js";
import { standingsOf } from "../components/standings.js";
import { html, nothing, render } from "../html.js";
import { orNothing } from "../problems.js";
import { promises, rememberOrigin } from "../promises.js";
import { listed, text, written } from "../texts.js";

const LOG_SHOWN = 100;
const ELIMINATIONS = ["single_elimination", "double_elimination", "table_elimination"];

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app, params, query) {
  const id = params["tournament"] ?? "";
  app.session.invitation = query.get("invitation") ?? app.session.invitation;
  const page = new TournamentPage(place, app, await app.client.tournament(id, { signal: app.signal }));
  app.title(page.name);
  await page.load();
  void app.follow((watching) => page.follow(watching));
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
    const { id, commitment } = /** @type {import("../types.js").JsonObject} */ (this.#tournament);
    rememberOrigin(commitment, { kind: "tournament", id });
    const given = { path: this.#path, signal: this.#signal };
    const me = session.player?.id;
    const [standings, rounds, entrants, hosts] = await Promise.all([
      client.ask("GET", "/v1/tournaments/{tournament}/standings", given),
      client.ask("GET", "/v1/tournaments/{tournament}/rounds", { ...given, query: { page_size: 100 } }),
      client.ask("GET", "/v1/tournaments/{tournament}/entrants", { ...given, query: { page_size: 100 } }),
      client.ask("GET", "/v1/tournaments/{tournament}/hosts", given),
    ]);
    this.#standings = standings;
    this.#rounds = rounds.rounds;
    this.#entrants = entrants.entrants;
    [this.#bracket, this.#mine] = await Promise.all([this.#bracketIn(standings), this.#ownIn(entrants)]);
    this.#role = this.#tournament.owner_id === me || session.player?.isAdmin ? "host" : (hosts.hosts.find((host) => host.player_id === me)?.role ?? "");
    await this.#show(this.#wanted);
  }

  /** The bracket, once its stage is among those that have begun. @param {any} standings */
  #bracketIn({ stages }) {
    const { stages: settings } = this.#tournament.settings;
    if (!stages.some((/** @type {any} */ { stage }) => ELIMINATIONS.includes(settings[stage]?.format ?? ""))) return null;
    return this.#app.client.ask("GET", "/v1/tournaments/{tournament}/bracket", { path: this.#path, signal: this.#signal }).catch(orNothing);
  }

  /** The reader as an entrant: in the list, unless that is longer than what was taken of it. @param {any} list */
  #ownIn({ entrants, next_page_token: next }) {
    const me = this.#app.session.player?.id;
    if (!me) return null;
    const listed = entrants.find((/** @type {any} */ entrant) => entrant.player_id === me) ?? null;
    if (listed !== null || next === null) return listed;
    const path = { ...this.#path, entrant: "me" };
    return this.#app.client.ask("GET", "/v1/tournaments/{tournament}/entrants/{entrant}", { path, signal: this.#signal }).catch(orNothing);
  }

  /** @param {import("../app.js").Watching} watching */
  async follow(watching) {
    const { id, revision } = this.#tournament;
    for await (const line of this.#app.client.tournamentEvents(id, { since: revision, ...watching })) {
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
    for (const { matches } of this.#round?.tables ?? []) for (const { match } of matches) promises.setTournament(match, this.#tournament.id);
    if (!this.#signal.aborted) render(this.#page(), this.#place);
  }

  #page() {
    const { id, name, settings, status, status_reason: why, entrants, starts_at: starts } = this.#tournament;
    const promise = /** @type {import("../types.js").JsonObject} */ (this.#tournament)["commitment_document"];
    return html`<h1>${name}</h1>
      <p role="status">
        <b>${text(`tournament.status.${status}`)}</b> · ${text("tournament.entrants", { count: entrants })} ${why ? html`<br />${why}` : nothing}
      </p>
      <p>
        ${text(`tournament.bots.${settings.entry?.bots ?? "none"}`)} ${starts && status === "registration" ? text("tournament.starts", { when: written(starts) }) : nothing}
        <a href=${`tournaments/${id}`}>${text("tournament.public_page")}</a>
      </p>
      ${promise?.["seed_given_by_host"] ? html`<p><b>${text("tournament.seed_given_by_host")}</b></p>` : nothing}
      <div class="buttons">${this.#entering()} ${this.#hosting()}</div>
      ${this.#standingsSection()} ${this.#bracket === null ? nothing : bracketOf(this.#bracket)} ${this.#rounds.length ? this.#roundSection() : this.#entrantList()}`;
  }

  #entering() {
    const { status } = this.#tournament;
    if (status === "finished" || status === "cancelled") return nothing;
    const mine = this.#mine;
    if (mine === null) return status === "registration" ? this.#button("tournament.enter", () => this.#enter(), "primary") : nothing;
    if (mine.withdrawn) return this.#button("tournament.return", () => this.#entrant("return"));
    const checks = this.#tournament.check_in_opens_at !== null && !mine.checked_in && status === "registration";
    return html`${checks ? this.#button("tournament.check_in", () => this.#checkIn(), "primary") : nothing}
    ${this.#button("tournament.withdraw", () => this.#withdraw())}`;
  }

  #hosting() {
    if (this.#role === "") return nothing;
    const desk = html`<a class="button" href=${`#/tournaments/${this.#tournament.id}/desk`}>${text("tournament.desk")}</a>`;
    if (this.#role !== "host") return desk;
    const { status } = this.#tournament;
    const button = (/** @type {"start" | "pause" | "resume" | "cancel"} */ what) => this.#button(`tournament.${what}`, () => this.#host(what));
    return html`${desk} ${status === "registration" ? button("start") : nothing} ${status === "running" ? button("pause") : nothing}
    ${status === "paused" ? button("resume") : nothing}
    ${status === "finished" || status === "cancelled" ? nothing : html`${button("cancel")} ${this.#button("tournament.invite_guests", () => this.#inviteGuests())}`}`;
  }

  /** Copy an address by which guests sign up who play from one network address, such as a class. */
  async #inviteGuests() {
    const places = await ask({ title: text("tournament.invite_guests"), field: text("tournament.places"), yes: text("tournament.copy_invitation") });
    if (typeof places !== "string" || !(Number(places) >= 1)) return;
    const made = await this.#app.client.ask(
      "POST",
      "/v1/tournaments/{tournament}/guest-invitations",
      /** @type {any} */ ({ path: this.#path, body: { places: Math.trunc(Number(places)) } }),
    );
    const address = new URL(location.href);
    address.hash = `/tournaments/${this.#tournament.id}?invitation=${encodeURIComponent(/** @type {any} */ (made).text)}`;
    await navigator.clipboard.writeText(address.href);
    inform(text("tournament.invitation_copied"));
  }

  /** @param {string} key @param {() => unknown} act @param {"" | "primary"} kind */
  #button(key, act, kind = "") {
    return html`<button class=${kind} @click=${() => this.#app.attempt(act)}>${text(key)}</button>`;
  }

  async #enter() {
    const { commitment } = /** @type {import("../types.js").JsonObject} */ (this.#tournament);
    if (!commitment && !(await ask({ title: text("tournament.without_commitment"), yes: text("tournament.enter") }))) return;
    const player = await this.#app.session.orGuest();
    await this.#app.client.enter(this.#tournament.id, { player: player.id, withoutCommitment: !commitment });
    if (!this.#signal.aborted) await this.load();
  }

  async #checkIn() {
    const { commitment } = /** @type {import("../types.js").JsonObject} */ (this.#tournament);
    const { id } = await this.#app.session.orGuest();
    const isElsewhere = this.#mine?.client_seed_sha256 && !promises.get(`${this.#tournament.id}/${id}`)?.seed;
    const title = !commitment ? text("tournament.without_commitment") : isElsewhere ? text("tournament.seed_elsewhere") : null;
    if (title !== null && !(await ask({ title, yes: text("tournament.check_in") }))) return;
    await this.#app.client.checkIn(this.#tournament.id, { player: id, withoutCommitment: title !== null });
    await this.load();
  }

  /** @param {"withdraw" | "return"} what */
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

  #standingsSection() {
    return html`<section aria-labelledby="standings">
      <h2 id="standings">${text("tournament.standings")}</h2>
      ${standingsOf(this.#standings, this.#tournament.settings, (row) => this.#nameOf(row))}
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
    const isTwin = this.#entrants.some((other) => other.name === name && other.id !== entrant);
    return html`${name} ${isTwin ? html`<small>(${entrant})</small>` : nothing} ${isBot ? html`<small>${text("tournament.bot")}</small>` : nothing} ${isMine ? html`<small class="turn">${text("tournament.you")}</small>` : nothing}`;
  }
}

/** @param {any} bracket */
function bracketOf({ nodes }) {
  /** @type {Map<string, Map<string, any[]>>} */
  const parts = new Map();
  const isDouble = nodes.some((/** @type {any} */ { part }) => part === "losers");
  for (const node of nodes.filter((/** @type {any} */ { state }) => state !== "not_needed")) {
    const part = partOf(node, isDouble);
    const columns = parts.get(part) ?? new Map();
    const column = `${node.part} ${node.round}`;
    parts.set(part, columns.set(column, [...(columns.get(column) ?? []), node]));
  }
  return html`<section aria-labelledby="bracket">
    <h2 id="bracket">${text("tournament.bracket")}</h2>
    ${[...parts].map(
      ([part, columns]) =>
        html`${part !== "all" ? html`<h3>${text(`tournament.part.${part}`)}</h3>` : nothing}
          <div class="bracket scrolls" tabindex="0">
            ${[...columns.values()].map((column) => html`<ol>${column.map(nodeOf)}</ol>`)}
          </div>`,
    )}
  </section>`;
}

/** Where a node is drawn: with one chance for each, all rounds stand side by side. @param {any} node @param {boolean} isDouble */
function partOf({ part }, isDouble) {
  if (part === "third_place") return part;
  if (!isDouble) return "all";
  return part === "reset" ? "final" : part;
}

/** @param {any} node */
function nodeOf({ id, seats, winners, state }) {
  const hasWon = (/** @type {any} */ entrant) => winners.some((/** @type {any} */ winner) => winner.id === entrant?.id);
  const whence = (/** @type {any} */ { node, place }) => {
    if (node === null) return text("tournament.open_seat");
    return text(seats.length > 2 ? "tournament.from.place" : place === 1 ? "tournament.from.winner" : "tournament.from.loser", { node, place });
  };
  return html`<li aria-label=${id}>
    ${state === "decided" ? nothing : html`<small>${id}</small>`}
    ${seats.map((/** @type {any} */ seat) => html`<span class=${hasWon(seat.entrant) ? "winner" : ""}>${seat.entrant?.name ?? whence(seat)}</span>`)}
  </li>`;
}
