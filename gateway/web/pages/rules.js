// @ts-check
/** The rules of a game, as its authors wrote them. */
import { html, render } from "../html.js";
import { markdown } from "../components/markdown.js";
import { text } from "../texts.js";

/** @type {import("../router.js").Page["open"]} */
export async function open(place, { client, signal, title }, params) {
  const ruleset = params["ruleset"] ?? "";
  const [details, rules] = await Promise.all([client.ruleset(ruleset, { signal }), client.rules(ruleset, { signal })]);
  title(details.title);
  render(html`<article class="rules">${markdown(rules)}</article><p><a href="#/">${text("nav.lobby")}</a></p>`, place);
}
