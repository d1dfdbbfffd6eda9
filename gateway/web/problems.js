// @ts-check
/** What went wrong, in words. */
import { ApiError, NotReachable } from "./playhall/index.js";
import { text } from "./texts.js";

/** A sentence for an error, whatever it is. @param {unknown} error */
export function problemText(error) {
  if (error instanceof NotReachable) return text("app.offline");
  if (error instanceof ApiError) {
    const places = error.errors.map(({ detail }) => detail).join("; ");
    return [error.detail, places].filter(Boolean).join(" ");
  }
  return text("app.failed", { problem: error instanceof Error ? error.message : String(error) });
}
