// A bot that plays the first legal action, and prints a line of JSON for all that it is called with.
//   HOLD=2: its second decision of a match waits for a line of the standard input. DECLINE: it accepts nothing.
import { once } from "node:events";
import { Bot } from "../../../../clients/typescript/dist/index.js";

const { URL, KEY, HOLD, DECLINE, AT_ONCE } = process.env;
const tell = (what, { signal: _, ...told }) => process.stdout.write(JSON.stringify({ what, ...told }) + "\n");

class Recorder extends Bot {
  async choose(turn) {
    tell("turn", turn);
    if (turn.decision === Number(HOLD)) await once(process.stdin, "data");
    return turn.legal[0].notation;
  }

  accepts(invitation) {
    tell("invitation", invitation);
    return !DECLINE;
  }

  matchBegan(match) {
    tell("began", match);
  }

  matchEnded(match) {
    tell("ended", match);
  }
}

try {
  await new Recorder(URL, KEY, { atOnce: Number(AT_ONCE ?? 8) }).run();
} catch (error) {
  tell("refused", { name: error.name, code: error.code });
}
