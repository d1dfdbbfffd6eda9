// What a platform has promised: matches with their commitments, signed.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { canonical } from "../dist/index.js";

const sha256 = (data) => createHash("sha256").update(data).digest();

/** A platform with a key of its own. */
export class Promising {
  #key = generateKeyPairSync("ed25519");
  #public = Buffer.from(this.#key.publicKey.export({ format: "jwk" }).x, "base64url");
  #id = sha256(this.#public).toString("hex").slice(0, 16);

  /** What `GET /v1/signing-keys` answers. */
  get published() {
    return { keys: [{ key_id: this.#id, algorithm: "Ed25519", public_key: this.#public.toString("hex"), retired_at: null }] };
  }

  /** An open match with nobody's seat taken, as it is promised. `server`: the platform's seed. */
  match(id, server = "ab".repeat(32), fields = {}) {
    const document = {
      format: "playhall.commitment/2",
      match: id,
      ruleset: "sealed",
      options: { open_draws: true },
      server_seed_sha256: sha256(Buffer.from(server, "hex")).toString("hex"),
      ...fields,
    };
    const { commitment, signature } = this.sign(document);
    const nobody = { status: "open", player: null, client_seed: null };
    return {
      id,
      ruleset: "sealed",
      options: { open_draws: true },
      status: "open",
      start_rule: "when_full",
      seat: null,
      seats: [nobody, nobody].map((seat, number) => ({ ...seat, seat: number })),
      commitment,
      commitment_document: document,
      commitment_signature: signature,
      rematch: null,
    };
  }

  /** A document's commitment and its signature. */
  sign(document) {
    const digest = sha256(canonical(document));
    const value = sign(null, Buffer.concat([Buffer.from(`${document.format}\0`), digest]), this.#key.privateKey);
    return { commitment: digest.toString("hex"), signature: { key_id: this.#id, value: value.toString("hex") } };
  }
}

/** A match in which one has seat 1, with a client seed. */
export function seated(match, seed, fields = {}) {
  const mine = { seat: 1, status: "taken", player: { id: "p_1" }, client_seed: seed ?? null };
  return { ...match, seat: 1, seats: [match.seats[0], mine], ...fields };
}
