/**
 * Whether a match of a tournament or a series follows from what that had promised before: its document with the SHA-256 of
 * its seed, signed, and in the public log. docs/fairness.md explains each step. Nothing here asks the platform.
 */
import { bytes, canonical, digestOf, eventDeal, hex, hmac, isSigned, joined, same, sha256, utf8 } from "./fairness.js";
const EVENT = "playhall.event/1";
const DEAL = "playhall.event-deal/1\0";
const SERIES_DEAL = "playhall.series-deal/1\0";
/**
 * `origin`: the answer of `GET /v1/tournaments/{tournament}` or `GET /v1/series/{series}`, from after its end if possible.
 * `kept`: the commitment of the same as one has kept it before. `log`: the answer of
 * `GET /v1/tournaments/{tournament}/export/json`. Nothing for a match that belongs to none.
 */
export async function checkOrigin(replay, origin, kept, keys, log) {
    const document = replay["commitment_document"];
    const place = document["event"] ?? document["series"];
    const hasPromised = Boolean(origin?.["commitment"] ?? origin?.["document_sha256"]);
    if (!place)
        return hasPromised || kept ? [{ name: "event", holds: false }] : [];
    if (!origin)
        return [{ name: "event", holds: kept === undefined || kept === place.sha256 ? null : false }];
    const isEvent = "event" in document;
    const whole = isEvent ? eventPromise(origin) : seriesPromise(origin);
    const part = isEvent ? whole : await partOf(origin, place.match);
    const parts = part === null || part === whole ? [whole] : [whole, part];
    const digests = await Promise.all(parts.map(async (each) => (await digestOf(each.document)) === each.digest));
    const isKept = kept === undefined || kept === place.sha256;
    return [
        { name: "event", holds: part !== null && isKept && digests.every(Boolean) && whole.digest === place.sha256 },
        { name: "event_rules", holds: isEvent ? keepsRules(replay, whole.document) : keepsSeriesRules(replay, whole.document) },
        { name: "event_seed", holds: part === null ? false : await isSeedOf(replay, part, isEvent) },
        { name: "event_signature", holds: await areSigned(parts, keys) },
        { name: "event_log", holds: isLogged(replay, parts) },
        ...(isEvent ? [{ name: "event_deal", holds: await isDealt(replay, log) }] : []),
    ];
}
/**
 * Whether a match is the deal that its tournament's log says, between those, in those seats, with the seeds that they gave.
 * Null: there is no log, or it does not tell of the match yet.
 */
async function isDealt(replay, told) {
    if (!Array.isArray(told?.["log"]))
        return null;
    const { event } = replay["commitment_document"];
    try {
        return (await digestOf(told["commitment_document"])) === event.sha256 && (await followsLog(replay, event, told));
    }
    catch (error) {
        if (error instanceof TypeError)
            return false; // it is no export
        throw error;
    }
}
async function followsLog(replay, event, told) {
    const log = told["log"];
    const dealt = log.filter(({ what }) => ["game_ended", "game_void", "game_called_off"].includes(what.kind));
    const own = dealt.find(({ what }) => what.match === replay["match"]);
    if (own === undefined)
        return told["status"] === "finished" ? false : null;
    const ids = entrantsOf(log);
    const seats = event["entrants"].map((name) => ids.get(name));
    for (const [seat, id] of seats.entries()) {
        const seed = replay["client_seeds"][seat];
        const given = log.filter(({ what }) => what.kind === "seed_given" && what.entrant === id).at(-1)?.["what"].client_seed_sha256 ?? null;
        const entrant = told["entrants"].find((each) => each["id"] === id);
        const isShown = entrant !== undefined && [null, seed].includes(entrant["client_seed"]);
        if (!isShown || given !== (seed === null ? null : hex(await sha256(bytes(seed)))))
            return false;
    }
    const earlier = log.slice(0, log.indexOf(own));
    const before = dealt.filter((each) => earlier.includes(each) && same([...each["what"].entrants].sort(), [...seats].sort()));
    const lastEnded = before.map(({ what }) => what.kind).lastIndexOf("game_ended");
    const spent = before.slice(lastEnded + 1);
    const last = spent.at(-1);
    const again = last ? { times: spent.length, match: last["what"].match, entry: last["number"], by: last["by"], reason: last["reason"] } : null;
    const ended = before.filter(({ what }) => what.kind === "game_ended").length;
    const isDuplicate = told["commitment_document"].stages.some(({ deals }) => deals === "duplicate");
    const played = own["what"];
    const here = tablesOf(earlier).filter(({ round, table }) => round === played.round && table === played.table).at(-1)?.entrants ?? [];
    const turn = (played.game - 1) % seats.length;
    return ((isDuplicate || event["deal"] === before.length + 1) &&
        event["game"] === ended + 1 &&
        same(event["played_again"], again) &&
        (played.entrants.length === 0 || same(played.entrants, seats)) &&
        same([...here.slice(turn), ...here.slice(0, turn)], seats));
}
/** The entrants' ids in a tournament, by what its matches call them. */
function entrantsOf(log) {
    const found = new Map();
    const bots = new Map();
    for (const { what } of log) {
        if (what.kind !== "entered" && what.kind !== "invited")
            continue;
        if (what.player === null)
            bots.set(what.bot, (bots.get(what.bot) ?? 0) + 1);
        found.set(what.player ?? `bot:${what.bot}:${bots.get(what.bot)}`, what.entrant);
    }
    return found;
}
/**
 * The tables that were paired and not taken back, the last paired last, with who sits there in the first game; again,
 * where some have left. With each game of a table everybody moves on by one seat.
 */
function tablesOf(log) {
    const undone = new Set();
    for (const { number, what } of [...log].reverse())
        if (what.kind === "undone" && !undone.has(number))
            for (const each of [what.entry, ...(what.also ?? [])])
                undone.add(each);
    const found = [];
    for (const { number, what } of log) {
        if (undone.has(number))
            continue;
        const tables = what.kind === "round_paired" ? what.tables.map((each, at) => [at + 1, each]) : what.kind === "table_paired" ? [[what.table, what]] : [];
        for (const [table, { entrants, away }] of tables)
            found.push({ round: what.round, table, entrants: entrants.filter((each) => !away?.includes(each)) });
        if (what.kind !== "table_left")
            continue;
        const here = found.filter(({ round, table }) => round === what.round && table === what.table).at(-1)?.entrants ?? [];
        found.push({ round: what.round, table: what.table, entrants: here.filter((each) => !what.entrants.includes(each)) });
    }
    return found;
}
function eventPromise(origin) {
    return {
        document: origin["commitment_document"] ?? {},
        digest: origin["commitment"],
        signature: origin["commitment_signature"],
        index: origin["commitment_log"]?.index ?? null,
        seed: origin["seed"] ?? null,
    };
}
function seriesPromise(told) {
    return {
        document: told["document"],
        digest: told["document_sha256"],
        signature: told["commitment_signature"] ?? null,
        index: told["commitment_log"]?.index ?? null,
        seed: told["seed"] ?? null,
    };
}
/** The part of a series that deals a match: one of its extensions, or the series as it began. Null: there is none. */
async function partOf(series, match) {
    const whole = seriesPromise(series);
    let [part, previous, matches] = [whole, whole.digest, 0];
    for (const told of (series["extensions"] ?? [])) {
        const extension = seriesPromise(told);
        const { document } = extension;
        const follows = document["format"] === "playhall.series-extension/1" &&
            document["series"] === whole.digest &&
            document["previous"] === previous &&
            document["first"] >= (matches || (whole.document["stop"]?.matches ?? 0)) &&
            (matches === 0 || document["first"] === matches) &&
            document["matches"] > document["first"] &&
            (await digestOf(document)) === extension.digest;
        if (!follows)
            return null;
        if (match >= document["first"])
            part = extension;
        [previous, matches] = [extension.digest, document["matches"]];
    }
    return matches !== 0 && match >= matches ? null : part;
}
/** Whether an event has promised such a match, between whom it was played. */
function keepsRules(replay, promised) {
    const { event, ruleset, options, ...document } = replay["commitment_document"];
    const seats = replay["seats"];
    const ids = event.entrants;
    return (promised["format"] === EVENT &&
        promised["ruleset"] === ruleset &&
        same(promised["options"], options) &&
        ["time_control", "on_time_out"].every((name) => same(promised[name], document[name])) &&
        !hasOtherCards(promised, document) &&
        !document["series"] &&
        !document["tournament"] &&
        ids.length === seats.length &&
        new Set(ids).size === ids.length &&
        seats.every(({ bot, player }, seat) => (bot === null ? ids[seat] === player : isNumbered(ids[seat] ?? "", `bot:${bot}:`))));
}
/**
 * Whether a match of the same version of the rules was dealt from other cards than those that were promised, or does not say
 * from which.
 */
function hasOtherCards(promised, document) {
    if (promised["ruleset_version"] !== document["ruleset_version"])
        return false;
    return ![null, document["catalogue_sha256"]].includes(promised["catalogue_sha256"] ?? null);
}
const isNumbered = (id, begin) => id.startsWith(begin) && /^[1-9][0-9]*$/.test(id.slice(begin.length));
function keepsSeriesRules(replay, promised) {
    const document = replay["commitment_document"];
    const seats = replay["seats"];
    const entrants = new Set((promised["entrants"] ?? []).map(({ bot }) => bot));
    const names = ["ruleset", "ruleset_version", "options"];
    const live = promised["live"] ?? null;
    return (names.every((name) => same(promised[name], document[name])) &&
        !hasOtherCards(promised, document) &&
        (promised["seats"] ?? []).includes(seats.length) &&
        (live === null || (["time_control", "on_time_out"].every((name) => same(live[name], document[name])) && document["series"].deal === document["series"].match)) &&
        seats.every(({ bot, player }) => entrants.has(bot ?? `player:${player}`)));
}
/** Whether the platform's seed of the match follows from the promised one; null: that is not shown yet. */
async function isSeedOf(replay, part, isEvent) {
    if (part.seed === null)
        return null;
    const seed = bytes(part.seed);
    const promised = part.document["series_seed_sha256"] ?? part.document["seed_sha256"];
    if (hex(await sha256(seed)) !== promised)
        return false;
    const message = isEvent
        ? joined(utf8(DEAL), utf8(canonical(eventDeal(replay))))
        : joined(utf8(SERIES_DEAL), eightBytes(replay["commitment_document"].series.deal));
    return hex(await hmac(seed, message)) === replay["server_seed"];
}
function eightBytes(number) {
    const made = new Uint8Array(8);
    new DataView(made.buffer).setBigUint64(0, BigInt(number));
    return made;
}
/** Whether all are signed; null: they are older than such signatures, or nobody can say. */
async function areSigned(parts, keys) {
    const signed = await Promise.all(parts.map(({ document, digest, signature }) => {
        const isOlder = signature === null && document["format"] === "playhall.series/1";
        return isOlder ? null : isSigned(String(document["format"]), digest, signature, keys);
    }));
    if (signed.includes(false))
        return false;
    return signed.includes(null) ? null : true;
}
/** Whether all stand in the public log before the match; null: that is not told. */
function isLogged(replay, parts) {
    const own = replay["commitment_log"]?.index;
    const indices = parts.map(({ index }) => index);
    if (own === undefined || indices.includes(null))
        return null;
    return indices.every((index) => index !== null && index < own);
}
