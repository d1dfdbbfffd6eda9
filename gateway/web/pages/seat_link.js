// @ts-check
/** The link of an entrant without an account: whoever opens it is that entrant in this browser, and sees the tournament. */
import { ask } from "../components/dialog.js";
import { html, render } from "../html.js";
import { isSignedOut } from "../session.js";
import { text } from "../texts.js";

/** @type {import("../router.js").Page["open"]} */
export async function open(place, { session, signal }, { tournament = "", key = "" }) {
  const { player } = session;
  if (player?.key !== key) {
    try {
      const holder = await session.holder(key);
      if (signal.aborted) return;
      if (player === null || player.id === holder.id || (await agrees(player.name, holder.name))) {
        session.become(holder); // which opens this page anew
        return;
      }
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      render(html`<p>${text("session.dead_link")}</p>`, place);
      return;
    }
  }
  // The key leaves the address, so that it is neither on the screen nor in the history.
  location.replace(`#/tournaments/${encodeURIComponent(tournament)}`);
}

/** @param {string} name @param {string} other */
const agrees = (name, other) => ask({ title: text("session.other_player", { name, other }), yes: text("session.play_as", { other }) });
