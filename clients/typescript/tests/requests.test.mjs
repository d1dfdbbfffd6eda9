// Requests, what their answers mean, and when they are sent again.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { inspect } from "node:util";
import { ApiError, BadAnswer, Client, IllegalAction, NotFound, NotReachable, TooLate } from "../dist/index.js";
import { grown, pause } from "../dist/retries.js";
import { refusal } from "../dist/errors.js";
import { answered, HANG, refused, ScriptedServer } from "./scripted.mjs";

const QUICK = { attempts: 4, firstMs: 20, mostMs: 50 };
const RETRIES = { attempts: 3, firstMs: 1_000, mostMs: 8_000, patienceMs: 60_000 };
const MATCH = answered(200, { id: "m_1", ruleset: "sealed", status: "of next year", mood: 3 });

let server;
let client;
beforeEach(async () => {
  server = await ScriptedServer.start();
  client = new Client(server.url, "k", { retries: QUICK, timeoutMs: 5_000 });
});
afterEach(() => server.close());

const lines = () => server.asked.map(({ line }) => line);

async function all(entries) {
  const found = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

test("a path keeps its parts apart, and a query has what is given", async () => {
  server.answers(MATCH);
  await client.match("a/b?c:d");
  await client.check("m_1", 3, "bid 3");
  await client.ask("GET", "/v1/players/{player}/statistics", { path: { player: "p/1" } });
  assert.deepEqual(lines(), [
    "GET /v1/matches/a%2Fb%3Fc%3Ad",
    "POST /v1/matches/m_1/decisions/3:check",
    "GET /v1/players/p%2F1/statistics",
  ]);
  assert.equal(server.asked[0].headers.authorization, "Bearer k");
});

test("a change is made only if nothing has changed since an answer with an ETag", async () => {
  server.answers(answered(200, { id: "t_1" }, { ETag: '"a1"' }), refused(412, "PRECONDITION_FAILED"));
  const tags = [];
  const path = { tournament: "t_1" };
  await client.ask("GET", "/v1/tournaments/{tournament}", { path, onETag: (tag) => tags.push(tag) });
  assert.deepEqual(tags, ['"a1"']);
  const late = client.ask("POST", "/v1/tournaments/{tournament}:pause", { path, body: { reason: "" }, ifMatch: tags[0] });
  await assert.rejects(late, (error) => error.code === "PRECONDITION_FAILED");
  assert.equal(server.asked[1].headers["if-match"], '"a1"');
});

test("an answer keeps fields and words that the package does not know", async () => {
  server.answers(MATCH);
  assert.deepEqual(await client.match("m_1"), { id: "m_1", ruleset: "sealed", status: "of next year", mood: 3 });
});

test("a list has the entries of all its pages", async () => {
  const pages = [{ matches: [{ id: "a" }, { id: "b" }], next_page_token: "t/1" }, { matches: [{ id: "c" }], next_page_token: null }];
  server.answers(...pages.map((page) => answered(200, page)));
  const found = await all(client.matches({ status: "live", page_size: 2 }));
  assert.deepEqual(found.map(({ id }) => id), ["a", "b", "c"]);
  assert.deepEqual(lines(), ["GET /v1/matches?status=live&page_size=2", "GET /v1/matches?status=live&page_size=2&page_token=t%2F1"]);
});

test("a creation carries one key however often it is sent", async () => {
  server.answers("", refused(503, "BUSY", { "Retry-After": "0" }), refused(409, "REQUEST_IN_PROGRESS"), MATCH);
  await client.createMatch("sealed", ["me", "open"], { visibility: "private" });
  const keys = server.asked.map(({ headers }) => headers["idempotency-key"]);
  assert.equal(keys.length, 4);
  assert.match(keys[0], /^[0-9a-f]{32}$/);
  assert.deepEqual(new Set(keys).size, 1);
  assert.deepEqual(server.bodies("POST")[3], { visibility: "private", ruleset: "sealed", seats: ["me", "open"] });
  await client.createMatch("sealed", ["me", "open"], {}, { idempotencyKey: "tonight" });
  assert.equal(server.asked[4].headers["idempotency-key"], "tonight");
  await client.ask("POST", "/v1/matches", { body: { ruleset: "sealed", seats: ["me"] } });
  assert.notEqual(server.asked[5].headers["idempotency-key"], keys[0]);
});

test("what got no answer is sent again, and given up in the end", async () => {
  server.answers("", answered(200, "{}").slice(0, -1), MATCH);
  assert.equal((await client.decide("m_1", 1, "place 1")).id, "m_1");
  assert.deepEqual(server.bodies("POST"), Array(3).fill({ action: "place 1" }));
  const away = await ScriptedServer.start();
  away.answers("");
  await assert.rejects(new Client(away.url, "k", { retries: QUICK }).me(), NotReachable);
  assert.equal(away.asked.length, 4);
  await away.close();
});

test("a request that is met with silence is sent again", async () => {
  server.answers(HANG, answered(200, { id: "m_1" }).slice(0, -3) + HANG, MATCH);
  const patient = new Client(server.url, "k", { retries: QUICK, timeoutMs: 200 });
  assert.equal((await patient.match("m_1")).id, "m_1");
  assert.equal(server.asked.length, 3);
});

test("what is asked to wait waits", async () => {
  server.answers(refused(429, "RATE_LIMITED", { "Retry-After": "1" }), MATCH);
  await client.match("m_1");
  assert.ok(server.asked[1].at - server.asked[0].at >= 1_000);
});

test("other refusals are final", async () => {
  server.answers(refused(409, "SEAT_TAKEN"), refused(422, "ILLEGAL_ACTION"), refused(404, "NOT_FOUND"), refused(500, "INTERNAL"));
  await assert.rejects(client.join("m_1"), TooLate);
  await assert.rejects(client.decide("m_1", 1, "bid 9"), IllegalAction);
  await assert.rejects(client.match("m_1"), NotFound);
  await assert.rejects(client.match("m_1"), { name: "ApiError", status: 500, code: "INTERNAL", retryAfter: null });
  assert.equal(server.asked.length, 4);
});

test("an error says what is wrong where", () => {
  const problem = { code: "INVALID_FIELD", detail: "See `errors`.", errors: [{ pointer: "/body/a", detail: "no" }, 3] };
  const error = refusal(422, JSON.stringify(problem), null);
  assert.equal(error.message, "INVALID_FIELD (422): See `errors`.; /body/a: no");
  assert.deepEqual(error.errors, [{ pointer: "/body/a", detail: "no" }]);
  assert.deepEqual(error.problem, problem);
});

test("a code that nobody knows is a code", () => {
  const error = refusal(418, '{"code": "OF_NEXT_YEAR", "errors": "?"}', null);
  assert.equal(Object.getPrototypeOf(error), ApiError.prototype);
  assert.deepEqual([error.code, error.errors], ["OF_NEXT_YEAR", []]);
  assert.deepEqual([refusal(502, "<html>", null).code, refusal(502, "[]", null).detail], ["", ""]);
});

for (const [wait, seconds] of [["7", 7], [" 0 ", 0], ["", null], ["-1", null], ["1e3", null], ["Tue, 24 Nov", null], [null, null]])
  test(`Retry-After ${wait} is ${seconds} seconds`, () => assert.equal(refusal(503, "", wait).retryAfter, seconds));

test("what passes is tried again, three times at most", () => {
  const passing = [
    [new NotReachable(), 500, 1_000],
    [refusal(503, "", null), 500, 1_000],
    [refusal(503, "", "5"), 5_500, 6_000],
    [refusal(429, "", "60"), 60_500, 61_000],
    [refusal(409, '{"code": "REQUEST_IN_PROGRESS"}', null), 500, 1_000],
  ];
  for (const [error, least, most] of passing) {
    const ms = pause(RETRIES, 1, error);
    assert.ok(least <= ms && ms <= most, `${error}: ${ms}`);
    assert.notEqual(pause(RETRIES, 2, error), null);
    assert.equal(pause(RETRIES, 3, error), null);
  }
});

test("what does not pass is not", () => {
  const codes = [[500, null], [400, "1"], [429, null], [429, "61"], [409, null]];
  for (const error of [new BadAnswer(), new TypeError(), ...codes.map(([status, wait]) => refusal(status, "{}", wait))])
    assert.equal(pause(RETRIES, 1, error), null);
});

test("pauses grow and are drawn", () => {
  const drawn = Array.from({ length: 20 }, () => grown(RETRIES, 50));
  assert.ok(drawn.every((ms) => 4_000 <= ms && ms <= 8_000));
  assert.ok(new Set(drawn).size > 1);
});

test("a signal gives a request up, also while it waits for its next attempt", async () => {
  server.answers(HANG);
  const asking = new AbortController();
  const answer = client.match("m_1", { signal: asking.signal });
  setTimeout(() => asking.abort(new Error("enough")), 100);
  await assert.rejects(answer, { message: "enough" });
  await assert.rejects(client.match("m_1", { signal: asking.signal }), { message: "enough" });
  const later = new AbortController();
  const busy = await ScriptedServer.start();
  busy.answers(refused(503, "BUSY", { "Retry-After": "50" }));
  setTimeout(() => later.abort(new Error("enough")), 200);
  await assert.rejects(new Client(busy.url, "k").match("m_1", { signal: later.signal }), { message: "enough" });
  assert.equal(busy.asked.length, 1);
  await busy.close();
});

test("what is no answer of the API is told apart", async () => {
  server.answers(answered(200, "<html>"), answered(200, "[]"), answered(200, "{}"), answered(200, '{"matches": 3}'));
  await assert.rejects(client.me(), BadAnswer);
  await assert.rejects(client.me(), BadAnswer);
  await assert.rejects(all(client.matches()), BadAnswer);
  await assert.rejects(all(client.matches()), BadAnswer);
});

test("a redirect is not followed", async () => {
  server.answers(answered(302, "", { Location: `${server.url}/elsewhere` }));
  await assert.rejects(client.me(), NotReachable);
  assert.ok(lines().every((line) => line === "GET /v1/players/me"));
});

test("an answer without a body is none", async () => {
  server.answers("HTTP/1.1 204 X\r\nConnection: close\r\n\r\n");
  assert.equal(await client.ask("DELETE", "/v1/keys/{key}", { path: { key: "k_1" } }), undefined);
});

for (const url of ["", "playhall", "ftp://a", "http://a?b", "http://a#b", "http://u:p@a"])
  test(`${url || "nothing"} is no URL of a platform`, () => assert.throws(() => new Client(url, "k"), TypeError));

for (const key of ["", "a b", "ä", "a\n"])
  test(`${JSON.stringify(key)} is no key`, () => assert.throws(() => new Client("http://a", key), TypeError));

test("a key is not printed by accident", () => {
  const shown = new Client("http://a/", "playhall_dev_secret");
  assert.equal(shown.url, "http://a");
  for (const text of [inspect(shown, { depth: 9, showHidden: true }), JSON.stringify(shown), String(shown)])
    assert.ok(!text.includes("secret"), text);
});
