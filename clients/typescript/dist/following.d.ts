/**
 * A stream that is followed over many connections; nothing is sent here.
 *
 * Who has the connections asks for the `query` to send, gives `receive` what comes, and waits for `pause` when a
 * connection has ended.
 */
import { type Retries } from "./retries.js";
/** What every line of a stream has. */
export interface Line {
    readonly type: string;
    /** When it happened, by the platform's time; not of every line. */
    readonly at?: string | undefined;
}
/**
 * Where a stream has come to. A line is given out once: those that are not after the last one are left out, and a line
 * that was cut off is asked for again.
 */
export declare class Following<L extends Line> {
    #private;
    /** The last line has been given out. */
    isOver: boolean;
    /** Where to resume. */
    since: string | number | undefined;
    /** `place`: the field of a line that says where to resume after it. `since`: where to begin. */
    constructor(place: string, since?: string | number);
    /** A new connection begins: what was cut off on the last one comes again. */
    connect(): void;
    /** What a piece of text tells. Throws `BadAnswer` where it is of no such stream. */
    receive(piece: string): Generator<L, void, undefined>;
    /**
     * How many milliseconds to wait before the next connection. `error`: why the last one ended, if not by itself.
     * Throws it where it is a refusal that will not pass.
     */
    pause(retries: Retries, error?: unknown): number;
}
