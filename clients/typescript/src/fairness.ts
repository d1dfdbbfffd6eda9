/**
 * Whether a match was fair: that its replay keeps what was promised before it, and that its seed follows from the seeds of
 * the platform and the players. docs/fairness.md explains each step. Nothing here asks the platform.
 */

import { isObject } from "./errors.js";
import type { JsonObject } from "./models.js";

/** What was looked at; `holds` null: it could not be checked. */
export interface Check {
  readonly name: string;
  readonly holds: boolean | null;
}

/** One of the keys that the platform signs with, as `GET /v1/signing-keys` publishes it. */
export interface PublicKey {
  readonly key_id: string;
  readonly public_key: string;
}

/** What was signed with which key. */
export interface Signature {
  readonly key_id: string;
  readonly value: string;
}

/**
 * What one has kept oneself. `commitment`: of the match, as it was before one's own client seed was given. `seat`, `seed`:
 * one's own. `player`: one's own id.
 */
export interface Evidence {
  readonly keys: readonly PublicKey[];
  readonly commitment?: string | undefined;
  readonly seat?: number | null | undefined;
  readonly seed?: string | null | undefined;
  readonly player?: string | undefined;
}

export type Bytes = Uint8Array<ArrayBuffer>;

const COMMITMENT = /^playhall\.commitment\//;

/** 32 random bytes, hexadecimal. */
export const newSeed = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** JSON as it is hashed (RFC 8785): keys sorted, no spaces. */
export function canonical(document: unknown): string {
  if (Array.isArray(document)) return `[${document.map(canonical).join(",")}]`;
  if (!isObject(document)) return JSON.stringify(document);
  const entries = Object.entries(document).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(",")}}`;
}

/** Whether two documents say the same. */
export const same = (one: unknown, other: unknown): boolean => canonical(one ?? null) === canonical(other ?? null);

/** The SHA-256 of a document, hexadecimal; null where nothing is hashed: in a page that did not come over TLS. */
export async function digestOf(document: unknown): Promise<string | null> {
  return canHash() ? hex(await sha256(canonical(document))) : null;
}

/** The SHA-256 of a client seed, hexadecimal; null as of `digestOf`. */
export async function seedDigest(seed: string): Promise<string | null> {
  return canHash() ? hex(await sha256(bytes(seed))) : null;
}

/** Whether a digest was signed by one of the platform's keys, with its format before it; null where nobody can say. */
export async function isSigned(
  format: string,
  digest: string,
  signature: Signature | null | undefined,
  keys: readonly PublicKey[],
): Promise<boolean | null> {
  if (!canHash()) return null;
  const key = keys.find(({ key_id: id }) => id === signature?.key_id);
  if (!signature || !key) return false;
  try {
    const known = await crypto.subtle.importKey("raw", bytes(key.public_key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, bytes(signature.value), joined(utf8(format), [0], bytes(digest)));
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? null : false;
  }
}

/** What can be told from a replay alone, and from what was kept. */
export async function checkReplay(replay: JsonObject, kept: Evidence): Promise<Check[]> {
  const { commitment, seat, seed, player, keys } = kept;
  const document = replay["commitment_document"];
  const server = bytes(replay["server_seed"]);
  const digest = hex(await sha256(canonical(document)));
  const { signature, ...signed } = replay;
  const own = seat ?? null;
  return [
    { name: "document", holds: COMMITMENT.test(document.format) && digest === replay["commitment"] },
    { name: "promises", holds: keepsPromises(replay, document) },
    { name: "server_seed", holds: hex(await sha256(server)) === document.server_seed_sha256 },
    { name: "kept_commitment", holds: commitment === undefined ? null : commitment === replay["commitment"] },
    { name: "client_seed", holds: own === null || !seed ? null : replay["client_seeds"][own] === seed },
    { name: "own_seat", holds: own === null || !player ? null : replay["seats"][own]?.player === player },
    { name: "match_seed", holds: hex(await matchSeed(replay, document, server)) === replay["seed"] },
    { name: "commitment_signature", holds: await isSigned(document.format, digest, replay["commitment_signature"], keys) },
    { name: "signature", holds: await isSigned(replay["format"], hex(await sha256(canonical(signed))), signature, keys) },
  ];
}

function keepsPromises(replay: JsonObject, document: JsonObject): boolean {
  const isElsewhere = "tournament" in document || "series" in document;
  const free = isElsewhere ? ["match", "created_at"] : [];
  const told = { match: "match", ruleset: "ruleset", version: "ruleset_version", options: "options", created_at: "created_at" };
  return Object.entries(told).every(([name, promised]) =>
    free.includes(name) && document[promised] === null ? true : same(replay[name], document[promised]),
  );
}

/** The seed of a match, from the platform's for it. */
async function matchSeed(replay: JsonObject, document: JsonObject, server: Bytes): Promise<Bytes> {
  if (document["event"]) return hmac(server, joined(utf8("playhall.event-match-seed/1\0"), utf8(canonical(eventDeal(replay)))));
  if (document["series"]) {
    const { ruleset, ruleset_version, options, seats, series } = document;
    const shared = { ruleset, ruleset_version, options, seats: seats.length, series: series.sha256, deal: series.deal };
    return hmac(server, joined(utf8("playhall.series-match-seed/1\0"), await sha256(canonical(shared))));
  }
  const seeds = (replay["client_seeds"] as (string | null)[]).flatMap((seed, at) => [
    [at >> 8, at & 255, seed === null ? 0 : 1],
    seed === null ? new Uint8Array(32) : bytes(seed),
  ]);
  return hmac(server, joined(utf8("playhall.match-seed/2\0"), bytes(replay["commitment"]), ...seeds));
}

/** What the chance of a tournament's match depends on, beside the event's seed: who plays, with which seeds, which deal. */
export function eventDeal(replay: JsonObject): JsonObject {
  const { event } = replay["commitment_document"];
  const ids = event.entrants as string[];
  const entrants = ids.map((id, seat) => ({ id, client_seed: (replay["client_seeds"][seat] ?? null) as string | null }));
  return { entrants: entrants.sort((one, other) => (one.id < other.id ? -1 : 1)), deal: event.deal };
}

/** Whether there is anything to compute hashes and signatures with: browsers have it in secure contexts alone. */
const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

export async function sha256(data: Bytes | string): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", typeof data === "string" ? utf8(data) : data));
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** `text`: hexadecimal. */
export const bytes = (text: string): Bytes => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

export const hex = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const joined = (...parts: readonly Iterable<number>[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]));
