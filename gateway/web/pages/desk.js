// @ts-check
/** The desk of a tournament's hosts and arbiters: rounds, entrants, standings and the log, and all that can be decided. */
import { announce } from "../announcer.js";
import { entrantsPart } from "../components/desk_entrants.js";
import { logPart } from "../components/desk_log.js";
import { sheetOf } from "../components/desk_print.js";
import { roundPart, waitingAt } from "../components/desk_round.js";
import { standingsPart } from "../components/desk_standings.js";
import { authorOf, sentence } from "../components/desk_words.js";
import { ask, fill } from "../components/dialog.js";
import { html, nothing, render } from "../html.js";
import { allOf } from "../lists.js";
import { isOutdated } from "../problems.js";
import { text, written } from "../texts.js";

const PARTS = /** @type {const} */ (["round", "entrants", "standings", "log"]);
/** So often a change is tried again that only the platform's own entries of the log have come before. */
const ATTEMPTS = 8;
const TICK_MS = 1_000;
const WAITING_MS = 5_000;
/** Entries that leave the list of entrants as it is. */
const OF_TABLES = ["game_ended", "game_void", "game_called_off", "result_set", "round_ended", "table_paired"];
/** What entrants do by themselves; all else is done by the platform or a host. */
const OF_ENTRANTS = ["entered", "accepted", "checked_in", "seed_given", "withdrawn", "returned", "bye_requested"];

/** @typedef {(typeof PARTS)[number]} Part */
/** @typedef {{ number: number, at: string, by: string | null, reason: string, what: any, undone: boolean }} Entry */

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app, params) {
  const { client, session, signal } = app;
  const id = params["tournament"] ?? "";
  const path = { tournament: id };
  const [tournament, { hosts }] = await Promise.all([
    client.tournament(id, { signal }),
    client.ask("GET", "/v1/tournaments/{tournament}/hosts", { path, signal }),
  ]);
  app.title(text("desk.title", { name: tournament.name }));
  const role = hosts.find((host) => host.player_id === session.player?.id)?.role;
  if (role === undefined && !session.player?.isAdmin) {
    render(
      html`<h1>${tournament.name}</h1>
        <p>${text("desk.for_hosts")} <a href=${`#/tournaments/${id}`}>${text("desk.tournament")}</a></p>`,
      place,
    );
    return;
  }
  const desk = new Desk(place, app, tournament, hosts, role === "arbiter" ? "arbiter" : "host");
  await desk.refresh();
  void app.follow((watching) => desk.follow(watching));
  app.repeat(() => desk.watchTables(), WAITING_MS);
}

/** What the parts of the desk are given. */
export class Desk {
  app;
  signal;
  id;
  role;
  /** @type {any} */
  tournament;
  log;
  /** @type {any[]} */
  entrants = [];
  /** The names of entrants by their ids; those who have the same name are told apart by these. @type {Map<string, string>} */
  names = new Map();
  /** @type {any[]} */
  rounds = [];
  /** The round that is looked at. @type {any} */
  round = null;
  /** @type {any} */
  standings = null;
  /** The ruleset's bots. @type {any[] | null} */
  bots = null;
  /** Whom a match waits for. @type {Map<string, { names: string[], deadline: string | null }>} */
  waiting = new Map();
  /** What is looked for in a list. */
  sought = "";
  /** Whether tables with results are left out. */
  isOpenOnly = false;
  #place;
  #hosts;
  /** @type {Part} */
  #part = "round";
  /** The round that is wanted; null: the last one. @type {number | null} */
  #wanted = null;
  /** What other hosts have done while the desk was open. @type {Entry[]} */
  #news = [];
  /** The last entry of the log that is taken into account in what is shown. */
  #shown = 0;
  /** @type {Promise<void>} */
  #refreshing = Promise.resolve();
  /** What is printed. @type {import("../components/desk_print.js").Sheet | null} */
  #sheet = null;

  /**
   * @param {HTMLElement} place @param {import("../app.js").App} app @param {any} tournament @param {any[]} hosts
   * @param {"host" | "arbiter"} role
   */
  constructor(place, app, tournament, hosts, role) {
    this.#place = place;
    this.#hosts = hosts;
    this.app = app;
    this.signal = app.signal;
    this.id = tournament.id;
    this.role = role;
    this.tournament = tournament;
    this.log = new Log(this);
    const timer = setInterval(() => this.round?.deadline_at && this.#part === "round" && this.draw(), TICK_MS);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  get client() {
    return this.app.client;
  }

  get path() {
    return { tournament: this.id };
  }

  /** An operation on the tournament. @param {"GET" | "POST" | "PUT"} method @param {string} path After its id. @param {any} [given] @returns {Promise<any>} */
  ask(method, path, given = {}) {
    const { client, signal } = this;
    const asked = { signal, ...given, path: { ...this.path, ...given.path } };
    return /** @type {any} */ (client).ask(method, `/v1/tournaments/{tournament}${path}`, asked);
  }

  /** @param {import("../app.js").Watching} watching */
  async follow(watching) {
    const { id, revision } = this.tournament;
    for await (const line of this.client.tournamentEvents(id, { since: revision, ...watching })) {
      this.tournament = line;
      await this.refresh();
    }
  }

  /** Read what has changed, and show it; one reading after the other. */
  refresh() {
    this.#refreshing = this.#refreshing.catch(() => {}).then(() => this.#read());
    return this.#refreshing;
  }

  async #read() {
    const before = this.#shown;
    const [tournament] = await Promise.all([this.client.tournament(this.id, { signal: this.signal }), this.log.read()]);
    this.tournament = tournament;
    this.#shown = this.log.last;
    const added = this.log.since(before);
    if (before > 0) this.#tell(added.filter((entry) => this.isByOtherHost(entry)));
    const given = { path: this.path, signal: this.signal };
    const isSame = before > 0 && added.every(({ what }) => /** @type {string[]} */ (OF_TABLES).includes(what.kind));
    [this.entrants, this.rounds] = await Promise.all([
      isSame ? this.entrants : allOf(this.client, "/v1/tournaments/{tournament}/entrants", "entrants", given),
      allOf(this.client, "/v1/tournaments/{tournament}/rounds", "rounds", given),
    ]);
    if (!isSame) this.names = namesOf(this.entrants);
    await this.#readPart();
    this.draw();
  }

  async #readPart() {
    if (!this.rounds.some(({ number }) => number === this.#wanted)) this.#wanted = null; // its pairing was undone
    const shown = this.#wanted ?? this.rounds.at(-1)?.number;
    const isArena = this.rounds.some(({ number, stage }) => number === shown && this.stage(stage)?.format === "arena");
    const query = isArena ? { latest: 100 } : {};
    this.round = shown === undefined ? null : await this.ask("GET", "/rounds/{round}", { path: { round: shown }, query });
    if (this.#part === "standings") this.standings = await this.ask("GET", "/standings");
    if (this.#part === "entrants") this.bots ??= (await this.client.ruleset(this.tournament.settings.ruleset, { signal: this.signal })).bots;
  }

  /** Look at the tables in play: the log does not tell when a match begins, nor whom it waits for. */
  async watchTables() {
    if (this.round === null || this.round.ended_at !== null) return;
    await this.#readPart();
    this.waiting = await waitingAt(this);
    this.draw();
  }

  draw() {
    if (!this.signal.aborted) render(this.#page(), this.#place);
  }

  /** @param {Part} part */
  async show(part) {
    this.#part = part;
    this.sought = "";
    await this.#readPart();
    this.draw();
  }

  /** @param {number | null} number */
  async showRound(number) {
    this.#wanted = number;
    await this.#readPart();
    this.draw();
  }

  /** Print something. @param {import("../components/desk_print.js").Sheet} sheet */
  print(sheet) {
    this.#sheet = sheet;
    this.draw();
    print();
  }

  /** @param {number} number */
  stage(number) {
    return this.tournament.settings.stages[number];
  }

  get isOver() {
    return this.tournament.status === "finished" || this.tournament.status === "cancelled";
  }

  get isClosed() {
    return this.tournament.closed_at !== null;
  }

  /** The name of an entrant. @param {string} id */
  nameOf(id) {
    return this.names.get(id) ?? id;
  }

  /** The name of a player that has done something; null: nobody knows it here. @param {string} player */
  playerName(player) {
    const found = this.#hosts.find((host) => host.player_id === player) ?? this.entrants.find((entrant) => entrant.player_id === player);
    return found?.name ?? null;
  }

  /** Whether another host has done it. @param {Entry} entry */
  isByOtherHost({ by, what }) {
    if (by === null || by === this.app.session.player?.id || what.kind === "game_called_off") return false; // which follows from others
    return !OF_ENTRANTS.includes(what.kind) || this.#hosts.some((host) => host.player_id === by);
  }

  /** The ETag of the tournament now. @returns {Promise<string>} */
  async etag() {
    let found = "*";
    await this.ask("GET", "", { onETag: (/** @type {string | null} */ tag) => (found = tag ?? "*") });
    return found;
  }

  /**
   * Change something. What another host has done since `seen` is shown before; with `ifMatch` the platform changes nothing
   * that has changed again. Whether it was done.
   * @param {number} seen The log's last entry when the decision was made.
   * @param {(ifMatch: string) => Promise<unknown>} act
   * @returns {Promise<boolean>}
   */
  async change(seen, act) {
    for (let attempt = 1; ; attempt += 1) {
      const ifMatch = await this.etag();
      await this.log.read();
      const news = this.log.since(seen).filter((entry) => this.isByOtherHost(entry));
      if (news.length > 0 && !(await this.#isStillWanted(news))) {
        await this.refresh();
        return false;
      }
      seen = this.log.last;
      try {
        await act(ifMatch);
        await this.refresh();
        return true;
      } catch (error) {
        if (!isOutdated(error) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** @param {Entry[]} news */
  #isStillWanted(news) {
    return fill({
      title: text("desk.changed_meanwhile"),
      body: () => html`<ul>${news.map((entry) => html`<li>${authorOf(entry, this)}: ${sentence(entry, this)} <i>${entry.reason}</i></li>`)}</ul>`,
      yes: () => text("desk.all_the_same"),
      send: async () => true,
    });
  }

  /** @param {Entry[]} news */
  #tell(news) {
    this.#news = [...news.reverse(), ...this.#news].slice(0, 3);
    for (const entry of news) announce(`${authorOf(entry, this)}: ${sentence(entry, this)}`);
  }

  /** Do what a button is for. @param {() => unknown} what */
  attempt = (what) => this.app.attempt(what);

  /** @param {string} key @param {() => unknown} act @param {"" | "primary"} kind @param {string} [id] */
  button(key, act, kind = "", id = key) {
    return html`<button type="button" class=${kind} data-id=${id} @click=${() => this.attempt(act)}>${text(key)}</button>`;
  }

  #page() {
    const { name, status, status_reason: why, entrants, closed_at: closed } = this.tournament;
    const part = { round: roundPart, entrants: entrantsPart, standings: standingsPart, log: logPart }[this.#part];
    return html`<div class="desk">
        <header class="desk-head">
          <h1>${name}</h1>
          <p role="status">
            <b>${text(`tournament.status.${status}`)}</b> · ${text("tournament.entrants", { count: entrants })} ${why ? html`<br />${why}` : nothing}
            ${closed ? html`<br />${text("desk.closed", { when: written(closed) })}` : nothing}
          </p>
          <div class="buttons">${this.#course()} <a href=${`#/tournaments/${this.id}`}>${text("desk.tournament")}</a></div>
        </header>
        ${this.#news.length === 0
          ? nothing
          : html`<section class="news" aria-label=${text("desk.news")}>
              <ul>${this.#news.map((entry) => html`<li><b>${authorOf(entry, this)}</b>: ${sentence(entry, this)}</li>`)}</ul>
              ${this.button("desk.news.read", () => this.#forgetNews())}
            </section>`}
        <div class="parts-of-desk buttons" role="group" aria-label=${text("desk.parts")}>
          ${PARTS.map(
            (each) =>
              html`<button data-id=${each} aria-pressed=${each === this.#part} @click=${() => this.attempt(() => this.show(each))}>
                ${text(`desk.part.${each}`)}
              </button>`,
          )}
        </div>
        ${part(this)}
      </div>
      ${this.#sheet === null ? nothing : sheetOf(this, this.#sheet)}`;
  }

  #forgetNews() {
    this.#news = [];
    this.draw();
  }

  /** What a host does with the tournament as a whole. */
  #course() {
    if (this.role !== "host") return nothing;
    const { status } = this.tournament;
    const button = (/** @type {string} */ what, /** @type {"" | "primary"} */ kind = "") => this.button(`tournament.${what}`, () => this.#direct(what), kind);
    return html`${status === "registration" ? button("start", "primary") : nothing} ${status === "running" ? button("pause") : nothing}
    ${status === "paused" ? button("resume", "primary") : nothing} ${this.isOver ? nothing : button("cancel")}
    ${this.isOver && !this.isClosed ? this.button("desk.close", () => this.#direct("close"), "primary") : nothing}`;
  }

  /** @param {string} what */
  async #direct(what) {
    const seen = this.log.last;
    const title = text(what === "close" ? "desk.close_question" : `tournament.${what}`);
    const yes = text(what === "close" ? "desk.close" : `tournament.${what}`);
    const reason = await ask({ title, field: text("tournament.reason"), yes });
    if (typeof reason !== "string") return;
    await this.change(seen, (ifMatch) => this.ask("POST", `:${what}`, { body: { reason }, ifMatch }));
  }
}

/** @param {{ id: string, name: string }[]} entrants */
function namesOf(entrants) {
  /** @type {Map<string, number>} */
  const had = new Map();
  for (const { name } of entrants) had.set(name, (had.get(name) ?? 0) + 1);
  return new Map(entrants.map(({ id, name }) => [id, (had.get(name) ?? 0) > 1 ? `${name} (${id})` : name]));
}

/** The log, of which only what is new is read again. */
class Log {
  /** @type {Entry[]} */
  entries = [];
  #desk;
  /** Where the last page begins that was read. @type {string | undefined} */
  #page = undefined;
  /** @type {Promise<void>} */
  #reading = Promise.resolve();

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /** The number of its last entry. */
  get last() {
    return this.entries.at(-1)?.number ?? 0;
  }

  /** The entries after one. @param {number} number */
  since(number) {
    return this.entries.filter((entry) => entry.number > number);
  }

  /** One after the other: a page is read where the one before has ended. */
  read() {
    this.#reading = this.#reading.catch(() => {}).then(() => this.#more());
    return this.#reading;
  }

  async #more() {
    for (let next = /** @type {string | null} */ (this.#page ?? ""); next !== null; ) {
      this.#page = next || undefined;
      const query = { page_size: 100, ...(next ? { page_token: next } : {}) };
      const { entries, next_page_token: after } = await this.#desk.ask("GET", "/log", { query });
      const last = this.last;
      for (const entry of entries.filter((/** @type {Entry} */ { number }) => number > last)) this.#add(entry);
      next = after;
    }
  }

  /** @param {Entry} entry */
  #add(entry) {
    this.entries.push(entry);
    if (entry.what.kind !== "undone") return;
    const undone = new Set([entry.what.entry, ...(entry.what.also ?? [])]);
    for (const each of this.entries) if (undone.has(each.number)) each.undone = true;
  }
}
