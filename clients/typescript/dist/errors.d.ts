/** What can go wrong, as a caller may want to tell it apart. */
/** Any failure of this package. */
export declare class PlayhallError extends Error {
    constructor(message?: string, options?: ErrorOptions);
}
/** No answer came, or only a part of one, however often the request was sent. */
export declare class NotReachable extends PlayhallError {
}
/** An answer came that is not one of this API: something else answers at the address. */
export declare class BadAnswer extends PlayhallError {
}
/**
 * The platform has gone back on what it had published of a match, or published what does not hold. `match`: its id. No
 * client seed was sent, or it was sent before the answer showed it; nothing more is to be sent to this match.
 */
export declare class CommitmentBroken extends PlayhallError {
    readonly match: string;
    readonly how: string;
    constructor(match: string, how: string);
}
/** What is wrong with one field. `pointer`: RFC 6901, such as `/body/seats`. */
export interface FieldError {
    readonly pointer: string;
    readonly detail: string;
}
/** The platform refused a request, which has changed nothing (RFC 9457). */
export declare class ApiError extends PlayhallError {
    readonly status: number;
    /** One of docs/errors.md, or one that is younger than this package; empty if what answered is no Playhall. */
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly FieldError[];
    /** Seconds to wait; null: to wait is not enough. */
    readonly retryAfter: number | null;
    /** The whole document. */
    readonly problem: Readonly<Record<string, unknown>>;
    constructor(status: number, problem: Record<string, unknown>, retryAfter?: number | null);
}
/** The key is unknown, expired or revoked: nothing will be answered with it. */
export declare class Unauthenticated extends ApiError {
}
/** There is no such thing, or this player may not see it. */
export declare class NotFound extends ApiError {
}
/** A rate limit or a quota. With `retryAfter` it was waited for already, but not for that long. */
export declare class TooManyRequests extends ApiError {
}
/** The platform is busy or restarting, and was so each time. */
export declare class Unavailable extends ApiError {
}
/** The action is not one of the decision's legal ones. */
export declare class IllegalAction extends ApiError {
}
/** Something was quicker: the decision is answered, the seat taken, the match begun or ended. */
export declare class TooLate extends ApiError {
}
/** The error that says what a refusal says. `body`: the answer's, `wait`: its header `Retry-After`. */
export declare function refusal(status: number, body: string, wait: string | null): ApiError;
/** The JSON of a text; undefined: it is none. */
export declare function parsed(body: string): unknown;
/** Whether something is a JSON object. */
export declare function isObject(found: unknown): found is Record<string, unknown>;
