// Streams that go on, whatever becomes of their connections.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client, NotFound, Unauthenticated } from "../dist/index.js";
import { Following } from "../dist/following.js";
import { refusal } from "../dist/errors.js";
import { cutOff, HANG, line, refused, ScriptedServer, streamed, until } from "./scripted.mjs";

const QUICK = { firstMs: 20, mostMs: 50 };
const RETRIES = { attempts: 7, firstMs: 1_000, mostMs: 8_000, patienceMs: 60_000 };
const SNAPSHOT = line("snapshot", 1, { status: "live" });
const STEP_2 = line("step", 2);
const STEP_3 = line("step", 3);
const END = line("end", 3, { status: "finished" });
const WHOLE = ["snapshot 1", "step 2", "step 3", "end 3"];

let server;
beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(() => server.close());

/** What a follower of a match is told. */
async function followed(options = {}, asking = {}) {
  const told = [];
  const client = new Client(server.url, "k", { retries: QUICK, ...options });
  for await (const event of client.events("m_1", null, asking)) told.push(`${event.type} ${event.revision}`);
  return told;
}

/** Where each connection began. */
const resumedAt = () => server.asked.map(({ line }) => line.replace("GET /v1/matches/m_1/events/ndjson", ""));

test("a line that was cut off is asked for again", async () => {
  server.answers(cutOff(SNAPSHOT, STEP_2.slice(0, 10)), streamed(STEP_2 + STEP_3.slice(0, -1)), streamed(STEP_3, END));
  assert.deepEqual(await followed(), WHOLE);
  assert.deepEqual(resumedAt(), ["", "?since=1", "?since=2"]);
});

test("a line is put together from pieces", async () => {
  const text = line("snapshot", 1, { said: "für 5 €" }) + "\n" + STEP_2 + "\n\n" + STEP_3 + END;
  const bytes = [...Buffer.from(text)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join("");
  const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  server.answers(Buffer.from(head + bytes, "latin1"));
  const said = [];
  for await (const event of new Client(server.url, "k").events("m_1")) said.push(event);
  assert.deepEqual(said.map(({ type, revision }) => `${type} ${revision}`), WHOLE);
  assert.equal(said[0].said, "für 5 €");
});

test("who follows is told when a connection is cut, and when there is one again", async () => {
  server.answers(cutOff(SNAPSHOT), "", streamed(STEP_2, STEP_3, END));
  const told = [];
  await followed({}, { onConnection: (isThere) => told.push(isThere) });
  assert.deepEqual(told, [true, false, false, true]);
});

test("a stream that fell silent is dead", async () => {
  server.answers(cutOff(SNAPSHOT) + HANG, HANG, streamed(STEP_2, STEP_3, END));
  assert.deepEqual(await followed({ silenceMs: 300 }), WHOLE);
  assert.deepEqual(resumedAt(), ["", "?since=1", "?since=1"]);
});

test("what was told is not told again", async () => {
  server.answers(streamed(SNAPSHOT, STEP_2, STEP_2), streamed(STEP_2, STEP_3, END));
  assert.deepEqual(await followed(), WHOLE);
});

test("an unknown line is passed on with its type", async () => {
  server.answers(streamed(SNAPSHOT, line("interlude", 2, { tune: "la" }), STEP_3, END));
  assert.deepEqual(await followed(), ["snapshot 1", "interlude 2", "step 3", "end 3"]);
});

for (const broken of ["not json\n", "[1]\n", "{}\n", '{"type": 3}\n'])
  test(`${broken.trim()} ends the connection`, async () => {
    server.answers(streamed(SNAPSHOT, broken, STEP_2), streamed(STEP_2, STEP_3, END));
    assert.deepEqual(await followed(), WHOLE);
  });

const away = { "a busy service": refused(503, "BUSY", { "Retry-After": "0" }), "a failure": refused(500, "INTERNAL") };
away["too many streams"] = refused(429, "TOO_MANY_STREAMS", { "Retry-After": "0" });
away["a proxy alone"] = refused(502, "");
away["a cut"] = "";
for (const [what, answer] of Object.entries(away))
  test(`${what} is waited for`, async () => {
    server.answers(...Array(8).fill(answer), streamed(SNAPSHOT, STEP_2), answer, streamed(STEP_3, END));
    assert.deepEqual(await followed(), WHOLE);
  });

test("a key that is revoked ends the stream with an error", async () => {
  server.answers(streamed(SNAPSHOT), refused(401, "UNAUTHENTICATED"));
  await assert.rejects(followed(), Unauthenticated);
  assert.equal(server.asked.length, 2);
});

test("a match that is not there", async () => {
  server.answers(refused(404, "NOT_FOUND"));
  await assert.rejects(followed(), NotFound);
});

test("a seat is followed from a place on, with views", async () => {
  server.answers(streamed(END));
  const told = new Client(server.url, "k").events("m/1", 2, { since: 0, include: ["legal", "view"] });
  assert.equal((await told.next()).value.type, "end");
  await told.return(); // whoever leaves it so keeps the process waiting for more
  assert.equal(server.asked[0].line, "GET /v1/matches/m%2F1/seats/2/events/ndjson?include=legal%2Cview&since=0");
  assert.equal(server.asked[0].headers.accept, "application/x-ndjson");
});

test("a stream that is left is closed", async () => {
  server.answers(cutOff(SNAPSHOT) + HANG);
  for await (const event of new Client(server.url, "k").events("m_1")) {
    assert.equal(event.type, "snapshot");
    break;
  }
  await until(() => server.open === 0, "its connection is closed");
});

test("a signal ends a stream with its reason", async () => {
  server.answers(cutOff(SNAPSHOT) + HANG);
  const asking = new AbortController();
  setTimeout(() => asking.abort(new Error("enough")), 100);
  await assert.rejects(followed({}, { signal: asking.signal }), { message: "enough" });
  await until(() => server.open === 0, "its connection is closed");
});

test("an error of who reads is not taken for one of the stream", async () => {
  server.answers(cutOff(SNAPSHOT) + HANG);
  const reading = async () => {
    for await (const _ of new Client(server.url, "k").events("m_1")) throw new Error("mine");
  };
  await assert.rejects(reading(), { message: "mine" });
  assert.equal(server.asked.length, 1);
});

test("a series is followed to its end, whatever is cut off", async () => {
  const progress = (revision, played) => line("progress", revision, { id: "s/1", played });
  const end = line("end", 4, { id: "s/1", status: "finished", played: 8 });
  const [first, second] = [progress(2, 3), progress(3, 5)];
  server.answers(cutOff(first, second.slice(0, 20)), streamed(first, second), streamed(end));
  const client = new Client(server.url, "k", { retries: QUICK });
  const told = [];
  for await (const event of client.seriesEvents("s/1", { since: 1 })) told.push([event.type, event.played]);
  assert.deepEqual(told, [["progress", 3], ["progress", 5], ["end", 8]]);
  const begins = "GET /v1/series/s%2F1/events/ndjson?since=";
  assert.deepEqual(server.asked.map((asked) => asked.line), [`${begins}1`, `${begins}2`, `${begins}3`]);
});

test("a snapshot tells everything anew wherever it stands", () => {
  const following = new Following("revision", 9);
  const told = [...following.receive(line("snapshot", 3) + line("step", 4))];
  assert.deepEqual(told.map(({ revision }) => revision), [3, 4]);
  assert.equal(following.since, 4);
});

test("lines of an account are known by their cursor", () => {
  const following = new Following("cursor");
  const turn = '{"type":"your_turn","cursor":"b","match":"m_1"}\n';
  const told = [...following.receive('{"type":"open","cursor":"a","matches":[]}\n' + turn + turn)];
  assert.deepEqual(told.map(({ cursor }) => cursor), ["a", "b"]);
});

test("pauses grow until something comes", () => {
  const following = new Following("revision");
  for (const most of [1_000, 2_000, 4_000, 8_000, 8_000]) {
    const ms = following.pause(RETRIES);
    assert.ok(most / 2 <= ms && ms <= most);
  }
  assert.deepEqual([...following.receive("\n")], []);
  assert.ok(following.pause(RETRIES) <= 1_000);
  const busy = following.pause(RETRIES, refusal(503, "", "7"));
  assert.ok(8_000 <= busy && busy <= 9_000);
});
