/**
 * A stream that is followed over many connections; nothing is sent here.
 *
 * Who has the connections asks for the `query` to send, gives `receive` what comes, and waits for `pause` when a
 * connection has ended.
 */

import { ApiError, BadAnswer, isObject, parsed } from "./errors.js";
import { grown, type Retries } from "./retries.js";

const PASSING: ReadonlySet<number> = new Set([408, 429]);

/** Lines that tell everything anew, whatever came before; and the last, which has the place of the one before it. */
const ANYWAY: ReadonlySet<string> = new Set(["snapshot", "open", "end"]);

/** What every line of a stream has. */
export interface Line {
  readonly type: string;
  /** When it happened, by the platform's time; not of every line. */
  readonly at?: string | undefined;
}

/**
 * Where a stream has come to. A line is given out once: those that are not after the last one are left out, and a line
 * that was cut off is asked for again.
 */
export class Following<L extends Line> {
  /** The last line has been given out. */
  isOver = false;
  /** Where to resume. */
  since: string | number | undefined;
  readonly #place: string;
  #begun = "";
  #failures = 0;

  /** `place`: the field of a line that says where to resume after it. `since`: where to begin. */
  constructor(place: string, since?: string | number) {
    this.#place = place;
    this.since = since;
  }

  /** A new connection begins: what was cut off on the last one comes again. */
  connect(): void {
    this.#begun = "";
  }

  /** What a piece of text tells. Throws `BadAnswer` where it is of no such stream. */
  *receive(piece: string): Generator<L, void, undefined> {
    const lines = (this.#begun + piece).split("\n");
    this.#begun = lines.pop() ?? "";
    for (const line of lines) {
      this.#failures = 0;
      if (line.trim() && !this.isOver) yield* this.#told(line);
    }
  }

  /**
   * How many milliseconds to wait before the next connection. `error`: why the last one ended, if not by itself.
   * Throws it where it is a refusal that will not pass.
   */
  pause(retries: Retries, error?: unknown): number {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.has(error.status)) throw error;
    this.#failures += 1;
    return grown(retries, this.#failures, error);
  }

  *#told(text: string): Generator<L, void, undefined> {
    const line = parsed(text);
    if (!isObject(line) || typeof line["type"] !== "string") throw new BadAnswer("a line of the stream is none of this API");
    const place = line[this.#place];
    const isPlace = typeof place === "string" || typeof place === "number";
    if (!ANYWAY.has(line["type"]) && isPlace && this.#isKnown(place)) return;
    if (isPlace) this.since = place;
    this.isOver = line["type"] === "end";
    yield line as unknown as L;
  }

  #isKnown(place: string | number): boolean {
    if (typeof place === "number" && typeof this.since === "number") return place <= this.since;
    return place === this.since;
  }
}
