// @ts-check
/** A series: how far it is, and what it says by now. */
import { bar, lines } from "../components/charts.js";
import { html, nothing, render } from "../html.js";
import { rememberOrigin } from "../promises.js";
import { duration, percentage, rounded, text } from "../texts.js";

/** @typedef {{ value: number, low?: number | null, high?: number | null } | null | undefined} Estimate */

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app, params) {
  const { client, signal } = app;
  let series = await client.series(params["series"] ?? "", { signal });
  rememberOrigin(series.document_sha256, { kind: "series", id: series.id });
  const game = await client.ruleset(series.document.ruleset, { signal });
  const name = series.name || text("series.title", { game: game.title });
  app.title(name);
  /** @type {any} */
  let summary = null;
  const draw = () => render(page(), place);
  const change = (/** @type {"paused" | "running" | "cancelled"} */ status) => () =>
    app.attempt(async () => {
      series = await client.changeSeries(series.id, { status });
      draw();
    });
  const page = () => {
    const { status, played, matches, seconds_left: left, ended_at: ended } = series;
    return html`<h1>${name}</h1>
      <p role="status">
        ${text(`series.status.${status}`)}: ${text("series.progress", { played, matches })}
        ${left && !ended ? html` · ${text("series.left", { time: duration(left) })}` : nothing}
      </p>
      ${bar({ value: matches ? played / matches : 0 })}
      <div class="buttons">
        ${status === "running" ? html`<button @click=${change("paused")}>${text("series.pause")}</button>` : nothing}
        ${status === "paused" ? html`<button @click=${change("running")}>${text("series.resume")}</button>` : nothing}
        ${ended ? nothing : html`<button @click=${change("cancelled")}>${text("series.cancel")}</button>`}
      </div>
      ${summary === null || summary.matches === 0 ? html`<p class="hint">${text("series.none")}</p>` : report(summary)}`;
  };
  draw();
  void app.follow(async (watching) => {
    for await (const line of client.seriesEvents(series.id, watching)) {
      series = line;
      summary = await client.seriesSummary(series.id, { signal });
      draw();
    }
  });
}

/** @param {any} summary */
function report({ entrants, seats, convergence }) {
  return html`<section aria-labelledby="standings">
      <h2 id="standings">${text("series.standings")}</h2>
      <div class="scrolls" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">${text("player.kind.bot")}</th><th scope="col">${text("series.share")}</th><th scope="col"></th>
              <th scope="col">${text("series.wins")}</th><th scope="col">${text("series.score")}</th><th scope="col">${text("series.elo")}</th>
            </tr>
          </thead>
          <tbody>
            ${entrants.map(
              (/** @type {any} */ { bot, share, fair_share: fair, wins, score, elo }, /** @type {number} */ at) =>
                html`<tr>
                  <th scope="row">${bot}</th>
                  <td>${estimate(share, percentage)} ${fair == null ? nothing : html`<br /><small>${text("series.fair", { share: percentage(fair) })}</small>`}</td>
                  <td class="wide">${share ? bar({ ...share, fair, seat: at }) : nothing}</td>
                  <td>${wins}</td>
                  <td>${estimate(score, (value) => rounded(value, 1))}</td>
                  <td>${estimate(elo, (value) => rounded(value, 0))}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>
    <section aria-labelledby="seats">
      <h2 id="seats">${text("series.seats")}</h2>
      <table>
        <tbody>
          ${seats.map(
            (/** @type {any} */ { size, seat, share }) =>
              html`<tr>
                <th scope="row">${text("series.seat", { number: seat + 1, size })}</th>
                <td>${estimate(share, percentage)}</td>
                <td class="wide">${share ? bar({ ...share, fair: 1 / size, seat }) : nothing}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
    ${convergence.length > 1
      ? html`<section aria-labelledby="convergence">
          <h2 id="convergence">${text("series.convergence")}</h2>
          ${lines(
            convergence.map((/** @type {any} */ { matches, shares }) => ({ x: matches, shares })),
            {
              names: entrants.map((/** @type {any} */ { bot }) => bot),
              across: text("series.across", { count: convergence.at(-1).matches }),
              fair: entrants.every((/** @type {any} */ { fair_share: fair }) => fair === entrants[0].fair_share) ? entrants[0].fair_share : null,
            },
          )}
        </section>`
      : nothing}`;
}

/** @param {Estimate} of @param {(value: number) => string} shown */
function estimate(of, shown) {
  if (of == null) return "–";
  if (of.low == null || of.high == null) return shown(of.value);
  return text("series.interval", { value: shown(of.value), low: shown(of.low), high: shown(of.high) });
}
