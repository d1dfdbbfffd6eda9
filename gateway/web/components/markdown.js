// @ts-check
/** What rules are written in: headings, paragraphs, lists, tables, bold, italics, code and links of Markdown. */
import { html } from "../html.js";

/** @param {string} source */
export function markdown(source) {
  const blocks = source.replaceAll("\r", "").split(/\n{2,}/);
  return blocks.flatMap((block) => (block.trim() ? [blockOf(block.trim())] : []));
}

/** @param {string} block @returns {unknown} */
function blockOf(block) {
  const lines = block.split("\n");
  const heading = /^(#{1,4})\s+(.*)$/.exec(lines[0] ?? "");
  if (heading) {
    const rest = lines.slice(1).join("\n").trim();
    return [headingOf(heading[1]?.length ?? 1, heading[2] ?? ""), rest ? blockOf(rest) : ""];
  }
  if (lines.every((line) => /^\s*([-*]|\d+\.)\s|^\s{2,}\S/.test(line))) return listOf(lines);
  if (lines.length > 1 && /^\|?[\s:|-]+\|[\s:|-]*$/.test(lines[1] ?? "")) return tableOf(lines);
  return html`<p>${inline(lines.join(" "))}</p>`;
}

/** @param {number} level @param {string} words */
function headingOf(level, words) {
  const shown = inline(words);
  if (level === 1) return html`<h1>${shown}</h1>`;
  if (level === 2) return html`<h2>${shown}</h2>`;
  return level === 3 ? html`<h3>${shown}</h3>` : html`<h4>${shown}</h4>`;
}

/** @param {string[]} lines */
function listOf(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    const item = /^\s*([-*]|\d+\.)\s+(.*)$/.exec(line);
    if (item) items.push(item[2] ?? "");
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const shown = items.map((item) => html`<li>${inline(item)}</li>`);
  return /^\s*\d/.test(lines[0] ?? "") ? html`<ol>${shown}</ol>` : html`<ul>${shown}</ul>`;
}

/** @param {string[]} lines */
function tableOf([head = "", , ...rows]) {
  const cells = (/** @type {string} */ row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => inline(cell.trim()));
  return html`<div class="scrolls" tabindex="0">
    <table>
      <thead><tr>${cells(head).map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`;
}

/** @param {string} words @returns {unknown[]} */
function inline(words) {
  const parts = words.split(/(\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_|`[^`]+`|\[[^\]]+\]\([^)]+\))/);
  return parts.map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return html`<strong>${part.slice(2, -2)}</strong>`;
    if (/^\*.+\*$|^_.+_$/.test(part)) return html`<em>${part.slice(1, -1)}</em>`;
    if (/^`.+`$/.test(part)) return html`<code>${part.slice(1, -1)}</code>`;
    const link = /^\[([^\]]+)\]\((https?:[^)]+|#[^)]*)\)$/.exec(part);
    if (link) return html`<a href=${link[2]}>${link[1]}</a>`;
    return part.replace(/^\[([^\]]+)\]\([^)]+\)$/, "$1");
  });
}
