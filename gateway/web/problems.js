// @ts-check
/** What went wrong, in words. */
import { ApiError, CommitmentBroken, NotReachable } from "./playhall/index.js";
import { text } from "./texts.js";

/** Whether a refusal says that there is no such thing, or not for who asks. @param {unknown} error */
export const isMissing = (error) => error instanceof ApiError && error.code === "NOT_FOUND";

/** Whether a refusal says that something has changed since it was read. @param {unknown} error */
export const isOutdated = (error) => error instanceof ApiError && error.code === "PRECONDITION_FAILED";

/** Null in the place of what is missing; any other error is thrown. @param {unknown} error @returns {null} */
export function orNothing(error) {
  if (isMissing(error)) return null;
  throw error;
}

/** A sentence for an error, whatever it is. @param {unknown} error */
export function problemText(error) {
  if (error instanceof NotReachable) return text("app.offline");
  if (error instanceof CommitmentBroken) return text("app.broken", { how: error.how });
  if (error instanceof ApiError) {
    const places = error.errors.map(({ detail }) => detail).join("; ");
    return [error.detail, places].filter(Boolean).join(" ");
  }
  return text("app.failed", { problem: error instanceof Error ? error.message : String(error) });
}
