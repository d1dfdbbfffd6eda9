// @ts-check
/** The games, and the matches that are open, live, or one's own. */
import { QuickPairing } from "../components/quick_pairing.js";
import { newMatchForm } from "../components/new_match.js";
import { html, nothing, render } from "../html.js";
import { all, some } from "../lists.js";
import { matchList } from "../components/match_list.js";
import { createMatch } from "../promises.js";
import { picture } from "../tables/pictures.js";
import { text } from "../texts.js";

const REFRESH_MS = 5_000;
const SHOWN = 12;
const OPPONENTS = ["expert", "greedy", "random"];

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").RulesetDetails} RulesetDetails */

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app) {
  const { client, signal } = app;
  app.title(text("lobby.title"));
  const rulesets = await all(client.rulesets({ signal }));
  const games = await Promise.all(rulesets.map(({ id }) => client.ruleset(id, { signal })));
  const lobby = new Lobby(place, app, games);
  await lobby.refresh();
  app.repeat(() => lobby.refresh(), REFRESH_MS);
}

class Lobby {
  #place;
  #app;
  #games;
  #titles;
  #pairing;
  #signal;
  /** @type {{ mine: Match[], joinable: Match[], live: Match[] }} */
  #matches = { mine: [], joinable: [], live: [] };

  /** @param {HTMLElement} place @param {import("../app.js").App} app @param {RulesetDetails[]} games */
  constructor(place, app, games) {
    this.#place = place;
    this.#app = app;
    this.#games = games;
    this.#signal = app.signal;
    this.#titles = new Map(games.map(({ id, title }) => [id, title]));
    this.#pairing = new QuickPairing(app, games, () => this.#draw());
  }

  async refresh() {
    const { client, session } = this.#app;
    const signal = this.#signal;
    const list = (/** @type {Parameters<typeof client.matches>[0]} */ filter) =>
      some(client.matches({ page_size: SHOWN, ...filter }, { signal }), SHOWN);
    const isSomebody = session.player !== null;
    const [mine, open, live] = await Promise.all([
      isSomebody ? list({ player: "me" }) : [],
      list(isSomebody ? { joinable: "me" } : { status: "open" }),
      list({ status: "live" }),
    ]);
    this.#matches = { mine, joinable: open, live: live.filter(({ seat }) => seat === null) };
    this.#draw();
  }

  #draw() {
    if (this.#signal.aborted) return;
    render(this.#page(), this.#place);
  }

  #page() {
    const { mine, joinable, live } = this.#matches;
    return html`<h1>${text("lobby.title")}</h1>
      <p class="lead">${text("lobby.welcome")}</p>
      <section aria-labelledby="games">
        <h2 id="games">${text("lobby.games")}</h2>
        <ul class="games">${this.#games.map((game) => this.#game(game))}</ul>
      </section>
      <div class="columns">
        ${this.#pairing.template()} ${this.#list("my_matches", mine)} ${this.#list("open_matches", joinable)}
        ${this.#list("live_matches", live)}
      </div>`;
  }

  /** @param {RulesetDetails} game */
  #game(game) {
    const { id, title, summary, min_seats: least, max_seats: most, documents } = game;
    const bot = OPPONENTS.find((each) => game.bots.some((known) => known.id === each)) ?? game.bots[0]?.id;
    const seats = least === most ? text("lobby.seats_exactly", { count: least }) : text("lobby.seats", { least, most });
    return html`<li class="game">
      ${picture(id)}
      <h3>${title}</h3>
      <p class="hint">${seats}</p>
      <p>${summary}</p>
      <div class="buttons">
        ${bot === undefined
          ? nothing
          : html`<button class="primary" data-play=${id} @click=${() => this.#app.attempt(() => this.#play(game, bot))}>
              ${text("lobby.play_now", { bot })}
            </button>`}
        ${documents.includes("rules") ? html`<a class="button" href=${`#/rules/${id}`}>${text("lobby.rules")}</a>` : nothing}
      </div>
      <details>
        <summary>${text("lobby.set_up")}</summary>
        ${newMatchForm(game, (wish) => this.#app.attempt(() => this.#create(game, wish)))}
      </details>
    </li>`;
  }

  /** @param {RulesetDetails} game @param {string} bot */
  #play(game, bot) {
    const others = Array.from({ length: game.min_seats - 1 }, () => `bot:${bot}`);
    return this.#create(game, { seats: ["me", ...others], more: {} });
  }

  /** @param {RulesetDetails} game @param {import("../components/new_match.js").Wish} wish */
  async #create({ id }, { seats, more }) {
    await this.#app.session.orGuest();
    const made = await createMatch(this.#app.client, id, seats, more);
    this.#app.go(`/matches/${made.id}`);
  }

  /** @param {"my_matches" | "open_matches" | "live_matches"} name @param {Match[]} matches */
  #list(name, matches) {
    return html`<section aria-labelledby=${name}>
      <h2 id=${name}>${text(`lobby.${name}`)}</h2>
      ${matches.length === 0 ? html`<p class="hint">${text(`lobby.${name}.none`)}</p>` : nothing}
      ${matchList(matches, this.#titles)}
    </section>`;
  }
}
