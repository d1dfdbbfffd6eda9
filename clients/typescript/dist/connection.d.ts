/** Requests as `fetch` sends them, and the text of their answers as it comes. */
import { PlatformClock } from "./clock.js";
export declare const JSON_TYPE = "application/json";
export declare const LINES_TYPE = "application/x-ndjson";
/** A request that may be sent again, whatever became of it before. `target`: path and query. */
export interface Request {
    readonly method: string;
    readonly target: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly accept?: string;
}
/** Where a platform is, and with which key it is asked. The key is in no property that could be printed. */
export declare class Connection {
    #private;
    readonly url: string;
    readonly clock: PlatformClock;
    /** Throws a `TypeError` where `url` is not the URL of a platform, or `key` not a key. */
    constructor(url: string, key: string | null, fetching: typeof fetch);
    /** The whole text of an answer. Throws `ApiError` for a refusal and `NotReachable` where none comes. */
    text(request: Request, silenceMs: number, signal?: AbortSignal): Promise<string>;
    /** The JSON of an answer; undefined where an answer is to have no body. */
    json(request: Request, silenceMs: number, signal?: AbortSignal): Promise<unknown>;
    /**
     * The text of an answer in pieces, as they come; the first one is empty, and says that there is one. It has ended, and its connection is closed, when nothing has come for
     * `silenceMs`, and when whoever reads it stops.
     */
    pieces(request: Request, silenceMs: number, signal?: AbortSignal): AsyncGenerator<string, void, undefined>;
}
