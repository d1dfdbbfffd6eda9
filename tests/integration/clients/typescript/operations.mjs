// What a player's program asks for, from the creation of a match to its replay.
import assert from "node:assert/strict";
import {
  ApiError,
  Client,
  IllegalAction,
  NotFound,
  TooLate,
  Unauthenticated,
} from "../../../../clients/typescript/dist/index.js";

const { URL, ADA, BOB } = process.env;
const me = new Client(URL, ADA);
const other = new Client(URL, BOB);
const anybody = new Client(URL);

async function all(entries) {
  const found = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

const ids = (entries) => entries.map(({ id }) => id);

// Who is there, and what is played.
assert.equal((await me.me()).name, "Ada");
const bob = await other.me();
assert.deepEqual((await me.player(bob.id)).name, "Bob");
assert.deepEqual(ids(await all(anybody.rulesets())), ["sealed"]);
const ruleset = await anybody.ruleset("sealed");
assert.deepEqual([ruleset.min_seats, ruleset.max_seats], [2, 4]);
assert.deepEqual(ids(ruleset.bots), ["greedy", "random"]);
assert.ok((await all(anybody.cards("sealed"))).length > 0);
assert.equal((await anybody.schema("sealed", "view")).type, "object");

// A match that fills up.
const made = await me.createMatch("sealed", ["me", "open"], { options: { open_draws: true }, start_rule: "by_creator", rated: false, assistance: "open" });
assert.deepEqual([made.status, made.seat, made.options.open_draws, made.creator.name], ["open", 0, true, "Ada"]);
assert.deepEqual(ids(await all(other.matches({ joinable: "me" }))), [made.id]);
assert.equal((await other.join(made.id)).seat, 1);
assert.equal((await other.leave(made.id)).seat, null);
assert.equal((await me.assign(made.id, 1, `player:${bob.id}`)).seats[1].status, "reserved");
assert.equal((await other.join(made.id, { seat: 1 })).seats[1].player.name, "Bob");
assert.equal((await me.start(made.id)).status, "live");
assert.deepEqual(ids(await all(other.matches({ pending: "me", status: "live" }))), [made.id]);

// Playing.
const view = await me.view(made.id, 0);
assert.deepEqual([view.status, view.decision, view.legal[0].notation], ["live", 1, "place 1"]);
assert.deepEqual((await anybody.view(made.id)).legal, []);
assert.equal((await me.check(made.id, 1, "place 2")).notation, "place 2");
const answered = await me.decide(made.id, 1, view.legal[0].action);
assert.deepEqual([answered.notation, answered.next_decision], ["place 1", 2]);
assert.deepEqual(await me.decide(made.id, 1, "place 1"), answered);
await assert.rejects(me.decide(made.id, 1, "place 2"), TooLate);
await assert.rejects(me.check(made.id, 2, "place 1"), IllegalAction);
await assert.rejects(me.decide(made.id, 2, "bid 3"), IllegalAction);
await assert.rejects(other.view(made.id, 0), { name: "ApiError", code: "NOT_YOUR_SEAT" });

// By one stream, to the end. What it was told comes with views, and ends.
const told = [];
for await (const event of me.events(made.id, 0, { include: ["view", "legal"] })) {
  told.push(event);
  const seen = await other.view(made.id, 1);
  if (seen.decision !== null) await other.decide(made.id, seen.decision, seen.legal[0].notation);
  const own = await me.view(made.id, 0);
  if (own.decision !== null) await me.decide(made.id, own.decision, own.legal[0].notation);
}
assert.deepEqual([told[0].type, told.at(-1).type], ["snapshot", "end"]);
assert.ok(told.some((event) => event.type === "step" && event.events.some(({ text }) => text)));
assert.ok(told.some((event) => event.type === "step" && event.view));
const ended = await me.match(made.id);
assert.equal(ended.status, "finished");
assert.equal((await me.replay(made.id)).match, made.id);

// Its positions, and a fork of one.
const positions = await all(me.positions(made.id, { from: 1, seat: 0, include: "view" }));
assert.deepEqual([positions[0].number, positions[0].notation, positions[0].view.viewer], [1, "place 1", 0]);
assert.deepEqual(positions.at(-1).outcome, ended.outcome);
const { position, pending } = await me.position(made.id, 2);
const chosen = await me.choose(position, pending[0], "random", { seed: "ab".repeat(32) });
const forked = await me.play(position, pending[0], chosen.action);
assert.equal(forked.notation, chosen.notation);
assert.deepEqual((await me.observe(forked.position)).position, forked.position);
assert.equal((await me.imagine(made.id, 0, { seed: "ab".repeat(32) })).position.seed, "ab".repeat(32));
await assert.rejects(me.explain(position, pending[0]), { name: "ApiError", code: "UNKNOWN_BOT" });
const spectated = await all(anybody.events(made.id, null, { since: 1 }));
assert.deepEqual(spectated.at(-1).outcome, ended.outcome);

// Resigning, calling off, tokens, pages.
const waiting = await me.createMatch("sealed", ["me", "open"], {}, { idempotencyKey: "tonight" });
assert.equal((await me.createMatch("sealed", ["me", "open"], {}, { idempotencyKey: "tonight" })).id, waiting.id);
const token = await me.streamToken(waiting.id, 0, { seconds: 60 });
assert.ok(new Date(token.expires_at) > new Date());
assert.ok((await me.streamToken(waiting.id)).token !== token.token);
assert.equal((await me.abort(waiting.id)).status, "aborted");
await assert.rejects(me.start(waiting.id), TooLate);
const live = await me.createMatch("sealed", ["me", "open"]);
await other.join(live.id);
assert.ok((await me.resign(live.id)).seats[0].resigned);
for (let more = 0; more < 3; more += 1) await me.createMatch("sealed", ["me", "open"]);
const mine = ids(await all(me.matches({ player: "me", page_size: 2 })));
assert.equal(mine.length, 6);
assert.equal(new Set(mine).size, 6);

// Everything else the API has, by its path.
const quotas = await me.ask("GET", "/v1/players/{player}/quotas", { path: { player: "me" } });
assert.ok(quotas);
const renamed = await me.ask("PATCH", "/v1/players/{player}", { path: { player: "me" }, body: { name: "Ada L." } });
assert.equal(renamed.name, "Ada L.");

// Refusals.
const wrong = await me.createMatch("sealed", ["me", "nobody"]).catch((error) => error);
assert.ok(wrong instanceof ApiError);
assert.deepEqual([wrong.code, wrong.status, wrong.retryAfter], ["INVALID_FIELD", 422, null]);
assert.deepEqual(wrong.errors.map(({ pointer }) => pointer), ["/body/seats/1"]);
await assert.rejects(new Client(URL, "playhall_dev_none").me(), Unauthenticated);
await assert.rejects(me.match("m_none"), NotFound);
await assert.rejects(all(me.events("m_none")), NotFound);

// Series.
const series = await me.createSeries("commanders", ["greedy", "random"], { stop: { rule: "fixed", matches: 4 }, name: "n" });
assert.deepEqual([series.status, series.name], ["queued", "n"]);
assert.deepEqual(ids(await all(me.allSeries())), [series.id]);
assert.deepEqual(await all(me.seriesResults(series.id)), []);
assert.equal((await me.changeSeries(series.id, { priority: 9 })).priority, 9);
assert.equal((await me.series(series.id)).priority, 9);
assert.ok(await me.seriesSummary(series.id));
const followed = me.seriesEvents(series.id);
assert.equal((await followed.next()).value.type, "progress");
await me.changeSeries(series.id, { status: "cancelled" });
const rest = await all(followed);
assert.deepEqual([rest.at(-1).type, rest.at(-1).status], ["end", "cancelled"]);
console.log("all is well");
