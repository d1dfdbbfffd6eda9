// @ts-check
/** A person or a bot: ratings, statistics, matches, bots of its own. */
import { matchList } from "../components/match_list.js";
import { html, nothing, render } from "../html.js";
import { all, some } from "../lists.js";
import { rounded, text, written } from "../texts.js";

const SHOWN = 20;

/** @type {import("../router.js").Page["open"]} */
export async function open(place, { client, signal, title }, params) {
  const player = params["player"] ?? "";
  const path = { player };
  const [about, games, { statistics }, { leaderboards }, matches, { players: bots }] = await Promise.all([
    client.player(player, { signal }),
    all(client.rulesets({ signal })),
    client.ask("GET", "/v1/players/{player}/statistics", { path, signal }),
    client.ask("GET", "/v1/players/{player}/leaderboards", { path, signal }),
    some(client.matches({ player, page_size: SHOWN }, { signal }), SHOWN),
    client.ask("GET", "/v1/players/{player}/bots", { path, signal }).catch(() => ({ players: [] })),
  ]);
  const owner = about.owner === null ? null : await client.player(about.owner, { signal });
  const titles = new Map(games.map((game) => [game.id, game.title]));
  const gameOf = (/** @type {string} */ ruleset) => titles.get(ruleset) ?? ruleset;
  title(about.name);
  const empty = (/** @type {string} */ name) => html`<p class="hint">${text(`player.${name}.none`)}</p>`;
  render(
    html`<h1>${about.name}</h1>
      <p class="hint">
        ${text(`player.kind.${about.kind}`)}
        ${owner === null ? nothing : html` <a href=${`#/players/${owner.id}`}>${text("player.owner", { name: owner.name })}</a>`}
        ${about.version ? ` · ${text("player.version", { version: about.version })}` : nothing}
        ${about.retired_at ? ` · ${text("player.retired")}` : about.online ? nothing : ` · ${text("player.offline")}`}
        · ${text("player.since", { when: written(about.created_at) })}
      </p>
      <div class="columns">
        <section aria-labelledby="ratings">
          <h2 id="ratings">${text("player.ratings")}</h2>
          ${leaderboards.length === 0
            ? empty("ratings")
            : html`<ul class="matches">
                ${leaderboards.map(
                  ({ ruleset, seats, population, ordinal, provisional }) =>
                    html`<li>
                      <a href=${`#/leaderboards/${ruleset}/${seats}/${population}`}>
                        <b>${gameOf(ruleset)}</b>
                        <span>${text("events.seats", { count: seats })}, ${text(`events.population.${population}`)}</span>
                        <small>${rounded(ordinal, 1)}${provisional ? ` (${text("leaderboard.provisional")})` : ""}</small>
                      </a>
                    </li>`,
                )}
              </ul>`}
        </section>
        <section aria-labelledby="statistics">
          <h2 id="statistics">${text("player.statistics")}</h2>
          ${statistics.length === 0
            ? empty("statistics")
            : html`<table>
                <thead>
                  <tr>
                    <th scope="col"><span class="visually-hidden">${text("lobby.quick.game")}</span></th>
                    <th scope="col" class="number">${text("player.played")}</th><th scope="col" class="number">${text("player.wins")}</th>
                    <th scope="col" class="number">${text("player.average")}</th>
                  </tr>
                </thead>
                <tbody>
                  ${statistics.map(
                    ({ ruleset, seats, played, wins, shared_wins: shared, score_sum: sum }) =>
                      html`<tr>
                        <th scope="row">${gameOf(ruleset)} <small>${text("events.seats", { count: seats })}</small></th>
                        <td class="number">${played}</td><td class="number">${wins + shared}</td><td class="number">${played ? rounded(sum / played, 1) : "–"}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`}
        </section>
        <section aria-labelledby="matches">
          <h2 id="matches">${text("player.matches")}</h2>
          ${matches.length === 0 ? empty("matches") : matchList(matches, titles)}
        </section>
        ${bots.length === 0
          ? nothing
          : html`<section aria-labelledby="bots">
              <h2 id="bots">${text("player.bots")}</h2>
              <ul class="matches">
                ${bots.map(({ id, name, version }) => html`<li><a href=${`#/players/${id}`}><b>${name}</b><span>${version ?? ""}</span></a></li>`)}
              </ul>
            </section>`}
      </div>`,
    place,
  );
}
