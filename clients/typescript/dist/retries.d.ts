/**
 * When a request is sent again, and after how long.
 *
 * The rules are those of the API: every request of this package may be repeated (creations carry an `Idempotency-Key`),
 * so one that got no answer is; after 429 and 503 as many seconds are waited as `Retry-After` says; a request whose
 * first sending is still being worked on is asked for again. Every other refusal is final.
 */
/** How patient a client is. */
export interface Retries {
    /** How often a request is sent at most. */
    readonly attempts: number;
    /** The pause before the second attempt at most, in milliseconds; each further one may be twice as long. */
    readonly firstMs: number;
    /** The longest pause that grows so. */
    readonly mostMs: number;
    /** The longest `Retry-After` that is waited for. */
    readonly patienceMs: number;
}
export declare const RETRIES: Retries;
/** How many milliseconds to wait after a failed attempt, the first being 1; null: the failure stands. */
export declare function pause(retries: Retries, attempt: number, error: unknown): number | null;
/**
 * A pause that grows with the attempts and is drawn at random between half of it and all, so that clients that were cut
 * off together do not come back together; never shorter than `Retry-After`.
 */
export declare function grown(retries: Retries, attempt: number, error?: unknown): number;
/** Wait. Rejects with the signal's reason if it is aborted meanwhile. */
export declare function sleep(ms: number, signal?: AbortSignal): Promise<void>;
