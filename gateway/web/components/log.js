// @ts-check
/** What has happened in a match, the latest first. */
import { html, nothing, repeat } from "../html.js";
import { text } from "../texts.js";

const SHOWN = 300;

/**
 * @param {import("../feed.js").Told[]} told
 * @param {number} seen The revision that was seen last before.
 * @param {(sentence: string) => string} named Puts names into a sentence.
 */
export function logOf(told, seen, named) {
  const lines = told
    .flatMap(({ revision, texts }) => texts.map((line, index) => ({ key: `${revision}.${index}`, revision, line })))
    .reverse()
    .slice(0, SHOWN);
  const known = lines.findIndex(({ revision }) => revision <= seen);
  return html`<h2 id="log">${text("match.log")}</h2>
    ${lines.length === 0 ? html`<p class="hint">${text("match.log.empty")}</p>` : nothing}
    <ol class="told" reversed tabindex="0" aria-labelledby="log">
      ${repeat(
        lines,
        ({ key }) => key,
        ({ line, revision }, index) =>
          html`<li class=${revision > seen && known > 0 ? "new" : ""}>
            ${index === known && known > 0 ? html`<span class="since">↑ ${text("match.log.new")}</span>` : nothing}${named(line)}
          </li>`,
      )}
    </ol>`;
}
