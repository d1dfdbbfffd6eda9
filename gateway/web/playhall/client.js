/** The client: operations as methods, lists and streams as async iterators. */
import { Connection, LINES_TYPE } from "./connection.js";
import { ApiError, BadAnswer, CommitmentBroken, isObject, NotFound, parsed, PlayhallError, TooLate } from "./errors.js";
import { checkReplay, newSeed, seedDigest } from "./fairness.js";
import { Following } from "./following.js";
import { checkOrigin } from "./origins.js";
import { checkEvent, checkPublished, RecentPromises, wasBroken } from "./promises.js";
import { pause, RETRIES, sleep } from "./retries.js";
/** So many matches of a series are downloaded with one request. */
const RESULTS_AT_ONCE = 1_000;
/** A player's access to a platform. */
export class Client {
    #connection;
    #retries;
    #timeoutMs;
    #silenceMs;
    /** What was published of matches before a client seed was given for them. */
    promises;
    #keys = [];
    /**
     * `url`: such as `http://127.0.0.1:8080`. `key`: null for what anybody may read. Throws a `TypeError` where they are
     * none.
     */
    constructor(url, key = null, options = {}) {
        this.#connection = new Connection(url, key, options.fetch ?? ((input, init) => fetch(input, init)));
        this.#retries = { ...RETRIES, ...options.retries };
        this.#timeoutMs = options.timeoutMs ?? 30_000;
        this.#silenceMs = options.silenceMs ?? 30_000;
        this.promises = options.promises ?? new RecentPromises();
    }
    /** Where the platform is. */
    get url() {
        return this.#connection.url;
    }
    /** The platform's time, by which deadlines are, as far as its answers have told it. */
    get clock() {
        return this.#connection.clock;
    }
    /**
     * Any operation of the API that answers with JSON or text: `ask("GET", "/v1/players/{player}", { path: { player } })`.
     * A POST carries an `Idempotency-Key`. With `ifMatch` it is made only if nothing has changed since (`PRECONDITION_FAILED`).
     */
    async ask(method, path, ...[given]) {
        const { path: parts, query, body, signal, idempotencyKey, ifMatch, onETag } = (given ?? {});
        const target = address(path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parts?.[name]))), query);
        const headers = { ...(method === "POST" && creation(idempotencyKey)), ...(ifMatch !== undefined && { "If-Match": ifMatch }) };
        return (await this.#ask({ method, target, headers, body, onETag }, signal));
    }
    /** The player whose key this is. */
    me(asking = {}) {
        return this.player("me", asking);
    }
    /** A player. */
    player(player, asking = {}) {
        return this.#get(path("players", player), asking);
    }
    /** All players. */
    players(filter = {}, asking = {}) {
        return this.#list("/v1/players", "players", filter, asking);
    }
    /** All games. */
    rulesets(asking = {}) {
        return this.#list("/v1/rulesets", "rulesets", {}, asking);
    }
    /** A game, with its options and house bots. */
    ruleset(ruleset, asking = {}) {
        return this.#get(address(path("rulesets", ruleset), { version: asking.version }), asking);
    }
    /** Its cards. */
    cards(ruleset, asking = {}) {
        return this.#list(path("rulesets", ruleset, "cards"), "cards", { version: asking.version, page_size: 100 }, asking);
    }
    /** How its table is drawn; `seats` and `options` leave what applies to a match. */
    layout(ruleset, asking = {}) {
        const { version, seats, options } = asking;
        const query = { version, seats, options: options && JSON.stringify(options) };
        return this.#get(address(path("rulesets", ruleset, "layout"), query), asking);
    }
    /** How it is played, as Markdown. */
    rules(ruleset, asking = {}) {
        const target = address(path("rulesets", ruleset, "rules"), { version: asking.version });
        return this.#text({ method: "GET", target, accept: "text/markdown" }, asking.signal);
    }
    /** One of its JSON Schemas, such as `view`. */
    schema(ruleset, name, asking = {}) {
        return this.#get(address(path("rulesets", ruleset, "schemas", name), { version: asking.version }), asking);
    }
    /**
     * Create a match. `seats`: in seat order, `me`, `open`, `bot:greedy` or `player:<id>`. Where others are still to come it
     * is then given a client seed for your seat; one that waits for `start` gets it there.
     */
    async createMatch(ruleset, seats, options = {}, creating = {}) {
        const body = { ...options, ruleset, seats };
        const made = await this.#change(path("matches"), body, creating, creation(creating.idempotencyKey));
        return this.#withSeed(made, creating);
    }
    /**
     * Matches. `player`: who has a seat in them. `pending`: who must decide now. `joinable`: those that you could join.
     * `me` is the caller.
     */
    matches(filter = {}, asking = {}) {
        return this.#list("/v1/matches", "matches", filter, asking);
    }
    /** A match. */
    match(match, asking = {}) {
        return this.#get(path("matches", match), asking);
    }
    /**
     * Take a seat: the one that is kept for you or the first open one, unless it is named. What the match has published is
     * read, checked and kept first; then a client seed is sent. Throws `CommitmentBroken` before that where it does not hold,
     * and after it where the answer says another thing.
     */
    async join(match, asking = {}) {
        return this.#seeded(await this.match(match, asking), "join", { seat: asking.seat }, asking);
    }
    /** Give a client seed for the seat that you have; as `join`. */
    async giveSeed(match, asking = {}) {
        return this.#seeded(await this.match(match, asking), "seed", {}, asking);
    }
    /**
     * Play a match again that has ended and in which you had a seat, everybody one seat further. All its players who ask are
     * given the same match. A client seed is given as by `join`, where others are still to come.
     */
    async rematch(match, asking = {}) {
        const { rematch } = await this.match(match, asking);
        if (rematch) {
            try {
                return await this.join(rematch, asking);
            }
            catch (error) {
                if (!(error instanceof TooLate) && !(error instanceof NotFound))
                    throw error;
            }
        }
        return this.#withSeed(await this.#change(path("matches", match) + ":rematch", {}, asking), asking);
    }
    /** Leave a seat before the start, or decline an invitation. */
    leave(match, asking = {}) {
        return this.#change(path("matches", match) + ":leave", {}, asking);
    }
    /** Say, as its creator, who sits in an empty seat: `open`, `me`, `bot:greedy` or `player:<id>`. */
    assign(match, seat, to, asking = {}) {
        const target = path("matches", match, "seats", seat);
        return this.#json({ method: "PUT", target, body: { seat: to } }, asking);
    }
    /** Start, as its creator, a match that waits for that; with a client seed as by `join`, if you have a seat. */
    async start(match, asking = {}) {
        return this.#seeded(await this.match(match, asking), "start", {}, asking);
    }
    /** Give up; the house plays on, or the match ends. */
    resign(match, asking = {}) {
        return this.#change(path("matches", match) + ":resign", {}, asking);
    }
    /** Call off, as its creator, a match that has not started. */
    abort(match, asking = {}) {
        return this.#change(path("matches", match) + ":abort", {}, asking);
    }
    /** What a seat knows and may do; without a seat, what spectators know. */
    view(match, seat = null, asking = {}) {
        return this.#get(viewer(match, seat) + "/view", asking);
    }
    /** Answer a decision, in notation or structured. The same answer again gets the same reply. */
    decide(match, decision, action, asking = {}) {
        return this.#change(path("matches", match, "decisions", decision), { action }, asking);
    }
    /** Whether an answer would be taken; an error says why not. */
    check(match, decision, action, asking = {}) {
        return this.#change(path("matches", match, "decisions", decision) + ":check", { action }, asking);
    }
    /** The replay of a match that has ended, as `playhall verify` takes it. */
    replay(match, asking = {}) {
        return this.#get(path("matches", match, "replay"), asking);
    }
    /**
     * Whether a match that has ended was fair, as far as that can be told without playing it again: its replay against what
     * was kept of it (`promises`), and, if it belongs to a tournament or a series, against what that has promised.
     * `tournament`: also the one that `accountEvents` has told. `player`: the one whose seat there it is, yourself or a bot of
     * yours.
     */
    async checkFairness(match, asking = {}) {
        const { series, player = "me" } = asking;
        const tournament = asking.tournament ?? (series ? null : (this.promises.tournamentOf?.(match) ?? null));
        const replay = await this.replay(match, asking);
        const keys = await this.#published(replay, asking);
        const origin = tournament
            ? await this.tournament(tournament, asking)
            : series
                ? await this.series(series, asking)
                : undefined;
        const kept = this.promises.get(match);
        const entered = tournament ? this.promises.get(`${tournament}/${player}`) : null;
        const id = entered ? (await this.player(player, asking)).id : kept?.player;
        const own = replay["seats"].findIndex((seat) => seat["player"] === id);
        const seat = kept?.seat ?? (own < 0 ? null : own);
        const evidence = { keys, commitment: kept?.commitment, seat, seed: entered?.seed ?? kept?.seed, player: id };
        const log = tournament && replay["commitment_document"].event ? await this.exported(tournament, asking) : undefined;
        return [...(await checkReplay(replay, evidence)), ...(await checkOrigin(replay, origin, entered?.commitment, keys, log))];
    }
    /**
     * The positions of a match that has ended, from a number on, as a seat or the spectators saw them. `include`: `view`
     * for what the viewer knew.
     */
    positions(match, asking = {}) {
        const { from, seat, include } = asking;
        return this.#list(path("matches", match, "positions"), "positions", { from, seat, include, page_size: 100 }, asking);
    }
    /** One of them, as everybody saw it, with the position itself. */
    position(match, number, asking = {}) {
        return this.#get(path("matches", match, "positions", number), asking);
    }
    /** A position drawn from those that a seat's view allows. `seed`: the same gives the same; random without it. */
    imagine(match, seat, asking = {}) {
        return this.#change(viewer(match, seat) + ":imagine", { seed: asking.seed }, asking);
    }
    /** What everybody knows of a position, and may do. */
    observe(position, asking = {}) {
        return this.#change("/v1/positions:observe", { position }, asking);
    }
    /** The position after a seat's action, in notation or structured. */
    play(position, seat, action, asking = {}) {
        return this.#change("/v1/positions:play", { position, seat, action }, asking);
    }
    /** What a bot plays for a seat, from what the seat knows and nothing else. `seed`: the bot's own randomness. */
    async choose(position, seat, bot, asking = {}) {
        const { choice } = await this.#searched("choose", { position, seat, bot, seed: asking.seed }, asking);
        return choice;
    }
    /** What a bot that searches finds of each legal action of a seat, the best first. */
    explain(position, seat, asking = {}) {
        const { bot, iterations, seed } = asking;
        return this.#searched("explain", { position, seat, bot, iterations, seed }, asking);
    }
    /** A token for the address of a stream, where no key can be sent; `seconds`: how long it is to live. */
    streamToken(match, seat = null, asking = {}) {
        return this.#change(viewer(match, seat) + ":stream-token", { seconds: asking.seconds }, asking);
    }
    /**
     * What a seat, or the spectators, are shown of a match, up to its end. `since`: a revision; without it the first line
     * is a snapshot. `include`: what steps come with.
     */
    events(match, seat = null, asking = {}) {
        return this.#follow(new Following("revision", asking.since), viewer(match, seat), asking);
    }
    /**
     * What happens in all matches of the player, without end. `include`: what turns come with. `since`: a cursor; without
     * it the first line is `open`. Which tournament a match is played in is kept (`promises`).
     */
    async *accountEvents(asking = {}) {
        for await (const event of this.#follow(new Following("cursor", asking.since), "/v1", asking)) {
            const { match, tournament, tournaments = [] } = event;
            for (const place of [{ match, tournament }, ...tournaments])
                if (place.match && place.tournament)
                    this.promises.setTournament?.(place.match, place.tournament);
            yield event;
        }
    }
    /** Have many matches played between house bots. `stop`: such as `{ rule: "fixed", matches: 1000 }`. */
    createSeries(ruleset, entrants, options = {}, creating = {}) {
        return this.#change(path("series"), { ...options, ruleset, entrants }, creating, creation(creating.idempotencyKey));
    }
    /** Your series. */
    allSeries(filter = {}, asking = {}) {
        return this.#list("/v1/series", "series", filter, asking);
    }
    /** A series, and how far it is. */
    series(series, asking = {}) {
        return this.#get(path("series", series), asking);
    }
    /**
     * A series as it is now, unless its revision is `since`, and each time that it has changed, up to its end. The last
     * line is `end`.
     */
    seriesEvents(series, asking = {}) {
        return this.#follow(new Following("revision", asking.since), path("series", series), asking);
    }
    /** Public tournaments. */
    tournaments(filter = {}, asking = {}) {
        return this.#list("/v1/tournaments", "tournaments", filter, asking);
    }
    /** A tournament, and how far it is. */
    tournament(tournament, asking = {}) {
        return this.#get(path("tournaments", tournament), asking);
    }
    /**
     * A tournament as it is now, unless its revision is `since`, and each time that it has changed, up to its end. The last
     * line is `end`.
     */
    tournamentEvents(tournament, asking = {}) {
        return this.#follow(new Following("revision", asking.since), path("tournaments", tournament), asking);
    }
    /** Everything that is told of a tournament, with its log; undefined where it is not shown. */
    async exported(tournament, asking = {}) {
        try {
            return await this.#get(path("tournaments", tournament, "export", "json"), asking);
        }
        catch (error) {
            if (error instanceof ApiError)
                return undefined;
            throw error;
        }
    }
    /**
     * Enter yourself, or a bot of yours by its id. What the tournament has promised is read, checked and kept first
     * (`promises`, by tournament and player); then a client seed for all your matches there is sent.
     * `withoutCommitment`: also where nothing is promised, in a tournament of an older version. Throws `CommitmentBroken`.
     */
    enter(tournament, asking = {}) {
        return this.#inTournament(tournament, asking.player ?? "me", "entrants", asking);
    }
    /**
     * Say that you, or a bot of yours, are here, where the tournament asks for it; with a client seed as by `enter`. One that
     * another program has given must be given here, too, unless `withoutCommitment`.
     */
    checkIn(tournament, asking = {}) {
        return this.#inTournament(tournament, asking.player ?? "me", "check-in", asking);
    }
    /** Change its status (`paused`, `running`, `cancelled`), length, priority, budget or name. */
    changeSeries(series, change, asking = {}) {
        return this.#json({ method: "PATCH", target: path("series", series), body: change }, asking);
    }
    /** Its standings with their confidence, also while it is played. */
    seriesSummary(series, asking = {}) {
        return this.#get(path("series", series, "summary"), asking);
    }
    /** The results of its matches, from a number on, as far as they are settled. */
    async *seriesResults(series, asking = {}) {
        for (let first = asking.first ?? 0;;) {
            const target = address(path("series", series, "results", "ndjson"), { first, limit: RESULTS_AT_ONCE });
            const text = await this.#text({ method: "GET", target, accept: LINES_TYPE }, asking.signal);
            const lines = text.split("\n").filter((line) => line.trim());
            if (lines.length === 0)
                return;
            first += lines.length;
            for (const line of lines)
                yield object(parsed(line));
        }
    }
    /** Send what carries a client seed, when what was published is kept; and see that the answer says the same. */
    async #seeded(before, verb, body, asking) {
        const { id, seat } = before;
        const kept = this.promises.get(id);
        const broken = kept?.broken ?? (kept && kept.commitment !== before.commitment ? "its commitment has changed" : null);
        if (broken !== null)
            throw this.#broken(before, broken);
        const key = await checkPublished(before, () => this.#published(before, asking));
        const seed = this.#isSeedWanted(before, verb) ? (asking.clientSeed?.toLowerCase() ?? newSeed()) : undefined;
        const { commitment } = before;
        if (seed !== undefined)
            this.promises.set(id, { commitment, seat, seed, key });
        let after;
        try {
            after = await this.#change(`${path("matches", id)}:${verb}`, { ...body, client_seed: seed }, asking);
        }
        catch (error) {
            if (error instanceof ApiError && seed !== undefined)
                this.promises.set(id, kept ?? { commitment, seat, seed: null, key });
            throw error;
        }
        const how = wasBroken(before, after, seed);
        if (how !== null)
            throw this.#broken(before, how);
        const player = after.seat === null ? undefined : after.seats[after.seat]?.player?.id;
        if (seed !== undefined)
            this.promises.set(id, { commitment, seat: after.seat, seed, player, key });
        return after;
    }
    /** A match that was just created, with a client seed for one's own seat where one is not too late or to come later. */
    async #withSeed(made, asking) {
        const isWaiting = made.status === "open" && made.seats.some(({ status }) => status !== "taken");
        if (made.seat === null || !isWaiting || made.start_rule !== "when_full")
            return made;
        try {
            return await this.#seeded(made, "seed", {}, asking);
        }
        catch (error) {
            const isLate = error instanceof TooLate || (error instanceof ApiError && error.code === "CLIENT_SEED_GIVEN");
            if (!isLate)
                throw error;
            return made;
        }
    }
    /** Whether a seed is to be sent: not by who has none to give, has given one, or comes too late. */
    #isSeedWanted({ seat, seats, status }, verb) {
        if (seat === null)
            return verb === "join";
        return status === "open" && !seats[seat]?.client_seed;
    }
    /** The keys that sign; asked for once, and again for a signature by another. */
    async #published({ commitment_signature: signature }, { signal }) {
        if (!this.#keys.some(({ key_id: id }) => id === signature?.key_id))
            this.#keys = (await this.ask("GET", "/v1/signing-keys", { signal })).keys;
        return this.#keys;
    }
    /** Enter a tournament, or say that one is here, with a client seed for one's matches there. */
    async #inTournament(tournament, player, verb, asking) {
        const before = await this.tournament(tournament, asking);
        const place = `${tournament}/${player}`;
        const kept = this.promises.get(place);
        const commitment = await checkEvent(before, () => this.#published(before, asking));
        if (kept && kept.commitment !== commitment)
            throw new CommitmentBroken(tournament, "its commitment has changed");
        const target = verb === "entrants" ? path("tournaments", tournament, "entrants") : `${path("tournaments", tournament, "entrants", player)}:check-in`;
        const body = verb === "entrants" ? { player } : {};
        const known = kept?.seed ?? asking.clientSeed?.toLowerCase();
        const isGiven = verb === "check-in" && commitment !== null && !known && (await this.#hasSeed(tournament, player, asking));
        if (commitment === null || isGiven) {
            const how = isGiven ? "a client seed was given that is not known here: give it, or check in without a proof" : "it has no commitment: enter only if you want to without";
            if (!asking.withoutCommitment)
                throw new CommitmentBroken(tournament, how);
            return this.#change(target, body, asking);
        }
        const seed = known ?? newSeed();
        this.promises.set(place, { commitment, seat: null, seed });
        let entrant;
        try {
            entrant = await this.#change(target, { ...body, client_seed: seed }, asking);
        }
        catch (error) {
            if (!(error instanceof ApiError))
                throw error;
            this.promises.set(place, kept ?? { commitment, seat: null, seed: null });
            const isForAnother = error.errors.some(({ pointer }) => pointer.endsWith("/client_seed"));
            if (!isForAnother)
                throw error;
            if (await this.#isOwn(tournament, player, verb, asking))
                throw new CommitmentBroken(tournament, "your client seed was refused");
            return this.#change(target, body, asking); // a host enters somebody else, who gives a seed of its own
        }
        const taken = entrant["client_seed_sha256"];
        const digest = await seedDigest(seed);
        if (digest !== null && taken !== digest)
            throw new CommitmentBroken(tournament, "your client seed was not taken");
        this.promises.set(`${tournament}/${entrant.id}`, { commitment, seat: null, seed }); // it may check in by that id
        return entrant;
    }
    /** Whether an entrant is oneself or a bot of one's own. */
    async #isOwn(tournament, player, verb, asking) {
        if (player === "me")
            return true;
        const there = verb === "check-in" ? await this.#get(path("tournaments", tournament, "entrants", player), asking) : { player_id: player };
        if (there["player_id"] === null)
            return false;
        const [me, other] = [await this.player("me", asking), (await this.player(there["player_id"], asking))];
        return [other["id"], other["owner"]].includes(me.id);
    }
    async #hasSeed(tournament, entrant, asking) {
        const now = await this.#get(path("tournaments", tournament, "entrants", entrant), asking);
        return Boolean(now["client_seed_sha256"]);
    }
    #broken({ id, commitment, seat }, how) {
        const kept = this.promises.get(id) ?? { commitment, seat, seed: null };
        this.promises.set(id, { ...kept, broken: how });
        return new CommitmentBroken(id, how);
    }
    #get(target, asking) {
        return this.#json({ method: "GET", target }, asking);
    }
    #change(target, body, asking, headers = {}) {
        return this.#json({ method: "POST", target, body, headers }, asking);
    }
    /** What a bot answers. As long as it searches, the same request goes on waiting. */
    async #searched(what, body, asking) {
        for (;;) {
            const answer = await this.#change(`/v1/positions:${what}`, body, asking);
            if (answer.state !== "waiting")
                return answer;
        }
    }
    async #json(request, asking) {
        return object(await this.#ask(request, asking.signal));
    }
    async *#list(path, field, filter, asking) {
        for (let token = undefined; token !== null;) {
            const page = await this.#get(address(path, { ...filter, page_token: token }), asking);
            const entries = page[field];
            if (!Array.isArray(entries))
                throw new BadAnswer(`a list without ${field}`);
            yield* entries;
            token = page["next_page_token"] ?? null;
        }
    }
    #ask(request, signal) {
        return this.#insist(signal, () => this.#connection.json(request, this.#timeoutMs, signal));
    }
    #text(request, signal) {
        return this.#insist(signal, () => this.#connection.text(request, this.#timeoutMs, signal));
    }
    async #insist(signal, send) {
        for (let attempt = 1;; attempt += 1) {
            try {
                return await send();
            }
            catch (error) {
                const ms = pause(this.#retries, attempt, error);
                if (ms === null)
                    throw error;
                await sleep(ms, signal);
            }
        }
    }
    async *#follow(following, what, asking) {
        while (!following.isOver) {
            let error;
            try {
                yield* this.#connect(following, what, asking);
            }
            catch (raised) {
                if (!(raised instanceof PlayhallError))
                    throw raised;
                error = raised;
            }
            if (following.isOver)
                return;
            const ms = following.pause(this.#retries, error);
            asking.onConnection?.(false);
            await sleep(ms, asking.signal);
        }
    }
    async *#connect(following, what, asking) {
        following.connect();
        const include = asking.include?.length ? asking.include.join(",") : undefined;
        const target = address(`${what}/events/ndjson`, { include, since: following.since });
        const request = { method: "GET", target, accept: LINES_TYPE };
        for await (const piece of this.#connection.pieces(request, this.#silenceMs, asking.signal)) {
            if (piece === "")
                asking.onConnection?.(true);
            for (const line of following.receive(piece)) {
                if (line.at)
                    this.clock.told(line.at, Date.now());
                yield line;
            }
            if (following.isOver)
                return;
        }
    }
}
/** The path of a resource. */
function path(...parts) {
    return "/v1/" + parts.map((part) => encodeURIComponent(part)).join("/");
}
/** The path of a seat, or of the match for spectators. */
function viewer(match, seat) {
    return seat === null ? path("matches", match) : path("matches", match, "seats", seat);
}
/** Path and query, of which what is null or undefined is left out. */
function address(target, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text ? `${target}?${text}` : target;
}
function creation(key) {
    const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
    return { "Idempotency-Key": key ?? random().join("") };
}
/** Throws `BadAnswer` where something is no JSON object. */
function object(found) {
    if (!isObject(found))
        throw new BadAnswer("the answer is no JSON object");
    return found;
}
