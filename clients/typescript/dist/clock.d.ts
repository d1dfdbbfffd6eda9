/** The platform's time, as far as its answers tell. */
/**
 * By how much this machine's clock is ahead of the platform's. Every answer says in its header `Date` what time it is
 * there, to the second; a line of a stream, in `at`, what time it was at least. Each narrows down how far this machine's
 * clock can be off; where one contradicts the others a clock was set, and it alone counts.
 */
export declare class PlatformClock {
    #private;
    /** Milliseconds; negative where this machine is behind. 0 until the platform has told its time. */
    get ahead(): number;
    /** The platform's time now, in milliseconds since 1970. */
    now(): number;
    /** An answer has come, of this `Date`. `asked`, `heard`: this machine's time of the request and the answer. */
    answered(date: string | null, asked: number, heard: number): void;
    /** Something was told that has happened at this time of the platform. */
    told(at: string, heard: number): void;
}
