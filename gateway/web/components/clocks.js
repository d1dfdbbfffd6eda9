// @ts-check
/** Clocks that count down by the platform's time. */
import { html, nothing } from "../html.js";
import { duration, text } from "../texts.js";

/**
 * How many seconds a clock has left; null: there is none.
 * @param {{ bank_ms: number | null, deadline_at: string | null } | undefined} clock
 * @param {number} now The platform's time.
 */
export function secondsLeft(clock, now) {
  if (clock === undefined) return null;
  if (clock.deadline_at !== null) return (Date.parse(clock.deadline_at) - now) / 1000;
  return clock.bank_ms === null ? null : clock.bank_ms / 1000;
}

/** @param {{ bank_ms: number | null, deadline_at: string | null } | undefined} clock @param {number} now */
export function clockFace(clock, now) {
  const left = secondsLeft(clock, now);
  if (left === null) return nothing;
  const runs = clock?.deadline_at != null;
  return html`<span class="clock ${runs ? "runs" : ""} ${runs && left < 10 ? "short" : ""}" role="timer" aria-label=${text("match.clock")}
    >${duration(left)}</span
  >`;
}
