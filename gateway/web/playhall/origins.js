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
 * `kept`: the commitment of the same as one has kept it before. Nothing for a match that belongs to none.
 */
export async function checkOrigin(replay, origin, kept, keys) {
    const document = replay["commitment_document"];
    const place = document["event"] ?? document["series"];
    if (!place)
        return origin || kept ? [{ name: "event", holds: false }] : [];
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
    ];
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
        !document["series"] &&
        !document["tournament"] &&
        ids.length === seats.length &&
        new Set(ids).size === ids.length &&
        seats.every(({ bot, player }, seat) => (bot === null ? ids[seat] === player : isNumbered(ids[seat] ?? "", `bot:${bot}:`))));
}
const isNumbered = (id, begin) => id.startsWith(begin) && /^[1-9][0-9]*$/.test(id.slice(begin.length));
function keepsSeriesRules(replay, promised) {
    const document = replay["commitment_document"];
    const seats = replay["seats"];
    const entrants = new Set((promised["entrants"] ?? []).map(({ bot }) => bot));
    const names = ["ruleset", "ruleset_version", "options"];
    const live = promised["live"] ?? null;
    return (names.every((name) => same(promised[name], document[name])) &&
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
