// A whole bot: it plays a match against a house bot, and every match that it is invited to, until Ctrl-C.
import { Bot, type Ended, type Turn } from "playhall-client";

/** Plays any game, and chooses among its legal actions by chance. */
class FirstBot extends Bot {
  override choose({ legal }: Turn): string {
    return legal[Math.floor(Math.random() * legal.length)]!.notation;
  }

  override matchEnded({ ruleset, match, rank }: Ended): void {
    console.log(`${ruleset} ${match}: rank ${rank}`);
  }
}

const bot = new FirstBot(process.env["URL"]!, process.env["KEY"]!);
await bot.client.createMatch("factionwars", ["me", "bot:greedy"]);
await bot.run();
