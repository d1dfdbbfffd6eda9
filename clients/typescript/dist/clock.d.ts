/** The platform's time, as far as its answers tell. */
/**
 * By how much this machine's clock is ahead of the platform's. Every answer says in its header `Playhall-Time` what time
 * it is there; one of an older platform only in `Date`, to the second, which proxies replace by their own time. A line of a
 * stream says in `at` what time it was at least. Each narrows down how far this machine's
 * clock can be off; where one contradicts the others a clock was set, and it alone counts.
 */
export declare class PlatformClock {
    #private;
    /** Milliseconds; negative where this machine is behind. 0 until the platform has told its time. */
    get ahead(): number;
    /** The platform's time now, in milliseconds since 1970. */
    now(): number;
    /** An answer has come. `asked`, `heard`: this machine's time of the request and the answer. */
    answered(headers: Pick<Headers, "get">, asked: number, heard: number): void;
    /** Something was told that has happened at this time of the platform. */
    told(at: string, heard: number): void;
}
