/**
 * Whether a match of a tournament or a series follows from what that had promised before: its document with the SHA-256 of
 * its seed, signed, and in the public log. docs/fairness.md explains each step. Nothing here asks the platform.
 */
import { type Check, type PublicKey } from "./fairness.js";
import type { JsonObject } from "./models.js";
/**
 * `origin`: the answer of `GET /v1/tournaments/{tournament}` or `GET /v1/series/{series}`, from after its end if possible.
 * `kept`: the commitment of the same as one has kept it before. `log`: the answer of
 * `GET /v1/tournaments/{tournament}/export/json`. Nothing for a match that belongs to none.
 */
export declare function checkOrigin(replay: JsonObject, origin: JsonObject | undefined, kept: string | undefined, keys: readonly PublicKey[], log?: JsonObject): Promise<Check[]>;
