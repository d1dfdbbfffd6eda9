// The session with what @hey-api/openapi-ts has generated.

import * as api from "./playhall_api";
import { client } from "./playhall_api/client.gen";
import { type Api, SEAT, play } from "./session";

const throwOnError = true;

function open(baseUrl: string, key: string): Api {
  // The key goes into the header alone: streams may take a token in their query instead.
  client.setConfig({ baseUrl, auth: (scheme) => (scheme.scheme === "bearer" ? key : undefined) });
  return {
    async cards(ruleset) {
      const path = { ruleset };
      (await api.getLayout({ path, throwOnError })).data.zones.map((zone) => zone.title);
      await api.getRules({ path, throwOnError });
      return (await api.getRuleset({ path, throwOnError })).data.card_count;
    },
    async create(ruleset) {
      return (await api.createMatch({ body: { ruleset, seats: ["me", "bot:random"] }, throwOnError })).data.id;
    },
    async view(match) {
      const { data } = await api.getSeatView({ path: { match, seat: SEAT }, throwOnError });
      return { ...data, legal: data.legal.map((action) => action.notation) };
    },
    async answer(match, decision, action) {
      await api.answerDecision({ path: { match, decision }, body: { action }, throwOnError });
    },
    async lines(match, since, wait) {
      const { data } = await api.listSeatEvents({ path: { match, seat: SEAT }, query: { since, wait }, throwOnError });
      return data.events.map((line) => ({
        type: line.type,
        kind: "notice" in line && line.type === "step" ? line.notice?.kind : undefined,
      }));
    },
    async result(match) {
      const { data } = await api.getMatch({ path: { match }, throwOnError });
      return [data.status, data.outcome?.results.length ?? 0];
    },
    async replayed(match) {
      return (await api.getReplay({ path: { match }, throwOnError })).data.steps.length;
    },
    async refusal(match) {
      const { error } = await api.getSeatView({ path: { match, seat: 1 - SEAT } });
      if (error === undefined) throw new Error("it is not refused");
      return error.code;
    },
  };
}

void play(open);
