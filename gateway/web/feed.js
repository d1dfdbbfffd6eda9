// @ts-check
/** A match as one viewer is told it: followed to its end over cuts and restarts. */
import { TooLate } from "./playhall/index.js";

const OPEN_POLL_MS = 2_000;

/** @typedef {{ revision: number, texts: string[], events: import("./types.js").JsonObject[], decision?: number | null }} Told A step: the
 *   ruleset's events, what is said of it, and the decision that waited for the viewer after it, where that is known. */

export class Feed {
  /** @type {import("./types.js").JsonObject | null} */
  view = null;
  /** @type {import("./types.js").Action[]} */
  legal = [];
  /** The decision that waits for the viewer. @type {number | null} */
  decision = null;
  /** @type {number[]} */
  pending = [];
  /** @type {{ seat: number, bank_ms: number | null, deadline_at: string | null }[]} */
  clocks = [];
  /** @type {import("./types.js").Outcome | null} */
  outcome = null;
  revision = 0;
  /** What has happened, step by step. @type {Told[]} */
  told = [];
  /** Is told after each change, with the sentences that are new. @type {(news: string[]) => void} */
  onChange = () => {};
  #client;
  #signal;
  #answered = 0;

  /**
   * @param {import("./types.js").Client} client
   * @param {import("./types.js").Match} match
   * @param {AbortSignal} signal
   */
  constructor(client, match, signal) {
    this.#client = client;
    this.match = match;
    this.#signal = signal;
  }

  /** The viewer's seat; null: a spectator. */
  get seat() {
    return this.match.seat;
  }

  /** The platform's time, in milliseconds since 1970. */
  get now() {
    return this.#client.clock.now();
  }

  get status() {
    return this.match.status;
  }

  /** Follow the match until it is over or the signal aborts. @param {(isThere: boolean) => void} onConnection */
  async follow(onConnection) {
    while (this.match.status === "open") {
      await sleep(OPEN_POLL_MS, this.#signal);
      await this.refresh();
    }
    const asking = /** @type {const} */ ({ include: ["view", "legal"], signal: this.#signal });
    for await (const line of this.#client.events(this.match.id, this.seat, { ...asking, onConnection })) {
      if (line.type === "snapshot") await this.#begin(line);
      else if (line.type === "step") this.#step(line);
      else if (line.type === "end") await this.#end(line);
    }
  }

  /** Ask how the match is now: who sits where, and whether it has started. */
  async refresh() {
    this.match = await this.#client.match(this.match.id, { signal: this.#signal });
    this.onChange([]);
  }

  /**
   * Answer the decision that waits.
   * @param {string} notation
   * @returns {Promise<"taken" | "too late">}
   */
  async decide(notation) {
    const { decision } = this;
    if (decision === null) return "too late";
    try {
      await this.#client.decide(this.match.id, decision, notation);
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
      await this.#look();
      return "too late";
    }
    this.#answered = decision;
    if (this.decision === decision) this.#wait();
    this.onChange([]);
    return "taken";
  }

  /** See how the match is now, without waiting for the stream. */
  async #look() {
    const now = await this.#client.view(this.match.id, this.seat, { signal: this.#signal });
    if (now.revision <= this.revision) return;
    this.#be(now);
    this.#ask(now);
    this.onChange([]);
  }

  #wait() {
    this.decision = null;
    this.legal = [];
  }

  /** @param {any} snapshot */
  async #begin(snapshot) {
    this.#be(snapshot);
    this.#ask(snapshot);
    this.onChange([]);
    await this.#catchUp(snapshot.revision);
    this.onChange([]);
  }

  /** What was told before the snapshot. @param {number} until */
  async #catchUp(until) {
    const path = this.seat === null ? "/v1/matches/{match}/events" : "/v1/matches/{match}/seats/{seat}/events";
    const ask = /** @type {any} */ (this.#client.ask.bind(this.#client));
    const told = [];
    let since = 0;
    while (since < until) {
      const given = { path: { match: this.match.id, seat: this.seat }, query: { since }, signal: this.#signal };
      const { events } = await ask("GET", path, given);
      if (events.length === 0) break;
      for (const line of events) {
        since = line.revision;
        if (line.type === "step" && line.revision <= until) told.push(toldOf(line));
      }
      if (events.at(-1)?.type === "end") break;
    }
    this.told = [...told, ...this.told.filter(({ revision }) => revision > until)];
  }

  /** @param {any} step */
  #step(step) {
    const news = toldOf(step);
    this.told = [...this.told, news];
    if (step.revision > this.revision) {
      this.#be(step);
      if (step.decision === null) this.#wait();
      else if (step.legal) this.#ask(step);
    }
    if (step.notice) void this.refresh().catch(() => {});
    this.onChange(news.texts);
  }

  /** @param {any} end */
  async #end(end) {
    this.outcome = end.outcome;
    this.#wait();
    this.pending = [];
    await this.refresh();
  }

  /** @param {any} line */
  #be({ revision, view, outcome, pending, status, clocks }) {
    Object.assign(this, { revision, pending });
    if (view !== undefined) this.view = view;
    if (outcome) this.outcome = outcome;
    if (clocks) this.clocks = clocks;
    if (status !== this.match.status) this.match = { ...this.match, status };
  }

  /** @param {any} line */
  #ask({ decision, legal }) {
    if (decision === null || decision === this.#answered) this.#wait();
    else Object.assign(this, { decision, legal });
  }
}

/** @param {{ revision: number, events: { text?: string }[], decision: number | null, notice?: { text?: string } | null }} step @returns {Told} */
function toldOf({ revision, events, decision, notice }) {
  const texts = /** @type {string[]} */ ([...events, notice ?? {}].map(({ text }) => text).filter(Boolean));
  return { revision, texts, events, decision };
}

/** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const given = () => reject(signal.reason);
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", given);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", given, { once: true });
    if (signal.aborted) {
      clearTimeout(timer);
      given();
    }
  });
}
