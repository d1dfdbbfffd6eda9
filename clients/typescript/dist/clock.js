/** The platform's time, as far as its answers tell. */
/** What an answer says in `Date` may be so much before it was given, and in `Playhall-Time`. */
const SECOND_MS = 1_000;
const MILLISECOND = 1;
/**
 * By how much this machine's clock is ahead of the platform's. Every answer says in its header `Playhall-Time` what time
 * it is there; one of an older platform only in `Date`, to the second, which proxies replace by their own time. A line of a
 * stream says in `at` what time it was at least. Each narrows down how far this machine's
 * clock can be off; where one contradicts the others a clock was set, and it alone counts.
 */
export class PlatformClock {
    #least = -Infinity;
    #most = Infinity;
    /** Milliseconds; negative where this machine is behind. 0 until the platform has told its time. */
    get ahead() {
        if (Number.isFinite(this.#least) && Number.isFinite(this.#most))
            return (this.#least + this.#most) / 2;
        return Number.isFinite(this.#most) ? this.#most : 0;
    }
    /** The platform's time now, in milliseconds since 1970. */
    now() {
        return Date.now() - this.ahead;
    }
    /** An answer has come. `asked`, `heard`: this machine's time of the request and the answer. */
    answered(headers, asked, heard) {
        const exact = Date.parse(headers.get("Playhall-Time") ?? "");
        if (!Number.isNaN(exact))
            return this.#narrow(asked - exact - MILLISECOND, heard - exact);
        const date = Date.parse(headers.get("Date") ?? "");
        if (!Number.isNaN(date))
            this.#narrow(asked - date - SECOND_MS, heard - date);
    }
    /** Something was told that has happened at this time of the platform. */
    told(at, heard) {
        const time = Date.parse(at);
        if (!Number.isNaN(time))
            this.#narrow(-Infinity, heard - time);
    }
    #narrow(least, most) {
        const [low, high] = [Math.max(this.#least, least), Math.min(this.#most, most)];
        [this.#least, this.#most] = low <= high ? [low, high] : [least, most];
    }
}
