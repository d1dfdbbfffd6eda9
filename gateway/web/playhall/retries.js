/**
 * When a request is sent again, and after how long.
 *
 * The rules are those of the API: every request of this package may be repeated (creations carry an `Idempotency-Key`),
 * so one that got no answer is; after 429 and 503 as many seconds are waited as `Retry-After` says; a request whose
 * first sending is still being worked on is asked for again. Every other refusal is final.
 */
import { ApiError, NotReachable } from "./errors.js";
export const RETRIES = { attempts: 7, firstMs: 250, mostMs: 10_000, patienceMs: 60_000 };
/** The service is restarting, has cut the request off, or a proxy did not reach it. */
const NOT_ANSWERED = new Set([408, 502, 503, 504]);
const LIMITED = 429;
/** How many milliseconds to wait after a failed attempt, the first being 1; null: the failure stands. */
export function pause(retries, attempt, error) {
    return attempt < retries.attempts && passes(retries, error) ? grown(retries, attempt, error) : null;
}
/**
 * A pause that grows with the attempts and is drawn at random between half of it and all, so that clients that were cut
 * off together do not come back together; never shorter than `Retry-After`.
 */
export function grown(retries, attempt, error) {
    const most = Math.min(retries.firstMs * 2 ** Math.min(attempt - 1, 30), retries.mostMs);
    const drawn = most * (0.5 + Math.random() / 2);
    return error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 + drawn : drawn;
}
function passes(retries, error) {
    if (!(error instanceof ApiError))
        return error instanceof NotReachable;
    if (error.retryAfter !== null && error.retryAfter * 1_000 > retries.patienceMs)
        return false;
    if (error.status === LIMITED)
        return error.retryAfter !== null;
    return NOT_ANSWERED.has(error.status) || error.code === "REQUEST_IN_PROGRESS";
}
/** Wait. Rejects with the signal's reason if it is aborted meanwhile. */
export function sleep(ms, signal) {
    return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", abort);
            resolve();
        }, ms);
        signal?.addEventListener("abort", abort, { once: true });
    });
}
