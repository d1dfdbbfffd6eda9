// @ts-check
/** Who uses the page: a player's key, kept in this browser, and the client that sends it. */
import { ApiError, Client as Connected, Unauthenticated } from "./playhall/index.js";
import { promises } from "./promises.js";

const STORED = "playhall.session";
const SCOPE_ADMIN = "admin";

/** @typedef {{ id: string, name: string, key: string, isAdmin: boolean }} Player */

/** Where the platform is. */
export const platform = () => {
  const said = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="playhall-api"]'))?.content;
  return said || location.origin;
};

/** A player, or nobody. */
export class Session {
  /** @type {Player | null} */
  player = null;
  /** @type {import("./types.js").Client} */
  client;
  /** A host's invitation by which a guest signs up, for as long as the page is open. @type {string | null} */
  invitation = null;
  /** Is told when somebody else is there. @type {() => void} */
  onChange = () => {};

  constructor() {
    const stored = localStorage.getItem(STORED);
    this.player = stored === null ? null : JSON.parse(stored);
    this.client = connected(this.player?.key ?? null);
    addEventListener("storage", ({ key, newValue }) => {
      if (key === STORED) this.#become(newValue === null ? null : JSON.parse(newValue));
    });
  }

  /** Be the player of a key. Throws `Unauthenticated` where it is not valid. @param {string} key */
  async enter(key) {
    this.become(await this.holder(key));
  }

  /** The player of a key. Throws `Unauthenticated` where it is not valid. @param {string} key @returns {Promise<Player>} */
  async holder(key) {
    const client = connected(key.trim());
    const { id, name } = await client.me();
    const { scopes } = await client.ask("GET", "/v1/keys/{key}", { path: { key: "current" } });
    return { id, name, key: key.trim(), isAdmin: scopes.includes(SCOPE_ADMIN) };
  }

  /** Be a player from now on; the key is kept in this browser. @param {Player} player */
  become(player) {
    localStorage.setItem(STORED, JSON.stringify(player));
    this.#become(player);
  }

  /** The player that is there, or a new guest. @returns {Promise<Player>} */
  async orGuest() {
    if (this.player === null) {
      const made = await this.#signUp();
      this.become({ id: made.player.id, name: made.player.name, key: made.key.secret, isAdmin: false });
    }
    return /** @type {Player} */ (this.player);
  }

  /** Be nobody; the key is forgotten. */
  forget() {
    localStorage.removeItem(STORED);
    this.#become(null);
  }

  async #signUp() {
    // Who has to wait is told for how many seconds: nobody is kept waiting for them in silence.
    const client = connected(null, { retries: { patienceMs: 0 } });
    for (let attempt = 0; ; attempt += 1) {
      try {
        const body = { name: guestName(), ...(this.invitation === null ? {} : { invitation: this.invitation }) };
        return await client.ask("POST", "/v1/sign-ups", { body });
      } catch (error) {
        const isTaken = error instanceof ApiError && error.code === "NAME_TAKEN";
        if (!isTaken || attempt === 5) throw error;
      }
    }
  }

  /** @param {Player | null} player */
  #become(player) {
    this.player = player;
    this.client = connected(this.player?.key ?? null);
    this.onChange();
  }
}

/** Whether an error says that the key is not valid. @param {unknown} error */
export const isSignedOut = (error) => error instanceof Unauthenticated;

/**
 * The client of a key.
 * @param {string | null} key
 * @param {import("../../clients/typescript/dist/index.js").ClientOptions} options
 * @returns {import("./types.js").Client}
 */
const connected = (key, options = {}) => new /** @type {any} */ (Connected)(platform(), key, { promises, ...options });

const guestName = () => `Guest ${crypto.getRandomValues(new Uint16Array(1))[0]}`;
