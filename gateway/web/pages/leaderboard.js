// @ts-check
/** A leaderboard, and for bots their strengths from all matches at once. */
import { html, nothing, render } from "../html.js";
import { rounded, text } from "../texts.js";

const number = (/** @type {number} */ value) => rounded(value, 1);

/** @type {import("../router.js").Page["open"]} */
export async function open(place, { client, signal, title }, params) {
  const { ruleset = "", seats = "", population = "" } = params;
  const path = { ruleset, seats: Number(seats), population: /** @type {"bots"} */ (population) };
  const board = /** @type {const} */ ("/v1/leaderboards/{ruleset}/{seats}/{population}");
  const [game, first, strengths] = await Promise.all([
    client.ruleset(ruleset, { signal }),
    client.ask("GET", board, { path, signal }),
    population === "bots" ? client.ask("GET", `${board}/strengths`, { path, signal }) : null,
  ]);
  const name = text("leaderboard.title", { game: game.title, seats, population: text(`events.population.${population}`) });
  title(name);
  let { entries, next_page_token: next } = first;
  const more = async () => {
    const page = await client.ask("GET", board, { path, query: { page_token: next ?? "" }, signal });
    entries = [...entries, ...page.entries];
    next = page.next_page_token;
    draw();
  };
  const draw = () =>
    render(
      html`<h1>${name}</h1>
        <p class="hint">${text("leaderboard.explain")}</p>
        ${entries.length === 0 ? html`<p>${text("leaderboard.none")}</p>` : ratings(entries)}
        ${next === null ? nothing : html`<button @click=${more}>${text("leaderboard.more")}</button>`}
        ${strengths === null || strengths.strengths.length === 0
          ? nothing
          : html`<h2>${text("leaderboard.strengths")}</h2>
              <table>
                <thead>
                  <tr><th scope="col">${text("leaderboard.player")}</th><th scope="col" class="number">${text("leaderboard.elo")}</th><th scope="col" class="number">${text("leaderboard.games")}</th></tr>
                </thead>
                <tbody>
                  ${strengths.strengths.map(
                    ({ player_id: id, player_name: name, version, elo, low, high, matches }) =>
                      html`<tr>
                        <th scope="row"><a href=${`#/players/${id}`}>${name}</a> <small>${version ?? ""}</small></th>
                        <td class="number">${rounded(elo, 0)} ${low == null || high == null ? nothing : html`<small>${rounded(low, 0)} … ${rounded(high, 0)}</small>`}</td>
                        <td class="number">${matches}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`}`,
      place,
    );
  draw();
}

/** @param {import("../types.js").JsonObject[]} entries */
const ratings = (entries) =>
  html`<div class="scrolls" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">${text("leaderboard.place")}</th><th scope="col">${text("leaderboard.player")}</th>
          <th scope="col" class="number">${text("leaderboard.rating")}</th><th scope="col" class="number">${text("leaderboard.games")}</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(
          (entry) =>
            html`<tr>
              <td class="number">${entry.place ?? html`<small>${text("leaderboard.provisional")}</small>`}</td>
              <th scope="row"><a href=${`#/players/${entry.player_id}`}>${entry.player_name}</a></th>
              <td class="number">${number(entry.ordinal)} <small>${number(entry.mu)} ± ${number(entry.sigma)}</small></td>
              <td class="number">${entry.games}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
