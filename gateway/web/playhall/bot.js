/**
 * Bots: a method that chooses, and everything else done for it.
 *
 * One stream tells of all matches of the player. What is told of a match is worked on in order, one thing after the
 * other; matches do not wait for each other, except that no more than `atOnce` choices are thought about at a time.
 */
import { Client } from "./client.js";
import { ApiError, BadAnswer, CommitmentBroken, IllegalAction, isObject, NotFound, NotReachable, TooLate } from "./errors.js";
import { grown, RETRIES, sleep } from "./retries.js";
const TOURNAMENT_EVENTS = new Set([
    "tournament_invited",
    "tournament_started",
    "round_paired",
    "your_table",
    "table_result",
    "tournament_corrected",
    "tournament_ended",
    "host_needed",
]);
const TOO_MANY = 429;
const NO_SUCH_ACTION = 422;
/** A bot: a class of yours that has `choose`. `V`: the ruleset's view, if it plays only one. */
export class Bot {
    /** For requests of your own. */
    client;
    #onError;
    #log;
    #thinking;
    #stopping = new AbortController();
    #tables = new Map();
    #news = Promise.resolve();
    /** Throws a `TypeError` where `url` is not the URL of a platform, or `key` not a key. */
    constructor(url, key, options = {}) {
        this.client = new Client(url, key, options);
        this.#onError = options.onError ?? "first";
        this.#log = options.log ?? ((text, error) => console.error(text, error));
        this.#thinking = new Slots(options.atOnce ?? 8);
    }
    /** Whether to take a seat that is kept for the bot; if not, the invitation is declined. By default, every one. */
    accepts(_invitation) {
        return true;
    }
    /** A match is live. Called once for each match in a run, before its first decision. */
    matchBegan(_match) { }
    /** A match is over. Called once for each match that the bot has seen live in this run. */
    matchEnded(_match) { }
    /**
     * Something has happened in a tournament that the bot has entered. Called one at a time, in order. Its matches are
     * played without it.
     */
    inTournament(_event) { }
    /** Play until `stop`, whatever restarts meanwhile. Throws `ApiError` when the key is not allowed to play. */
    async run() {
        const signal = this.#stopping.signal;
        try {
            for await (const event of this.client.accountEvents({ include: ["legal", "view"], signal })) {
                if (isOpen(event))
                    this.#open(event.matches);
                else if (isOfTournament(event))
                    this.#toldOfTournament(event);
                else if (event.match)
                    this.#told(event);
            }
        }
        catch (error) {
            if (!signal.aborted)
                throw error;
        }
        finally {
            this.stop();
        }
    }
    /** Let `run` return; choices that are being thought about are not waited for. */
    stop() {
        this.#stopping.abort();
    }
    /** What is open, in place of what was told before. */
    #open(matches) {
        for (const each of matches) {
            const table = this.#table(each);
            if (each.invited) {
                this.#invited(table, null);
            }
            else if (each.status === "live") {
                this.#live(table);
                this.#asked(table, each);
            }
        }
        const open = new Set(matches.map((each) => each.match));
        for (const [match, table] of this.#tables)
            if (!open.has(match))
                this.#do(table, () => this.#findEnd(table));
    }
    #toldOfTournament(event) {
        this.#news = this.#news
            .then(() => (this.#stopping.signal.aborted ? undefined : this.inTournament(event)))
            .catch((error) => this.#log(`${event.tournament}, ${event.type}:`, error));
    }
    #told(event) {
        const table = this.#table(event);
        if (event.type === "invited") {
            this.#invited(table, event.by);
        }
        else if (event.type === "match_began") {
            this.#live(table);
        }
        else if (event.type === "your_turn") {
            this.#live(table);
            this.#asked(table, event);
        }
        else if (event.type === "match_ended") {
            this.#do(table, () => this.#end(table, event.status, event.outcome));
        }
        else if (event.type === "left") {
            this.#do(table, () => this.#end(table, null, null));
        }
    }
    #table({ match, ruleset, seat }) {
        const known = this.#tables.get(match);
        if (known)
            return known;
        const playing = { match, ruleset, seat };
        const states = { isWorked: false, hasBegun: false, isInvited: false, isOver: false };
        const table = { playing, jobs: [], ...states, asked: null, answer: null };
        this.#tables.set(match, table);
        return table;
    }
    /** Do something when all that was told before of this match is done. */
    #do(table, job) {
        table.jobs.push(job);
        if (!table.isWorked)
            void this.#work(table);
    }
    async #work(table) {
        table.isWorked = true;
        for (let job = table.jobs.shift(); job && !this.#stopping.signal.aborted; job = table.jobs.shift()) {
            try {
                await job();
            }
            catch (error) {
                if (!this.#stopping.signal.aborted)
                    this.#failed(table.playing, error);
            }
        }
        table.isWorked = false;
        if (table.isOver)
            this.#tables.delete(table.playing.match);
    }
    #invited(table, by) {
        if (table.isInvited)
            return;
        table.isInvited = true;
        this.#do(table, async () => {
            const { match } = table.playing;
            try {
                const accepted = await this.accepts({ ...table.playing, by });
                await this.#insist((asking) => (accepted ? this.client.join(match, asking) : this.client.leave(match, asking)));
            }
            catch (error) {
                if (error instanceof CommitmentBroken)
                    await this.#refuse(table, error);
                else if (!isOver(error))
                    throw error;
            }
            finally {
                table.isInvited = false;
            }
        });
    }
    /** Have no more to do with a match whose promise was broken: leave it, if it has not begun. */
    async #refuse({ playing }, error) {
        this.#failed(playing, error);
        await this.#insist((asking) => this.client.leave(playing.match, asking)).catch((refusal) => {
            if (!(refusal instanceof ApiError))
                throw refusal;
        });
    }
    #live(table) {
        if (table.hasBegun)
            return;
        table.hasBegun = true;
        this.#do(table, async () => this.matchBegan(table.playing));
    }
    /** A decision is pending: answer it, unless that is being done. */
    #asked(table, told) {
        const { decision } = told;
        if (decision === null || decision === undefined || table.asked === decision)
            return;
        if (this.client.promises.get(table.playing.match)?.broken)
            return;
        table.asked = decision;
        this.#do(table, async () => {
            try {
                await this.#answer(table, decision, told);
            }
            catch (error) {
                if (!isOver(error))
                    throw error;
            }
            finally {
                if (table.asked === decision)
                    table.asked = null;
            }
        });
    }
    async #answer(table, decision, told) {
        const { match } = table.playing;
        if (table.answer && table.answer[0] === decision) {
            try {
                return await this.#decide(table, ...table.answer); // told again: it gets the same reply, if it was not lost
            }
            catch (error) {
                if (!(error instanceof IllegalAction))
                    throw error;
            }
        }
        const turn = await this.#turn(table, decision, told);
        if (!turn)
            return;
        const action = await this.#chosen(turn);
        if (this.#stopping.signal.aborted)
            return;
        if (action !== null) {
            try {
                return await this.#decide(table, decision, action);
            }
            catch (error) {
                if (!(error instanceof ApiError) || error.status !== NO_SUCH_ACTION)
                    throw error;
                this.#failed(table.playing, error);
            }
        }
        if (this.#onError === "resign")
            await this.#insist((asking) => this.client.resign(match, asking));
        else
            await this.#decide(table, decision, turn.legal[0].notation);
    }
    /** The decision as it was told, or as it is asked for; null: it waits no longer. */
    async #turn(table, decision, told) {
        const { match, seat } = table.playing;
        let known = told;
        if (!known.view || !known.legal?.length) {
            const look = await this.#insist((asking) => this.client.view(match, seat, asking));
            if (look.decision !== decision)
                return null;
            known = look;
        }
        const { view, legal, deadline_at: deadline } = known;
        const [first, ...others] = legal ?? [];
        if (!view || !first)
            return null;
        return {
            ...table.playing,
            decision,
            view,
            legal: [first, ...others],
            deadline: deadline ? new Date(deadline) : null,
            signal: this.#stopping.signal,
        };
    }
    /** What `choose` says; null: it has failed. */
    async #chosen(turn) {
        try {
            return sendable(await this.#thinking.take(async () => this.choose(turn)));
        }
        catch (error) {
            if (!this.#stopping.signal.aborted)
                this.#failed({ match: turn.match, ruleset: turn.ruleset, seat: turn.seat }, error);
            return null;
        }
    }
    async #decide(table, decision, action) {
        const { match } = table.playing;
        await this.#insist((asking) => this.client.decide(match, decision, action, asking), () => table.asked === decision);
        table.answer = [decision, action];
    }
    /** What a call gives in the end, however long the platform is away, while it is wanted. */
    async #insist(call, isWanted = () => true) {
        const signal = this.#stopping.signal;
        for (let attempt = 1;; attempt += 1) {
            try {
                return await call({ signal });
            }
            catch (error) {
                const passes = error instanceof NotReachable ||
                    error instanceof BadAnswer ||
                    (error instanceof ApiError && (error.status >= 500 || error.status === TOO_MANY));
                if (!passes || !isWanted())
                    throw error;
                await sleep(grown(RETRIES, attempt, error), signal);
            }
        }
    }
    /** A match of which nothing is open any more, since the stream was away for long. */
    async #findEnd(table) {
        let found = null;
        try {
            found = await this.#insist((asking) => this.client.match(table.playing.match, asking));
        }
        catch (error) {
            if (!(error instanceof NotFound))
                throw error;
        }
        const hasEnded = found?.status === "finished" || found?.status === "aborted";
        if (!found || hasEnded || found.seat === null)
            await this.#end(table, found?.status ?? null, found?.outcome ?? null);
    }
    async #end(table, status, outcome) {
        if (table.isOver)
            return;
        table.isOver = true;
        if (!table.hasBegun || status === null)
            return;
        const result = outcome?.results.find((each) => each.seat === table.playing.seat);
        await this.matchEnded({ ...table.playing, status, outcome, rank: result?.rank ?? null });
    }
    #failed(playing, error) {
        this.#log(`${playing.match}, seat ${playing.seat}:`, error);
    }
}
/** Whether a match has gone on without us. */
function isOver(error) {
    return error instanceof TooLate || error instanceof NotFound;
}
function isOpen(event) {
    return event.type === "open";
}
function isOfTournament(event) {
    return TOURNAMENT_EVENTS.has(event.type);
}
/** An action, if it is one. Throws a `TypeError` where it is not. */
function sendable(action) {
    if (typeof action !== "string" && !isObject(action))
        throw new TypeError("choose must return a string or an object");
    JSON.stringify(action);
    return action;
}
/** So many at a time; the others wait in the order in which they came. */
class Slots {
    #free;
    #waiting = [];
    constructor(most) {
        this.#free = most;
    }
    async take(work) {
        if (this.#free > 0)
            this.#free -= 1;
        else
            await new Promise((resolve) => this.#waiting.push(resolve));
        try {
            return await work();
        }
        finally {
            const next = this.#waiting.shift();
            if (next)
                next();
            else
                this.#free += 1;
        }
    }
}
