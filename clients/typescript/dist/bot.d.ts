/**
 * Bots: a method that chooses, and everything else done for it.
 *
 * One stream tells of all matches of the player. What is told of a match is worked on in order, one thing after the
 * other; matches do not wait for each other, except that no more than `atOnce` choices are thought about at a time.
 */
import { Client, type ClientOptions } from "./client.js";
import type { Action, Invited, JsonObject, Match, Outcome, TournamentEvent } from "./models.js";
/** A match in which the bot sits. */
export interface Playing {
    readonly match: string;
    readonly ruleset: string;
    readonly seat: number;
}
/**
 * A decision to make. `view`: the ruleset's document with what the seat knows. `legal`: every legal action, at least
 * one. `deadline`: when the platform decides for the seat; null: never. `signal`: aborted when the bot stops.
 */
export interface Turn<V = JsonObject> extends Playing {
    readonly decision: number;
    readonly view: V;
    readonly legal: readonly [Action, ...Action[]];
    readonly deadline: Date | null;
    readonly signal: AbortSignal;
}
/** A seat that is kept for the bot. `by`: whom; null if it was invited before this program ran. */
export interface Invitation extends Playing {
    readonly by: Invited["by"] | null;
}
/** A match that is over. `status`: `finished` or `aborted`. `outcome`: null if it was aborted. `rank`: 1 is best. */
export interface Ended extends Playing {
    readonly status: Match["status"];
    readonly outcome: Outcome | null;
    readonly rank: number | null;
}
/** An action: its notation, or its structured form. */
export type Choice = string | JsonObject;
export interface BotOptions extends ClientOptions {
    /** How many choices are thought about at a time. */
    atOnce?: number;
    /** What happens when `choose` throws or its action is illegal: play the first legal action, or resign. */
    onError?: "first" | "resign";
    /** Where it is written what fails, without keys and views. By default, the console. */
    log?: (text: string, error: unknown) => void;
}
/** A bot: a class of yours that has `choose`. `V`: the ruleset's view, if it plays only one. */
export declare abstract class Bot<V = JsonObject> {
    #private;
    /** For requests of your own. */
    readonly client: Client;
    /** Throws a `TypeError` where `url` is not the URL of a platform, or `key` not a key. */
    constructor(url: string, key: string, options?: BotOptions);
    /**
     * The action to play. Called once for each decision; only if the platform has lost the answer and another action is
     * needed, again.
     */
    abstract choose(turn: Turn<V>): Choice | Promise<Choice>;
    /** Whether to take a seat that is kept for the bot; if not, the invitation is declined. By default, every one. */
    accepts(_invitation: Invitation): boolean | Promise<boolean>;
    /** A match is live. Called once for each match in a run, before its first decision. */
    matchBegan(_match: Playing): void | Promise<void>;
    /** A match is over. Called once for each match that the bot has seen live in this run. */
    matchEnded(_match: Ended): void | Promise<void>;
    /**
     * Something has happened in a tournament that the bot has entered. Called one at a time, in order. Its matches are
     * played without it.
     */
    inTournament(_event: TournamentEvent): void | Promise<void>;
    /** Play until `stop`, whatever restarts meanwhile. Throws `ApiError` when the key is not allowed to play. */
    run(): Promise<void>;
    /** Let `run` return; choices that are being thought about are not waited for. */
    stop(): void;
}
