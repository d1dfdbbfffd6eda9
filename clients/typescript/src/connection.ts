/** Requests as `fetch` sends them, and the text of their answers as it comes. */

import { PlatformClock } from "./clock.js";
import { BadAnswer, NotReachable, parsed, refusal } from "./errors.js";

export const JSON_TYPE = "application/json";
export const LINES_TYPE = "application/x-ndjson";

/** A request that may be sent again, whatever became of it before. `target`: path and query. `onETag`: is told that of its answer. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly accept?: string;
  readonly onETag?: ((tag: string | null) => void) | undefined;
}

/** Where a platform is, and with which key it is asked. The key is in no property that could be printed. */
export class Connection {
  readonly url: string;
  readonly clock = new PlatformClock();
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;

  /** Throws a `TypeError` where `url` is not the URL of a platform, or `key` not a key. */
  constructor(url: string, key: string | null, fetching: typeof fetch) {
    const found = URL.canParse(url) ? new URL(url) : null;
    if (!found || !/^https?:$/.test(found.protocol) || found.username || found.search || found.hash)
      throw new TypeError(`not the URL of a platform: ${url}`);
    if (key !== null && !/^[\x21-\x7e]+$/.test(key))
      throw new TypeError("not an API key: it is empty, or has characters that keys do not have");
    this.url = url.replace(/\/+$/, "");
    this.#headers = key === null ? {} : { Authorization: `Bearer ${key}` };
    this.#fetch = fetching;
  }

  /** The whole text of an answer. Throws `ApiError` for a refusal and `NotReachable` where none comes. */
  async text(request: Request, silenceMs: number, signal?: AbortSignal): Promise<string> {
    let whole = "";
    for await (const piece of this.pieces(request, silenceMs, signal)) whole += piece;
    return whole;
  }

  /** The JSON of an answer; undefined where an answer is to have no body. */
  async json(request: Request, silenceMs: number, signal?: AbortSignal): Promise<unknown> {
    const text = await this.text(request, silenceMs, signal);
    if (text === "") return undefined;
    const found = parsed(text);
    if (found === undefined) throw new BadAnswer("the answer is no JSON");
    return found;
  }

  /**
   * The text of an answer in pieces, as they come; the first one is empty, and says that there is one. It has ended, and its connection is closed, when nothing has come for
   * `silenceMs`, and when whoever reads it stops.
   */
  async *pieces(request: Request, silenceMs: number, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
    signal?.throwIfAborted();
    const silence = new Silence(silenceMs, signal);
    let problem: ReturnType<typeof refusal> | undefined;
    try {
      const asked = Date.now();
      const response = await this.#fetch(this.url + request.target, this.#init(request, silence.signal));
      this.clock.answered(response.headers, asked, Date.now());
      silence.broken();
      if (!response.ok) {
        problem = refusal(response.status, await response.text(), response.headers.get("Retry-After"));
      } else if (response.body) {
        request.onETag?.(response.headers.get("ETag"));
        yield "";
        const reader = response.body.getReader();
        const decoder = new TextDecoder();
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          silence.broken();
          yield decoder.decode(read.value, { stream: true });
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw new NotReachable(`${this.url} did not answer`, { cause: error });
    } finally {
      silence.end();
    }
    if (problem) throw problem;
  }

  #init(request: Request, signal: AbortSignal): RequestInit {
    const headers: Record<string, string> = { ...this.#headers, Accept: request.accept ?? JSON_TYPE, ...request.headers };
    if (request.body !== undefined) headers["Content-Type"] = JSON_TYPE;
    return {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      signal,
    };
  }
}

/** Aborts when nothing has come for so long, or when a caller says so. */
class Silence {
  readonly #controller = new AbortController();
  readonly #ms: number;
  readonly #caller: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#ms = ms;
    this.#caller = caller;
    caller?.addEventListener("abort", this.#abort, { once: true });
    this.broken();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something has come. */
  broken(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, this.#ms);
  }

  /** Wait for nothing more, and close the connection if its answer was not read to the end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#abort);
    this.#controller.abort();
  }
}
