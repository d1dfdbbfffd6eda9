// @ts-check
/** A picture of each game, for lists of them. */
import { html, svg } from "../html.js";
import { symbol } from "./symbols.js";

/** Hexes row by row, and their colours. */
const STANDOFF_BOARD = ["##..##..###", "B#.##..##OO", "BBB.rr.OO.", "..BBbrrO...", "#..#brr#.#", "##...#..#.#"];
/** @type {Record<string, string>} */
const STANDOFF_COLOURS = { "#": "#3b3e46", ".": "#d9d3c5", r: "#d9776e", B: "#2563c4", b: "#2563c4", O: "#e07b3c" };

/** The colours of the prizes of a line-up, from left to right. */
const DUELS_PRIZES = ["#a65e2e", "#b08900", "#3d405b", "#a65e2e", "#3d405b", "#b08900", "#a65e2e"];

/** @type {Record<string, unknown>} */
const PICTURES = {
  commanders: svg`<rect width="160" height="90" fill="#1f4d3a" />
    ${["spade", "heart", "diamond", "club"].map((suit, at) => commandersCard(at, suit, at === 1 || at === 2 ? "#c1121f" : "#1f2937"))}
    <path d="M80 42l19 11v22L80 86 61 75V53z" fill="#f4e3b2" stroke="#1f4d3a" stroke-width="4" />
    <text x="80" y="71" text-anchor="middle" font-size="20" font-weight="700" font-family="system-ui, sans-serif" fill="#1f2937">20</text>`,
  duels: svg`<rect width="160" height="90" fill="#35302b" />
    ${DUELS_PRIZES.map((colour, slot) => {
      const [x, fights] = [12 + 20 * slot, slot === 3];
      return svg`<g transform=${`translate(${x} 0)`}>
        <rect y=${fights ? 6 : 3} width="16" height="23" rx="2" fill=${fights ? "#fff" : "#34506f"} stroke="#6d6f8f" stroke-width=${fights ? 2 : 1} />
        <rect y="33.5" width="16" height="23" rx="2" fill=${colour} stroke="#e9dfc9" />
        <circle cx="8" cy="45" r="4" fill="#e9dfc9" />
        <rect y=${fights ? 61 : 64} width="16" height="23" rx="2" fill=${fights ? "#fff" : "#c98a5b"} stroke="#c98a5b" stroke-width=${fights ? 2 : 1} />
      </g>`;
    })}
    <g fill="none" stroke="#b3261e" stroke-width="2.5" stroke-linecap="round"><path d="M76 13l8 9M84 13l-8 9M76 68l8 9M84 68l-8 9" /></g>`,
  faceoff: svg`<rect width="160" height="90" fill="#2f3a33" />
    ${faceOffPair(14, 0, "#a65e2e")}${faceOffPair(106, 0, "#3d405b")}${faceOffPair(14, 48, "#2d6a4f")}${faceOffPair(106, 48, "#8d1f2d")}
    <rect x="63" y="21" width="34" height="48" rx="4" fill="#fdfbf5" stroke="#e9c46a" stroke-width="3" />
    <g transform="translate(68 33) scale(1)" color="#7f5539">${symbol({ name: "star" })}</g>`,
  factionwars: svg`<rect width="160" height="90" fill="#3b2f2a" />
    ${["#a65e2e", "#3d405b", "#8d1f2d", "#2a6f97"].map((colour, at) => factionCard(at, colour))}
    <circle cx="80" cy="68" r="16" fill="#e9c46a" stroke="#3b2f2a" stroke-width="3" />
    <g transform="translate(70 58) scale(.83)" color="#3b2f2a">${symbol({ name: "crossed swords" })}</g>`,
  standoff: svg`<rect width="160" height="90" fill="#171b22" />
    ${STANDOFF_BOARD.flatMap((row, down) => [...row].map((mark, across) => hex(16 * across + (down % 2 ? 0 : 8), 14 * down + 10, STANDOFF_COLOURS[mark] ?? "")))}`,
};

/** @param {string} ruleset */
export const picture = (ruleset) =>
  html`<svg class="picture" viewBox="0 0 160 90" role="img" aria-hidden="true">${PICTURES[ruleset] ?? otherwise(ruleset)}</svg>`;

/** One of four cards in a row. @param {number} at @param {string} suit @param {string} colour */
function commandersCard(at, suit, colour) {
  return svg`<g transform=${`translate(${14 + 35 * at} ${at === 1 || at === 2 ? 10 : 16})`} color=${colour}>
    <rect width="28" height="42" rx="4" fill="#fdfdfb" />
    <g transform="translate(6 3) scale(.66)">${symbol({ name: "crown" })}</g>
    <g transform="translate(5 20) scale(.75)">${symbol({ name: suit })}</g>
  </g>`;
}

/** A personality with its equipment. @param {number} x @param {number} y @param {string} colour */
function faceOffPair(x, y, colour) {
  return svg`<g transform=${`translate(${x} ${y + 6})`}>
    <rect width="20" height="30" rx="3" fill="#fdfbf5" stroke=${colour} stroke-width="2" /><circle cx="10" cy="14" r="5" fill=${colour} />
    <rect x="23" width="20" height="30" rx="3" fill="#fdfbf5" stroke=${colour} stroke-width="2" /><path d="M33 8l5 6-5 6-5-6z" fill=${colour} />
  </g>`;
}

/** One of four cards that are held like a fan. @param {number} at @param {string} colour */
function factionCard(at, colour) {
  return svg`<g transform=${`rotate(${24 * at - 36} 80 120)`}>
    <rect x="63" y="14" width="34" height="50" rx="4" fill="#fdfbf5" stroke=${colour} stroke-width="2" />
    <path d="M63 18a4 4 0 0 1 4-4h26a4 4 0 0 1 4 4v10H63z" fill=${colour} />
    <g transform="translate(71 34) scale(.75)" color=${colour}>${symbol({ name: "star" })}</g>
  </g>`;
}

/** @param {number} x @param {number} y @param {string} colour */
function hex(x, y, colour) {
  return svg`<path transform=${`translate(${x} ${y})`} d="M0-8.6L7.4-4.3V4.3L0 8.6-7.4 4.3V-4.3z" fill=${colour} />`;
}

/** Two cards in a colour that follows from the name. @param {string} ruleset */
function otherwise(ruleset) {
  const hue = [...ruleset].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return svg`<rect width="160" height="90" fill=${`hsl(${hue} 45% 32%)`} />
    <rect x="48" y="20" width="36" height="52" rx="4" fill="#fff" transform="rotate(-10 66 46)" />
    <rect x="78" y="18" width="36" height="52" rx="4" fill=${`hsl(${hue} 60% 70%)`} transform="rotate(8 96 44)" />`;
}
