// A bot whose service forgets, is away, or tells it odd things.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Bot, Unauthenticated } from "../dist/index.js";
import { Promising, seated } from "./promising.mjs";
import { answered, cutOff, HANG, refused, ScriptedServer, streamed, until } from "./scripted.mjs";

const ABOUT = { match: "m_1", ruleset: "sealed", seat: 0 };
const LEGAL = ["place 1", "place 2"].map((notation) => ({ notation, action: {}, label: "" }));
const ASKED = { ...ABOUT, status: "live", invited: false, decision: 1, view: {}, legal: LEGAL };
const TAKEN = answered(200, { match: "m_1", seat: 0, decision: 1, notation: "place 1" });
const DECIDE = "POST /v1/matches/m_1/decisions/1";
const STREAM = "GET /v1/events/ndjson?include=legal%2Cview";

/** Chooses another action each time that it is asked. */
class Alternating extends Bot {
  turns = [];
  ended = [];
  failures = [];
  invitations = [];

  constructor(url, options = {}) {
    super(url, "k", { log: (text, error) => this.failures.push(`${text} ${error}`), ...options });
  }

  choose(turn) {
    this.turns.push(turn);
    return turn.legal[(this.turns.length - 1) % turn.legal.length].notation;
  }

  accepts(invitation) {
    this.invitations.push(invitation);
    return true;
  }

  matchEnded(match) {
    this.ended.push(match);
  }
}

const event = (type, cursor, fields = {}) => JSON.stringify({ type, cursor, ...fields }) + "\n";
const opened = (cursor, ...matches) => event("open", cursor, { matches });

let server;
beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(() => server.close());

/** A bot at work until something holds. */
async function atWork(bot, holds, what) {
  const running = bot.run();
  try {
    await Promise.race([until(() => holds(bot), what), running]);
  } finally {
    bot.stop();
    await running;
  }
  return bot;
}

test("an answer that was lost is sent again and not chosen again", async () => {
  server.answersTo(STREAM, streamed(opened("a", ASKED))); // again and again: nothing was kept
  server.answersTo(DECIDE, TAKEN);
  const bot = await atWork(new Alternating(server.url), () => server.bodies(DECIDE).length >= 3, "it is answered again");
  assert.deepEqual(server.bodies(DECIDE).slice(0, 3), Array(3).fill({ action: "place 1" }));
  assert.equal(bot.turns.length, 1);
});

test("an answer that no longer fits is chosen anew", async () => {
  server.answersTo(STREAM, streamed(opened("a", ASKED)));
  server.answersTo(DECIDE, TAKEN, refused(422, "ILLEGAL_ACTION"), TAKEN);
  const bot = await atWork(new Alternating(server.url), () => server.bodies(DECIDE).length >= 3, "it is answered anew");
  assert.deepEqual(server.bodies(DECIDE).slice(0, 3).map(({ action }) => action), ["place 1", "place 1", "place 2"]);
  assert.equal(bot.turns.length, 2);
});

test("a service that is away for long gets the answer in the end", async () => {
  server.answersTo(STREAM, cutOff(opened("a", ASKED)) + HANG);
  server.answersTo(DECIDE, refused(500, "INTERNAL"), refused(503, "BUSY", { "Retry-After": "0" }), refused(500, "INTERNAL"), "", TAKEN);
  const bot = await atWork(new Alternating(server.url), () => server.bodies(DECIDE).length === 5, "it is taken");
  assert.deepEqual(server.bodies(DECIDE), Array(5).fill({ action: "place 1" }));
  assert.equal(bot.turns.length, 1);
});

test("what a turn was told without is asked for", async () => {
  const turn = event("your_turn", "b", { ...ABOUT, decision: 1, deadline_at: "2026-11-24T18:00:00.250Z" });
  server.answersTo(STREAM, cutOff(opened("a"), turn) + HANG);
  const view = { ...ABOUT, revision: 3, status: "live", decision: 1, legal: LEGAL, view: { hand: [1] }, deadline_at: null };
  server.answersTo("GET /v1/matches/m_1/seats/0/view", answered(200, view));
  server.answersTo(DECIDE, TAKEN);
  const bot = await atWork(new Alternating(server.url), () => server.bodies(DECIDE).length, "it is answered");
  assert.deepEqual(bot.turns.map(({ view, deadline }) => [view, deadline]), [[{ hand: [1] }, null]]);
});

test("a turn that has passed meanwhile is let go", async () => {
  const passed = event("your_turn", "b", { ...ABOUT, decision: 1, deadline_at: null });
  const ended = event("match_ended", "c", { ...ABOUT, status: "aborted", outcome: null });
  server.answersTo(STREAM, cutOff(opened("a"), passed, ended) + HANG);
  const view = { ...ABOUT, revision: 3, status: "aborted", decision: null, legal: [], view: {} };
  server.answersTo("GET /v1/matches/m_1/seats/0/view", answered(200, view));
  const bot = await atWork(new Alternating(server.url), ({ ended }) => ended.length, "it hears of the end");
  assert.deepEqual(bot.turns, []);
  assert.deepEqual(bot.ended, [{ ...ABOUT, status: "aborted", outcome: null, rank: null }]);
});

test("the end of a match that was missed is found", async () => {
  server.answersTo(STREAM, streamed(opened("a", ASKED)), cutOff(opened("b")) + HANG);
  server.answersTo(DECIDE, TAKEN);
  const outcome = { reason: "points", results: [{ seat: 0, rank: 2, score: 3, breakdown: [] }] };
  server.answersTo("GET /v1/matches/m_1", answered(200, { id: "m_1", ruleset: "sealed", status: "finished", seat: 0, outcome }));
  const bot = await atWork(new Alternating(server.url), ({ ended }) => ended.length, "it hears of the end");
  assert.deepEqual(bot.ended.map(({ match, status, rank }) => [match, status, rank]), [["m_1", "finished", 2]]);
});

test("events that nobody knows are passed over", async () => {
  const odd = [event("tournament", "b", { mood: 3 }), event("omen", "c", ABOUT), event("toll", "d", { match: null })];
  const turn = event("your_turn", "e", { ...ABOUT, decision: 1, deadline_at: null, view: {}, legal: LEGAL, colour: "red" });
  server.answersTo(STREAM, cutOff(opened("a"), ...odd, turn) + HANG);
  server.answersTo(DECIDE, TAKEN);
  await atWork(new Alternating(server.url), () => server.bodies(DECIDE).length, "it is answered");
});

test("what happens in tournaments is told in order and beside play", async () => {
  class Entrant extends Alternating {
    told = [];
    inTournament(event) {
      this.told.push([event.type, event.round]);
      if (event.type === "round_paired") throw new Error("what fails is logged, and play goes on");
    }
  }
  const about = { tournament: "tournament_1", name: "Cup", round: 1 };
  const lines = [
    event("round_paired", "b", { ...about, place: "table", reasons: [] }),
    event("your_table", "c", { ...about, ...ABOUT, table: 1, opponents: [] }),
    event("your_turn", "d", { ...ABOUT, decision: 1, deadline_at: null, view: {}, legal: LEGAL }),
    event("table_result", "e", { ...about, table: 1, last_match: "m_1", results: [] }),
  ];
  server.answersTo(STREAM, cutOff(opened("a"), ...lines) + HANG);
  server.answersTo(DECIDE, TAKEN);
  const isDone = ({ told }) => told.length === 3 && server.bodies(DECIDE).length;
  const bot = await atWork(new Entrant(server.url), isDone, "it is told, and plays");
  assert.deepEqual(bot.told, [["round_paired", 1], ["your_table", 1], ["table_result", 1]]);
  assert.equal(bot.turns.length, 1);
});

test("an invitation is answered although the service is away", async () => {
  const invited = event("invited", "b", { ...ABOUT, by: { id: "p_1", name: "Ada" } });
  const joining = "POST /v1/matches/m_1:join";
  server.answersTo(STREAM, cutOff(opened("a"), invited) + HANG);
  const platform = new Promising();
  const match = platform.match("m_1");
  server.answersTo("GET /v1/matches/m_1", answered(200, match));
  server.answersTo("GET /v1/signing-keys", answered(200, platform.published));
  const joined = ({ body }) => answered(200, seated(match, JSON.parse(body).client_seed));
  server.answersTo(joining, refused(503, "BUSY"), "", refused(500, "INTERNAL"), joined);
  const bot = await atWork(new Alternating(server.url), () => server.bodies(joining).length === 4, "it joins");
  assert.deepEqual(bot.invitations.map(({ match, by }) => [match, by.name]), [["m_1", "Ada"]]);
});

const failing = {
  "an error": () => { throw new Error("it hurts"); },
  "a promise that is broken": () => Promise.reject(new Error("it hurts")),
  "nothing": () => undefined,
  "a number": () => 3,
  "what is no JSON": () => ({ x: 3n }),
};
for (const [what, choose] of Object.entries(failing))
  test(`where ${what} is chosen, the first legal action is played`, async () => {
    server.answersTo(STREAM, cutOff(opened("a", ASKED)) + HANG);
    server.answersTo(DECIDE, TAKEN);
    const bot = Object.assign(new Alternating(server.url), { choose });
    await atWork(bot, () => server.bodies(DECIDE).length, "it is answered");
    assert.deepEqual(server.bodies(DECIDE), [{ action: "place 1" }]);
    assert.equal(bot.failures.length, 1);
  });

test("a choice that is refused is replaced by the first legal action", async () => {
  server.answersTo(STREAM, cutOff(opened("a", ASKED)) + HANG);
  server.answersTo(DECIDE, refused(422, "ILLEGAL_ACTION"), TAKEN);
  const bot = Object.assign(new Alternating(server.url), { choose: () => "bid 9" });
  await atWork(bot, () => server.bodies(DECIDE).length === 2, "it is answered");
  assert.deepEqual(server.bodies(DECIDE), [{ action: "bid 9" }, { action: "place 1" }]);
});

test("a choice that fails may cost the match", async () => {
  server.answersTo(STREAM, cutOff(opened("a", ASKED)) + HANG);
  server.answersTo("POST /v1/matches/m_1:resign", answered(200, { id: "m_1" }));
  const bot = Object.assign(new Alternating(server.url, { onError: "resign" }), { choose: () => 3 });
  await atWork(bot, () => server.bodies("POST /v1/matches/m_1:resign").length, "it resigns");
  assert.deepEqual(server.bodies(DECIDE), []);
});

test("no more choices than it may are thought about at once", async () => {
  const matches = Array.from({ length: 5 }, (_, number) => ({ ...ASKED, match: `m_${number}` }));
  server.answersTo(STREAM, cutOff(opened("a", ...matches)) + HANG);
  server.answersTo("POST", TAKEN);
  let thinking = 0;
  let most = 0;
  const choose = async () => {
    most = Math.max(most, (thinking += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    thinking -= 1;
    return "place 1";
  };
  const bot = Object.assign(new Alternating(server.url, { atOnce: 2 }), { choose });
  await atWork(bot, () => server.bodies("POST").length === 5, "all are answered");
  assert.equal(most, 2);
});

test("a revoked key ends the run", async () => {
  server.answers(refused(401, "UNAUTHENTICATED"));
  await assert.rejects(new Alternating(server.url).run(), Unauthenticated);
});

test("stopped before it runs it returns, and stopped while it thinks it plays nothing", async () => {
  const early = new Alternating(server.url);
  early.stop();
  await early.run();
  assert.equal(server.asked.length, 0);
  server.answersTo(STREAM, cutOff(opened("a", ASKED)) + HANG);
  let decide;
  const choose = () => new Promise((resolve) => { decide = resolve; });
  const bot = Object.assign(new Alternating(server.url), { choose });
  await atWork(bot, () => decide, "it thinks");
  decide("place 1");
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(server.bodies("POST"), []);
});
