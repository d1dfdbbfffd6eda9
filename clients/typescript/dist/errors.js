/** What can go wrong, as a caller may want to tell it apart. */
/** Any failure of this package. */
export class PlayhallError extends Error {
    constructor(message, options) {
        super(message, options);
        this.name = new.target.name;
    }
}
/** No answer came, or only a part of one, however often the request was sent. */
export class NotReachable extends PlayhallError {
}
/** An answer came that is not one of this API: something else answers at the address. */
export class BadAnswer extends PlayhallError {
}
/**
 * The platform has gone back on what it had published of a match, or published what does not hold. `match`: its id. No
 * client seed was sent, or it was sent before the answer showed it; nothing more is to be sent to this match.
 */
export class CommitmentBroken extends PlayhallError {
    match;
    how;
    constructor(match, how) {
        super(`the platform does not keep its promise of match ${match}: ${how}`);
        this.match = match;
        this.how = how;
    }
}
/** The platform refused a request, which has changed nothing (RFC 9457). */
export class ApiError extends PlayhallError {
    status;
    /** One of docs/errors.md, or one that is younger than this package; empty if what answered is no Playhall. */
    code;
    detail;
    errors;
    /** Seconds to wait; null: to wait is not enough. */
    retryAfter;
    /** The whole document. */
    problem;
    constructor(status, problem, retryAfter = null) {
        const code = text(problem["code"]);
        const detail = text(problem["detail"]) || text(problem["title"]);
        const errors = (Array.isArray(problem["errors"]) ? problem["errors"] : [])
            .filter(isObject)
            .map((error) => ({ pointer: text(error["pointer"]), detail: text(error["detail"]) }));
        const wrong = errors.map((error) => `; ${error.pointer}: ${error.detail}`).join("");
        super(`${code || "refused"} (${status}): ${detail}${wrong}`);
        this.status = status;
        this.code = code;
        this.detail = detail;
        this.errors = errors;
        this.retryAfter = retryAfter;
        this.problem = problem;
    }
}
/** The key is unknown, expired or revoked: nothing will be answered with it. */
export class Unauthenticated extends ApiError {
}
/** There is no such thing, or this player may not see it. */
export class NotFound extends ApiError {
}
/** A rate limit or a quota. With `retryAfter` it was waited for already, but not for that long. */
export class TooManyRequests extends ApiError {
}
/** The platform is busy or restarting, and was so each time. */
export class Unavailable extends ApiError {
}
/** The action is not one of the decision's legal ones. */
export class IllegalAction extends ApiError {
}
/** Something was quicker: the decision is answered, the seat taken, the match begun or ended. */
export class TooLate extends ApiError {
}
const BY_CODE = new Map([
    ["ILLEGAL_ACTION", IllegalAction],
    ["MALFORMED_ACTION", IllegalAction],
    ["DECISION_ALREADY_ANSWERED", TooLate],
    ["MATCH_ENDED", TooLate],
    ["MATCH_NOT_LIVE", TooLate],
    ["MATCH_NOT_OPEN", TooLate],
    ["SEAT_TAKEN", TooLate],
]);
const BY_STATUS = new Map([
    [401, Unauthenticated],
    [404, NotFound],
    [429, TooManyRequests],
    [503, Unavailable],
]);
/** The error that says what a refusal says. `body`: the answer's, `wait`: its header `Retry-After`. */
export function refusal(status, body, wait) {
    const found = parsed(body);
    const problem = isObject(found) ? found : {};
    const kind = BY_CODE.get(text(problem["code"])) ?? BY_STATUS.get(status) ?? ApiError;
    const seconds = wait?.trim() ?? "";
    return new kind(status, problem, /^[0-9]+$/.test(seconds) ? Number(seconds) : null);
}
/** The JSON of a text; undefined: it is none. */
export function parsed(body) {
    try {
        return JSON.parse(body);
    }
    catch {
        return undefined;
    }
}
/** Whether something is a JSON object. */
export function isObject(found) {
    return typeof found === "object" && found !== null && !Array.isArray(found);
}
function text(value) {
    return typeof value === "string" ? value : "";
}
