// A platform that publishes one thing before a client seed is given, and another one after it.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Bot, Client, CommitmentBroken } from "../dist/index.js";
import { Promising, seated } from "./promising.mjs";
import { answered, cutOff, HANG, refused, ScriptedServer, until } from "./scripted.mjs";

const HONEST = "ab".repeat(32);
const CHOSEN = "cd".repeat(32);
const MATCH = "GET /v1/matches/m_1";
const sent = ({ body }) => JSON.parse(body).client_seed;

let server;
let platform;
let client;
beforeEach(async () => {
  server = await ScriptedServer.start();
  platform = new Promising();
  server.answersTo("GET /v1/signing-keys", answered(200, platform.published));
  client = new Client(server.url, "k", { retries: { attempts: 2, firstMs: 20, mostMs: 50 } });
});
afterEach(() => server.close());

const seeds = () => server.asked.filter(({ body }) => body.includes("client_seed"));

test("what was published is read and kept before the seed is sent", async () => {
  const match = platform.match("m_1", HONEST);
  server.answersTo(MATCH, answered(200, match));
  server.answersTo("POST /v1/matches/m_1:join", (asked) => answered(200, seated(match, sent(asked))));
  assert.equal((await client.join("m_1")).seat, 1);
  assert.deepEqual(server.asked.map(({ line }) => line), [MATCH, "GET /v1/signing-keys", "POST /v1/matches/m_1:join"]);
  const { key, ...kept } = client.promises.get("m_1");
  assert.deepEqual(kept, { commitment: match.commitment, seat: 1, seed: sent(server.asked[2]), player: "p_1" });
  assert.deepEqual(key, platform.published.keys[0]);
  assert.match(kept.seed, /^[0-9a-f]{64}$/);
});

test("a platform that chooses its seed when it has seen the player's is found out, and gets no more", async () => {
  server.answersTo(MATCH, answered(200, platform.match("m_1", HONEST)));
  const chosen = platform.match("m_1", CHOSEN);
  server.answersTo("POST /v1/matches/m_1:join", (asked) => answered(200, seated(chosen, sent(asked))));
  const refusal = { name: "CommitmentBroken", match: "m_1", how: "its commitment has changed" };
  await assert.rejects(client.join("m_1"), refusal);
  assert.equal(client.promises.get("m_1").broken, "its commitment has changed");
  await assert.rejects(client.join("m_1"), refusal);
  assert.equal(seeds().length, 1);
});

const lies = {
  "another document under the same commitment": [(match) => ({ ...match, commitment_document: platform.match("m_1", CHOSEN).commitment_document }), "its commitment document has changed"],
  "another signature": [(match) => ({ ...match, commitment_signature: platform.match("m_1", CHOSEN).commitment_signature }), "its commitment was signed anew"],
  "another match": [(match) => ({ ...match, id: "m_2" }), "it has become another match"],
  "another client seed": [(match) => seated(match, "00".repeat(32)), "your client seed was not taken"],
  "no client seed": [(match) => seated(match, null), "your client seed was not taken"],
};
for (const [what, [lie, how]] of Object.entries(lies))
  test(`an answer with ${what} is refused`, async () => {
    const match = platform.match("m_1", HONEST);
    server.answersTo(MATCH, answered(200, match));
    server.answersTo("POST /v1/matches/m_1:join", (asked) => answered(200, lie(seated(match, sent(asked)))));
    await assert.rejects(client.join("m_1"), { name: "CommitmentBroken", how });
  });

const unfounded = {
  "no document": [(match) => ({ ...match, commitment_document: null }), "it has published no commitment document"],
  "a commitment to something else": [(match) => ({ ...match, commitment: "00".repeat(32) }), "its commitment is not the SHA-256 of its document"],
  "a document about another match": [() => ({ ...platform.match("m_2"), id: "m_1" }), "its commitment document has another match"],
  "a document about other options": [() => platform.match("m_1", HONEST, { options: {} }), "its commitment document has another options"],
  "a stranger's signature": [() => new Promising().match("m_1"), "none of the platform's keys has signed its commitment"],
  "no signature": [(match) => ({ ...match, commitment_signature: null }), "none of the platform's keys has signed its commitment"],
};
for (const [what, [published, how]] of Object.entries(unfounded))
  test(`no seed is sent to a match that publishes ${what}`, async () => {
    server.answersTo(MATCH, answered(200, published(platform.match("m_1"))));
    server.answersTo("POST /v1/matches/m_1:join", refused(500, "INTERNAL"));
    await assert.rejects(client.join("m_1"), { name: "CommitmentBroken", how });
    assert.deepEqual(seeds(), []);
  });

test("a match that publishes another thing from one look to the next gets no seed", async () => {
  const match = platform.match("m_1", HONEST);
  server.answersTo(MATCH, answered(200, match), answered(200, platform.match("m_1", CHOSEN)));
  server.answersTo("POST /v1/matches/m_1:join", refused(409, "SEAT_TAKEN"));
  await assert.rejects(client.join("m_1"), { name: "TooLate" });
  assert.equal(client.promises.get("m_1").seed, null);
  await assert.rejects(client.join("m_1"), { name: "CommitmentBroken", how: "its commitment has changed" });
  assert.equal(seeds().length, 1);
});

for (const [what, call, verb, first] of [
  ["creates a match", () => client.createMatch("sealed", ["open", "me"]), "seed", "POST /v1/matches"],
  ["starts a match", () => client.start("m_1"), "start", MATCH],
  ["gives a seed", () => client.giveSeed("m_1"), "seed", MATCH],
  ["asks for a rematch", () => client.rematch("m_0"), "seed", "POST /v1/matches/m_0:rematch"],
  ["takes a rematch", () => client.rematch("m_0"), "join", MATCH],
])
  test(`whoever ${what} keeps the commitment first, and refuses another one`, async () => {
    const mine = seated(platform.match("m_1", HONEST), null);
    server.answersTo("GET /v1/matches/m_0", answered(200, { ...mine, id: "m_0", rematch: verb === "join" ? "m_1" : null }));
    server.answersTo(`POST /v1/matches/m_1:${verb}`, (asked) => answered(200, seated(platform.match("m_1", CHOSEN), sent(asked))));
    server.answersTo(first, answered(200, verb === "join" ? platform.match("m_1", HONEST) : mine));
    await assert.rejects(call(), { name: "CommitmentBroken", how: "its commitment has changed" });
    assert.deepEqual(seeds().map(({ line }) => line), [`POST /v1/matches/m_1:${verb}`]);
    assert.equal(client.promises.get("m_1").commitment, mine.commitment);
  });

test("whoever has given a seed already gives no other", async () => {
  const match = seated(platform.match("m_1"), "11".repeat(32));
  server.answersTo(MATCH, answered(200, match));
  server.answersTo("POST /v1/matches/m_1:", answered(200, match));
  assert.equal((await client.join("m_1")).seat, 1);
  assert.equal((await client.start("m_1")).seat, 1);
  assert.deepEqual(seeds(), []);
});

test("a bot has no more to do with a match whose promise was broken", async () => {
  class Willing extends Bot {
    failures = [];
    constructor(url) {
      super(url, "k", { log: (_, error) => this.failures.push(error) });
    }
    choose() {
      throw new Error("it is asked for nothing");
    }
  }
  const about = { match: "m_1", ruleset: "sealed", seat: 1 };
  const event = (type, cursor, fields) => JSON.stringify({ type, cursor, ...about, ...fields }) + "\n";
  const turn = { decision: 1, view: {}, legal: [{ notation: "place 1", action: {}, label: "" }] };
  server.answersTo("GET /v1/events/ndjson", cutOff(event("open", "a", { matches: [] }), event("invited", "b", { by: null })) + HANG);
  server.answersTo(MATCH, answered(200, platform.match("m_1", HONEST)));
  server.answersTo("POST /v1/matches/m_1:join", (asked) => answered(200, seated(platform.match("m_1", CHOSEN), sent(asked))));
  server.answersTo("POST /v1/matches/m_1:leave", refused(409, "MATCH_NOT_OPEN"));
  const bot = new Willing(server.url);
  let running = bot.run();
  await until(() => server.bodies("POST /v1/matches/m_1:leave").length, "it leaves");
  bot.stop();
  await running;
  assert.ok(bot.failures[0] instanceof CommitmentBroken);

  const next = new Willing(server.url);
  next.client.promises.set("m_1", bot.client.promises.get("m_1"));
  const other = { ...about, match: "m_2", status: "live", invited: false };
  server.reset("GET /v1/events/ndjson", cutOff(event("open", "a", { matches: [{ ...about, status: "live", invited: false, ...turn }, { ...other, ...turn }] })) + HANG);
  server.answersTo("POST /v1/matches/m_2/decisions/1", answered(200, {}));
  running = next.run();
  await until(() => server.bodies("POST /v1/matches/m_2/decisions/1").length, "it plays elsewhere");
  next.stop();
  await running;
  assert.deepEqual(server.asked.filter(({ line }) => line.includes("/m_1/decisions")), []);
});
