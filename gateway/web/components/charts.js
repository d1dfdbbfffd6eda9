// @ts-check
/** Numbers as bars, with their intervals. */
import { html, nothing, svg } from "../html.js";
import { percentage } from "../texts.js";

/**
 * A bar from 0 to 1 with its interval, and a mark at what is fair.
 * @param {{ value: number, low?: number | null, high?: number | null, fair?: number | null, seat?: number }} of
 */
export function bar({ value, low, high, fair, seat = 0 }) {
  const x = (/** @type {number} */ share) => 100 * Math.min(1, Math.max(0, share));
  return html`<svg class=${`bar seat-${seat % 5}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="ground" width="100" height="10" />
    <rect class="value" width=${x(value)} height="10" />
    ${low == null || high == null ? nothing : svg`<path class="interval" d=${`M${x(low)} 5H${x(high)}M${x(low)} 2V8M${x(high)} 2V8`} />`}
    ${fair == null ? nothing : svg`<path class="fair" d=${`M${x(fair)} 0V10`} />`}
  </svg>`;
}

/** How lines are told apart without their colours. */
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "4 2"];

/**
 * Shares over time, a line for each, with the names of the lines below, the highest first.
 * @param {{ x: number, shares: { value: number, low: number, high: number }[] }[]} points
 * @param {{ names: string[], across: string, fair: number | null }} of `across`: what the axis from left to right counts. `fair`: what
 * equals would have, where that is the same for all.
 */
export function lines(points, { names, across, fair }) {
  const last = points.at(-1);
  if (points.length < 2 || last === undefined) return nothing;
  const x = (/** @type {number} */ at) => (200 * at) / last.x;
  const y = (/** @type {number} */ share) => 100 - 100 * share;
  const drawn = (/** @type {number} */ line, /** @type {string} */ d) => svg`<path class="line" stroke-dasharray=${DASHES[line % DASHES.length] ?? ""} d=${d} />`;
  const ranked = names.map((name, line) => ({ name, line, share: last.shares[line]?.value ?? 0 })).sort((one, other) => other.share - one.share);
  return html`<figure class="chart">
    <div class="scale" aria-hidden="true"><span>${percentage(1)}</span><span>${percentage(0.5)}</span><span>${percentage(0)}</span></div>
    <svg class="lines" viewBox="0 0 200 100" preserveAspectRatio="none" aria-hidden="true">
      ${fair === null ? nothing : svg`<path class="fair" d=${`M0 ${y(fair)}H200`} />`}
      ${last.shares.map((_, line) => {
        const share = (/** @type {typeof points[number]} */ point) => point.shares[line] ?? { value: 0, low: 0, high: 0 };
        const path = points.map((point) => `${x(point.x)} ${y(share(point).value)}`).join("L");
        const upper = points.map((point) => `${x(point.x)} ${y(share(point).high)}`);
        const lower = points.map((point) => `${x(point.x)} ${y(share(point).low)}`).reverse();
        return svg`<g class=${`seat-${line % 5}`}><path class="band" d=${`M${[...upper, ...lower].join("L")}Z`} />${drawn(line, `M${path}`)}</g>`;
      })}
    </svg>
    <figcaption>
      <p class="hint">${across}</p>
      <ul class="legend">
        ${ranked.map(
          ({ name, line, share }) =>
            html`<li class=${`seat-${line % 5}`}>
              <svg class="sample lines" viewBox="0 0 32 8" aria-hidden="true">${drawn(line, "M0 4H32")}</svg> ${name} <small>${percentage(share)}</small>
            </li>`,
        )}
      </ul>
    </figcaption>
  </figure>`;
}
