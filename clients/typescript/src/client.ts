/** The client: operations as methods, lists and streams as async iterators. */

import { Connection, LINES_TYPE, type Request } from "./connection.js";
import type { PlatformClock } from "./clock.js";
import { ApiError, BadAnswer, CommitmentBroken, isObject, NotFound, parsed, PlayhallError, TooLate } from "./errors.js";
import { checkReplay, newSeed, seedDigest, type Check, type PublicKey } from "./fairness.js";
import { Following, type Line } from "./following.js";
import type {
  AccountEvent,
  Action,
  Answered,
  BotChoice,
  Card,
  Checked,
  Entrant,
  Explanation,
  JsonObject,
  Layout,
  Match,
  MatchEvent,
  NewMatch,
  NewSeries,
  Player,
  Position,
  ReachedPosition,
  Ruleset,
  RulesetDetails,
  Series,
  SeriesChange,
  SeriesEvent,
  SeriesMatch,
  ShownPosition,
  Situation,
  StreamToken,
  Tournament,
  TournamentProgress,
  View,
} from "./models.js";
import { checkOrigin } from "./origins.js";
import { checkEvent, checkPublished, RecentPromises, wasBroken, type Promises } from "./promises.js";
import { pause, RETRIES, sleep, type Retries } from "./retries.js";
import type { paths } from "./schema.js";

/** So many matches of a series are downloaded with one request. */
const RESULTS_AT_ONCE = 1_000;

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

/**
 * `ifMatch`: an ETag; the change is made only if the resource is still the one that had it. `onETag`: is told the ETag of
 * the answer, null where it has none.
 */
export interface Conditional {
  ifMatch?: string | undefined;
  onETag?: ((tag: string | null) => void) | undefined;
}

/** What has a signature beside it. */
interface Signed {
  readonly commitment_signature?: { readonly key_id: string } | null;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];
type OperationOf<M extends Method, P extends keyof paths> = paths[P] extends Record<Lowercase<M>, infer O> ? O : never;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { "application/json": infer B } } }
    ? { body?: B }
    : { body?: never };
type Given<O> = Creating & Conditional & BodyOf<O> & (O extends { parameters: infer P } ? Pick<P, keyof P & ("path" | "query")> : object);
type Body<A> = A extends { content: infer C }
  ? C extends { "application/json": infer B }
    ? B
    : C[keyof C]
  : undefined;
type AnswerOf<O> = O extends { responses: infer R } ? { [S in keyof R]: Body<R[S]> }[keyof R] : never;

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
/** What the list at a path may be narrowed by: `Filter<"/v1/matches">`. */
export type Filter<P extends PathsOf<"GET">> = NonNullable<
  OperationOf<"GET", P> extends { parameters: { query?: infer Q } } ? Omit<NonNullable<Q>, "page_token"> : never
>;

/** A player's access to a platform. */
export class Client {
  readonly #connection: Connection;
  readonly #retries: Retries;
  readonly #timeoutMs: number;
  readonly #silenceMs: number;
  /** What was published of matches before a client seed was given for them. */
  readonly promises: Promises;
  #keys: readonly PublicKey[] = [];

  /**
   * `url`: such as `http://127.0.0.1:8080`. `key`: null for what anybody may read. Throws a `TypeError` where they are
   * none.
   */
  constructor(url: string, key: string | null = null, options: ClientOptions = {}) {
    this.#connection = new Connection(url, key, options.fetch ?? ((input, init) => fetch(input, init)));
    this.#retries = { ...RETRIES, ...options.retries };
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#silenceMs = options.silenceMs ?? 30_000;
    this.promises = options.promises ?? new RecentPromises();
  }

  /** Where the platform is. */
  get url(): string {
    return this.#connection.url;
  }

  /** The platform's time, by which deadlines are, as far as its answers have told it. */
  get clock(): PlatformClock {
    return this.#connection.clock;
  }

  /**
   * Any operation of the API that answers with JSON or text: `ask("GET", "/v1/players/{player}", { path: { player } })`.
   * A POST carries an `Idempotency-Key`. With `ifMatch` it is made only if nothing has changed since (`PRECONDITION_FAILED`).
   */
  async ask<M extends Method, P extends PathsOf<M>>(
    method: M,
    path: P,
    ...[given]: object extends Given<OperationOf<M, P>>
      ? [given?: Given<OperationOf<M, P>>]
      : [given: Given<OperationOf<M, P>>]
  ): Promise<AnswerOf<OperationOf<M, P>>> {
    const { path: parts, query, body, signal, idempotencyKey, ifMatch, onETag } = (given ?? {}) as Creating & Conditional & {
      path?: Record<string, string | number>;
      query?: Query;
      body?: unknown;
    };
    const target = address(
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts?.[name]))),
      query,
    );
    const headers = { ...(method === "POST" && creation(idempotencyKey)), ...(ifMatch !== undefined && { "If-Match": ifMatch }) };
    return (await this.#ask({ method, target, headers, body, onETag }, signal)) as AnswerOf<OperationOf<M, P>>;
  }

  /** The player whose key this is. */
  me(asking: Asking = {}): Promise<Player> {
    return this.player("me", asking);
  }

  /** A player. */
  player(player: string, asking: Asking = {}): Promise<Player> {
    return this.#get(path("players", player), asking);
  }

  /** All players. */
  players(filter: Filter<"/v1/players"> = {}, asking: Asking = {}): AsyncGenerator<Player, void, undefined> {
    return this.#list("/v1/players", "players", filter, asking);
  }

  /** All games. */
  rulesets(asking: Asking = {}): AsyncGenerator<Ruleset, void, undefined> {
    return this.#list("/v1/rulesets", "rulesets", {}, asking);
  }

  /** A game, with its options and house bots. */
  ruleset(ruleset: string, asking: Asking & { version?: string } = {}): Promise<RulesetDetails> {
    return this.#get(address(path("rulesets", ruleset), { version: asking.version }), asking);
  }

  /** Its cards. */
  cards(ruleset: string, asking: Asking & { version?: string } = {}): AsyncGenerator<Card, void, undefined> {
    return this.#list(path("rulesets", ruleset, "cards"), "cards", { version: asking.version, page_size: 100 }, asking);
  }

  /** How its table is drawn; `seats` and `options` leave what applies to a match. */
  layout(
    ruleset: string,
    asking: Asking & { version?: string; seats?: number; options?: JsonObject } = {},
  ): Promise<Layout> {
    const { version, seats, options } = asking;
    const query = { version, seats, options: options && JSON.stringify(options) };
    return this.#get(address(path("rulesets", ruleset, "layout"), query), asking);
  }

  /** How it is played, as Markdown. */
  rules(ruleset: string, asking: Asking & { version?: string } = {}): Promise<string> {
    const target = address(path("rulesets", ruleset, "rules"), { version: asking.version });
    return this.#text({ method: "GET", target, accept: "text/markdown" }, asking.signal);
  }

  /** One of its JSON Schemas, such as `view`. */
  schema(ruleset: string, name: string, asking: Asking & { version?: string } = {}): Promise<JsonObject> {
    return this.#get(address(path("rulesets", ruleset, "schemas", name), { version: asking.version }), asking);
  }

  /**
   * Create a match. `seats`: in seat order, `me`, `open`, `bot:greedy` or `player:<id>`. Where others are still to come it
   * is then given a client seed for your seat; one that waits for `start` gets it there.
   */
  async createMatch(
    ruleset: string,
    seats: readonly string[],
    options: Omit<NewMatch, "ruleset" | "seats"> = {},
    creating: Creating & Seeding = {},
  ): Promise<Match> {
    const body = { ...options, ruleset, seats };
    const made = await this.#change<Match>(path("matches"), body, creating, creation(creating.idempotencyKey));
    return this.#withSeed(made, creating);
  }

  /**
   * Matches. `player`: who has a seat in them. `pending`: who must decide now. `joinable`: those that you could join.
   * `me` is the caller.
   */
  matches(filter: Filter<"/v1/matches"> = {}, asking: Asking = {}): AsyncGenerator<Match, void, undefined> {
    return this.#list("/v1/matches", "matches", filter, asking);
  }

  /** A match. */
  match(match: string, asking: Asking = {}): Promise<Match> {
    return this.#get(path("matches", match), asking);
  }

  /**
   * Take a seat: the one that is kept for you or the first open one, unless it is named. What the match has published is
   * read, checked and kept first; then a client seed is sent. Throws `CommitmentBroken` before that where it does not hold,
   * and after it where the answer says another thing.
   */
  async join(match: string, asking: Seeding & { seat?: number } = {}): Promise<Match> {
    return this.#seeded(await this.match(match, asking), "join", { seat: asking.seat }, asking);
  }

  /** Give a client seed for the seat that you have; as `join`. */
  async giveSeed(match: string, asking: Seeding = {}): Promise<Match> {
    return this.#seeded(await this.match(match, asking), "seed", {}, asking);
  }

  /**
   * Play a match again that has ended and in which you had a seat, everybody one seat further. All its players who ask are
   * given the same match. A client seed is given as by `join`, where others are still to come.
   */
  async rematch(match: string, asking: Seeding = {}): Promise<Match> {
    const { rematch } = await this.match(match, asking);
    if (rematch) {
      try {
        return await this.join(rematch, asking);
      } catch (error) {
        if (!(error instanceof TooLate) && !(error instanceof NotFound)) throw error;
      }
    }
    return this.#withSeed(await this.#change<Match>(path("matches", match) + ":rematch", {}, asking), asking);
  }

  /** Leave a seat before the start, or decline an invitation. */
  leave(match: string, asking: Asking = {}): Promise<Match> {
    return this.#change(path("matches", match) + ":leave", {}, asking);
  }

  /** Say, as its creator, who sits in an empty seat: `open`, `me`, `bot:greedy` or `player:<id>`. */
  assign(match: string, seat: number, to: string, asking: Asking = {}): Promise<Match> {
    const target = path("matches", match, "seats", seat);
    return this.#json({ method: "PUT", target, body: { seat: to } }, asking);
  }

  /** Start, as its creator, a match that waits for that; with a client seed as by `join`, if you have a seat. */
  async start(match: string, asking: Seeding = {}): Promise<Match> {
    return this.#seeded(await this.match(match, asking), "start", {}, asking);
  }

  /** Give up; the house plays on, or the match ends. */
  resign(match: string, asking: Asking = {}): Promise<Match> {
    return this.#change(path("matches", match) + ":resign", {}, asking);
  }

  /** Call off, as its creator, a match that has not started. */
  abort(match: string, asking: Asking = {}): Promise<Match> {
    return this.#change(path("matches", match) + ":abort", {}, asking);
  }

  /** What a seat knows and may do; without a seat, what spectators know. */
  view<V = JsonObject>(match: string, seat: number | null = null, asking: Asking = {}): Promise<View<V>> {
    return this.#get(viewer(match, seat) + "/view", asking);
  }

  /** Answer a decision, in notation or structured. The same answer again gets the same reply. */
  decide(match: string, decision: number, action: string | JsonObject, asking: Asking = {}): Promise<Answered> {
    return this.#change(path("matches", match, "decisions", decision), { action }, asking);
  }

  /** Whether an answer would be taken; an error says why not. */
  check(match: string, decision: number, action: string | JsonObject, asking: Asking = {}): Promise<Checked> {
    return this.#change(path("matches", match, "decisions", decision) + ":check", { action }, asking);
  }

  /** The replay of a match that has ended, as `playhall verify` takes it. */
  replay(match: string, asking: Asking = {}): Promise<JsonObject> {
    return this.#get(path("matches", match, "replay"), asking);
  }

  /**
   * Whether a match that has ended was fair, as far as that can be told without playing it again: its replay against what
   * was kept of it (`promises`), and, if it belongs to a tournament or a series, against what that has promised.
   * `tournament`: also the one that `accountEvents` has told. `player`: the one whose seat there it is, yourself or a bot of
   * yours.
   */
  async checkFairness(
    match: string,
    asking: Asking & { tournament?: string; series?: string; player?: string } = {},
  ): Promise<Check[]> {
    const { series, player = "me" } = asking;
    const tournament = asking.tournament ?? (series ? null : (this.promises.tournamentOf?.(match) ?? null));
    const replay = await this.replay(match, asking);
    const keys = await this.#published(replay, asking);
    const origin: JsonObject | undefined = tournament
      ? await this.tournament(tournament, asking)
      : series
        ? await this.series(series, asking)
        : undefined;
    const kept = this.promises.get(match);
    const entered = tournament ? this.promises.get(`${tournament}/${player}`) : null;
    const id = entered ? (await this.player(player, asking)).id : kept?.player;
    const own = (replay["seats"] as JsonObject[]).findIndex((seat) => seat["player"] === id);
    const seat = kept?.seat ?? (own < 0 ? null : own);
    const evidence = { keys, commitment: kept?.commitment, seat, seed: entered?.seed ?? kept?.seed, player: id };
    const log = tournament && replay["commitment_document"].event ? await this.exported(tournament, asking) : undefined;
    return [...(await checkReplay(replay, evidence)), ...(await checkOrigin(replay, origin, entered?.commitment, keys, log))];
  }

  /**
   * The positions of a match that has ended, from a number on, as a seat or the spectators saw them. `include`: `view`
   * for what the viewer knew.
   */
  positions<V = JsonObject>(
    match: string,
    asking: Asking & { from?: number; seat?: number; include?: "view" } = {},
  ): AsyncGenerator<ShownPosition<V>, void, undefined> {
    const { from, seat, include } = asking;
    return this.#list(path("matches", match, "positions"), "positions", { from, seat, include, page_size: 100 }, asking);
  }

  /** One of them, as everybody saw it, with the position itself. */
  position<V = JsonObject>(match: string, number: number, asking: Asking = {}): Promise<ReachedPosition<V>> {
    return this.#get(path("matches", match, "positions", number), asking);
  }

  /** A position drawn from those that a seat's view allows. `seed`: the same gives the same; random without it. */
  imagine<V = JsonObject>(
    match: string,
    seat: number,
    asking: Asking & { seed?: string } = {},
  ): Promise<Situation<V>> {
    return this.#change(viewer(match, seat) + ":imagine", { seed: asking.seed }, asking);
  }

  /** What everybody knows of a position, and may do. */
  observe<V = JsonObject>(position: Position, asking: Asking = {}): Promise<Situation<V>> {
    return this.#change("/v1/positions:observe", { position }, asking);
  }

  /** The position after a seat's action, in notation or structured. */
  play<V = JsonObject>(
    position: Position,
    seat: number,
    action: string | JsonObject,
    asking: Asking = {},
  ): Promise<Situation<V> & { notation: string }> {
    return this.#change("/v1/positions:play", { position, seat, action }, asking);
  }

  /** What a bot plays for a seat, from what the seat knows and nothing else. `seed`: the bot's own randomness. */
  async choose(
    position: Position,
    seat: number,
    bot: string,
    asking: Asking & { seed?: string } = {},
  ): Promise<Action> {
    const { choice } = await this.#searched<BotChoice>("choose", { position, seat, bot, seed: asking.seed }, asking);
    return choice as Action;
  }

  /** What a bot that searches finds of each legal action of a seat, the best first. */
  explain(
    position: Position,
    seat: number,
    asking: Asking & { bot?: string; iterations?: number; seed?: string } = {},
  ): Promise<Explanation> {
    const { bot, iterations, seed } = asking;
    return this.#searched("explain", { position, seat, bot, iterations, seed }, asking);
  }

  /** A token for the address of a stream, where no key can be sent; `seconds`: how long it is to live. */
  streamToken(match: string, seat: number | null = null, asking: Asking & { seconds?: number } = {}): Promise<StreamToken> {
    return this.#change(viewer(match, seat) + ":stream-token", { seconds: asking.seconds }, asking);
  }

  /**
   * What a seat, or the spectators, are shown of a match, up to its end. `since`: a revision; without it the first line
   * is a snapshot. `include`: what steps come with.
   */
  events<V = JsonObject>(
    match: string,
    seat: number | null = null,
    asking: Watching & { since?: number; include?: readonly ("view" | "legal")[] } = {},
  ): AsyncGenerator<MatchEvent<V>, void, undefined> {
    return this.#follow(new Following("revision", asking.since), viewer(match, seat), asking);
  }

  /**
   * What happens in all matches of the player, without end. `include`: what turns come with. `since`: a cursor; without
   * it the first line is `open`. Which tournament a match is played in is kept (`promises`).
   */
  async *accountEvents<V = JsonObject>(
    asking: Watching & { since?: string; include?: readonly ("view" | "legal")[] } = {},
  ): AsyncGenerator<AccountEvent<V>, void, undefined> {
    for await (const event of this.#follow<AccountEvent<V>>(new Following("cursor", asking.since), "/v1", asking)) {
      const { match, tournament, tournaments = [] } = event as JsonObject;
      for (const place of [{ match, tournament }, ...tournaments])
        if (place.match && place.tournament) this.promises.setTournament?.(place.match, place.tournament);
      yield event;
    }
  }

  /** Have many matches played between house bots. `stop`: such as `{ rule: "fixed", matches: 1000 }`. */
  createSeries(
    ruleset: string,
    entrants: readonly string[],
    options: Omit<NewSeries, "ruleset" | "entrants"> = {},
    creating: Creating = {},
  ): Promise<Series> {
    return this.#change(path("series"), { ...options, ruleset, entrants }, creating, creation(creating.idempotencyKey));
  }

  /** Your series. */
  allSeries(filter: Filter<"/v1/series"> = {}, asking: Asking = {}): AsyncGenerator<Series, void, undefined> {
    return this.#list("/v1/series", "series", filter, asking);
  }

  /** A series, and how far it is. */
  series(series: string, asking: Asking = {}): Promise<Series> {
    return this.#get(path("series", series), asking);
  }

  /**
   * A series as it is now, unless its revision is `since`, and each time that it has changed, up to its end. The last
   * line is `end`.
   */
  seriesEvents(series: string, asking: Watching & { since?: number } = {}): AsyncGenerator<SeriesEvent, void, undefined> {
    return this.#follow(new Following("revision", asking.since), path("series", series), asking);
  }

  /** Public tournaments. */
  tournaments(
    filter: Filter<"/v1/tournaments"> = {},
    asking: Asking = {},
  ): AsyncGenerator<Tournament, void, undefined> {
    return this.#list("/v1/tournaments", "tournaments", filter, asking);
  }

  /** A tournament, and how far it is. */
  tournament(tournament: string, asking: Asking = {}): Promise<Tournament> {
    return this.#get(path("tournaments", tournament), asking);
  }

  /**
   * A tournament as it is now, unless its revision is `since`, and each time that it has changed, up to its end. The last
   * line is `end`.
   */
  tournamentEvents(
    tournament: string,
    asking: Watching & { since?: number } = {},
  ): AsyncGenerator<TournamentProgress, void, undefined> {
    return this.#follow(new Following("revision", asking.since), path("tournaments", tournament), asking);
  }

  /** Everything that is told of a tournament, with its log; undefined where it is not shown. */
  async exported(tournament: string, asking: Asking = {}): Promise<JsonObject | undefined> {
    try {
      return await this.#get<JsonObject>(path("tournaments", tournament, "export", "json"), asking);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /**
   * Enter yourself, or a bot of yours by its id. What the tournament has promised is read, checked and kept first
   * (`promises`, by tournament and player); then a client seed for all your matches there is sent.
   * `withoutCommitment`: also where nothing is promised, in a tournament of an older version. Throws `CommitmentBroken`.
   */
  enter(tournament: string, asking: Entering = {}): Promise<Entrant> {
    return this.#inTournament(tournament, asking.player ?? "me", "entrants", asking);
  }

  /**
   * Say that you, or a bot of yours, are here, where the tournament asks for it; with a client seed as by `enter`. One that
   * another program has given must be given here, too, unless `withoutCommitment`.
   */
  checkIn(tournament: string, asking: Entering = {}): Promise<Entrant> {
    return this.#inTournament(tournament, asking.player ?? "me", "check-in", asking);
  }

  /** Change its status (`paused`, `running`, `cancelled`), length, priority, budget or name. */
  changeSeries(series: string, change: SeriesChange, asking: Asking = {}): Promise<Series> {
    return this.#json({ method: "PATCH", target: path("series", series), body: change }, asking);
  }

  /** Its standings with their confidence, also while it is played. */
  seriesSummary(series: string, asking: Asking = {}): Promise<JsonObject> {
    return this.#get(path("series", series, "summary"), asking);
  }

  /** The results of its matches, from a number on, as far as they are settled. */
  async *seriesResults(
    series: string,
    asking: Asking & { first?: number } = {},
  ): AsyncGenerator<SeriesMatch, void, undefined> {
    for (let first = asking.first ?? 0; ; ) {
      const target = address(path("series", series, "results", "ndjson"), { first, limit: RESULTS_AT_ONCE });
      const text = await this.#text({ method: "GET", target, accept: LINES_TYPE }, asking.signal);
      const lines = text.split("\n").filter((line) => line.trim());
      if (lines.length === 0) return;
      first += lines.length;
      for (const line of lines) yield object(parsed(line)) as SeriesMatch;
    }
  }

  /** Send what carries a client seed, when what was published is kept; and see that the answer says the same. */
  async #seeded(before: Match, verb: "join" | "seed" | "start", body: object, asking: Seeding): Promise<Match> {
    const { id, seat } = before;
    const kept = this.promises.get(id);
    const broken = kept?.broken ?? (kept && kept.commitment !== before.commitment ? "its commitment has changed" : null);
    if (broken !== null) throw this.#broken(before, broken);
    const key = await checkPublished(before, () => this.#published(before, asking));
    const seed = this.#isSeedWanted(before, verb) ? (asking.clientSeed?.toLowerCase() ?? newSeed()) : undefined;
    const { commitment } = before;
    if (seed !== undefined) this.promises.set(id, { commitment, seat, seed, key });
    let after: Match;
    try {
      after = await this.#change<Match>(`${path("matches", id)}:${verb}`, { ...body, client_seed: seed }, asking);
    } catch (error) {
      if (error instanceof ApiError && seed !== undefined) this.promises.set(id, kept ?? { commitment, seat, seed: null, key });
      throw error;
    }
    const how = wasBroken(before, after, seed);
    if (how !== null) throw this.#broken(before, how);
    const player = after.seat === null ? undefined : after.seats[after.seat]?.player?.id;
    if (seed !== undefined) this.promises.set(id, { commitment, seat: after.seat, seed, player, key });
    return after;
  }

  /** A match that was just created, with a client seed for one's own seat where one is not too late or to come later. */
  async #withSeed(made: Match, asking: Seeding): Promise<Match> {
    const isWaiting = made.status === "open" && made.seats.some(({ status }) => status !== "taken");
    if (made.seat === null || !isWaiting || made.start_rule !== "when_full") return made;
    try {
      return await this.#seeded(made, "seed", {}, asking);
    } catch (error) {
      const isLate = error instanceof TooLate || (error instanceof ApiError && error.code === "CLIENT_SEED_GIVEN");
      if (!isLate) throw error;
      return made;
    }
  }

  /** Whether a seed is to be sent: not by who has none to give, has given one, or comes too late. */
  #isSeedWanted({ seat, seats, status }: Match, verb: string): boolean {
    if (seat === null) return verb === "join";
    return status === "open" && !seats[seat]?.client_seed;
  }

  /** The keys that sign; asked for once, and again for a signature by another. */
  async #published({ commitment_signature: signature }: Signed, { signal }: Asking): Promise<readonly PublicKey[]> {
    if (!this.#keys.some(({ key_id: id }) => id === signature?.key_id))
      this.#keys = (await this.ask("GET", "/v1/signing-keys", { signal })).keys;
    return this.#keys;
  }

  /** Enter a tournament, or say that one is here, with a client seed for one's matches there. */
  async #inTournament(tournament: string, player: string, verb: "entrants" | "check-in", asking: Entering): Promise<Entrant> {
    const before: JsonObject = await this.tournament(tournament, asking);
    const place = `${tournament}/${player}`;
    const kept = this.promises.get(place);
    const commitment = await checkEvent(before, () => this.#published(before, asking));
    if (kept && kept.commitment !== commitment) throw new CommitmentBroken(tournament, "its commitment has changed");
    const target = verb === "entrants" ? path("tournaments", tournament, "entrants") : `${path("tournaments", tournament, "entrants", player)}:check-in`;
    const body = verb === "entrants" ? { player } : {};
    const known = kept?.seed ?? asking.clientSeed?.toLowerCase();
    const isGiven = verb === "check-in" && commitment !== null && !known && (await this.#hasSeed(tournament, player, asking));
    if (commitment === null || isGiven) {
      const how = isGiven ? "a client seed was given that is not known here: give it, or check in without a proof" : "it has no commitment: enter only if you want to without";
      if (!asking.withoutCommitment) throw new CommitmentBroken(tournament, how);
      return this.#change(target, body, asking);
    }
    const seed = known ?? newSeed();
    this.promises.set(place, { commitment, seat: null, seed });
    let entrant: Entrant;
    try {
      entrant = await this.#change<Entrant>(target, { ...body, client_seed: seed }, asking);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.promises.set(place, kept ?? { commitment, seat: null, seed: null });
      const isForAnother = error.errors.some(({ pointer }) => pointer.endsWith("/client_seed"));
      if (!isForAnother) throw error;
      if (await this.#isOwn(tournament, player, verb, asking)) throw new CommitmentBroken(tournament, "your client seed was refused");
      return this.#change(target, body, asking); // a host enters somebody else, who gives a seed of its own
    }
    const taken: unknown = (entrant as JsonObject)["client_seed_sha256"];
    const digest = await seedDigest(seed);
    if (digest !== null && taken !== digest) throw new CommitmentBroken(tournament, "your client seed was not taken");
    this.promises.set(`${tournament}/${entrant.id}`, { commitment, seat: null, seed }); // it may check in by that id
    return entrant;
  }

  /** Whether an entrant is oneself or a bot of one's own. */
  async #isOwn(tournament: string, player: string, verb: "entrants" | "check-in", asking: Asking): Promise<boolean> {
    if (player === "me") return true;
    const there = verb === "check-in" ? await this.#get<JsonObject>(path("tournaments", tournament, "entrants", player), asking) : { player_id: player };
    if (there["player_id"] === null) return false;
    const [me, other] = [await this.player("me", asking), (await this.player(there["player_id"], asking)) as JsonObject];
    return [other["id"], other["owner"]].includes(me.id);
  }

  async #hasSeed(tournament: string, entrant: string, asking: Asking): Promise<boolean> {
    const now = await this.#get<JsonObject>(path("tournaments", tournament, "entrants", entrant), asking);
    return Boolean(now["client_seed_sha256"]);
  }

  #broken({ id, commitment, seat }: Match, how: string): CommitmentBroken {
    const kept = this.promises.get(id) ?? { commitment, seat, seed: null };
    this.promises.set(id, { ...kept, broken: how });
    return new CommitmentBroken(id, how);
  }

  #get<T>(target: string, asking: Asking): Promise<T> {
    return this.#json({ method: "GET", target }, asking);
  }

  #change<T>(target: string, body: object, asking: Asking, headers: Record<string, string> = {}): Promise<T> {
    return this.#json({ method: "POST", target, body, headers }, asking);
  }

  /** What a bot answers. As long as it searches, the same request goes on waiting. */
  async #searched<T extends { state: string }>(what: string, body: object, asking: Asking): Promise<T> {
    for (;;) {
      const answer = await this.#change<T>(`/v1/positions:${what}`, body, asking);
      if (answer.state !== "waiting") return answer;
    }
  }

  async #json<T>(request: Request, asking: Asking): Promise<T> {
    return object(await this.#ask(request, asking.signal)) as T;
  }

  async *#list<T>(path: string, field: string, filter: Query, asking: Asking): AsyncGenerator<T, void, undefined> {
    for (let token: unknown = undefined; token !== null; ) {
      const page = await this.#get<JsonObject>(address(path, { ...filter, page_token: token as string }), asking);
      const entries: unknown = page[field];
      if (!Array.isArray(entries)) throw new BadAnswer(`a list without ${field}`);
      yield* entries as T[];
      token = page["next_page_token"] ?? null;
    }
  }

  #ask(request: Request, signal?: AbortSignal): Promise<unknown> {
    return this.#insist(signal, () => this.#connection.json(request, this.#timeoutMs, signal));
  }

  #text(request: Request, signal?: AbortSignal): Promise<string> {
    return this.#insist(signal, () => this.#connection.text(request, this.#timeoutMs, signal));
  }

  async #insist<T>(signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        const ms = pause(this.#retries, attempt, error);
        if (ms === null) throw error;
        await sleep(ms, signal);
      }
    }
  }

  async *#follow<L extends Line>(
    following: Following<L>,
    what: string,
    asking: Watching & { include?: readonly string[] },
  ): AsyncGenerator<L, void, undefined> {
    while (!following.isOver) {
      let error: unknown;
      try {
        yield* this.#connect(following, what, asking);
      } catch (raised) {
        if (!(raised instanceof PlayhallError)) throw raised;
        error = raised;
      }
      if (following.isOver) return;
      const ms = following.pause(this.#retries, error);
      asking.onConnection?.(false);
      await sleep(ms, asking.signal);
    }
  }

  async *#connect<L extends Line>(
    following: Following<L>,
    what: string,
    asking: Watching & { include?: readonly string[] },
  ): AsyncGenerator<L, void, undefined> {
    following.connect();
    const include = asking.include?.length ? asking.include.join(",") : undefined;
    const target = address(`${what}/events/ndjson`, { include, since: following.since });
    const request = { method: "GET", target, accept: LINES_TYPE };
    for await (const piece of this.#connection.pieces(request, this.#silenceMs, asking.signal)) {
      if (piece === "") asking.onConnection?.(true);
      for (const line of following.receive(piece)) {
        if (line.at) this.clock.told(line.at, Date.now());
        yield line;
      }
      if (following.isOver) return;
    }
  }
}

/** The path of a resource. */
function path(...parts: readonly (string | number)[]): string {
  return "/v1/" + parts.map((part) => encodeURIComponent(part)).join("/");
}

/** The path of a seat, or of the match for spectators. */
function viewer(match: string, seat: number | null): string {
  return seat === null ? path("matches", match) : path("matches", match, "seats", seat);
}

/** Path and query, of which what is null or undefined is left out. */
function address(target: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${target}?${text}` : target;
}

function creation(key: string | undefined): Record<string, string> {
  const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
  return { "Idempotency-Key": key ?? random().join("") };
}

/** Throws `BadAnswer` where something is no JSON object. */
function object(found: unknown): JsonObject {
  if (!isObject(found)) throw new BadAnswer("the answer is no JSON object");
  return found;
}
