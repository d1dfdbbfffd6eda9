/**
 * What was published of a match before one's own client seed was given for it. Whoever gives a seed first, and keeps the
 * commitment afterwards, proves nothing: the platform could choose its own seed when it knows all others.
 */

import { CommitmentBroken, isObject } from "./errors.js";
import { digestOf, isSigned, same, type PublicKey } from "./fairness.js";
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
export class RecentPromises implements Promises {
  readonly #kept = new Map<string, Kept>();
  readonly #tournaments = new Map<string, string>();
  readonly #most: number;

  constructor(most = 1_000) {
    this.#most = most;
  }

  get(match: string): Kept | null {
    return this.#kept.get(match) ?? null;
  }

  set(match: string, kept: Kept): void {
    this.#keep(this.#kept, match, kept);
  }

  tournamentOf(match: string): string | null {
    return this.#tournaments.get(match) ?? null;
  }

  setTournament(match: string, tournament: string): void {
    if (!this.#tournaments.has(match)) this.#keep(this.#tournaments, match, tournament);
  }

  #keep<T>(all: Map<string, T>, match: string, told: T): void {
    all.delete(match);
    all.set(match, told);
    for (const oldest of all.keys()) {
      if (all.size <= this.#most) break;
      all.delete(oldest);
    }
  }
}

/**
 * Check what a match promises before anything is given for it. Returns the key that it is signed with, if that could be
 * checked. `keys`: those that the platform publishes. Throws `CommitmentBroken`.
 */
export async function checkPublished(match: Match, keys: () => Promise<readonly PublicKey[]>): Promise<PublicKey | undefined> {
  const { commitment, commitment_signature: signature } = match;
  const document: JsonObject | null = match.commitment_document;
  if (!document || !commitment) throw new CommitmentBroken(match.id, "it has published no commitment document");
  const promised = { match: match.id, ruleset: match.ruleset, options: match.options };
  for (const [name, value] of Object.entries(promised))
    if (!same(document[name], value)) throw new CommitmentBroken(match.id, `its commitment document has another ${name}`);
  const digest = await digestOf(document);
  if (digest === null) return undefined;
  if (digest !== commitment) throw new CommitmentBroken(match.id, "its commitment is not the SHA-256 of its document");
  const known = await keys();
  const holds = await isSigned(String(document["format"]), digest, signature, known);
  if (holds === false) throw new CommitmentBroken(match.id, "none of the platform's keys has signed its commitment");
  return holds ? known.find((key) => key.key_id === signature?.key_id) : undefined;
}

/**
 * Check what a tournament promises before it is given a client seed. Returns its commitment; null: it was created before
 * tournaments had one. Throws `CommitmentBroken`.
 */
export async function checkEvent(tournament: JsonObject, keys: () => Promise<readonly PublicKey[]>): Promise<string | null> {
  const { id, commitment, commitment_document: document, commitment_signature: signature } = tournament;
  if (!commitment) return null;
  const names = { tournament: id, format: "playhall.event/1" };
  for (const [name, value] of Object.entries(names))
    if (!isObject(document) || document[name] !== value) throw new CommitmentBroken(id, `its commitment document has another ${name}`);
  const digest = await digestOf(document);
  if (digest !== null && digest !== commitment) throw new CommitmentBroken(id, "its commitment is not the SHA-256 of its document");
  if ((await isSigned("playhall.event/1", commitment, signature, await keys())) === false)
    throw new CommitmentBroken(id, "none of the platform's keys has signed its commitment");
  return commitment;
}

/** How an answer goes back on what was published before; null: it does not. `seed`: the one that was sent. */
export function wasBroken(before: Match, after: Match, seed: string | undefined): string | null {
  if (after.id !== before.id) return "it has become another match";
  if (after.commitment !== before.commitment) return "its commitment has changed";
  if (!same(after.commitment_document, before.commitment_document)) return "its commitment document has changed";
  if (!same(after.commitment_signature, before.commitment_signature)) return "its commitment was signed anew";
  if (seed === undefined) return null;
  const given = after.seat === null ? null : after.seats[after.seat]?.client_seed;
  return given === seed ? null : "your client seed was not taken";
}
