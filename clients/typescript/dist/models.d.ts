/**
 * What the platform takes and answers, under short names. The types are made from its OpenAPI document, and promise what
 * it promises: a later version may have fields and words (statuses, kinds, codes) that are not in them.
 */
import type { components } from "./schema.js";
type Schemas = components["schemas"];
/** A JSON object that is a ruleset's own, such as a view: its ruleset's schemas say what is in it. */
export type JsonObject = Record<string, any>;
export type Ruleset = Schemas["RulesetSummary"];
export type RulesetDetails = Schemas["RulesetDetails"];
export type Layout = Schemas["Layout"];
export type Player = Schemas["PlayerDetails"];
export type Match = Schemas["MatchDetails"];
export type NewMatch = Schemas["NewMatchBody"];
export type Outcome = Schemas["MatchOutcome"];
export type StreamToken = Schemas["StreamTokenDetails"];
export type Series = Schemas["SeriesDetails"];
export type NewSeries = Schemas["NewSeriesBody"];
export type SeriesChange = Schemas["SeriesChange"];
export type SeriesMatch = Schemas["SeriesMatchResult"];
/** A line of a series' stream: the whole series, with `progress` or, as the last one, `end`. */
export type SeriesEvent = Schemas["SeriesEvent"];
export type Tournament = Schemas["TournamentDetails"];
/** Who has entered a tournament. */
export type Entrant = Schemas["TournamentEntrant"];
/** A line of a tournament's stream: the whole tournament, with `progress` or, as the last one, `end`. */
export type TournamentProgress = Schemas["TournamentEvent"];
export type Problem = Schemas["Problem"];
/** A card of a ruleset: `id` and what its schema `card` has. */
export type Card = JsonObject & {
    readonly id: string;
    readonly name: string;
};
/** An action: in short (`bid 3`), structured, and in words for people. */
export type Action = Omit<Schemas["LegalAction"], "action"> & {
    action: JsonObject;
};
/** What happened: the ruleset's own object, and a sentence that says it. */
export type GameEvent = JsonObject & {
    readonly text?: string;
};
/** What a seat, or the spectators, know. `V`: the ruleset's document; null before the start. */
export type View<V = JsonObject> = Omit<Schemas["ViewDetails"], "view" | "legal"> & {
    view: V | null;
    legal: Action[];
};
/** An action that would be taken. */
export type Checked = Schemas["CheckedAction"];
/** An action that was taken. */
export type Answered = Omit<Schemas["DecisionAnswer"], "events"> & {
    events: GameEvent[];
};
/** A position as a document: its JSON is its text, to be kept and sent on. */
export type Position = Omit<Schemas["PositionDocument"], "state"> & {
    state: JsonObject;
};
/** What a viewer knows of a position, saw on the way to it, and may do there. */
export type Seen<V = JsonObject> = Omit<Schemas["ViewerSituation"], "events" | "view" | "legal"> & {
    events: GameEvent[];
    view: V;
    legal: Action[];
};
/** A position, with what everybody knows of it: the spectators first, then the seats. */
export type Situation<V = JsonObject> = Omit<Schemas["PlayablePosition"], "views" | "position"> & {
    views: Seen<V>[];
    position: Position;
};
/** A position of a match that has ended, as everybody saw it. */
export type ReachedPosition<V = JsonObject> = Omit<Schemas["PositionDetails"], "views" | "position"> & {
    views: Seen<V>[];
    position: Position;
};
/** A position of a match that has ended, as one viewer saw it. */
export type ShownPosition<V = JsonObject> = Omit<Schemas["ShownPosition"], "events" | "view"> & {
    events: GameEvent[];
    view?: V | null;
};
/** What a bot plays. */
export type BotChoice = Schemas["BotChoice"];
/** What a bot that searches finds of each legal action. */
export type Explanation = Schemas["BotExplanation"];
/** The first line of a match's stream, and one that replaces all that is known. */
export type Snapshot<V = JsonObject> = View<V> & {
    type: "snapshot";
};
/** One step: what happened, and, where it was asked for, what may be done then. */
export type Step<V = JsonObject> = Omit<Schemas["StepLine"], "view" | "legal" | "events"> & {
    events: GameEvent[];
    view?: V | null;
    legal?: Action[] | null;
};
/** The last line. */
export type End = Schemas["EndLine"];
/** A line of a match's stream; those of other types are to be passed over. */
export type MatchEvent<V = JsonObject> = Snapshot<V> | Step<V> | End;
type Told<T, V> = Omit<T, "view" | "legal"> & {
    view?: V | null;
    legal?: Action[] | null;
};
/** A match that has not ended, with the decision that waits for the player. `invited`: the seat is kept for it. */
export type OpenMatch<V = JsonObject> = Told<Schemas["OpenMatch"], V>;
/** A tournament that the player has entered and that is not over. */
export type OpenTournament = Schemas["OpenTournament"];
/** A line of a player's stream about a tournament that it has entered, or hosts. */
export type TournamentEvent = Schemas["TournamentInvitedLine"] | Schemas["TournamentStartedLine"] | Schemas["RoundPairedLine"] | Schemas["YourTableLine"] | Schemas["TableResultLine"] | Schemas["TournamentCorrectedLine"] | Schemas["TournamentEndedLine"] | Schemas["HostNeededLine"];
/** What is open; it replaces all that is known. */
export type Open<V = JsonObject> = Omit<Schemas["OpenLine"], "matches"> & {
    matches: OpenMatch<V>[];
};
/** A seat that is kept for the player. */
export type Invited = Schemas["InvitedLine"];
/** A decision that waits for the player. */
export type YourTurn<V = JsonObject> = Told<Schemas["YourTurnLine"], V>;
/** A line of a player's stream; those of other types are to be passed over. */
export type AccountEvent<V = JsonObject> = Open<V> | Invited | Schemas["SeatedLine"] | Schemas["LeftLine"] | Schemas["MatchBeganLine"] | YourTurn<V> | Schemas["MatchEndedLine"] | TournamentEvent;
export {};
