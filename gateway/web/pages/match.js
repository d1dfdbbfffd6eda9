// @ts-check
/** The table of a match: play, or watch. */
import { announce } from "../announcer.js";
import { actionList, atOnceBox, confirmation, isAtOnce } from "../components/actions.js";
import { clockFace, secondsLeft } from "../components/clocks.js";
import { ask, inform } from "../components/dialog.js";
import { logOf } from "../components/log.js";
import { outcomeTable } from "../components/outcome.js";
import { Feed } from "../feed.js";
import { html, nothing, render } from "../html.js";
import { problemText } from "../problems.js";
import { promises, remember } from "../promises.js";
import { kept, keep } from "../storage.js";
import { catalogue } from "../tables/catalogue.js";
import { animated } from "../tables/motion.js";
import { named, Scene, seatsOf } from "../tables/scene.js";
import { zoomed } from "../tables/zoom.js";
import { listed, text } from "../texts.js";

const TICK_MS = 250;
const WARN_SECONDS = [30, 10];

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app, params) {
  const match = await app.client.match(params["match"] ?? "", { signal: app.signal });
  const { ruleset, ruleset_version: version, options } = match;
  const game = await catalogue(app.client, { ruleset, version, seats: match.seats.length, options });
  if (app.signal.aborted) return;
  remember(match);
  app.title(game.details.title);
  new MatchPage(place, app, game, new Feed(app.client, match, app.signal)).open();
}

class MatchPage {
  #place;
  #app;
  #game;
  #feed;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {import("../types.js").JsonObject | null} */
  #drawn = null;
  /** @type {unknown} */
  #drawnLegal = null;
  /** @type {number | null} */
  #drawnDecision = null;
  #memory = new Map();
  #filter = "";
  #isSending = false;
  /** Why what was chosen is not done. */
  #notice = "";
  #warned = new Set();
  #seen;
  #signal;

  /**
   * @param {HTMLElement} place
   * @param {import("../app.js").App} app
   * @param {import("../tables/catalogue.js").Catalogue} game
   * @param {Feed} feed
   */
  constructor(place, app, game, feed) {
    this.#place = place;
    this.#app = app;
    this.#game = game;
    this.#feed = feed;
    this.#signal = app.signal;
    this.#seen = kept(`seen.${feed.match.id}`, 0);
    feed.onChange = (news) => this.#changed(news);
  }

  open() {
    zoomed(this.#place, () => this.#scene, this.#signal);
    const timer = setInterval(() => this.#tick(), TICK_MS);
    this.#signal.addEventListener("abort", () => clearInterval(timer));
    addEventListener("keydown", (event) => event.key === "Escape" && this.#clear(), { signal: this.#signal });
    this.#draw();
    void this.#app.follow(({ onConnection }) => this.#feed.follow(onConnection));
  }

  get #seats() {
    return seatsOf(this.#feed.match);
  }

  /** How the platform has gone back on what it had promised of this match; null: it has not. */
  get #broken() {
    return promises.get(this.#feed.match.id)?.broken ?? null;
  }

  /** @param {number} seat */
  #nameOf = (seat) => this.#seats[seat]?.name ?? String(seat);

  /** @param {string} sentence */
  #named = (sentence) => named(sentence, this.#seats);

  /** @param {string[]} news */
  #changed(news) {
    const hadTurn = this.#scene !== null && this.#scene.legal.length > 0;
    const { view, legal, told, decision } = this.#feed;
    if (view !== null && (view !== this.#drawn || legal !== this.#drawnLegal)) {
      this.#drawn = view;
      this.#drawnLegal = legal;
      const before = this.#scene;
      this.#scene = this.#sceneNow(view);
      if (before !== null && decision === this.#drawnDecision) this.#scene.picking.resume(before.picking);
      else {
        this.#filter = "";
        if (before?.picking.isBegun && !this.#isSending) this.#notice = text("match.too_late");
      }
      this.#drawnDecision = decision;
    }
    if (this.#scene !== null) this.#scene.told = told;
    for (const sentence of news) announce(this.#named(sentence));
    if (!hadTurn && legal.length > 0 && news.length > 0) announce(text("match.your_turn"));
    if (document.visibilityState === "visible") keep(`seen.${this.#feed.match.id}`, this.#feed.revision);
    this.#draw();
  }

  /** @param {import("../types.js").JsonObject} view */
  #sceneNow(view) {
    const { layout, cards, table } = this.#game;
    return new Scene({
      view,
      viewer: this.#feed.seat,
      seats: this.#seats,
      options: this.#feed.match.options,
      layout,
      cards,
      legal: this.#broken === null ? this.#feed.legal : [],
      table,
      memory: this.#memory,
      redraw: () => this.#draw(),
      propose: (action) => {
        if (isAtOnce()) void this.#send(action);
      },
    });
  }

  #clear = () => {
    if (this.#isSending) return;
    this.#scene?.picking.clear();
    this.#draw();
  };

  /** @param {import("../types.js").Action} action */
  #choose = (action) => {
    if (this.#isSending) return;
    this.#scene?.picking.choose(action);
    if (isAtOnce()) void this.#send(action);
    else {
      this.#draw();
      document.getElementById("confirm")?.focus();
    }
  };

  /** @param {import("../types.js").Action} action */
  async #send(action) {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#notice = "";
    this.#draw();
    try {
      if ((await this.#feed.decide(action.notation)) === "too late") this.#notice = text("match.too_late");
      this.#scene?.picking.clear();
    } catch (error) {
      if (!this.#signal.aborted) inform(text("match.refused", { problem: problemText(error) }));
    } finally {
      this.#isSending = false;
      this.#draw();
    }
  }

  #tick() {
    const { clocks, seat, now } = this.#feed;
    if (clocks.length === 0) return;
    this.#draw();
    const left = secondsLeft(clocks.find((clock) => clock.seat === seat && clock.deadline_at !== null), now);
    for (const limit of WARN_SECONDS) {
      const key = `${this.#feed.decision}.${limit}`;
      if (left !== null && left < limit && left > 0 && !this.#warned.has(key)) {
        this.#warned.add(key);
        announce(text("match.clock_warning", { count: Math.ceil(left) }));
      }
    }
  }

  #draw() {
    if (this.#signal.aborted) return;
    animated(this.#place, () => render(this.#page(), this.#place));
    // Who has decided by the list goes on there as soon as there is something to decide.
    const rests = document.activeElement === this.#place.querySelector("[data-rest]");
    if (rests) this.#place.querySelector(/** @type {"button"} */ (".choices button"))?.focus();
  }

  #page() {
    const { match, outcome, told } = this.#feed;
    const proposed = this.#scene?.legal.length ? this.#scene.picking.proposed : null;
    return html`<div class="match" data-ruleset=${match.ruleset}>
      <div class="match-head">
        <h1>${this.#game.details.title}</h1>
        <p class="status" role="status" tabindex="-1" data-rest>${this.#status()}</p>
        ${this.#buttons()}
        ${this.#help()}
        <p class="notice" role="status">${this.#notice}</p>
        ${this.#broken === null ? nothing : html`<p class="problem" role="alert" data-broken>${text("app.broken", { how: this.#broken })}</p>`}
      </div>
      <section class="table" aria-label=${text("match.table")}>
        ${outcome === null ? nothing : outcomeTable(outcome, this.#nameOf)}
        ${this.#scene === null ? nothing : this.#game.table.draw(this.#scene)}
      </section>
      <aside class="side">
        <section class="players" aria-labelledby="players">
          <h2 id="players">${text("match.players")}</h2>
          <ul>${match.seats.map((seat) => this.#player(seat))}</ul>
        </section>
        ${this.#scene?.legal.length
          ? html`<section class="actions" aria-labelledby="actions">
              <h2 id="actions">${text("match.actions")}</h2>
              ${actionList({
                scene: this.#scene,
                filter: this.#filter,
                isSending: this.#isSending,
                onFilter: (filter) => {
                  this.#filter = filter;
                  this.#draw();
                },
                onChoose: this.#choose,
                onClear: this.#clear,
              })}
              ${atOnceBox()}
            </section>`
          : nothing}
        <section class="log">${logOf(told, this.#seen, this.#named)}</section>
      </aside>
      ${proposed === null
        ? nothing
        : confirmation({ label: this.#named(proposed.label), isSending: this.#isSending, onConfirm: () => this.#send(proposed), onClear: this.#clear })}
    </div>`;
  }

  #status() {
    const { status, pending, seat, decision } = this.#feed;
    if (status === "open") return text("match.open");
    if (status === "aborted") return text("match.called_off");
    if (status === "finished") return text("match.over");
    const watching = seat === null ? `${text("match.watching")} ` : "";
    if (decision !== null) return text("match.your_turn");
    return watching + (pending.length ? text("match.waiting_for", { names: listed(pending.map(this.#nameOf)) }) : "");
  }

  /** @param {import("../types.js").Match["seats"][number]} seat */
  #player({ seat, resigned, taken_over_by: successor }) {
    const { pending, clocks, now, seat: own } = this.#feed;
    const moves = pending.includes(seat);
    return html`<li class="player seat-${seat % 5} ${moves ? "moves" : ""}">
      <span class="swatch" aria-hidden="true"></span>
      <span class="name">${this.#nameOf(seat)}</span>
      ${seat === own ? html`<small>${text("match.you")}</small>` : nothing}
      ${resigned ? html`<small>${text("match.resigned")}</small>` : nothing}
      ${successor ? html`<small>${successor}</small>` : nothing}
      ${moves ? html`<small class="to-move">${text("match.to_move")}</small>` : nothing}
      ${clockFace(clocks.find((clock) => clock.seat === seat), now)}
    </li>`;
  }

  #buttons() {
    const { status, match } = this.#feed;
    const { player } = this.#app.session;
    const isCreator = player !== null && match.creator.id === player.id;
    const sits = match.seat !== null;
    const free = match.seats.some(({ player: there }) => there === null);
    const button = (/** @type {string} */ key, /** @type {() => unknown} */ act) =>
      html`<button @click=${() => this.#app.attempt(act)}>${text(key)}</button>`;
    return html`<div class="buttons">
      ${status === "open" && !sits && free && this.#broken === null ? button("match.join", () => this.#join()) : nothing}
      ${status === "open" && isCreator && !free ? button("match.start", () => this.#ask("start")) : nothing}
      ${status === "open" && sits && !isCreator ? button("match.leave", () => this.#ask("leave")) : nothing}
      ${status === "open" && isCreator ? button("match.abort", () => this.#ask("abort")) : nothing}
      ${status === "live" && sits ? button("match.resign", () => this.#resign()) : nothing}
      ${status === "finished" && sits ? button("match.rematch", () => this.#rematch()) : nothing}
      ${status === "live" && sits && match.assistance === "open" ? html`<a class="button" href=${`#/analysis?match=${match.id}&seat=${match.seat}`}>${text("match.analyse")}</a>` : nothing}
      ${status === "finished" || status === "aborted" ? html`<a class="button" href=${`#/replays/${match.id}`}>${text("match.replay")}</a>` : nothing}
      ${button("match.share", () => this.#share())}
    </div>`;
  }

  /** Why a match offers no analysis: from before its start, so that everybody knows who sits down. */
  #help() {
    const { status, match } = this.#feed;
    const isBarred = (status === "open" || status === "live") && match.assistance !== "open";
    return isBarred ? html`<p class="hint">${text("match.no_help")}</p>` : nothing;
  }

  async #join() {
    await this.#app.session.orGuest();
    try {
      await this.#app.client.join(this.#feed.match.id);
    } finally {
      if (!this.#signal.aborted) await this.#feed.refresh();
    }
  }

  /** @param {"start" | "leave" | "abort"} what */
  async #ask(what) {
    await this.#app.client[what](this.#feed.match.id);
    await this.#feed.refresh();
  }

  async #resign() {
    if (await ask({ title: text("match.resign_question"), yes: text("match.resign") })) {
      await this.#app.client.resign(this.#feed.match.id);
      await this.#feed.refresh();
    }
  }

  async #rematch() {
    const made = await this.#app.client.rematch(this.#feed.match.id);
    this.#app.go(`/matches/${made.id}`);
  }

  async #share() {
    await navigator.clipboard.writeText(location.href);
    inform(text("match.copied"));
  }
}
