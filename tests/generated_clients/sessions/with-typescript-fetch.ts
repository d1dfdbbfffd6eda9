// The session with what OpenAPI Generator has generated in TypeScript.

import * as api from "./playhall_api";
import { type Api, SEAT, play } from "./session";

function open(basePath: string, accessToken: string): Api {
  const configuration = new api.Configuration({ basePath, accessToken });
  const rulesets = new api.RulesetsApi(configuration);
  const matches = new api.MatchesApi(configuration);
  const seats = new api.SeatsApi(configuration);
  const events = new api.EventsApi(configuration);
  const replays = new api.ReplaysApi(configuration);
  return {
    async cards(ruleset) {
      (await rulesets.getLayout({ ruleset })).zones.map((zone) => zone.title);
      await rulesets.getRules({ ruleset });
      return (await rulesets.getRuleset({ ruleset })).cardCount;
    },
    async create(ruleset) {
      return (await matches.createMatch({ newMatchBody: { ruleset, seats: ["me", "bot:random"] } })).id;
    },
    async view(match) {
      const { status, revision, decision, legal } = await seats.getSeatView({ match, seat: SEAT });
      return { status, revision, decision, legal: legal.map((action) => action.notation) };
    },
    async answer(match, decision, action) {
      await seats.answerDecision({ match, decision, decisionBody: { action } });
    },
    async lines(match, since, wait) {
      const page = await events.listSeatEvents({ match, seat: SEAT, since, wait });
      return page.events.map((line) => ({
        type: line.type,
        kind: line.type === "step" ? line.notice?.kind : undefined,
      }));
    },
    async result(match) {
      const details = await matches.getMatch({ match });
      return [details.status, details.outcome?.results.length ?? 0];
    },
    async replayed(match) {
      return (await replays.getReplay({ match })).steps.length;
    },
    async refusal(match) {
      try {
        await seats.getSeatView({ match, seat: 1 - SEAT });
      } catch (error) {
        if (error instanceof api.ResponseError) return (await error.response.json()).code;
        throw error;
      }
      throw new Error("it is not refused");
    },
  };
}

void play(open);
