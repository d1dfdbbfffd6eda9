// @ts-check
/** The frame of all pages: who is there, where to go, and the page that the address names. */
import { ask, inform } from "./components/dialog.js";
import { isFocusLost } from "./focus.js";
import { html, nothing, render } from "./html.js";
import { problemText } from "./problems.js";
import { route } from "./router.js";
import { isSignedOut, Session } from "./session.js";
import { kept, keep } from "./storage.js";
import { text } from "./texts.js";

const THEMES = ["system", "light", "dark"];
/** A stream that is opened again so soon was not missed. */
const CUT_MS = 1_000;

/** @typedef {{ signal: AbortSignal, onConnection: (isThere: boolean) => void }} Watching */
/** Why nothing is heard of what is shown; `isFinal`: and nobody tries again. @typedef {{ why: string, isFinal: boolean }} Cut */

/** What a page is given beside its place: the session, and a signal that it was left. */
export class App {
  session = new Session();
  #root;
  #leave = new AbortController();
  /** @type {string | null} */
  #shown = null;
  /** @type {Cut | null} */
  #cut = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.session.onChange = () => this.#open();
  }

  /** The client of whoever is there. */
  get client() {
    return this.session.client;
  }

  /** Is aborted when the page that is shown now is left. */
  get signal() {
    return this.#leave.signal;
  }

  start() {
    this.#dress(kept("theme", "system"));
    addEventListener("hashchange", () => {
      if (location.hash === "" || location.hash.startsWith("#/")) this.#open();
    });
    this.#open();
  }

  /** Go to an address: `/matches/m_1`. @param {string} address */
  go(address) {
    location.hash = `#${address}`;
  }

  /** The title of the page that is shown. @param {string} title */
  title(title) {
    document.title = title === "" ? text("app.name") : `${title} · ${text("app.name")}`;
  }

  /**
   * Do what a button is for; what goes wrong is told in a dialog.
   * @param {() => unknown} what
   */
  async attempt(what) {
    try {
      await what();
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) inform(problemText(error));
    }
  }

  /**
   * Follow a stream for as long as the page is shown. When it is cut off for longer than a moment, or has failed, the frame
   * says so: what the page shows may be old.
   * @param {(watching: Watching) => Promise<void>} what
   */
  async follow(what) {
    const { signal } = this;
    /** @type {ReturnType<typeof setTimeout> | null} */
    let timer = null;
    const tell = (/** @type {Cut | null} */ cut) => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      this.#tellOf(cut, signal);
    };
    const onConnection = (/** @type {boolean} */ isThere) => {
      if (isThere) tell(null);
      else timer ??= setTimeout(() => tell({ why: text("app.cut"), isFinal: false }), CUT_MS);
    };
    try {
      await what({ signal, onConnection });
      tell(null);
    } catch (error) {
      tell({ why: problemText(error), isFinal: true });
    }
  }

  /**
   * Ask again and again, for as long as the page is shown, what it shows. The frame says when that fails.
   * @param {() => Promise<void>} what @param {number} everyMs
   */
  repeat(what, everyMs) {
    const { signal } = this;
    const once = async () => {
      if (!document.hidden) {
        await what().then(
          () => this.#tellOf(null, signal),
          (error) => this.#tellOf({ why: problemText(error), isFinal: false }, signal),
        );
      }
      if (!signal.aborted) timer = setTimeout(once, everyMs);
    };
    let timer = setTimeout(once, everyMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** Say that the page is cut off, or is no more, unless it was left. @param {Cut | null} cut @param {AbortSignal} signal */
  #tellOf(cut, signal) {
    if (signal.aborted || cut === this.#cut) return;
    this.#cut = cut;
    render(this.#frame(), this.#root);
  }

  async #open() {
    this.#leave.abort();
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    const address = location.hash;
    this.title("");
    this.#cut = null;
    render(this.#frame(), this.#root);
    this.#root.querySelector(".menu")?.removeAttribute("open");
    const place = /** @type {HTMLElement} */ (document.getElementById("main"));
    const found = route(address);
    const page = document.createElement("div");
    page.className = "page";
    try {
      if (found === null) render(html`<p>${text("app.not_found")} <a href="#/">${text("nav.lobby")}</a></p>`, page);
      else await (await found.load()).open(page, this, found.params, found.query);
    } catch (error) {
      if (signal.aborted) return;
      render(
        html`<div class="problem" role="alert">
          <p>${problemText(error)}</p>
          ${this.#remedy(error)}
        </div>`,
        page,
      );
    }
    if (signal.aborted) return;
    place.replaceChildren(page);
    const isOther = this.#shown !== address;
    if (this.#shown !== null && (isOther || isFocusLost())) place.focus({ preventScroll: true });
    if (this.#shown !== null && isOther) scrollTo(0, 0);
    this.#shown = address;
  }

  /** What may help where a page could not be shown. @param {unknown} error */
  #remedy(error) {
    const { session } = this;
    if (!isSignedOut(error)) return html`<button @click=${() => this.#open()}>${text("app.try_again")}</button>`;
    if (session.player !== null) return html`<button @click=${() => session.forget()}>${text("session.leave")}</button>`;
    return html`<button class="primary" @click=${() => this.attempt(() => session.orGuest())}>${text("session.guest")}</button>`;
  }

  #frame() {
    const here = (/** @type {string} */ address) => (location.hash.replace(/^#?\/?/, "#/") === address ? "page" : nothing);
    const link = (/** @type {string} */ address, /** @type {string} */ title) =>
      html`<a href=${address} aria-current=${here(address)}>${title}</a>`;
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>${text("app.skip")}</a>
      <header class="top">
        <a class="brand" href="#/"><img src="icon.svg" alt="" width="28" height="28" />${text("app.name")}</a>
        <nav aria-label=${text("nav.label")}>
          ${link("#/", text("nav.lobby"))} ${link("#/events", text("nav.events"))}
          <a href="docs">${text("nav.reference")}</a>
          ${this.session.player?.isAdmin ? link("#/console", text("nav.console")) : nothing}
        </nav>
        ${this.#who()}
      </header>
      <div class="cut" role="status">${this.#cut === null ? nothing : this.#cutNotice(this.#cut)}</div>
      <main id="main" tabindex="-1"><p class="loading">${text("app.loading")}</p></main>
    `;
  }

  /** @param {Cut} cut */
  #cutNotice({ why, isFinal }) {
    return html`<p>${why} ${isFinal ? html`<button @click=${() => this.#open()}>${text("app.try_again")}</button>` : nothing}</p>`;
  }

  #who() {
    const { player } = this.session;
    return html`<details class="menu who">
      <summary>${player?.name ?? text("session.nobody")}</summary>
      <div class="menu-items">
        ${player === null
          ? html`<button @click=${() => this.attempt(() => this.session.orGuest())}>${text("session.guest")}</button>
              <button @click=${this.#enterKey}>${text("session.with_key")}</button>`
          : html`<a href=${`#/players/${player.id}`}>${text("session.my_page")}</a>
              <button @click=${() => this.attempt(() => this.#copyKey(player.key))}>${text("session.copy_key")}</button>
              <button @click=${() => this.#forget(player.name)}>${text("session.leave")}</button>`}
        <label
          >${text("theme.label")}
          <select @change=${(/** @type {{ target: HTMLSelectElement }} */ { target }) => this.#dress(target.value)}>
            ${THEMES.map(
              (theme) =>
                html`<option value=${theme} ?selected=${kept("theme", "system") === theme}>${text(`theme.${theme}`)}</option>`,
            )}
          </select></label
        >
      </div>
    </details>`;
  }

  /** @param {Event} event */
  #skip = (event) => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  };

  #enterKey = async () => {
    const key = await ask({ title: text("session.with_key"), field: text("session.key"), hint: text("session.key_hint"), yes: text("session.enter"), isSecret: true });
    if (typeof key !== "string") return;
    try {
      await this.session.enter(key);
    } catch (error) {
      inform(isSignedOut(error) ? text("session.bad_key") : problemText(error));
    }
  };

  /** @param {string} key */
  async #copyKey(key) {
    await navigator.clipboard.writeText(key);
    inform(text("session.copied"));
  }

  /** @param {string} name */
  async #forget(name) {
    if (await ask({ title: text("session.leave_question", { name }), yes: text("session.leave") })) this.session.forget();
  }

  /** @param {string} theme */
  #dress(theme) {
    keep("theme", theme);
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }
}
