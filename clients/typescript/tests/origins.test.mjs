// Matches of tournaments and series whose chance the platform has chosen otherwise than it had promised.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { canonical, checkOrigin, checkReplay, Client } from "../dist/index.js";
import { Promising } from "./promising.mjs";
import { answered, refused, ScriptedServer, streamed } from "./scripted.mjs";

const range = (from) => Buffer.from([...Array(32).keys()].map((each) => each + from)).toString("hex");
const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const hmac = (key, ...parts) => createHmac("sha256", Buffer.from(key, "hex")).update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest("hex");
const MINE = "c5".repeat(32);
const CARDS = "ca".repeat(32);
const OTHER_CARDS = "cb".repeat(32);
const platform = new Promising();
const { keys } = platform.published;

const EVENT = {
  apart: null,
  created_at: "2026-01-01T00:00:00.000Z",
  format: "playhall.event/1",
  host: "p_host",
  on_time_out: { kind: "default" },
  options: { deck: "open" },
  ruleset: "duels",
  ruleset_version: "1.0.0",
  seed_given_by_host: false,
  seed_sha256: sha256(Buffer.from(range(0), "hex")),
  stages: [{ format: "swiss", rounds: 3 }],
  time_control: { kind: "none" },
  tournament: "tournament_1",
  unplayed_rules: 2026,
};

/** What a tournament publishes, at its end. */
function tournament(document = EVENT) {
  const { commitment, signature } = platform.sign(document);
  return { id: "tournament_1", commitment, commitment_document: document, commitment_signature: signature, commitment_log: { index: 3, hash: "" }, seed: range(0) };
}

/** A match of it; its seeds are made from `server` by the rules of the page, whatever that is. `cards` null: it names none. */
function played({ server, deal = 1, seeds = [MINE, null], cards = CARDS, event = {} } = {}) {
  const ids = ["p_1", "bot:greedy:1"];
  const place = { sha256: tournament().commitment, entrants: ids, game: 1, deal, played_again: null, ...event };
  const document = { format: "playhall.commitment/2", match: "m_1", created_at: "2026-01-02T00:00:00.000Z", ruleset: "duels", ruleset_version: "1.0.0", options: { deck: "open" }, time_control: { kind: "none" }, on_time_out: { kind: "default" }, event: place, ...named(cards) };
  const chance = canonical({ entrants: [{ id: ids[1], client_seed: seeds[1] }, { id: ids[0], client_seed: seeds[0] }], deal });
  const made = server ?? hmac(range(0), "playhall.event-deal/1\0", chance);
  document.server_seed_sha256 = sha256(Buffer.from(made, "hex"));
  return replay(document, made, hmac(made, "playhall.event-match-seed/1\0", chance), [{ player: "p_1", bot: null }, { player: "bot_duels_greedy", bot: "greedy" }], seeds);
}

const named = (cards) => (cards === null ? {} : { catalogue_sha256: cards });

function replay(document, server, seed, seats, seeds) {
  const { commitment, signature } = platform.sign(document);
  const told = {
    format: "playhall.replay/2",
    match: "m_1",
    created_at: "2026-01-02T00:00:00.000Z",
    ruleset: document.ruleset,
    version: document.ruleset_version,
    options: document.options,
    seats,
    client_seeds: seeds,
    commitment,
    commitment_document: document,
    commitment_signature: signature,
    commitment_log: { index: 9, hash: "" },
    server_seed: server,
    seed,
  };
  return { ...told, signature: platform.sign(told).signature };
}

const found = async (match, origin, kept) => {
  const checks = [...(await checkReplay(match, { keys, seat: 0, seed: MINE, player: "p_1" })), ...(await checkOrigin(match, origin, kept, keys))];
  return Object.fromEntries(checks.map(({ name, holds }) => [name, holds]));
};
const wrong = async (...given) => Object.entries(await found(...given)).flatMap(([name, holds]) => (holds === false ? [name] : []));

test("the chance of a tournament's match is that of the page", async () => {
  assert.equal(tournament().commitment, "049ffe90d1bda16b3f2b1bb0950382c98e7637e1b0982fabac9fa40c9806dd19");
  const match = played();
  assert.equal(match.server_seed, "ab9eec707acc86245ad1d5474f1ce1f089a12c9c7fe28fa269f95c1736ce7ae3");
  assert.equal(match.seed, "451959d5ffdf515ea82fc9f9ce95c8676ca37993aa8264f77ba161afe72df33e");
  assert.equal(played({ deal: 2 }).server_seed, "aae677910e1f2384ef52caaecff230149295517bab5eff1a3443255d0b6fcaf9");
  const checks = await found(match, tournament(), tournament().commitment);
  assert.deepEqual([checks.event, checks.event_rules, checks.event_seed, checks.event_signature, checks.event_log], [true, true, true, true, true]);
  assert.deepEqual(await wrong(match, tournament()), []);
});

const events = {
  "a match with another seed, signed anew": [played({ server: "cd".repeat(32) }), tournament(), "event_seed"],
  "a match of another deal": [{ ...played(), server_seed: played({ deal: 2 }).server_seed }, tournament(), "event_seed"],
  "a match whose player's seed was left out": [played({ seeds: [null, null] }), tournament(), "client_seed"],
  "a match of another tournament": [played({ event: { sha256: "00".repeat(32) } }), tournament(), "event"],
  "a tournament whose seed is another": [played(), { ...tournament(), seed: range(1) }, "event_seed"],
  "a tournament that has promised another seed since": [played(), tournament({ ...EVENT, seed_sha256: "00".repeat(32) }), "event"],
  "a tournament signed by a stranger": [played(), { ...tournament(), commitment_signature: new Promising().sign(EVENT).signature }, "event_signature"],
  "a tournament that was promised after the match": [played(), { ...tournament(), commitment_log: { index: 10, hash: "" } }, "event_log"],
  "a tournament of another game": [played(), tournament({ ...EVENT, ruleset: "commanders" }), "event_rules"],
  "a tournament with other options": [played(), tournament({ ...EVENT, options: {} }), "event_rules"],
  "a tournament with other clocks": [played(), tournament({ ...EVENT, time_control: { kind: "total" } }), "event_rules"],
  "somebody else in a seat": [played({ event: { entrants: ["p_2", "bot:greedy:1"] } }), tournament(), "event_rules"],
  "another bot in a seat": [played({ event: { entrants: ["p_1", "bot:random:1"] } }), tournament(), "event_rules"],
  "a match of no tournament": [replayWithout(), tournament(), "event"],
};
function replayWithout() {
  const { commitment_document: document, ...told } = played();
  const { event, ...bare } = document;
  return { ...told, commitment_document: bare };
}
for (const [what, [match, origin, check]] of Object.entries(events))
  test(`${what} is refused`, async () => {
    assert.ok((await wrong(match, origin)).includes(check), String(await wrong(match, origin)));
  });

const told = (kind, match, entrants, more = {}) => ({ kind, round: 1, table: 1, game: 1, match, entrants, ...more });
/** The tournament's export, at its end. */
function exported(...whats) {
  const digest = sha256(Buffer.from(MINE, "hex"));
  const begun = [
    { kind: "entered", entrant: "e1", player: "p_1", bot: null },
    { kind: "entered", entrant: "e2", player: null, bot: "greedy" },
    { kind: "seed_given", entrant: "e1", client_seed_sha256: digest },
    { kind: "round_paired", round: 1, tables: [{ entrants: ["e1", "e2"], away: [] }] },
  ];
  const log = [...begun, ...whats].map((what, at) => ({ number: at + 1, by: null, reason: "", what }));
  return { ...tournament(), status: "finished", entrants: [{ id: "e1", client_seed: MINE }, { id: "e2", client_seed: null }], log };
}
const VOID = told("game_void", "m_0", ["e2", "e1"]);
const ENDED = told("game_ended", "m_1", ["e1", "e2"]);
const AGAIN = { times: 1, match: "m_0", entry: 5, by: null, reason: "" };
const isDealt = async (match, log) => (await checkOrigin(match, tournament(), undefined, keys, log)).find(({ name }) => name === "event_deal").holds;

test("the log of a tournament tells of its matches", async () => {
  assert.equal(await isDealt(played(), exported(ENDED)), true);
  assert.equal(await isDealt(played(), exported()), false);
  assert.equal(await isDealt(played({ deal: 2, event: { played_again: AGAIN } }), exported(VOID, ENDED)), true);
  assert.equal(await isDealt(played(), { ...exported(), status: "running" }), null);
  assert.equal(await isDealt(played(), { ...tournament(), entrants: 2 }), null);
  assert.equal(await isDealt(played(), undefined), null);
});

const otherwise = {
  "a deal that was chosen": [played({ deal: 77 }), exported(ENDED)],
  "a deal that was dealt before": [played(), exported(VOID, ENDED)],
  "a game played again that does not say so": [played({ deal: 2 }), exported(VOID, ENDED)],
  "another game": [played({ event: { game: 2 } }), exported(ENDED)],
  "another player's seed": [played({ seeds: ["00".repeat(32), null] }), exported(ENDED)],
  "another player's seed left out": [played({ seeds: [null, null] }), exported(ENDED)],
  "a match with seats exchanged": [played(), exported(told("game_ended", "m_1", ["e2", "e1"]))],
  "a match with seats that did not move on": [played(), exported({ ...ENDED, game: 2 })],
  "a table that was not paired": [played(), exported({ ...ENDED, table: 2 })],
  "a bot that has not entered": [played({ event: { entrants: ["p_1", "bot:greedy:2"] } }), exported(ENDED)],
  "another tournament's log": [played(), { ...exported(ENDED), commitment_document: {} }],
  "what is no log": [played(), { ...exported(ENDED), log: [{}] }],
};
for (const [what, [match, log]] of Object.entries(otherwise))
  test(`by the log of its tournament, ${what} is refused`, async () => assert.equal(await isDealt(match, log), false));

test("a match of a tournament that says that it belongs to none is refused", async () => {
  assert.deepEqual(await checkOrigin(replayWithout(), undefined, tournament().commitment, keys), [{ name: "event", holds: false }]);
  assert.deepEqual(await checkOrigin(replayWithout(), { id: "tournament_1", commitment: null }, undefined, keys), []);
});

test("what is kept of a tournament counts more than what it says later", async () => {
  assert.deepEqual(await wrong(played(), tournament(), "00".repeat(32)), ["event"]);
  assert.deepEqual(await wrong(played(), undefined, "00".repeat(32)), ["event"]);
  const checks = await found(played(), undefined, tournament().commitment);
  assert.equal(checks.event, null);
  assert.equal((await found(played(), { ...tournament(), seed: null })).event_seed, null);
});

const SERIES = {
  catalogue_sha256: CARDS,
  design: "round_robin",
  entrants: [{ bot: "player:p_1", version: "unknown" }, { bot: "greedy", version: "1.0.0" }],
  format: "playhall.series/2",
  live: { concurrency: 8, on_time_out: { kind: "default_action" }, time_control: { kind: "per_decision", seconds: 30 } },
  options: { units: "open" },
  ruleset: "commanders",
  ruleset_version: "1.0.0",
  seats: [2],
  series_seed_sha256: sha256(Buffer.from(range(0), "hex")),
  stop: { matches: 2, rule: "fixed" },
};
const ID = "6e3f48d02e6ed6c5fb8084af37877e9c1795b65f2dd4ee3a692b908db5b9c283";
const EXTENSION = { first: 2, format: "playhall.series-extension/1", matches: 4, previous: ID, seed_sha256: sha256(Buffer.from(range(32), "hex")), series: ID };

function promised(document, seed, index) {
  const { commitment, signature } = platform.sign(document);
  return { document, document_sha256: commitment, commitment_signature: signature, commitment_log: { index, hash: "" }, seed };
}
const series = (document = SERIES, ...extensions) => ({ ...promised(document, range(0), 3), extensions });
const EXTENDED = series(SERIES, promised(EXTENSION, range(32), 5));

function dealt(number, fields = {}) {
  const { ruleset, ruleset_version, options, live } = SERIES;
  const document = { format: "playhall.commitment/2", match: null, created_at: null, ruleset, ruleset_version, options, seats: [{}, {}], time_control: live.time_control, on_time_out: live.on_time_out, series: { sha256: ID, match: number, deal: number }, ...named(fields.cards === undefined ? CARDS : fields.cards) };
  const deal = Buffer.alloc(8);
  deal.writeBigUInt64BE(BigInt(number));
  const server = fields.server ?? hmac(number < 2 ? range(0) : range(32), "playhall.series-deal/1\0", deal);
  document.server_seed_sha256 = sha256(Buffer.from(server, "hex"));
  const shared = { ruleset, ruleset_version, options, seats: 2, series: ID, deal: number };
  const seed = hmac(server, "playhall.series-match-seed/1\0", Buffer.from(sha256(canonical(shared)), "hex"));
  return replay(document, server, seed, [{ player: fields.player ?? "p_1", bot: null }, { player: "bot_commanders_greedy", bot: "greedy" }], [null, null]);
}

test("the chance of a series' match is that of the page", async () => {
  assert.equal(series().document_sha256, ID);
  assert.equal(EXTENDED.extensions[0].document_sha256, "3e92a9e88e6c1783631aefa03ea711edc4fbdc93ab0d963a06e7bb1895295c7c");
  assert.equal(dealt(0).seed, "e9845e7cfbdf5bc9346eeb39044952a9e7744b07925576d0e310d2f5e5d4060f");
  assert.equal(dealt(3).seed, "61bc266a676b8f754b1eafe85e14961962637642d5e619dfe286bbdad068cba6");
  for (const number of [0, 1, 2, 3]) {
    const checks = await checkOrigin(dealt(number), EXTENDED, ID, keys);
    assert.deepEqual(checks.map(({ holds }) => holds), [true, true, true, true, true]);
    assert.ok((await checkReplay(dealt(number), { keys })).every(({ holds }) => holds !== false));
  }
});

const another = promised({ ...EXTENSION, first: 3 }, range(32), 5);
const refusals = {
  "a match with another seed, signed anew": [dealt(1, { server: "cd".repeat(32) }), EXTENDED, "event_seed"],
  "a match of an extension that is dealt from the seed that was shown": [dealt(2, { server: dealt(0).server_seed }), EXTENDED, "event_seed"],
  "a match beyond the end": [dealt(4), EXTENDED, "event"],
  "an extension that leaves a gap": [dealt(3), series(SERIES, promised(EXTENSION, range(32), 5), another), "event"],
  "an extension of another series": [dealt(3), series(SERIES, promised({ ...EXTENSION, series: "00".repeat(32) }, range(32), 5)), "event"],
  "an extension promised after the match": [dealt(3), series(SERIES, promised(EXTENSION, range(32), 12)), "event_log"],
  "an extension that nobody has signed": [dealt(3), series(SERIES, { ...promised(EXTENSION, range(32), 5), commitment_signature: null }), "event_signature"],
  "somebody who has not entered": [dealt(0, { player: "p_2" }), EXTENDED, "event_rules"],
  "a series with another document": [dealt(0), series({ ...SERIES, design: "paired" }), "event"],
};
for (const [what, [match, origin, check]] of Object.entries(refusals))
  test(`in a series, ${what} is refused`, async () => {
    const checks = await checkOrigin(match, origin, undefined, keys);
    assert.equal(checks.find(({ name }) => name === check)?.holds, false, JSON.stringify(checks));
  });

const promising = tournament({ ...EVENT, catalogue_sha256: CARDS });
const ofItsCards = (cards) => played({ cards, event: { sha256: promising.commitment } });

test("a match is dealt from the cards that were promised", async () => {
  assert.deepEqual(await wrong(ofItsCards(CARDS), promising), []);
  const before = tournament({ ...promising.commitment_document, ruleset_version: "0.9.0" });
  assert.ok(!(await wrong(ofItsCards(OTHER_CARDS), before)).includes("event_rules"), "another version may have others");
  const older = series({ ...SERIES, format: "playhall.series/1", catalogue_sha256: null });
  const checks = await checkOrigin(dealt(0, { cards: null }), older, undefined, keys);
  assert.equal(checks.find(({ name }) => name === "event_rules").holds, true);
});

for (const cards of [OTHER_CARDS, null])
  test(`a platform that deals from other cards than it has promised is found out: ${cards}`, async () => {
    assert.deepEqual(await wrong(ofItsCards(cards), promising), ["event_rules"]);
    const refused = (checks) => checks.flatMap(({ name, holds }) => (holds === false ? [name] : []));
    assert.deepEqual(refused(await checkOrigin(dealt(0, { cards }), EXTENDED, undefined, keys)), ["event_rules"]);
    const { commitment } = played();
    assert.deepEqual(refused(await checkReplay(played({ cards }), { keys, commitment })), ["kept_commitment"]);
  });

// Entering.

let server;
let client;
beforeEach(async () => {
  server = await ScriptedServer.start();
  server.answersTo("GET /v1/signing-keys", answered(200, platform.published));
  client = new Client(server.url, "k", { retries: { attempts: 2, firstMs: 20, mostMs: 50 } });
});
afterEach(() => server.close());

const ENTER = "POST /v1/tournaments/tournament_1/entrants";
const sent = ({ body }) => JSON.parse(body).client_seed;
const entrant = (asked) => answered(200, { id: "e1", client_seed_sha256: sent(asked) ? sha256(Buffer.from(sent(asked), "hex")) : null });

test("whoever enters keeps what the tournament has promised, then gives a seed, and checks it later", async () => {
  server.answersTo("GET /v1/tournaments/tournament_1/export/json", answered(200, exported(ENDED)), refused(404, "NOT_FOUND"));
  server.answersTo("GET /v1/tournaments/tournament_1", answered(200, tournament()));
  server.answersTo(`${ENTER}/me:check-in`, entrant);
  server.answersTo(ENTER, entrant);
  await client.enter("tournament_1", { clientSeed: MINE });
  await client.checkIn("tournament_1");
  assert.deepEqual(server.asked.filter(({ body }) => body).map(({ line, body }) => [line, JSON.parse(body)]), [
    [ENTER, { player: "me", client_seed: MINE }],
    [`${ENTER}/me:check-in`, { client_seed: MINE }],
  ]);
  assert.deepEqual(client.promises.get("tournament_1/me"), { commitment: tournament().commitment, seat: null, seed: MINE });
  server.answersTo("GET /v1/matches/m_1/replay", answered(200, played()), answered(200, played({ seeds: ["00".repeat(32), null] })));
  server.answersTo("GET /v1/players/me", answered(200, { id: "p_1" }));
  const wrong = async () => (await client.checkFairness("m_1", { tournament: "tournament_1" })).flatMap(({ name, holds }) => (holds === false ? [name] : []));
  assert.deepEqual(await wrong(), []);
  assert.deepEqual(await wrong(), ["client_seed"]);
});

const LEFT_OUT = "the platform leaves the tournament out of the replay";
const NAMED = "the platform names another tournament in the replay, whose seed it knew";
for (const [what, lie, lines] of [
  [LEFT_OUT, replayWithout(), [{ type: "your_table", cursor: "a", tournament: "tournament_1", match: "m_1", seat: 0 }]],
  [LEFT_OUT, replayWithout(), [{ type: "open", cursor: "a", matches: [], tournaments: [{ tournament: "tournament_1", match: "m_1" }] }]],
  [NAMED, played({ event: { sha256: "00".repeat(32) } }), [{ type: "your_table", cursor: "a", tournament: "tournament_1", match: "m_1", seat: 0 }]],
  [`${NAMED}, and says so in the stream, too`, played({ event: { sha256: "00".repeat(32) } }), ["tournament_1", "tournament_2"].map((each) => ({ type: "your_table", cursor: each, tournament: each, match: "m_1", seat: 0 }))],
])
  test(`${what}: ${lines[0].type}`, async () => {
    server.answersTo("GET /v1/tournaments/tournament_1", answered(200, tournament()));
    server.answersTo(ENTER, entrant);
    server.answersTo("GET /v1/matches/m_1/replay", answered(200, lie));
    server.answersTo("GET /v1/players/me", answered(200, { id: "p_1" }));
    server.answersTo("GET /v1/events/ndjson", streamed(...lines.map((each) => `${JSON.stringify(each)}\n`)));
    const refused = async () => (await client.checkFairness("m_1")).some(({ name, holds }) => name === "event" && holds === false);
    assert.equal(await refused(), false, "nobody has told of a tournament");
    await client.enter("tournament_1", { clientSeed: MINE });
    const told = client.accountEvents();
    for (const { type } of lines) assert.equal((await told.next()).value.type, type);
    await told.return();
    assert.equal(await refused(), true);
  });

test("a tournament that publishes what does not hold, or another thing than before, gets no seed", async () => {
  const other = tournament({ ...EVENT, seed_sha256: "00".repeat(32) });
  const unfounded = { ...tournament(), commitment_document: other.commitment_document };
  const elsewhere = tournament({ ...EVENT, tournament: "tournament_2" });
  const stranger = { ...tournament(), commitment_signature: null };
  server.answersTo("GET /v1/tournaments/tournament_1", ...[unfounded, elsewhere, stranger, tournament(), other].map((each) => answered(200, each)));
  server.answersTo(ENTER, refused(409, "NOT_POSSIBLE_NOW"));
  for (let time = 0; time < 3; time += 1) await assert.rejects(client.enter("tournament_1"), { name: "CommitmentBroken" });
  assert.deepEqual(server.bodies(ENTER), []);
  await assert.rejects(client.enter("tournament_1"), { code: "NOT_POSSIBLE_NOW" });
  await assert.rejects(client.enter("tournament_1"), { name: "CommitmentBroken", how: "its commitment has changed" });
  assert.equal(server.bodies(ENTER).length, 1);
});

test("a seed that the tournament did not take is not passed over", async () => {
  server.answersTo("GET /v1/tournaments/tournament_1", answered(200, tournament()));
  server.answersTo(ENTER, answered(200, { id: "e1", client_seed_sha256: null }));
  await assert.rejects(client.enter("tournament_1"), { name: "CommitmentBroken", how: "your client seed was not taken" });
});

const FOR_ANOTHER = answered(422, { code: "INVALID_FIELD", detail: "", errors: [{ pointer: "/body/client_seed", detail: "is given by the entrant itself" }] });
const fields = () => server.bodies(ENTER).map((body) => Object.keys(body));

test("a host who enters somebody else gives no seed for them", async () => {
  server.answersTo("GET /v1/tournaments/tournament_1", answered(200, tournament()));
  server.answersTo(ENTER, FOR_ANOTHER, entrant);
  server.answersTo("GET /v1/players/me", answered(200, { id: "p_1" }));
  server.answersTo("GET /v1/players/p_2", answered(200, { id: "p_2", owner: null }));
  assert.equal((await client.enter("tournament_1", { player: "p_2" })).id, "e1");
  assert.deepEqual(fields(), [["player", "client_seed"], ["player"]]);
});

for (const player of ["me", "p_1", "p_bot"])
  test(`a platform that refuses one's own seed is not given in to: ${player}`, async () => {
    server.answersTo("GET /v1/tournaments/tournament_1", answered(200, tournament()));
    server.answersTo(ENTER, FOR_ANOTHER);
    server.answersTo("GET /v1/players/me", answered(200, { id: "p_1" }));
    server.answersTo("GET /v1/players/p_1", answered(200, { id: "p_1" }));
    server.answersTo("GET /v1/players/p_bot", answered(200, { id: "p_bot", owner: "p_1" }));
    await assert.rejects(client.enter("tournament_1", { player }), { name: "CommitmentBroken", how: "your client seed was refused" });
    assert.deepEqual(fields(), [["player", "client_seed"]]);
  });

test("nobody enters a tournament without a commitment unless it wants to", async () => {
  server.answersTo("GET /v1/tournaments/tournament_1", answered(200, { id: "tournament_1", commitment: null }));
  server.answersTo(ENTER, entrant);
  await assert.rejects(client.enter("tournament_1"), { name: "CommitmentBroken" });
  assert.deepEqual(fields(), []);
  await client.enter("tournament_1", { withoutCommitment: true });
  assert.deepEqual(fields(), [["player"]]);
});

test("a seed that is said to be given already must be known", async () => {
  server.answersTo("GET /v1/tournaments/tournament_1/entrants/me", answered(200, { id: "e1", client_seed_sha256: "00".repeat(32) }));
  server.answersTo("GET /v1/tournaments/tournament_1", answered(200, tournament()));
  server.answersTo(`${ENTER}/me:check-in`, entrant);
  await assert.rejects(client.checkIn("tournament_1"), { name: "CommitmentBroken" });
  assert.deepEqual(server.bodies(`${ENTER}/me:check-in`), []);
  await client.checkIn("tournament_1", { withoutCommitment: true });
  await client.checkIn("tournament_1", { clientSeed: MINE });
  assert.deepEqual(server.bodies(`${ENTER}/me:check-in`), [{}, { client_seed: MINE }]);
});
