/** The platform's time, as far as its answers tell. */

/** `Date` in an answer says the second in which it was given. */
const SECOND_MS = 1_000;

/**
 * By how much this machine's clock is ahead of the platform's. Every answer says in its header `Date` what time it is
 * there, to the second; a line of a stream, in `at`, what time it was at least. Each narrows down how far this machine's
 * clock can be off; where one contradicts the others a clock was set, and it alone counts.
 */
export class PlatformClock {
  #least = -Infinity;
  #most = Infinity;

  /** Milliseconds; negative where this machine is behind. 0 until the platform has told its time. */
  get ahead(): number {
    if (Number.isFinite(this.#least) && Number.isFinite(this.#most)) return (this.#least + this.#most) / 2;
    return Number.isFinite(this.#most) ? this.#most : 0;
  }

  /** The platform's time now, in milliseconds since 1970. */
  now(): number {
    return Date.now() - this.ahead;
  }

  /** An answer has come, of this `Date`. `asked`, `heard`: this machine's time of the request and the answer. */
  answered(date: string | null, asked: number, heard: number): void {
    const at = Date.parse(date ?? "");
    if (!Number.isNaN(at)) this.#narrow(asked - at - SECOND_MS, heard - at);
  }

  /** Something was told that has happened at this time of the platform. */
  told(at: string, heard: number): void {
    const time = Date.parse(at);
    if (!Number.isNaN(time)) this.#narrow(-Infinity, heard - time);
  }

  #narrow(least: number, most: number): void {
    const [low, high] = [Math.max(this.#least, least), Math.min(this.#most, most)];
    [this.#least, this.#most] = low <= high ? [low, high] : [least, most];
  }
}
