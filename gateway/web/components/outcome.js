// @ts-check
/** How a match has ended. */
import { html, nothing } from "../html.js";
import { text } from "../texts.js";

/**
 * @param {import("../types.js").Outcome} outcome
 * @param {(seat: number) => string} nameOf
 */
export const outcomeTable = (outcome, nameOf) =>
  html`<section class="outcome" aria-labelledby="outcome">
    <h2 id="outcome">${text("match.result")}</h2>
    <table>
      <thead>
        <tr><th scope="col">${text("match.place")}</th><th scope="col">${text("match.player")}</th><th scope="col">${text("match.points")}</th></tr>
      </thead>
      <tbody>
        ${[...outcome.results]
          .sort((one, other) => one.rank - other.rank)
          .map(
            ({ seat, rank, score, breakdown }) =>
              html`<tr class=${rank === 1 ? "winner" : ""}>
                <td>${rank}</td>
                <th scope="row">
                  ${nameOf(seat)}
                  ${breakdown.length
                    ? html`<details>
                        <summary>${text("match.breakdown")}</summary>
                        <ul>
                          ${breakdown.map(({ item, points }) => html`<li>${item.replaceAll("_", " ")}: ${points}</li>`)}
                        </ul>
                      </details>`
                    : nothing}
                </th>
                <td>${score}</td>
              </tr>`,
          )}
      </tbody>
    </table>
  </section>`;
