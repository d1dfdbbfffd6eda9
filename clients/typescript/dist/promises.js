/**
 * What was published of a match before one's own client seed was given for it. Whoever gives a seed first, and keeps the
 * commitment afterwards, proves nothing: the platform could choose its own seed when it knows all others.
 */
import { CommitmentBroken, isObject } from "./errors.js";
import { digestOf, isSigned, same } from "./fairness.js";
/** In memory, of so many matches: those that were kept last. */
export class RecentPromises {
    #kept = new Map();
    #tournaments = new Map();
    #most;
    constructor(most = 1_000) {
        this.#most = most;
    }
    get(match) {
        return this.#kept.get(match) ?? null;
    }
    set(match, kept) {
        this.#keep(this.#kept, match, kept);
    }
    tournamentOf(match) {
        return this.#tournaments.get(match) ?? null;
    }
    setTournament(match, tournament) {
        if (!this.#tournaments.has(match))
            this.#keep(this.#tournaments, match, tournament);
    }
    #keep(all, match, told) {
        all.delete(match);
        all.set(match, told);
        for (const oldest of all.keys()) {
            if (all.size <= this.#most)
                break;
            all.delete(oldest);
        }
    }
}
/**
 * Check what a match promises before anything is given for it. Returns the key that it is signed with, if that could be
 * checked. `keys`: those that the platform publishes. Throws `CommitmentBroken`.
 */
export async function checkPublished(match, keys) {
    const { commitment, commitment_signature: signature } = match;
    const document = match.commitment_document;
    if (!document || !commitment)
        throw new CommitmentBroken(match.id, "it has published no commitment document");
    const promised = { match: match.id, ruleset: match.ruleset, options: match.options };
    for (const [name, value] of Object.entries(promised))
        if (!same(document[name], value))
            throw new CommitmentBroken(match.id, `its commitment document has another ${name}`);
    const digest = await digestOf(document);
    if (digest === null)
        return undefined;
    if (digest !== commitment)
        throw new CommitmentBroken(match.id, "its commitment is not the SHA-256 of its document");
    const known = await keys();
    const holds = await isSigned(String(document["format"]), digest, signature, known);
    if (holds === false)
        throw new CommitmentBroken(match.id, "none of the platform's keys has signed its commitment");
    return holds ? known.find((key) => key.key_id === signature?.key_id) : undefined;
}
/**
 * Check what a tournament promises before it is given a client seed. Returns its commitment; null: it was created before
 * tournaments had one. Throws `CommitmentBroken`.
 */
export async function checkEvent(tournament, keys) {
    const { id, commitment, commitment_document: document, commitment_signature: signature } = tournament;
    if (!commitment)
        return null;
    const names = { tournament: id, format: "playhall.event/1" };
    for (const [name, value] of Object.entries(names))
        if (!isObject(document) || document[name] !== value)
            throw new CommitmentBroken(id, `its commitment document has another ${name}`);
    const digest = await digestOf(document);
    if (digest !== null && digest !== commitment)
        throw new CommitmentBroken(id, "its commitment is not the SHA-256 of its document");
    if ((await isSigned("playhall.event/1", commitment, signature, await keys())) === false)
        throw new CommitmentBroken(id, "none of the platform's keys has signed its commitment");
    return commitment;
}
/** How an answer goes back on what was published before; null: it does not. `seed`: the one that was sent. */
export function wasBroken(before, after, seed) {
    if (after.id !== before.id)
        return "it has become another match";
    if (after.commitment !== before.commitment)
        return "its commitment has changed";
    if (!same(after.commitment_document, before.commitment_document))
        return "its commitment document has changed";
    if (!same(after.commitment_signature, before.commitment_signature))
        return "its commitment was signed anew";
    if (seed === undefined)
        return null;
    const given = after.seat === null ? null : after.seats[after.seat]?.client_seed;
    return given === seed ? null : "your client seed was not taken";
}
