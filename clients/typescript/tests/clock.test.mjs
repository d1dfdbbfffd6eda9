// The platform's time, on a machine whose clock is wrong.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client } from "../dist/index.js";
import { PlatformClock } from "../dist/clock.js";
import { answered, line, ScriptedServer, streamed } from "./scripted.mjs";

const FOUR_MINUTES = 240_000;
const written = (ms) => new Date(ms).toUTCString();

let server;
beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(() => server.close());

test("a machine four minutes off counts by the platform's time from the first answer on", async () => {
  for (const off of [FOUR_MINUTES, -FOUR_MINUTES]) {
    server.reset("GET /v1/matches/m_1", answered(200, { id: "m_1" }, { Date: written(Date.now() - off) }));
    const client = new Client(server.url);
    assert.equal(client.clock.ahead, 0);
    await client.match("m_1");
    assert.ok(Math.abs(client.clock.ahead - off) <= 1_500, `${client.clock.ahead}`);
    assert.ok(Math.abs(client.clock.now() - (Date.now() - off)) <= 1_500);
  }
});

test("a proxy that writes a Date of its own sets no clock", async () => {
  for (const off of [FOUR_MINUTES, -FOUR_MINUTES]) {
    const headers = { Date: written(Date.now() + 600_000), "Playhall-Time": new Date(Date.now() - off).toISOString() };
    server.reset("GET /v1/matches/m_1", answered(200, { id: "m_1" }, headers));
    const client = new Client(server.url);
    await client.match("m_1");
    assert.ok(Math.abs(client.clock.ahead - off) <= 1_500, `${client.clock.ahead}`);
  }
});

test("a stream tells the time, too", async () => {
  const at = new Date(Date.now() - FOUR_MINUTES).toISOString();
  server.answersTo("GET /v1/matches/m_1/events/ndjson", streamed(line("step", 1, { at }), line("end", 1)));
  const client = new Client(server.url);
  for await (const _ of client.events("m_1"));
  assert.ok(client.clock.ahead >= FOUR_MINUTES && client.clock.ahead < FOUR_MINUTES + 10_000);
});

test("every further answer narrows it down", () => {
  const clock = new PlatformClock();
  const date = "Thu, 01 Jan 2026 00:00:10 GMT";
  const start = Date.parse(date);
  clock.answered(new Headers({ Date: date }), start + 5_000, start + 5_100); // between 4 s and 5.1 s ahead
  assert.equal(clock.ahead, 4_550);
  clock.answered(new Headers({ Date: date }), start + 5_900, start + 5_950); // at least 4.9 s
  assert.equal(clock.ahead, 5_000);
  clock.told("2026-01-01T00:00:11.000Z", start + 5_940); // at most 4.94 s
  assert.equal(clock.ahead, 4_920);
});

test("a clock that is set meanwhile is believed anew", () => {
  const clock = new PlatformClock();
  const date = "Thu, 01 Jan 2026 00:00:10 GMT";
  const start = Date.parse(date);
  clock.answered(new Headers({ Date: date }), start, start);
  clock.answered(new Headers({ Date: date }), start + FOUR_MINUTES, start + FOUR_MINUTES);
  assert.equal(clock.ahead, FOUR_MINUTES - 500);
});

test("what is no time tells nothing", () => {
  const clock = new PlatformClock();
  clock.answered(new Headers(), 1, 2);
  clock.answered(new Headers({ Date: "tomorrow", "Playhall-Time": "yesterday" }), 1, 2);
  clock.told("soon", 2);
  assert.equal(clock.ahead, 0);
});
