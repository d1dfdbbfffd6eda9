"""A whole bot: it plays a match against a house bot, and every match that it is invited to, until Ctrl-C."""

import os
import random

from playhall_client import Bot, Ended, Turn


class FirstBot(Bot):
    """Plays any game, and chooses among its legal actions by chance."""

    def choose(self, turn: Turn) -> str:
        return random.choice(turn.legal).notation

    def match_ended(self, match: Ended) -> None:
        print(f"{match.ruleset} {match.match}: rank {match.rank}", flush=True)


if __name__ == "__main__":
    bot = FirstBot(os.environ["URL"], os.environ["KEY"])
    bot.client.create_match("factionwars", ["me", "bot:greedy"])
    bot.run()
