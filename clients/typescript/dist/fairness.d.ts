/**
 * Whether a match was fair: that its replay keeps what was promised before it, and that its seed follows from the seeds of
 * the platform and the players. docs/fairness.md explains each step. Nothing here asks the platform.
 */
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
/** 32 random bytes, hexadecimal. */
export declare const newSeed: () => string;
/** JSON as it is hashed (RFC 8785): keys sorted, no spaces. */
export declare function canonical(document: unknown): string;
/** Whether two documents say the same. */
export declare const same: (one: unknown, other: unknown) => boolean;
/** The SHA-256 of a document, hexadecimal; null where nothing is hashed: in a page that did not come over TLS. */
export declare function digestOf(document: unknown): Promise<string | null>;
/** The SHA-256 of a client seed, hexadecimal; null as of `digestOf`. */
export declare function seedDigest(seed: string): Promise<string | null>;
/** Whether a digest was signed by one of the platform's keys, with its format before it; null where nobody can say. */
export declare function isSigned(format: string, digest: string, signature: Signature | null | undefined, keys: readonly PublicKey[]): Promise<boolean | null>;
/** What can be told from a replay alone, and from what was kept. */
export declare function checkReplay(replay: JsonObject, kept: Evidence): Promise<Check[]>;
/** What the chance of a tournament's match depends on, beside the event's seed: who plays, with which seeds, which deal. */
export declare function eventDeal(replay: JsonObject): JsonObject;
export declare function hmac(key: Bytes, message: Bytes): Promise<Bytes>;
export declare function sha256(data: Bytes | string): Promise<Bytes>;
export declare const utf8: (text: string) => Bytes;
/** `text`: hexadecimal. */
export declare const bytes: (text: string) => Bytes;
export declare const hex: (data: Uint8Array) => string;
export declare const joined: (...parts: readonly Iterable<number>[]) => Bytes;
