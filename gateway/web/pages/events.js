// @ts-check
/** Tournaments, leaderboards and one's series. */
import { html, nothing, render } from "../html.js";
import { all, some } from "../lists.js";
import { text, written } from "../texts.js";

const SHOWN = 30;

/** @type {import("../router.js").Page["open"]} */
export async function open(place, { client, session, signal, title }) {
  title(text("events.title"));
  const [games, tournaments, { leaderboards }, series] = await Promise.all([
    all(client.rulesets({ signal })),
    some(client.tournaments({ page_size: SHOWN }, { signal }), SHOWN),
    client.ask("GET", "/v1/leaderboards", { signal }),
    session.player === null ? [] : some(client.allSeries({ page_size: SHOWN }, { signal }), SHOWN),
  ]);
  const titles = new Map(games.map((game) => [game.id, game.title]));
  const gameOf = (/** @type {string} */ ruleset) => titles.get(ruleset) ?? ruleset;
  const entry = (/** @type {string} */ address, /** @type {string} */ name, /** @type {string} */ more, /** @type {string} */ state) =>
    html`<li><a href=${address}><b>${name}</b><span>${more}</span><small>${state}</small></a></li>`;
  const section = (/** @type {string} */ name, /** @type {unknown[]} */ entries) =>
    html`<section aria-labelledby=${name}>
      <h2 id=${name}>${text(`events.${name}`)}</h2>
      ${entries.length ? html`<ul class="matches">${entries}</ul>` : html`<p class="hint">${text(`events.${name}.none`)}</p>`}
    </section>`;
  render(
    html`<h1>${text("events.title")}</h1>
      <p><a class="button" href="#/announce">${text("announce.title")}</a></p>
      <div class="columns">
        ${section(
          "tournaments",
          tournaments.map(({ id, name, settings, entrants, status, starts_at: planned, started_at: started }) => {
            const starts = started ?? (status === "registration" ? planned : null);
            const more = [gameOf(settings.ruleset), text("tournament.entrants", { count: entrants }), written(starts)].filter(Boolean).join(" · ");
            return entry(`#/tournaments/${id}`, name, more, text(`tournament.status.${status}`));
          }),
        )}
        ${section(
          "leaderboards",
          leaderboards.map(({ ruleset, seats, population, players }) =>
            entry(
              `#/leaderboards/${ruleset}/${seats}/${population}`,
              gameOf(ruleset),
              `${text("events.seats", { count: seats })}, ${text(`events.population.${population}`)}`,
              players === 0 ? text("events.rated.none") : text("events.rated", { count: players }),
            ),
          ),
        )}
        ${session.player === null
          ? nothing
          : section(
              "series",
              series.map(({ id, name, document, status, played, matches }) =>
                entry(
                  `#/series/${id}`,
                  name || text("series.title", { game: gameOf(document.ruleset) }),
                  text("series.progress", { played, matches }),
                  text(`series.status.${status}`),
                ),
              ),
            )}
      </div>
      <p><a href="tournaments">${text("events.public_pages")}</a></p>`,
    place,
  );
}
