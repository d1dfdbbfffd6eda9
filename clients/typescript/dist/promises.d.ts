/**
 * What was published of a match before one's own client seed was given for it. Whoever gives a seed first, and keeps the
 * commitment afterwards, proves nothing: the platform could choose its own seed when it knows all others.
 */
import { type PublicKey } from "./fairness.js";
import type { JsonObject, Match } from "./models.js";
/** What is kept of a match, or of a tournament that one has entered. */
export interface Kept {
    /** As it was published before the seed was given. */
    readonly commitment: string;
    /** One's own seat; null: none yet. */
    readonly seat: number | null;
    /** One's own client seed; null: none was given. */
    readonly seed: string | null;
    /** One's own id, as the match has it. */
    readonly player?: string | undefined;
    /** The public key that the commitment was signed with, if that could be checked. */
    readonly key?: PublicKey | undefined;
    /** How the platform has gone back on it. Nothing is to be sent to such a match any more. */
    readonly broken?: string | undefined;
}
/** Where it is kept, by the id of the match, or of a tournament and the player in it. Of a program that ends before its matches do, somewhere that outlives it. */
export interface Promises {
    get(match: string): Kept | null;
    set(match: string, kept: Kept): void;
    /** The tournament that a match was played in, as the platform has said before the match ended. */
    tournamentOf?(match: string): string | null;
    /** Keep which tournament a match is played in, where nothing else was kept: its replay could leave it out. */
    setTournament?(match: string, tournament: string): void;
}
/** In memory, of so many matches: those that were kept last. */
export declare class RecentPromises implements Promises {
    #private;
    constructor(most?: number);
    get(match: string): Kept | null;
    set(match: string, kept: Kept): void;
    tournamentOf(match: string): string | null;
    setTournament(match: string, tournament: string): void;
}
/**
 * Check what a match promises before anything is given for it. Returns the key that it is signed with, if that could be
 * checked. `keys`: those that the platform publishes. Throws `CommitmentBroken`.
 */
export declare function checkPublished(match: Match, keys: () => Promise<readonly PublicKey[]>): Promise<PublicKey | undefined>;
/**
 * Check what a tournament promises before it is given a client seed. Returns its commitment; null: it was created before
 * tournaments had one. Throws `CommitmentBroken`.
 */
export declare function checkEvent(tournament: JsonObject, keys: () => Promise<readonly PublicKey[]>): Promise<string | null>;
/** How an answer goes back on what was published before; null: it does not. `seed`: the one that was sent. */
export declare function wasBroken(before: Match, after: Match, seed: string | undefined): string | null;
