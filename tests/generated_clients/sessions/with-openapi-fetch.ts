// The session with openapi-fetch and the types that openapi-typescript has generated.

import createClient from "openapi-fetch";
import type { paths } from "./playhall_api/schema";
import { type Api, SEAT, play } from "./session";

function there<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

function open(baseUrl: string, key: string): Api {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const of = (match: string) => ({ params: { path: { match } } });
  const seat = (match: string, seat: number = SEAT) => ({ params: { path: { match, seat } } });
  return {
    async cards(ruleset) {
      const params = { path: { ruleset } };
      const details = there(await client.GET("/v1/rulesets/{ruleset}", { params }));
      there(await client.GET("/v1/rulesets/{ruleset}/layout", { params })).zones.map((zone) => zone.title);
      there(await client.GET("/v1/rulesets/{ruleset}/rules", { params, parseAs: "text" }));
      return details.card_count;
    },
    async create(ruleset) {
      return there(await client.POST("/v1/matches", { body: { ruleset, seats: ["me", "bot:random"] } })).id;
    },
    async view(match) {
      const view = there(await client.GET("/v1/matches/{match}/seats/{seat}/view", seat(match)));
      return { ...view, legal: view.legal.map((action) => action.notation) };
    },
    async answer(match, decision, action) {
      const path = { match, decision };
      there(await client.POST("/v1/matches/{match}/decisions/{decision}", { params: { path }, body: { action } }));
    },
    async lines(match, since, wait) {
      const params = { path: { match, seat: SEAT }, query: { since, wait } };
      const page = there(await client.GET("/v1/matches/{match}/seats/{seat}/events", { params }));
      if (typeof page === "string") throw new Error("it is no page");
      return page.events.map((line) => ({
        type: line.type,
        kind: "notice" in line && line.type === "step" ? line.notice?.kind : undefined,
      }));
    },
    async result(match) {
      const details = there(await client.GET("/v1/matches/{match}", of(match)));
      return [details.status, details.outcome?.results.length ?? 0];
    },
    async replayed(match) {
      return there(await client.GET("/v1/matches/{match}/replay", of(match))).steps.length;
    },
    async refusal(match) {
      const { error } = await client.GET("/v1/matches/{match}/seats/{seat}/view", seat(match, 1 - SEAT));
      if (error === undefined) throw new Error("it is not refused");
      return error.code;
    },
  };
}

void play(open);
