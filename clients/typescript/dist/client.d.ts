/** The client: operations as methods, lists and streams as async iterators. */
import type { PlatformClock } from "./clock.js";
import { type Check } from "./fairness.js";
import type { AccountEvent, Action, Answered, Card, Checked, Entrant, Explanation, JsonObject, Layout, Match, MatchEvent, NewMatch, NewSeries, Player, Position, ReachedPosition, Ruleset, RulesetDetails, Series, SeriesChange, SeriesEvent, SeriesMatch, ShownPosition, Situation, StreamToken, Tournament, TournamentProgress, View } from "./models.js";
import { type Promises } from "./promises.js";
import { type Retries } from "./retries.js";
import type { paths } from "./schema.js";
export interface ClientOptions {
    retries?: Partial<Retries>;
    /** Of silence, after which a request got no answer. */
    timeoutMs?: number;
    /** Of silence, after which a stream is dead: there is a sign of life every 15 seconds. */
    silenceMs?: number;
    /** Where commitments and client seeds are kept. By default in memory, of the last thousand matches. */
    promises?: Promises;
    /** In place of the global `fetch`. */
    fetch?: typeof fetch;
}
/** What every operation may be given. `signal`: gives it up, with the signal's reason. */
export interface Asking {
    signal?: AbortSignal | undefined;
}
/**
 * How a stream is followed. `onConnection`: is told `false` when its connection has ended and is to be opened again, and
 * `true` when there is one.
 */
export interface Watching extends Asking {
    onConnection?: (isThere: boolean) => void;
}
/** `clientSeed`: one of your own, 64 hexadecimal digits, in place of a random one. */
export interface Seeding extends Asking {
    clientSeed?: string | undefined;
}
/** `player`: yourself, or a bot of yours. `withoutCommitment`: also where nothing can be proved. */
export interface Entering extends Seeding {
    player?: string | undefined;
    withoutCommitment?: boolean | undefined;
}
/** `idempotencyKey`: one of your own, if the creation may be repeated by another process. */
export interface Creating extends Asking {
    idempotencyKey?: string;
}
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type PathsOf<M extends Method> = {
    [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];
type OperationOf<M extends Method, P extends keyof paths> = paths[P] extends Record<Lowercase<M>, infer O> ? O : never;
type BodyOf<O> = O extends {
    requestBody: {
        content: {
            "application/json": infer B;
        };
    };
} ? {
    body: B;
} : O extends {
    requestBody?: {
        content: {
            "application/json": infer B;
        };
    };
} ? {
    body?: B;
} : {
    body?: never;
};
type Given<O> = Creating & BodyOf<O> & (O extends {
    parameters: infer P;
} ? Pick<P, keyof P & ("path" | "query")> : object);
type Body<A> = A extends {
    content: infer C;
} ? C extends {
    "application/json": infer B;
} ? B : C[keyof C] : undefined;
type AnswerOf<O> = O extends {
    responses: infer R;
} ? {
    [S in keyof R]: Body<R[S]>;
}[keyof R] : never;
/** What the list at a path may be narrowed by: `Filter<"/v1/matches">`. */
export type Filter<P extends PathsOf<"GET">> = NonNullable<OperationOf<"GET", P> extends {
    parameters: {
        query?: infer Q;
    };
} ? Omit<NonNullable<Q>, "page_token"> : never>;
/** A player's access to a platform. */
export declare class Client {
    #private;
    /** What was published of matches before a client seed was given for them. */
    readonly promises: Promises;
    /**
     * `url`: such as `http://127.0.0.1:8080`. `key`: null for what anybody may read. Throws a `TypeError` where they are
     * none.
     */
    constructor(url: string, key?: string | null, options?: ClientOptions);
    /** Where the platform is. */
    get url(): string;
    /** The platform's time, by which deadlines are, as far as its answers have told it. */
    get clock(): PlatformClock;
    /**
     * Any operation of the API that answers with JSON or text: `ask("GET", "/v1/players/{player}", { path: { player } })`.
     * A POST carries an `Idempotency-Key`.
     */
    ask<M extends Method, P extends PathsOf<M>>(method: M, path: P, ...[given]: object extends Given<OperationOf<M, P>> ? [given?: Given<OperationOf<M, P>>] : [given: Given<OperationOf<M, P>>]): Promise<AnswerOf<OperationOf<M, P>>>;
    /** The player whose key this is. */
    me(asking?: Asking): Promise<Player>;
    /** A player. */
    player(player: string, asking?: Asking): Promise<Player>;
    /** All players. */
    players(filter?: Filter<"/v1/players">, asking?: Asking): AsyncGenerator<Player, void, undefined>;
    /** All games. */
    rulesets(asking?: Asking): AsyncGenerator<Ruleset, void, undefined>;
    /** A game, with its options and house bots. */
    ruleset(ruleset: string, asking?: Asking & {
        version?: string;
    }): Promise<RulesetDetails>;
    /** Its cards. */
    cards(ruleset: string, asking?: Asking & {
        version?: string;
    }): AsyncGenerator<Card, void, undefined>;
    /** How its table is drawn; `seats` and `options` leave what applies to a match. */
    layout(ruleset: string, asking?: Asking & {
        version?: string;
        seats?: number;
        options?: JsonObject;
    }): Promise<Layout>;
    /** How it is played, as Markdown. */
    rules(ruleset: string, asking?: Asking & {
        version?: string;
    }): Promise<string>;
    /** One of its JSON Schemas, such as `view`. */
    schema(ruleset: string, name: string, asking?: Asking & {
        version?: string;
    }): Promise<JsonObject>;
    /**
     * Create a match. `seats`: in seat order, `me`, `open`, `bot:greedy` or `player:<id>`. Where others are still to come it
     * is then given a client seed for your seat; one that waits for `start` gets it there.
     */
    createMatch(ruleset: string, seats: readonly string[], options?: Omit<NewMatch, "ruleset" | "seats">, creating?: Creating & Seeding): Promise<Match>;
    /**
     * Matches. `player`: who has a seat in them. `pending`: who must decide now. `joinable`: those that you could join.
     * `me` is the caller.
     */
    matches(filter?: Filter<"/v1/matches">, asking?: Asking): AsyncGenerator<Match, void, undefined>;
    /** A match. */
    match(match: string, asking?: Asking): Promise<Match>;
    /**
     * Take a seat: the one that is kept for you or the first open one, unless it is named. What the match has published is
     * read, checked and kept first; then a client seed is sent. Throws `CommitmentBroken` before that where it does not hold,
     * and after it where the answer says another thing.
     */
    join(match: string, asking?: Seeding & {
        seat?: number;
    }): Promise<Match>;
    /** Give a client seed for the seat that you have; as `join`. */
    giveSeed(match: string, asking?: Seeding): Promise<Match>;
    /**
     * Play a match again that has ended and in which you had a seat, everybody one seat further. All its players who ask are
     * given the same match. A client seed is given as by `join`, where others are still to come.
     */
    rematch(match: string, asking?: Seeding): Promise<Match>;
    /** Leave a seat before the start, or decline an invitation. */
    leave(match: string, asking?: Asking): Promise<Match>;
    /** Say, as its creator, who sits in an empty seat: `open`, `me`, `bot:greedy` or `player:<id>`. */
    assign(match: string, seat: number, to: string, asking?: Asking): Promise<Match>;
    /** Start, as its creator, a match that waits for that; with a client seed as by `join`, if you have a seat. */
    start(match: string, asking?: Seeding): Promise<Match>;
    /** Give up; the house plays on, or the match ends. */
    resign(match: string, asking?: Asking): Promise<Match>;
    /** Call off, as its creator, a match that has not started. */
    abort(match: string, asking?: Asking): Promise<Match>;
    /** What a seat knows and may do; without a seat, what spectators know. */
    view<V = JsonObject>(match: string, seat?: number | null, asking?: Asking): Promise<View<V>>;
    /** Answer a decision, in notation or structured. The same answer again gets the same reply. */
    decide(match: string, decision: number, action: string | JsonObject, asking?: Asking): Promise<Answered>;
    /** Whether an answer would be taken; an error says why not. */
    check(match: string, decision: number, action: string | JsonObject, asking?: Asking): Promise<Checked>;
    /** The replay of a match that has ended, as `playhall verify` takes it. */
    replay(match: string, asking?: Asking): Promise<JsonObject>;
    /**
     * Whether a match that has ended was fair, as far as that can be told without playing it again: its replay against what
     * was kept of it (`promises`), and, if it belongs to a tournament or a series, against what that has promised.
     * `tournament`: also the one that `accountEvents` has told. `player`: the one whose seat there it is, yourself or a bot of
     * yours.
     */
    checkFairness(match: string, asking?: Asking & {
        tournament?: string;
        series?: string;
        player?: string;
    }): Promise<Check[]>;
    /**
     * The positions of a match that has ended, from a number on, as a seat or the spectators saw them. `include`: `view`
     * for what the viewer knew.
     */
    positions<V = JsonObject>(match: string, asking?: Asking & {
        from?: number;
        seat?: number;
        include?: "view";
    }): AsyncGenerator<ShownPosition<V>, void, undefined>;
    /** One of them, as everybody saw it, with the position itself. */
    position<V = JsonObject>(match: string, number: number, asking?: Asking): Promise<ReachedPosition<V>>;
    /** A position drawn from those that a seat's view allows. `seed`: the same gives the same; random without it. */
    imagine<V = JsonObject>(match: string, seat: number, asking?: Asking & {
        seed?: string;
    }): Promise<Situation<V>>;
    /** What everybody knows of a position, and may do. */
    observe<V = JsonObject>(position: Position, asking?: Asking): Promise<Situation<V>>;
    /** The position after a seat's action, in notation or structured. */
    play<V = JsonObject>(position: Position, seat: number, action: string | JsonObject, asking?: Asking): Promise<Situation<V> & {
        notation: string;
    }>;
    /** What a bot plays for a seat, from what the seat knows and nothing else. `seed`: the bot's own randomness. */
    choose(position: Position, seat: number, bot: string, asking?: Asking & {
        seed?: string;
    }): Promise<Action>;
    /** What a bot that searches finds of each legal action of a seat, the best first. */
    explain(position: Position, seat: number, asking?: Asking & {
        bot?: string;
        iterations?: number;
        seed?: string;
    }): Promise<Explanation>;
    /** A token for the address of a stream, where no key can be sent; `seconds`: how long it is to live. */
    streamToken(match: string, seat?: number | null, asking?: Asking & {
        seconds?: number;
    }): Promise<StreamToken>;
    /**
     * What a seat, or the spectators, are shown of a match, up to its end. `since`: a revision; without it the first line
     * is a snapshot. `include`: what steps come with.
     */
    events<V = JsonObject>(match: string, seat?: number | null, asking?: Watching & {
        since?: number;
        include?: readonly ("view" | "legal")[];
    }): AsyncGenerator<MatchEvent<V>, void, undefined>;
    /**
     * What happens in all matches of the player, without end. `include`: what turns come with. `since`: a cursor; without
     * it the first line is `open`. Which tournament a match is played in is kept (`promises`).
     */
    accountEvents<V = JsonObject>(asking?: Watching & {
        since?: string;
        include?: readonly ("view" | "legal")[];
    }): AsyncGenerator<AccountEvent<V>, void, undefined>;
    /** Have many matches played between house bots. `stop`: such as `{ rule: "fixed", matches: 1000 }`. */
    createSeries(ruleset: string, entrants: readonly string[], options?: Omit<NewSeries, "ruleset" | "entrants">, creating?: Creating): Promise<Series>;
    /** Your series. */
    allSeries(filter?: Filter<"/v1/series">, asking?: Asking): AsyncGenerator<Series, void, undefined>;
    /** A series, and how far it is. */
    series(series: string, asking?: Asking): Promise<Series>;
    /**
     * A series as it is now, unless its revision is `since`, and each time that it has changed, up to its end. The last
     * line is `end`.
     */
    seriesEvents(series: string, asking?: Watching & {
        since?: number;
    }): AsyncGenerator<SeriesEvent, void, undefined>;
    /** Public tournaments. */
    tournaments(filter?: Filter<"/v1/tournaments">, asking?: Asking): AsyncGenerator<Tournament, void, undefined>;
    /** A tournament, and how far it is. */
    tournament(tournament: string, asking?: Asking): Promise<Tournament>;
    /**
     * A tournament as it is now, unless its revision is `since`, and each time that it has changed, up to its end. The last
     * line is `end`.
     */
    tournamentEvents(tournament: string, asking?: Watching & {
        since?: number;
    }): AsyncGenerator<TournamentProgress, void, undefined>;
    /** Everything that is told of a tournament, with its log; undefined where it is not shown. */
    exported(tournament: string, asking?: Asking): Promise<JsonObject | undefined>;
    /**
     * Enter yourself, or a bot of yours by its id. What the tournament has promised is read, checked and kept first
     * (`promises`, by tournament and player); then a client seed for all your matches there is sent.
     * `withoutCommitment`: also where nothing is promised, in a tournament of an older version. Throws `CommitmentBroken`.
     */
    enter(tournament: string, asking?: Entering): Promise<Entrant>;
    /**
     * Say that you, or a bot of yours, are here, where the tournament asks for it; with a client seed as by `enter`. One that
     * another program has given must be given here, too, unless `withoutCommitment`.
     */
    checkIn(tournament: string, asking?: Entering): Promise<Entrant>;
    /** Change its status (`paused`, `running`, `cancelled`), length, priority, budget or name. */
    changeSeries(series: string, change: SeriesChange, asking?: Asking): Promise<Series>;
    /** Its standings with their confidence, also while it is played. */
    seriesSummary(series: string, asking?: Asking): Promise<JsonObject>;
    /** The results of its matches, from a number on, as far as they are settled. */
    seriesResults(series: string, asking?: Asking & {
        first?: number;
    }): AsyncGenerator<SeriesMatch, void, undefined>;
}
export {};
