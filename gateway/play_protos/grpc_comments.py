"""Comments of the protos that do not come from REST: of what it does not have, or has in another form.

Whatever both doors have, the description of the operation, the model or the field says, and this file does not repeat.
"""

from collections.abc import Mapping
from typing import Final

IN_EVERY_MESSAGE: Final[Mapping[str, str]] = {
    "request_id": (
        "What the client calls this request, 1 to 255 printable ASCII characters: sent again with the same id within a "
        "day it gets the same answer. Empty: each request is one of its own."
    ),
    "unshown": (
        "Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. "
        "Usually empty."
    ),
    "next_page_token": "`page_token` of the next page. Empty: this is the last.",  # nosec B105
    "page_token": "`next_page_token` of the page before, with the same other fields. Empty: the first page.",  # nosec B105
    "encoding": "How the documents in the answer are to be written.",
    "with_actions": "Give each legal action in its structured form, too.",
    "line": "The line. The list may grow: pass over what you do not know.",
}
"""Of fields and unions that say the same in every message, by name."""

COMMENTS: Final[Mapping[str, str]] = {
    "ApiKey": "A key, without its secret.",
    "Delivery.request": "The body that was sent, exactly, where it was asked for.",
    "Delivery.answer": "The body that came, as much as was read: 65,536 bytes at most, where it was asked for.",
    "CrashReport.traceback": "Where it failed, where it was asked for.",
    "SignUpResponse.secret": "The whole key, for the metadata `authorization: Bearer <secret>`.",
    "SetWebhookResponse": "Where a bot is called.",
    "SetWebhookResponse.secret": (
        "Of a new webhook, the only time that it is shown: `whsec_` and the key in base64. Otherwise empty."
    ),
    "ListPositionsRequest.first": "The number of the first one: 0 is the start.",
    "ListPositionsRequest.views": "Whether each position is to have the viewer's view.",
    "ListPositionsResponse.positions": "In order: JSON objects, UTF-8, the entries of REST's list.",
    "ListSeriesPositionsRequest.first": "The number of the first one: 0 is the start.",
    "ListSeriesPositionsRequest.views": "Whether each position is to have the viewer's view.",
    "ListSeriesPositionsResponse.positions": "In order: JSON objects, UTF-8, the entries of REST's list.",
    "PlayPositionRequest.notation": 'Notation, for example "bid 3".',
    "PlayPositionRequest.json": "The JSON of the ruleset's Action, UTF-8.",
    "PlayPositionRequest.action": "REQUIRED. The action, in one of its forms.",
    "ChooseActionRequest.wait": (
        "How many seconds to wait for a bot that searches, at most 30; if it still searches then, send the same again. "
        "The call's deadline must be later. 0: answer at once."
    ),
    "ExplainDecisionRequest.wait": (
        "How many seconds to wait for a bot that searches, at most 30; if it still searches then, send the same again. "
        "The call's deadline must be later. 0: answer at once."
    ),
    "Population": "Who plays in the matches of a leaderboard. The list may grow.",
    "Population.POPULATION_HUMANS": "People among themselves.",
    "Population.POPULATION_BOTS": "Bots among themselves.",
    "Population.POPULATION_MIXED": "People who have agreed to it, and bots.",
    "LeaderboardKey": "Which leaderboard.",
    "LeaderboardKey.ruleset": "REQUIRED. Id of the ruleset.",
    "LeaderboardKey.seats": "REQUIRED. The number of seats, 2 to 5.",
    "LeaderboardKey.population": "REQUIRED. Who plays.",
    "GetLeaderboardRequest.leaderboard": "REQUIRED. Which one.",
    "GetBotStrengthsRequest.leaderboard": "REQUIRED. Which leaderboard: one of bots.",
    "GetBotStrengthsResponse.strengths": "The strongest first; the thousand strongest.",
    "GetRatingHistoryRequest.leaderboard": "REQUIRED. In which leaderboard.",
    "PlayService": "Matches and what a player does in them.",
    "PlayService.GetRuleset": "One ruleset with its options, bots and schemas.",
    "PlayService.GetView": "What a viewer may know of a match now, and do in it.",
    "PlayService.Watch": (
        "What a viewer is shown, step by step, as it happens. The first line is a snapshot unless `since` is given; the"
        " last is `end` when the match is over. A stream that ends without it is to be taken up again with the last "
        "revision: after some minutes, when the service restarts, or when the client does not read. Nothing is lost "
        "then and nothing comes twice."
    ),
    "PlayService.WatchAccount": (
        "What happens in all of the caller's matches and tournaments, as it happens. The first line is what is open "
        "now, unless `since` is given. A stream that ends is to be taken up again with the last cursor: nothing is lost"
        " then and nothing comes twice. Every program that watches the account is told everything."
    ),
    "PlayService.GetQuotas": "How much the caller may create at a time, and uses now.",
    "PlayService.BlockPlayer": (
        "Have nothing to do with a player: it cannot invite the caller, and takes no seat in a match which the caller "
        "has created or in which the caller sits."
    ),
    "PlayService.UnblockPlayer": "Take a block back.",
    "PlayService.ListBlocks": "Whom the caller has blocked.",
    "Encoding": "How a ruleset's own documents are to be written.",
    "Encoding.ENCODING_UNSPECIFIED": "Same as ENCODING_JSON.",
    "Encoding.ENCODING_JSON": "Canonical JSON, UTF-8: the same bytes as REST.",
    "Encoding.ENCODING_MESSAGE": (
        "The ruleset's own message, packed. Not for rulesets whose messages the service does not have."
    ),
    "MatchStatus": "How far a match has come. The list may grow.",
    "MatchStatus.MATCH_STATUS_UNSPECIFIED": "Not used, except in a request: any status.",
    "MatchStatus.MATCH_STATUS_OPEN": "It waits for players or for its creator.",
    "MatchStatus.MATCH_STATUS_LIVE": "It is played.",
    "MatchStatus.MATCH_STATUS_FINISHED": "It has ended with a result.",
    "MatchStatus.MATCH_STATUS_ABORTED": "It was called off.",
    "Visibility": "Who may see a match.",
    "Visibility.VISIBILITY_PUBLIC": "Everybody.",
    "StartRule": "When a match starts.",
    "StartRule.START_RULE_WHEN_FULL": "By itself, with its last seat taken.",
    "StartRule.START_RULE_BY_CREATOR": "When its creator says so.",
    "SeatStatus": "Whether somebody sits in a seat.",
    "SeatStatus.SEAT_STATUS_OPEN": "For whoever joins.",
    "SeatStatus.SEAT_STATUS_RESERVED": "Kept for one player.",
    "SeatStatus.SEAT_STATUS_TAKEN": "Somebody sits here.",
    "TimeOutRule": "What happens to a seat when the time of its turn is over.",
    "TimeOutRule.TIME_OUT_RULE_UNSPECIFIED": "Not said.",
    "TimeOutRule.TIME_OUT_RULE_DEFAULT_ACTION": "The ruleset's default action is played for the seat.",
    "TimeOutRule.TIME_OUT_RULE_BOT": "A house bot decides for the seat, until its turn is over.",
    "TimeOutRule.TIME_OUT_RULE_TAKEOVER": "A house bot plays the seat to the end.",
    "TimeOutRule.TIME_OUT_RULE_FORFEIT": (
        "The seat resigns: the match ends, or the house plays on, as the ruleset declares."
    ),
    "Include": "What a watch may carry with its steps, or with its turns.",
    "Include.INCLUDE_UNSPECIFIED": "Not used.",
    "Include.INCLUDE_VIEW": "The view after the step, or of the turn.",
    "Include.INCLUDE_LEGAL": (
        "The legal actions of the decision that the seat must make after the step, and its deadline; or those of the "
        "turn."
    ),
    "TicketState": "What has become of a ticket. The list may grow.",
    "TicketState.TICKET_STATE_WAITING": "Nobody was found yet.",
    "TicketState.TICKET_STATE_PAIRED": "Its player sits in a match.",
    "TicketState.TICKET_STATE_CANCELLED": "It was cancelled.",
    "TicketState.TICKET_STATE_EXPIRED": "Nobody has read it for too long.",
    "TicketBots": "Whether the other players may be bots.",
    "TicketBots.TICKET_BOTS_ALLOWED": "They may.",
    "TicketBots.TICKET_BOTS_NEVER": "None is.",
    "TicketBots.TICKET_BOTS_ONLY": "All are.",
    "Document": "One document of a ruleset: a view, an event, an action.",
    "Document.json": "Canonical JSON, UTF-8.",
    "Document.message": "The ruleset's message, for example playhall.factionwars.v1.View.",
    "Document.text": (
        "Of an event: what it shows, as a sentence; one line. Empty for views and actions, and where the ruleset's "
        "service gives none. Over REST it is the event's last member, `text`."
    ),
    "Document.form": "The document in the encoding that was asked for. Both forms say the same.",
    "Match.decision_seconds": "Always 0: see `time_control`.",
    "Decline.player": "Who declined: id and name.",
    "TimeControl": (
        "How long the seats that the house does not play may think. A clock runs from the moment at which its seat must"
        " decide until it need not, or until all are shown that it has acted: that is a turn. Private steps neither "
        "stop the clock nor start it anew."
    ),
    "TimeControl.kind": "How time is given. Absent: there are no clocks.",
    "OnTimeOut": "What happens to a seat when the time of its turn is over.",
    "OnTimeOut.rule": "What happens. Unspecified in a request: the default action.",
    "OnTimeOut.bot": "The ruleset's house bot that decides, for the rules that need one. Otherwise empty.",
    "Inspection.player": "The admin: id and name.",
    "Player": "Somebody who creates matches or sits in them.",
    "Player.id": "Id.",
    "Player.name": "Name, for people; not unique.",
    "Player.kind": (
        "`person` or `bot`. Empty for a match's creator, for who has declined or is blocked, and for an admin who looks"
        " at a seat."
    ),
    "Player.version": (
        "In a seat: the version of a bot's program that it had stated when it sat down; for a house bot that of the "
        "ruleset. Otherwise empty."
    ),
    "View.view": "The ruleset's View. Absent: the match has not started.",
    "LegalAction.action": "The ruleset's Action. Absent: the request did not ask for it.",
    "Step.events": "The ruleset's events, as the viewer saw them, in order.",
    "Step.decision": "The viewer's decision that was pending after it. Absent: none.",
    "Step.view": (
        "With INCLUDE_VIEW: the ruleset's View after it. Absent if the step was not the viewer's latest when it was "
        "sent."
    ),
    "Step.legal": (
        "With INCLUDE_LEGAL: every legal action of `decision`, ordered. Empty if there is no decision, or if the step "
        "was not the viewer's latest when it was sent."
    ),
    "Step.deadline_at": "When that decision is played for the seat. Absent: never, or `legal` is empty.",
    "Ruleset.options": "The options that a match may set: a JSON array of objects as REST has them, UTF-8.",
    "Ruleset.schemas": (
        'JSON Schemas (draft 2020-12) of its documents, UTF-8. Keys: "options", "action", "view", "event", "state", and'
        ' "card" for an entry of `cards`.'
    ),
    "Ruleset.cards": "Its catalogue: a JSON array of cards, UTF-8.",
    "Ruleset.layout": "How its table is drawn, a JSON object as REST has it at `/layout`, UTF-8. Empty: there is none.",
    "Ruleset.rules": "How it is played here, Markdown. Empty: it is not told.",
    "ListRulesetsResponse": "What can be played. A ruleset whose service cannot be reached now is left out.",
    "GetRulesetRequest.seats": "A number of seats: the layout is told as it is for so many. 0: for all of them.",
    "GetRulesetRequest.options": (
        "Options as a JSON object, UTF-8: the layout is told as it is with these. Empty: for all of them."
    ),
    "CreateMatchRequest.decision_seconds": "Must be 0: see `time_control`.",
    "CreateMatchRequest.client_seed": (
        "Must be empty: the match publishes its commitment first. Then the creator gives its seed with SeedMatch or "
        "StartMatch."
    ),
    "ListMatchesRequest.joinable": "Only those that the caller could join now, also by an invitation.",
    "ListMatchesRequest.bots": (
        "Only those in which a bot, of the house or another, has a seat or is kept one; or none. Absent: any."
    ),
    "ListMatchesResponse": (
        "A page of matches. It may have fewer than were asked for although another follows. Left out are open ones of a"
        " player whom the caller has blocked, or who has blocked the caller."
    ),
    "GetViewRequest.seat": "Whose view: a seat is for its player and for admins. Absent: the spectator's.",
    "GetViewResponse": "A view.",
    "CheckDecisionRequest.notation": 'Notation, for example "bid 3".',
    "CheckDecisionRequest.json": "The JSON of the ruleset's Action, UTF-8.",
    "CheckDecisionRequest.message": "The ruleset's Action.",
    "CheckDecisionRequest.action": "REQUIRED. The action, in one of its forms.",
    "DecideRequest.notation": 'Notation, for example "bid 3".',
    "DecideRequest.json": "The JSON of the ruleset's Action, UTF-8.",
    "DecideRequest.message": "The ruleset's Action.",
    "DecideRequest.action": "REQUIRED. The action, in one of its forms; one of the decision's legal ones.",
    "DecideResponse": "What became of a decision. The same for ever, however often it is sent.",
    "DecideResponse.action": "The ruleset's Action.",
    "DecideResponse.events": "What the seat was shown of it: the ruleset's events, in order.",
    "WatchRequest.seat": "From where: a seat is for its player and for admins. Absent: as a spectator.",
    "WatchRequest.include": "What each step that is the viewer's latest is to carry. Snapshots have both always.",
    "WatchResponse": "One line of what a viewer is shown.",
    "WatchResponse.snapshot": "The viewer's whole situation; it replaces all that the client knows.",
    "WatchAccountRequest.include": "What turns are to carry.",
    "WatchAccountResponse": "One line of what a player is told.",
    "WatchAccountResponse.cursor": "Where to resume after it.",
    "WatchAccountResponse.at": "When it was committed, or told, whole milliseconds.",
    "NamedTournament": "A tournament, as everything that is told of it names it.",
    "PersonAtTable.seat": "Its seat in the match. Absent where a table has ended.",
    "SeatAtTable.seat": "The match, and the seat in it. The match is there in a moment; `match_began` tells.",
    "OpenTournament.seat": "The match that is played there, and the seat in it. Absent: there is none.",
    "SeatInMatch": "A player's seat in a match.",
    "Turn": "A decision that a player must make.",
    "Turn.view": "The ruleset's View, if it was asked for and the decision has not been answered since.",
    "Turn.legal": "Every legal action, if they were asked for and the decision has not been answered since.",
    "OpenMatch.turn": "The seat, and the decision that waits for it.",
    "EndedMatch.status": "How it ended.",
    "GetReplayResponse.replay": (
        "The replay: a JSON object, UTF-8, the same bytes as REST. `playhall verify` checks it."
    ),
    "Commitment.at": "When it was appended, whole milliseconds. Never before the entry before it.",
    "CommitmentLogHead.at": "When it was so, whole milliseconds.",
    "Pool": "What is to be played: tickets that agree in all of it can be paired.",
    "Pool.options": (
        "The options: a JSON object, UTF-8. In a request those that are set, empty: all at their defaults; in an answer"
        " all."
    ),
    "Pool.time_control": "How long everybody may think. Absent in a request: as long as it takes.",
    "Pool.visibility": "Who may see the match.",
    "Ticket.independent": "It stays when another ticket of the player is paired.",
    "CreateTicketRequest.pool": "REQUIRED. What is to be played.",
    "CreateTicketRequest.independent": (
        "Keep it when another ticket of the player is paired; otherwise it is cancelled then."
    ),
    "GetTicketRequest.wait": (
        "How many seconds to wait until the ticket waits no longer, at most 30. The call's deadline must be later. 0: "
        "answer at once."
    ),
    "SeriesService.StreamSeriesResults": (
        "The results of the matches that were settled when the stream began, in their order. It ends with OK when it "
        "has told them all. A stream that ends otherwise is to be taken up again with the last `next` as `first`: after"
        " some minutes, when the service restarts, or when the client does not read."
    ),
    "SeriesService.WatchSeries": (
        "A series, at once and each time that it has changed, about every second. The last line is `end` when it has "
        "ended. A stream that ends without it is to be taken up again with the last revision: after some minutes, when "
        "the service restarts, or when the client does not read."
    ),
    "SeriesStatus": "How far a series is. The list may grow.",
    "SeriesStatus.SERIES_STATUS_UNSPECIFIED": "Not used, except in a request: any status, or no change.",
    "SeriesStatus.SERIES_STATUS_RUNNING": "It is played.",
    "SeriesStatus.SERIES_STATUS_CANCELLED": "By its owner; what was played stays.",
    "SeriesStatus.SERIES_STATUS_FAILED": "A match could not be played; what was played stays.",
    "SeriesDesign": "How the tables of a series are made up.",
    "SeriesDesign.SERIES_DESIGN_DUPLICATE": (
        "All against all; each group plays each of its deals in every rotation of the seats."
    ),
    "SeriesDesign.SERIES_DESIGN_ROUND_ROBIN": "The same tables, each match with a deal of its own.",
    "SeriesDesign.SERIES_DESIGN_GAUNTLET": (
        "The first entrant against each group of the others, in every rotation of the seats of a deal."
    ),
    "SeriesDesign.SERIES_DESIGN_PAIRED": (
        "The first and the second entrant take turns in the same seat of the same deal; the others are the field."
    ),
    "SeriesDesign.SERIES_DESIGN_RANDOM_TABLES": "Drawn for each match.",
    "SeriesStop": "When a series ends.",
    "SeriesStop.rule": "REQUIRED. One of the rules.",
    "ChangeSeriesRequest": "Changes a series. What is left out stays.",
    "ChangeSeriesRequest.status": (
        "SERIES_STATUS_PAUSED: until it is SERIES_STATUS_RUNNING again. SERIES_STATUS_CANCELLED: for good, what was "
        "played stays. No other; unspecified: as it is."
    ),
    "ChangeSeriesRequest.matches": (
        "How many matches in all, at most 900,000,000, more than up to now; rounded up to whole deals. For a series "
        "with a fixed number, also one that has finished. 0: as many as before."
    ),
    "ChangeSeriesRequest.budget_seconds": (
        "How many seconds of workers it may take, at most 1,000,000,000; 0: as many as it needs. Absent: as before."
    ),
    "ChangeSeriesRequest.revision": (
        "Change it only if it still has this revision, or is already as wanted. A series that is being played changes "
        "all the time. Absent: whatever it has."
    ),
    "StreamSeriesResultsResponse": "The results of some matches.",
    "StreamSeriesResultsResponse.lines": (
        "A line of JSON, UTF-8, for each match, as in the `results.ndjson` of `playhall series`; some 64 KiB of whole "
        "lines."
    ),
    "StreamSeriesResultsResponse.next": "The number of the match that follows: go on from it.",
    "GetSeriesMatchResponse.result": (
        "The result: a JSON object, UTF-8, the match's line of the `results.ndjson` of `playhall series` without its "
        "end."
    ),
    "GetSeriesReplayResponse.replay": (
        "The replay: a JSON object, UTF-8. `playhall verify` checks it, and it commits to the series' document."
    ),
    "WatchSeriesResponse": "A series as it is now.",
    "WatchSeriesResponse.progress": "It has changed.",
    "WatchSeriesResponse.end": "It has ended, and nothing will follow.",
    "TournamentService.WatchTournament": (
        "A tournament, at once and each time that it has changed, about every second. The last line is `end` when it is"
        " over. A stream that ends without it is to be taken up again with the last revision: after some minutes, when "
        "the service restarts, or when the client does not read. What has changed says the log."
    ),
    "TournamentService.ExportTournamentJson": (
        "Everything as JSON: settings, entrants, rounds, results, standings, the log, and the seed when it is over. As "
        "all exports it comes in pieces, which are put together in their order; a stream that does not end with OK has "
        "not told all, and is to be asked for anew."
    ),
    "TournamentStatus": "How far a tournament is. The list may grow.",
    "TournamentStatus.TOURNAMENT_STATUS_UNSPECIFIED": "Not used, except in a request: any status.",
    "TournamentStatus.TOURNAMENT_STATUS_REGISTRATION": "Players enter.",
    "TournamentStatus.TOURNAMENT_STATUS_RUNNING": "It is played.",
    "TournamentStatus.TOURNAMENT_STATUS_FINISHED": "It was played to its end.",
    "TournamentStatus.TOURNAMENT_STATUS_CANCELLED": "By its host; results stay.",
    "TournamentVisibility": "Who may see a tournament.",
    "TournamentVisibility.TOURNAMENT_VISIBILITY_UNSPECIFIED": (
        "Same as TOURNAMENT_VISIBILITY_PUBLIC; in a change: as it is."
    ),
    "TournamentRegistration": "Who enters a tournament by itself.",
    "TournamentRegistration.TOURNAMENT_REGISTRATION_UNSPECIFIED": (
        "Same as TOURNAMENT_REGISTRATION_OPEN; in a change: as it is."
    ),
    "TournamentBots": "Whether bots may enter a tournament.",
    "TournamentBots.TOURNAMENT_BOTS_NONE": "No.",
    "TournamentBots.TOURNAMENT_BOTS_ALLOWED": "Yes, beside people.",
    "TournamentBots.TOURNAMENT_BOTS_ONLY": "Nobody else.",
    "TournamentNextRound": "When the next round is paired.",
    "TournamentNextRound.TOURNAMENT_NEXT_ROUND_AT_ONCE": "After the last table of one has ended, and the pause.",
    "TournamentNextRound.TOURNAMENT_NEXT_ROUND_BY_HOST": "When a host says so.",
    "TournamentApartGroup": "Who is kept apart by a rule.",
    "TournamentRole": "What somebody may do who runs a tournament.",
    "TournamentRole.TOURNAMENT_ROLE_ARBITER": (
        "Everything about entrants, guests, pairings, results and undoing; neither change, start, pause, resume, cancel"
        " nor hosts."
    ),
    "TournamentRole.TOURNAMENT_ROLE_OWNER": "Everything. Not used in a request.",
    "TournamentCsvContent": "What a table of CSV is of.",
    "TournamentTrfVersion": "Versions of FIDE's tournament report files.",
    "TournamentTrfVersion.TOURNAMENT_TRF_VERSION_TRF16": "It knows a win of one point and a draw of half a point only.",
    "TournamentTrfVersion.TOURNAMENT_TRF_VERSION_TRF26": "It states what results are worth, and the tie-breaks.",
    "TournamentWebhookState": "How a webhook of a tournament is doing. The list may grow.",
    "CreateTournamentRequest.stages": (
        "REQUIRED. What is played, one after the other: a JSON array of 1 to 8 objects, UTF-8, as REST has them, for "
        'example [{"format":"swiss","rounds":5}]. Each but the last says how many go on: `advance`.'
    ),
    "TournamentRatingLimit": "A limit of ratings, or none.",
    "TournamentRatingLimit.rating": "The rating. Absent: there is no limit.",
    "ChangedTournamentEntryRules.capacity": "How many take part. 0: as many as before.",
    "ChangedTournamentEntryRules.min_rating": "Who has less cannot enter. Absent: as before.",
    "ChangedTournamentEntryRules.max_rating": "Who has more cannot enter. Absent: as before.",
    "ChangedTournamentEntryRules.check_in_seconds": (
        "Entrants must check in within so long before the start; 0: nobody has to. Absent: as before."
    ),
    "TournamentStartTime": "When a tournament starts.",
    "TournamentStartTime.at": "By itself at this time. Absent: when its host says so.",
    "ChangedTournamentTimes.starts_at": "When it starts. Absent: as before.",
    "ChangeTournamentRequest": "Changes a tournament. What is left out stays.",
    "ChangeTournamentRequest.revision": (
        "Change it only if it still has this revision, or is already as wanted. Absent: whatever it has."
    ),
    "StartTournamentRequest.revision": "Only if it still has this revision, or has started. Absent: whatever it has.",
    "PauseTournamentRequest.revision": "Only if it still has this revision, or is paused. Absent: whatever it has.",
    "ResumeTournamentRequest.revision": "Only if it still has this revision, or goes on. Absent: whatever it has.",
    "CloseTournamentRequest.revision": "Only if it still has this revision, or is closed. Absent: whatever it has.",
    "UndoTournamentEntryRequest.revision": (
        "Only if the tournament still has this revision, or the entry is undone. Absent: whatever it has."
    ),
    "CancelTournamentRequest.revision": "Only if it still has this revision, or is cancelled. Absent: whatever it has.",
    "NewTournamentEntrant": "Who is to be entered: a player, or a bot of the house under a name.",
    "ImportTournamentEntrantsRequest.csv": (
        "The same as CSV: a line with the names of the columns (`player`, `bot`, `name`), then a line for each; a field"
        " that does not apply is empty. What is wrong is pointed at by the number of its line, `/csv/3/player`."
    ),
    "NameTournamentHostRequest.role": "REQUIRED. What it may do: TOURNAMENT_ROLE_HOST or TOURNAMENT_ROLE_ARBITER.",
    "TournamentLogEntry.what": (
        "What has happened: a JSON object, UTF-8, of which `kind` says which it is. The list of kinds may grow."
    ),
    "WatchTournamentResponse": "A tournament as it is now.",
    "WatchTournamentResponse.progress": "It has changed.",
    "WatchTournamentResponse.end": "It is over, and nothing will follow.",
    "TournamentTableSeats": "A table of a round that is paired by hand.",
    "TournamentTableSeats.entrants": "REQUIRED. Ids of its 2 to 5 entrants, in the order of seats.",
    "SetTournamentRoundRequest.tables": "REQUIRED. The tables.",
    "SetTournamentResultResponse.table": "The table: a JSON object, UTF-8, as it stands in its round.",
    "ImaginedTournamentChange": "Something that is imagined to happen.",
    "ImaginedTournamentChange.undone": "The entry of the log with this number is taken back.",
    "ImaginedTournamentChange.withdrawn": "The entrant with this id takes part no more.",
    "ImaginedTournamentChange.what": "REQUIRED. What changes.",
    "ExportTournamentJsonResponse.piece": "Up to 64 KiB of the document, which is a JSON object, UTF-8.",
    "ExportTournamentCsvRequest.stage": (
        "The stage, from 0. Absent: for standings the last that has begun, for results all."
    ),
    "ExportTournamentCsvResponse": "A piece of that.",
    "ExportTournamentCsvResponse.piece": (
        "Up to 64 KiB of the table, UTF-8, with a header. A name that a spreadsheet would take for a formula comes with"
        " an apostrophe before it."
    ),
    "ExportTournamentTrfResponse.piece": "Up to 64 KiB of the report, UTF-8; lines end with CR and LF.",
    "SetTournamentWebhookResponse": "The webhook.",
    "SetTournamentWebhookResponse.secret": (
        "Of a new webhook, the only time that it is shown: `whsec_` and the key in base64. Otherwise empty."
    ),
}
"""By the name of the element below its package; a method's without its scope."""
