export interface paths {
    "/v1/rulesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rulesets
         * @description A ruleset whose service cannot be reached now is left out.
         *
         *     Needs no key.
         */
        get: operations["listRulesets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets/{ruleset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a ruleset
         * @description Needs no key.
         */
        get: operations["getRuleset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets/{ruleset}/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a ruleset's cards
         * @description Needs no key.
         */
        get: operations["listCards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets/{ruleset}/schemas/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a JSON Schema of a ruleset
         * @description The shape of the documents that the API passes through: options, actions, views, events, cards. In the schema of views each array has `x-order`: what the order of its items means.
         *
         *     Needs no key.
         */
        get: operations["getSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets/{ruleset}/layout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how a ruleset's table is drawn
         * @description Zones and where a view has their contents, boards, colours and symbols of cards, titles of words and decisions. What depends on the match says so in `when`, unless `seats` and `options` say which match.
         *
         *     Needs no key.
         */
        get: operations["getLayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets/{ruleset}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the rules of a ruleset
         * @description How the game is played here, complete enough to play by.
         *
         *     Needs no key.
         */
        get: operations["getRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the house bots
         * @description Those of a ruleset whose service cannot be reached now are left out.
         *
         *     Needs no key.
         */
        get: operations["listBots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the players
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["listPlayers"];
        put?: never;
        /**
         * Create a player
         * @description The player has no key yet: make one with `createKey`.
         *
         *     Needs a key with the scope `admin`.
         */
        post: operations["createPlayer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a player's name
         * @description For the caller itself, or for anybody if the caller is an admin. With `If-Match` only if the player is still what its ETag says.
         *
         *     Needs a key with the scope `account:manage`.
         */
        patch: operations["updatePlayer"];
        trace?: never;
    };
    "/v1/players/{player}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player's statistics
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player's quotas
         * @description How much the player may use at a time and uses now, counted over the matches and series that it has created. For the player itself and admins. A key with the scope `admin` has no limits.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a player's keys
         * @description Those that have no scope which the caller's key lacks; also those that have expired or were revoked. Without secrets.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description For the caller itself, or for anybody if the caller is an admin.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key
         * @description `current` tells what the key of the request may do, and any key may ask that. For another of the caller's keys: with `account:manage` and every scope of that key. An admin may ask for any.
         *
         *     Needs a key; any scope will do.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description And with it, together, every key that it made, that those made, and so on. They are refused within a second, and open streams end within some. May be retried, and works on a key that has expired. Any key may revoke itself; for another: with `account:manage` and every scope of that key.
         *
         *     Needs a key; any scope will do.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{key}:rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a key
         * @description A new key like the old one, which goes on for the overlap; keys that the old one made go on as they are. The caller's key must have every scope of the key that it renews, and is the new one's parent: a key that renews itself and is revoked later takes its successor with it. To end a key that has leaked, revoke it.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bot's webhook
         * @description For the bot itself and admins.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["getWebhook"];
        /**
         * Set a bot's webhook
         * @description For the caller itself, or for any bot if the caller is an admin. Whoever is called sees what the bot sees and plays for it, so the key must also have `matches:read` and `matches:play`; and when it is revoked, the webhook is called no more. What the bot has to decide now is asked at once.
         *
         *     Needs a key with the scope `account:manage`.
         */
        put: operations["setWebhook"];
        post?: never;
        /**
         * Remove a bot's webhook
         * @description The bot plays on by REST or gRPC. May be retried.
         *
         *     Needs a key with the scope `account:manage`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/webhook:rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a webhook's secret
         * @description For 24 hours calls are signed by both secrets, the old one and the new one.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of a bot
         * @description The last thousand, for as many days as the operator keeps them. For the bot itself alone: they tell when its seat decided.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/webhook/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a call of a bot
         * @description With what was sent, which is what the seat knew, and what was answered. For the bot itself alone, by a key that has `matches:read` as well.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/webhook/deliveries/{delivery}:resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a bot for a decision once more
         * @description As if for the first time: also what the bot has accepted, and what was given up. A bot that is offline is called when it is online. For the bot itself alone, by a key that has `matches:read` as well.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List matches
         * @description Those that the caller may see, newest first. Without a key: the public ones, and no `me`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listMatches"];
        put?: never;
        /**
         * Create a match
         * @description Needs a key with the scope `matches:create`.
         */
        post: operations["createMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a match
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getMatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}:join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a seat
         * @description Two players never get the same seat. Joining again in the seat that the caller has changes nothing, but for a client seed that was not given before. Keep the match's `commitment` first: others are shown the SHA-256 of your client seed now, and the seed when the match has started.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["joinMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}:seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a client seed
         * @description For whoever has a seat in an open match, the creator included. Once: the same again changes nothing, another is refused. Others are shown its SHA-256 now, and the seed when the match has started.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["seedMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}:leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a seat before the start
         * @description Or decline the seat that is kept for the caller. It is open to others then; leaving again changes nothing. In a live match, resign.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["leaveMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/seats/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say who is to sit in a seat
         * @description For the creator, before the start, where no person sits: give an open seat to a bot, keep it for a player, or open one that was kept. With its last seat taken the match starts as usual.
         *
         *     Needs a key with the scope `matches:play`.
         */
        put: operations["assignSeat"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}:start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a match
         * @description For its creator, once every seat is taken. A creator who has a seat may add its client seed. If the ruleset was updated since the match was created, it cannot start: it was committed to the other version.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["startMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}:resign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resign
         * @description The seat is played on with the ruleset's default actions, or the match ends: see the ruleset's `resignation_ends_at`.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["resignMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}:abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abort a match
         * @description For its creator while it is open, for an admin until it ends. It counts for nobody.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["abortMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the spectator's view
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getSpectatorView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/seats/{seat}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a seat's view
         * @description With the seat's pending decision and its legal actions. For the seat's player, and for admins without a seat in the match: that one has looked stands in the match's `inspections` before the answer is sent.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getSeatView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/decisions/{decision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a decision
         * @description Plays an action for the caller's seat. The same answer sent again gets the same reply, byte for byte; another answer to a decision that is answered is refused.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["answerDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/decisions/{decision}:check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try out an answer
         * @description Says whether `answerDecision` would take the action, and refuses it for the same reasons. Changes nothing, and tells nothing of what would happen: neither events nor chance.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["checkDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what spectators are shown of a match
         * @description What has come after `since`; with `wait`, as soon as something does.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listMatchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/events/sse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a match as a spectator, by server-sent events
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["streamMatchEventsSse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/events/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a match as a spectator, by JSON lines
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["streamMatchEventsNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/seats/{seat}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a seat is shown of its match
         * @description What has come after `since`; with `wait`, as soon as something does. For the seat's player, and for admins without a seat in the match: that one has looked stands in the match's `inspections` before the first event is sent.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listSeatEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/seats/{seat}/events/sse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a match from a seat, by server-sent events
         * @description For the seat's player, and for admins without a seat in the match: that one has looked stands in the match's `inspections` before the first event is sent.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamSeatEventsSse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/seats/{seat}/events/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a match from a seat, by JSON lines
         * @description For the seat's player, and for admins without a seat in the match: that one has looked stands in the match's `inspections` before the first event is sent.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamSeatEventsNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what happens in all of one's matches
         * @description What has come after `since`; with `wait`, as soon as something does.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listAccountEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/sse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow all of one's matches, by server-sent events
         * @description A program needs this one stream however many matches it plays: `your_turn` tells when and what to decide.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamAccountEventsSse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow all of one's matches, by JSON lines
         * @description A program needs this one stream however many matches it plays: `your_turn` tells when and what to decide.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamAccountEventsNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}:stream-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for the spectators' stream
         * @description Of a public match it is needed only where `PLAYHALL_PUBLIC_SPECTATING` is off.
         *
         *     Needs a key with the scope `matches:read`.
         */
        post: operations["createStreamToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/seats/{seat}:stream-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for a seat's stream
         * @description For the seat's player, and for admins without a seat in the match: that one has looked stands in the match's `inspections` when the stream is opened. Whether the player still has the seat is asked again then.
         *
         *     Needs a key with the scope `matches:read`.
         */
        post: operations["createSeatStreamToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the replay of a match that has ended
         * @description Commitment, seeds, actions, events with what each seat saw of them, outcome, and the SHA-256 of the last state, signed by the platform. That of an aborted match has no outcome and ends where it was aborted; before its start, it tells the commitment and the seeds. `docs/fairness.md` says how it is checked.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List series
         * @description Your own, newest first; for admins those of all players.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listSeries"];
        put?: never;
        /**
         * Play a series
         * @description It is played by the version of the ruleset that is installed with the platform.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["createSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a series
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause, resume, cancel, extend or rename a series
         * @description The same change again is no error. A series that is being played changes all the time: `If-Match` is for one that is not.
         *
         *     Needs a key with the scope `matches:create`.
         */
        patch: operations["changeSeries"];
        trace?: never;
    };
    "/v1/series/{series}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a series has shown so far
         * @description Standings with confidence intervals, strengths, pairs, seats, scores, length, errors, and the state of the sequential test: the `summary.json` of `playhall series`, of the `settled` matches.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getSeriesSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two series
         * @description By how much the bots that have played in both did better in the second, with confidence intervals. Both are of one ruleset. Two comparisons or replays of series are made at a time in one process.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["compareSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/events/sse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a series, by server-sent events
         * @description The series, at once and each time that it has changed, about every second, up to its `end`. Resume it with the last revision that you have.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamSeriesEventsSse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/events/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a series, by JSON lines
         * @description The series, at once and each time that it has changed, about every second, up to its `end`. Resume it with the last revision that you have.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamSeriesEventsNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/results/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of a series as JSON lines
         * @description Of the `settled` matches, in their order. A download that breaks off goes on with the number of the first match that is missing, as `first`. A line for each match, as in the `results.ndjson` of `playhall series`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getSeriesResultsNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/results/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of a series as CSV
         * @description Of the `settled` matches, in their order. A download that breaks off goes on with the number of the first match that is missing, as `first`. A row for each seat of each match; the columns are those of `playhall series export`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getSeriesResultsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/results/parquet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of a series as Parquet
         * @description Of the `settled` matches, in their order. A download that breaks off goes on with the number of the first match that is missing, as `first`. A row for each seat of each match; the columns are those of `playhall series export`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getSeriesResultsParquet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/matches/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the result of a match of a series
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getSeriesMatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/matches/{number}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the replay of a match of a series
         * @description The match is played again for it, two at a time in one process: a third request gets `BUSY`. It holds before `playhall verify`, and commits to the series' document.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getSeriesReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the platform's signing keys
         * @description Retired keys stay: what they have signed until then still holds.
         *
         *     Needs no key.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/commitments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the log of commitments
         * @description Needs no key.
         */
        get: operations["listCommitments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/commitments/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed head of the log
         * @description Needs no key.
         */
        get: operations["getCommitmentLogHead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/commitments/{digest}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a commitment in the log
         * @description A new match's commitment is there within seconds.
         *
         *     Needs no key.
         */
        get: operations["getCommitment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the process lives
         * @description Depends on nothing else.
         *
         *     Needs no key.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether requests can be served
         * @description Needs no key.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AbortReason
         * @description Why the platform has aborted a match: it was not filled, or nobody moved, for as long as the operator's rule
         *     allows.
         * @enum {string}
         */
        AbortReason: "expired" | "idle";
        /**
         * AccountEvent
         * @description A line of an account's events. The list of types may grow: pass over what you do not know.
         */
        AccountEvent: components["schemas"]["OpenLine"] | components["schemas"]["InvitedLine"] | components["schemas"]["SeatedLine"] | components["schemas"]["LeftLine"] | components["schemas"]["MatchBeganLine"] | components["schemas"]["YourTurnLine"] | components["schemas"]["MatchEndedLine"];
        /**
         * AccountPage
         * @description A page of an account's events.
         */
        AccountPage: {
            /**
             * Events
             * @description The lines, oldest first; may be empty.
             */
            events: components["schemas"]["AccountEvent"][];
            /**
             * Next Since
             * @description `since` of the next page.
             */
            next_since: string | null;
        };
        /**
         * Blank
         * @description What an empty text among the contents of a zone stands for.
         * @enum {string}
         */
        Blank: "empty" | "hidden";
        /**
         * Board
         * @description A board of cells. A cell's neighbours are the cells at its coordinates plus each of the `steps`.
         */
        Board: {
            /** Id */
            id: string;
            /** Title */
            title: string;
            /** Text */
            text: string;
            /** @description `hex_pointy`: hexes with a corner at the top; `square`: squares. */
            grid: components["schemas"]["Grid"];
            /**
             * Radius
             * @description Hexes: steps from the middle to the rim.
             * @default null
             */
            radius: number | null;
            /**
             * Steps
             * @description The steps (q, r) to a cell's neighbours.
             */
            steps: [
                number,
                number
            ][];
            /** Regions */
            regions: components["schemas"]["Region"][];
            /**
             * Cells
             * @description Every cell, row by row from the top, from left to right.
             */
            cells: components["schemas"]["Cell"][];
            /**
             * @description Of which matches it is part. Absent: of all.
             * @default null
             */
            when: components["schemas"]["When"] | null;
        };
        /**
         * Bronstein
         * @description A bank for the whole match, from which each turn takes nothing until its delay has passed.
         */
        Bronstein: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "bronstein";
            /**
             * Bank Seconds
             * @description In the bank when the match starts.
             */
            bank_seconds: number;
            /**
             * Delay Seconds
             * @description Of each turn, before the bank runs.
             */
            delay_seconds: number;
        };
        /**
         * CardKind
         * @description A kind of card.
         */
        CardKind: {
            /**
             * Kind
             * @description The `kind` of its entries in the catalogue.
             */
            kind: string;
            /** Title */
            title: string;
            /**
             * Text
             * @description What such a card is for: to be shown where a card has no text of its own.
             */
            text: string;
            /**
             * Facts
             * @description The fields that belong on its face, in reading order.
             * @default []
             */
            facts: components["schemas"]["Fact"][];
        };
        /**
         * CardList
         * @description A page of a ruleset's catalogue.
         */
        CardList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Cards
             * @description Each card's facts, text and effect, as the ruleset's schema `card` has them.
             */
            cards: {
                [key: string]: unknown;
            }[];
        };
        /**
         * Cell
         * @description A cell of a board.
         */
        Cell: {
            /**
             * Id
             * @description As views and actions name it.
             */
            id: string;
            /**
             * Q
             * @description Its column: hexes: the axial coordinate q, to the right.
             */
            q: number;
            /**
             * R
             * @description Its row: hexes: the axial coordinate r, downwards.
             */
            r: number;
            /**
             * Regions
             * @description Ids of the regions that it belongs to.
             * @default []
             */
            regions: string[];
        };
        /**
         * CheckedAction
         * @description An action that would stand as the answer to a decision. What would come of it is not told.
         */
        CheckedAction: {
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Seat
             * @description The seat that would answer.
             */
            seat: number;
            /**
             * Decision
             * @description The number of the decision.
             */
            decision: number;
            /**
             * Action
             * @description The action in the ruleset's structured form.
             */
            action: {
                [key: string]: unknown;
            };
            /**
             * Notation
             * @description The action in short.
             */
            notation: string;
        };
        /**
         * ClockDetails
         * @description A seat's clock.
         */
        ClockDetails: {
            /**
             * Seat
             * @description Whose clock it is.
             */
            seat: number;
            /**
             * Bank Ms
             * @description Milliseconds in the seat's bank: when its turn began, the increment included, or now if no turn runs. Null for a time control without a bank.
             */
            bank_ms: number | null;
            /**
             * Deadline At
             * @description When the time of the seat's turn is over; null: its clock stands.
             */
            deadline_at: string | null;
        };
        /**
         * Commitment
         * @description An entry of the log.
         */
        Commitment: {
            /**
             * Index
             * @description Its place, from 0.
             */
            index: number;
            /**
             * At
             * Format: date-time
             * @description When it was appended. Never before the entry before it.
             */
            at: string;
            /**
             * Digest
             * @description The match's `commitment`.
             */
            digest: string;
            /**
             * Previous
             * @description `hash` of the entry before; 64 zeros in the first one.
             */
            previous: string;
            /**
             * Hash
             * @description SHA-256 of `playhall.commitment-log-entry/1`, a zero byte, index and time in milliseconds since 1970 (eight bytes each, most significant first), digest and previous hash.
             */
            hash: string;
        };
        /**
         * CommitmentPage
         * @description A page of the log, in its order. Entries never change.
         */
        CommitmentPage: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Entries
             * @description In the order of the log.
             */
            entries: components["schemas"]["Commitment"][];
        };
        /**
         * Correspondence
         * @description Every turn has so many days.
         */
        Correspondence: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "correspondence";
            /**
             * Days
             * @description Of each turn.
             */
            days: number;
        };
        /**
         * Creator
         * @description Who created the match.
         */
        Creator: {
            /**
             * Id
             * @description The player's id.
             */
            id: string;
            /**
             * Name
             * @description The name that the player had.
             */
            name: string;
        };
        /**
         * Decision
         * @description A kind of decision: the actions whose JSON has this one member.
         */
        Decision: {
            /**
             * Action
             * @description The member's name.
             */
            action: string;
            /**
             * Title
             * @description For a button.
             */
            title: string;
            /**
             * Text
             * @description What it does, in a sentence.
             */
            text: string;
        };
        /**
         * DecisionAnswer
         * @description What became of a decision. The same for ever, however often it is sent.
         */
        DecisionAnswer: {
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Seat
             * @description The seat that answered.
             */
            seat: number;
            /**
             * Decision
             * @description The number of the decision.
             */
            decision: number;
            /**
             * Action
             * @description The action in the ruleset's structured form.
             */
            action: {
                [key: string]: unknown;
            };
            /**
             * Notation
             * @description The action in short.
             */
            notation: string;
            /**
             * Revision
             * @description The seat's revision after it.
             */
            revision: number;
            /**
             * Events
             * @description What the seat was shown of it.
             */
            events: {
                [key: string]: unknown;
            }[];
            /**
             * Next Decision
             * @description The number of the seat's next decision, if it must decide again now.
             */
            next_decision: number | null;
        };
        /**
         * DecisionBody
         * @description The answer to a decision.
         */
        DecisionBody: {
            /**
             * Action
             * @description One of the decision's `legal` actions: its `notation`, or its `action` object.
             */
            action: string | Record<string, never>;
        };
        /**
         * DeliveryDetails
         * @description An attempt to call a bot.
         */
        DeliveryDetails: {
            /**
             * Id
             * @description The delivery's id.
             */
            id: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Seat
             * @description The bot's seat.
             */
            seat: number;
            /**
             * Decision
             * @description The number of the decision.
             */
            decision: number;
            /**
             * Attempt
             * @description From 1; anew when the webhook is changed.
             */
            attempt: number;
            /**
             * At
             * Format: date-time
             * @description When the call began.
             */
            at: string;
            /**
             * Ms
             * @description How long it took, in milliseconds.
             */
            ms: number;
            /** @description What became of it. The list may grow. */
            outcome: components["schemas"]["Outcome"];
            /**
             * Code
             * @description The code of the problem, if the action was refused.
             */
            code: string | null;
            /**
             * Status
             * @description The HTTP status; null: there was no answer.
             */
            status: number | null;
        };
        /**
         * DeliveryList
         * @description A page of attempts, newest first.
         */
        DeliveryList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Deliveries
             * @description Newest first.
             */
            deliveries: components["schemas"]["DeliveryDetails"][];
        };
        /**
         * EndLine
         * @description Nothing will follow.
         */
        EndLine: {
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "end";
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Revision
             * @description The viewer's revision, that of the last step.
             */
            revision: number;
            /** @description How the match ended. */
            status: components["schemas"]["Status"];
            /** @description The result; null: it was called off. */
            outcome: components["schemas"]["MatchOutcome"] | null;
        };
        /**
         * Entrant
         * @description A bot that takes part. ``version``: of the ruleset that brings it; of somebody's own bot, :data:`OWN_BOT` and the
         *     SHA-256 of its file; of a bot that lives elsewhere (``bot`` begins with :data:`LIVE_BOT`) what its owner says. The
         *     same bot may enter more than once, if it does not live elsewhere.
         */
        Entrant: {
            /** Bot */
            bot: string;
            /** Version */
            version: string;
        };
        /**
         * EventPage
         * @description A page of a match's events.
         */
        EventPage: {
            /**
             * Events
             * @description The lines, oldest first; may be empty, and of a long past only the first hundred.
             */
            events: components["schemas"]["MatchEvent"][];
            /**
             * Next Since
             * @description `since` of the next page.
             */
            next_since: number;
            /**
             * Ended
             * @description Nothing will follow: the last line is the end.
             */
            ended: boolean;
        };
        /**
         * Fact
         * @description A field of a card that belongs on its face.
         */
        Fact: {
            /**
             * Field
             * @description Where it is in an entry of the catalogue.
             */
            field: string;
            /** Title */
            title: string;
            symbol: components["schemas"]["Symbol"];
        };
        /**
         * Fischer
         * @description A bank for the whole match, to which each turn adds an increment when it begins.
         */
        Fischer: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "fischer";
            /**
             * Bank Seconds
             * @description In the bank when the match starts.
             */
            bank_seconds: number;
            /**
             * Increment Seconds
             * @description Added to the bank when a turn begins.
             */
            increment_seconds: number;
        };
        /**
         * FixedStop
         * @description The series ends after so many matches.
         */
        FixedStop: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            rule: "fixed";
            /** Matches */
            matches: number;
        };
        /**
         * Forfeit
         * @description The seat resigns.
         */
        Forfeit: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "forfeit";
        };
        /**
         * Grid
         * @description How a board's cells touch.
         * @enum {string}
         */
        Grid: "hex_pointy" | "square";
        /**
         * Holds
         * @description What a zone holds.
         * @enum {string}
         */
        Holds: "cards" | "units" | "dice" | "tokens" | "tiles" | "numbers";
        /**
         * HouseBot
         * @description A bot of the house. It is a player like any other and has statistics.
         */
        HouseBot: {
            /**
             * Ruleset
             * @description The id of the ruleset that it plays.
             */
            ruleset: string;
            /**
             * Id
             * @description Take a seat for it with `bot:<id>`.
             */
            id: string;
            /**
             * Player Id
             * @description The id under which it stands in matches and statistics.
             */
            player_id: string;
            /**
             * Summary
             * @description How it plays, in a sentence.
             */
            summary: string;
            /**
             * Thinks
             * @description It searches, and takes many milliseconds over a decision.
             */
            thinks: boolean;
        };
        /**
         * HouseBotList
         * @description A page of the house bots of all rulesets.
         */
        HouseBotList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Bots
             * @description By ruleset, from the simplest.
             */
            bots: components["schemas"]["HouseBot"][];
        };
        /**
         * InspectionDetails
         * @description An admin without a seat in the match has looked at a seat.
         */
        InspectionDetails: {
            /**
             * Seat
             * @description Which seat.
             */
            seat: number;
            /** @description Who looked. */
            player: components["schemas"]["Inspector"];
            /**
             * At
             * Format: date-time
             * @description When it did so for the first time.
             */
            at: string;
        };
        /**
         * Inspector
         * @description An admin.
         */
        Inspector: {
            /**
             * Id
             * @description The player's id.
             */
            id: string;
            /**
             * Name
             * @description The player's name.
             */
            name: string;
        };
        /**
         * InvitedLine
         * @description A seat of an open match is kept for the player.
         */
        InvitedLine: {
            /**
             * At
             * Format: date-time
             * @description When it was committed, or told.
             */
            at: string;
            /**
             * Cursor
             * @description Where to resume after this line: `since`, or `Last-Event-ID`.
             */
            cursor: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invited";
            /** @description Who keeps it. */
            by: components["schemas"]["Inviter"];
        };
        /**
         * Inviter
         * @description Who created a match.
         */
        Inviter: {
            /**
             * Id
             * @description The player's id.
             */
            id: string;
            /**
             * Name
             * @description The player's name.
             */
            name: string;
        };
        /**
         * JoinBody
         * @description Which seat to take.
         */
        JoinBody: {
            /**
             * Seat
             * @description Null: the one kept for you, or the first open one.
             */
            seat?: number | null;
            /** Client Seed */
            client_seed?: string | null;
        };
        /**
         * KeyDetails
         * @description A key, without its secret.
         */
        KeyDetails: {
            /**
             * Id
             * @description The key's id, which is not secret.
             */
            id: string;
            /**
             * Player Id
             * @description Whose key it is.
             */
            player_id: string;
            /**
             * Name
             * @description What it is for.
             */
            name: string;
            /**
             * Scopes
             * @description What it allows.
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Expires At
             * @description When it ends; null: never.
             */
            expires_at: string | null;
            /**
             * Revoked At
             * @description When it was revoked; null: it was not.
             */
            revoked_at: string | null;
            /**
             * Parent
             * @description The id of the key that made it; null if the operator did, or if it is older than this record.
             */
            parent: string | null;
        };
        /**
         * KeyList
         * @description A page of a player's keys, oldest first.
         */
        KeyList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Keys
             * @description The keys, oldest first.
             */
            keys: components["schemas"]["KeyDetails"][];
        };
        /**
         * KeyWithSecret
         * @description A key with its secret. This is the only time it is shown.
         */
        KeyWithSecret: {
            /**
             * Id
             * @description The key's id, which is not secret.
             */
            id: string;
            /**
             * Player Id
             * @description Whose key it is.
             */
            player_id: string;
            /**
             * Name
             * @description What it is for.
             */
            name: string;
            /**
             * Scopes
             * @description What it allows.
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Expires At
             * @description When it ends; null: never.
             */
            expires_at: string | null;
            /**
             * Revoked At
             * @description When it was revoked; null: it was not.
             */
            revoked_at: string | null;
            /**
             * Parent
             * @description The id of the key that made it; null if the operator did, or if it is older than this record.
             */
            parent: string | null;
            /**
             * Secret
             * @description The whole key, to be sent as `Authorization: Bearer <secret>`.
             */
            secret: string;
        };
        /**
         * Layout
         * @description What is needed to draw the table of a ruleset.
         */
        Layout: {
            /**
             * Zones
             * @description The places of the table, in reading order.
             */
            zones: components["schemas"]["Zone"][];
            /**
             * Boards
             * @description Boards of cells; empty for a game without one.
             * @default []
             */
            boards: components["schemas"]["Board"][];
            /**
             * Kinds
             * @description The kinds of cards of the catalogue.
             * @default []
             */
            kinds: components["schemas"]["CardKind"][];
            /**
             * Looks
             * @description Colours and symbols of cards by fields of the catalogue.
             * @default []
             */
            looks: components["schemas"]["Looks"][];
            /**
             * Words
             * @description Titles of words in a view: above all what it waits for.
             * @default []
             */
            words: components["schemas"]["Words"][];
            /**
             * Decisions
             * @description Titles of all kinds of decisions.
             * @default []
             */
            decisions: components["schemas"]["Decision"][];
        };
        /**
         * LeftLine
         * @description The player has no seat in an open match any more, whoever gave it to another.
         */
        LeftLine: {
            /**
             * At
             * Format: date-time
             * @description When it was committed, or told.
             */
            at: string;
            /**
             * Cursor
             * @description Where to resume after this line: `since`, or `Last-Event-ID`.
             */
            cursor: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "left";
        };
        /**
         * LegalAction
         * @description One legal action.
         */
        LegalAction: {
            /**
             * Notation
             * @description The action in short: `bid 3`.
             */
            notation: string;
            /**
             * Action
             * @description The same in the ruleset's structured form.
             */
            action: {
                [key: string]: unknown;
            };
            /**
             * Label
             * @description The same for a person.
             */
            label: string;
        };
        /**
         * LiveMatches
         * @description How the matches of a series are played in which bots take part that live elsewhere: as live matches of the
         *     platform, ``concurrency`` of them at a time.
         */
        LiveMatches: {
            /** Time Control */
            time_control: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /** On Time Out */
            on_time_out: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /** Concurrency */
            concurrency: number;
        };
        /**
         * Liveness
         * @description The process answers.
         */
        Liveness: {
            /** @description `ok`: the process works. */
            status: components["schemas"]["State"];
        };
        /**
         * LogHead
         * @description What the log is now, signed: whoever compares two heads finds out whether both were shown the same log.
         */
        LogHead: {
            /**
             * Size
             * @description How many entries the log has.
             */
            size: number;
            /**
             * Hash
             * @description `hash` of the last entry; 64 zeros for an empty log.
             */
            hash: string;
            /**
             * At
             * Format: date-time
             * @description When it was so.
             */
            at: string;
            /**
             * Key Id
             * @description The key that signed it.
             */
            key_id: string;
            /**
             * Signature
             * @description Ed25519, 64 bytes, hexadecimal, over `playhall.commitment-log-head/1`, a zero byte and the SHA-256 of size (eight bytes, most significant first), hash and time in milliseconds (eight bytes).
             */
            signature: string;
        };
        /**
         * Look
         * @description The look of one value of a field of the catalogue.
         */
        Look: {
            /**
             * Value
             * @description The value in the card's field; in a field that is a list, one of them.
             */
            value: string | number | boolean;
            /** Title */
            title: string;
            /**
             * Colour
             * @description A CSS colour.
             */
            colour: string;
            symbol: components["schemas"]["Symbol"];
        };
        /**
         * Looks
         * @description How cards look by one of their fields: a card's colour and symbol are those of the first of these fields that it
         *     has a listed value in.
         */
        Looks: {
            /**
             * Field
             * @description Where the field is in an entry of the catalogue.
             */
            field: string;
            /** Title */
            title: string;
            /** Values */
            values: components["schemas"]["Look"][];
        };
        /**
         * MatchBeganLine
         * @description The match has started.
         */
        MatchBeganLine: {
            /**
             * At
             * Format: date-time
             * @description When it was committed, or told.
             */
            at: string;
            /**
             * Cursor
             * @description Where to resume after this line: `since`, or `Last-Event-ID`.
             */
            cursor: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "match_began";
        };
        /**
         * MatchDetails
         * @description A match, as its caller may know it.
         */
        MatchDetails: {
            /**
             * Id
             * @description The match's id.
             */
            id: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Ruleset Version
             * @description The version of the ruleset that plays the match.
             */
            ruleset_version: string;
            /** @description How far the match has come. */
            status: components["schemas"]["Status"];
            /** @description Who may see it. */
            visibility: components["schemas"]["services__matches__model__Visibility"];
            /** @description When it starts. */
            start_rule: components["schemas"]["StartRule"];
            /**
             * Options
             * @description Every option of the ruleset with its value.
             */
            options: {
                [key: string]: unknown;
            };
            /**
             * Seats
             * @description In seat order.
             */
            seats: components["schemas"]["SeatDetails"][];
            /** @description Who created it. */
            creator: components["schemas"]["Creator"];
            /**
             * Commitment
             * @description What the match was committed to at its creation: SHA-256 of `commitment_document`, hexadecimal. Keep it before you give a client seed, and check it with the replay.
             */
            commitment: string;
            /**
             * Commitment Document
             * @description What the match promises: the SHA-256 of the server's seed, and all else that could be chosen after it. Hashed as canonical JSON (RFC 8785). Null: the match was created before there were such documents, and `commitment` is the SHA-256 of the server's seed.
             */
            commitment_document: {
                [key: string]: unknown;
            } | null;
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `commitment`. */
            commitment_signature: components["schemas"]["SignatureDetails"] | null;
            /**
             * Time Control
             * @description How long people and their bots may think.
             */
            time_control: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat when the time of its turn is over.
             */
            on_time_out: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /**
             * Clocks
             * @description The clocks of the seats that have one; everybody may know them. Empty before the start.
             */
            clocks: components["schemas"]["ClockDetails"][];
            /**
             * Spectator Delay Seconds
             * @description How much later than the seats spectators see what happens.
             */
            spectator_delay_seconds: number;
            /**
             * Created At
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Started At
             * @description When it started; null: it has not.
             */
            started_at: string | null;
            /**
             * Ended At
             * @description When it ended; null: it has not.
             */
            ended_at: string | null;
            /**
             * Seat
             * @description The caller's seat; null for a spectator.
             */
            seat: number | null;
            /**
             * Revision
             * @description The caller's revision: how many steps it has been shown. 0 before the start.
             */
            revision: number;
            /**
             * Pending
             * @description The seats that must decide now.
             */
            pending: number[];
            /**
             * Decision
             * @description The number of the decision that the caller must answer now.
             */
            decision: number | null;
            /**
             * Deadline At
             * @description When the time of the caller's turn is over.
             */
            deadline_at: string | null;
            /** @description The result; null: it has not finished. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /** @description `expired`: it was not filled in time; `idle`: nobody moved for too long. Null: it was not aborted, or a person called it off. */
            abort_reason: components["schemas"]["AbortReason"] | null;
            /**
             * Migrations
             * @description The versions of the ruleset that have played the match before `ruleset_version`. Usually empty.
             */
            migrations: components["schemas"]["MigrationDetails"][];
            /**
             * Inspections
             * @description Which admins have looked at seats before the end; they cannot take one. Usually empty.
             */
            inspections: components["schemas"]["InspectionDetails"][];
        };
        /**
         * MatchEndedLine
         * @description The match has ended, or was called off.
         */
        MatchEndedLine: {
            /**
             * At
             * Format: date-time
             * @description When it was committed, or told.
             */
            at: string;
            /**
             * Cursor
             * @description Where to resume after this line: `since`, or `Last-Event-ID`.
             */
            cursor: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "match_ended";
            /** @description How far the match has come. */
            status: components["schemas"]["Status"];
            /** @description The result; null: it was called off. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /** @description Why the platform has aborted it; null: a person did. */
            abort_reason: components["schemas"]["AbortReason"] | null;
        };
        /**
         * MatchEvent
         * @description A line of a match's events. The list of types may grow: pass over what you do not know.
         */
        MatchEvent: components["schemas"]["SnapshotLine"] | components["schemas"]["StepLine"] | components["schemas"]["EndLine"];
        /**
         * MatchList
         * @description A page of matches, newest first.
         */
        MatchList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Matches
             * @description Newest first.
             */
            matches: components["schemas"]["MatchDetails"][];
        };
        /**
         * MatchOutcome
         * @description The result of a finished match.
         */
        MatchOutcome: {
            /**
             * Results
             * @description One per seat, in seat order.
             */
            results: components["schemas"]["SeatOutcome"][];
            /**
             * Reason
             * @description Why it ended, in a word.
             */
            reason: string;
        };
        /**
         * MigrationDetails
         * @description Another version of the ruleset plays the match on, as the one before would have.
         */
        MigrationDetails: {
            /**
             * From Version
             * @description Which version had played it.
             */
            from_version: string;
            /**
             * To Version
             * @description Which one plays it on.
             */
            to_version: string;
            /**
             * At
             * Format: date-time
             * @description Since when.
             */
            at: string;
        };
        /**
         * NewFixedStop
         * @description The series ends after so many matches.
         */
        NewFixedStop: {
            /**
             * @description What the stop rule is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            rule: "fixed";
            /**
             * Matches
             * @description Rounded up to whole deals.
             */
            matches: number;
        };
        /**
         * NewKey
         * @description A key to create.
         */
        NewKey: {
            /**
             * Name
             * @description What it is for: 1 to 64 characters, one of them visible, none a control character.
             */
            name: string;
            /**
             * Scopes
             * @description What it allows; no more than the key that makes it.
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Expires In Seconds
             * @description How long it is valid; null: until it is revoked. Never longer than the key that makes it.
             */
            expires_in_seconds?: number | null;
        };
        /**
         * NewMatchBody
         * @description A match to create.
         */
        NewMatchBody: {
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Seats
             * @description Who sits where, in seat order: `open` for whoever joins, `me`, `bot:<bot id>` for a house bot, `player:<player id>` to keep the seat for one player.
             */
            seats: string[];
            /**
             * Options
             * @description The ruleset's options; those left out have their defaults.
             */
            options?: {
                [key: string]: unknown;
            };
            /** @description `private`: only its seated and invited players, its creator and admins may see the match. Default: `"public"`. */
            visibility?: components["schemas"]["Visibility-Input"];
            /** @description Start with the last seat taken, or when the creator says so. Default: `"when_full"`. */
            start_rule?: components["schemas"]["StartRule"];
            /**
             * Time Control
             * @description How long people and their bots may think. A clock runs from the moment at which its seat must decide until it need not, or until all are shown that it has acted; private steps neither stop it nor start it anew. Default: `{"kind": "none"}`.
             */
            time_control?: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat when the time of its turn is over. Default: `{"kind": "default_action"}`.
             */
            on_time_out?: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /**
             * Spectator Delay Seconds
             * @description How much later than the seats spectators see what happens: in views, events, lists, the match itself, its replay and its statistics. Who has a seat sees its own at once. Default: `0`.
             */
            spectator_delay_seconds?: number;
            /**
             * Client Seed
             * @deprecated
             * @description Not taken here: see `seedMatch` and `startMatch`.
             */
            client_seed?: null;
        };
        /**
         * NewPlayer
         * @description A player to create.
         */
        NewPlayer: {
            /**
             * Name
             * @description 1 to 64 characters, one of them visible, none a control character; need not be unique.
             */
            name: string;
            /** @description `bot` for a program that plays by itself. Default: `"person"`. */
            kind?: components["schemas"]["PlayerKind"];
        };
        /**
         * NewSeriesBody
         * @description A series to play.
         */
        NewSeriesBody: {
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Version
             * @description The version of the ruleset that must play it. Null: the one that is there.
             */
            version?: string | null;
            /**
             * Entrants
             * @description House bots of the ruleset: `greedy`, or with the version that it must have, `greedy@1.2.0`; and bots of your own that live elsewhere: `player:` with the id. With such bots, its matches are live matches.
             */
            entrants: string[];
            /**
             * Options
             * @description The ruleset's options; those left out have their defaults.
             */
            options?: {
                [key: string]: unknown;
            };
            /**
             * Seats
             * @description Sizes of the tables. Null: the smallest that the ruleset is for.
             */
            seats?: number[] | null;
            /**
             * Design
             * @description How the tables are made up. Null: `duplicate`, or `round_robin` where bots take part that live elsewhere: these may remember a deal, so none is dealt twice.
             */
            design?: ("round_robin" | "gauntlet" | "duplicate" | "random_tables" | "paired") | null;
            /**
             * Stop
             * @description When the series ends. Null: after 1,000 matches.
             */
            stop?: (components["schemas"]["NewFixedStop"] | components["schemas"]["NewSprtStop"]) | null;
            /**
             * Seed
             * @description 32 bytes, hexadecimal, from which all follows. Null: random, and shown at the end.
             */
            seed?: string | null;
            /**
             * Name
             * @description Up to 64 characters, none a control character. Default: `""`.
             */
            name?: string;
            /**
             * Priority
             * @description Of your series, that with the highest is played first. Default: `5`.
             */
            priority?: number;
            /**
             * Budget Seconds
             * @description How many seconds of workers it may take before it pauses. Null: as many as it needs.
             */
            budget_seconds?: number | null;
            /**
             * Time Control
             * @description How long seats may think, where bots take part that live elsewhere. Null: 30 seconds for each decision.
             */
            time_control?: (components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"]) | null;
            /**
             * On Time Out
             * @description What happens to a seat whose time is over, where bots take part that live elsewhere. Null: the ruleset's default action is played.
             */
            on_time_out?: (components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"]) | null;
            /**
             * Concurrency
             * @description How many matches are played at a time, where bots take part that live elsewhere. Null: 8.
             */
            concurrency?: number | null;
        };
        /**
         * NewSprtStop
         * @description The series ends as soon as a sequential probability ratio test can tell whether the first of two entrants is
         *     `elo0` or `elo1` Elo stronger than the second. Numbers are decimal digits in strings.
         */
        NewSprtStop: {
            /**
             * @description What the stop rule is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            rule: "sprt";
            /**
             * Entrants
             * @description Their places in the list of entrants, from 0.
             */
            entrants?: number[];
            /**
             * Elo0
             * @description The difference that the test is to refuse, in Elo.
             */
            elo0: string;
            /**
             * Elo1
             * @description The difference that it is to find, in Elo.
             */
            elo1: string;
            /**
             * Alpha
             * @description How often the test may find `elo1` wrongly.
             * @default 0.05
             */
            alpha: string;
            /**
             * Beta
             * @description How often the test may find `elo0` wrongly.
             * @default 0.05
             */
            beta: string;
            /**
             * Max Matches
             * @description It ends then at the latest; rounded up to whole deals.
             * @default 100000
             */
            max_matches: number;
        };
        /**
         * NoClocks
         * @description Everybody may think as long as it takes.
         */
        NoClocks: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "none";
        };
        /**
         * NoFields
         * @description Nothing: an empty body or an empty object.
         */
        NoFields: Record<string, never>;
        /**
         * Notice
         * @description Something that happened other than a seat's action.
         */
        Notice: {
            /** @description What happened. The list may grow. */
            kind: components["schemas"]["NoticeKind"];
            /**
             * Seat
             * @description Who resigned, whose seat a bot has taken over, or for whom the clock decided.
             * @default null
             */
            seat: number | null;
            /**
             * @description Why the platform has aborted the match, or made the seat resign; absent if a person wanted it.
             * @default null
             */
            reason: components["schemas"]["NoticeReason"] | null;
            /**
             * Seconds
             * @description How long the platform had stood still; the running clocks got it back.
             * @default null
             */
            seconds: number | null;
            /**
             * Text
             * @description The notice as a sentence.
             */
            text: string;
        };
        /**
         * NoticeKind
         * @description What happened other than an action.
         * @enum {string}
         */
        NoticeKind: "resigned" | "taken_over" | "time_credited" | "aborted" | "time_ran_out";
        /**
         * NoticeReason
         * @description Why the platform did it.
         * @enum {string}
         */
        NoticeReason: "expired" | "idle" | "time_ran_out";
        /**
         * OpenLine
         * @description Everything that is open now, in place of all that the client knows.
         */
        OpenLine: {
            /**
             * At
             * Format: date-time
             * @description When it was committed, or told.
             */
            at: string;
            /**
             * Cursor
             * @description Where to resume after this line: `since`, or `Last-Event-ID`.
             */
            cursor: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "open";
            /**
             * Matches
             * @description In the order of their creation.
             */
            matches: components["schemas"]["OpenMatch"][];
        };
        /**
         * OpenMatch
         * @description A match that has not ended, in which the player has a seat or is invited to one.
         */
        OpenMatch: {
            /**
             * Revision
             * @description The seat's revision.
             */
            revision: number;
            /**
             * Decision
             * @description Its number; null: none is pending.
             */
            decision: number | null;
            /**
             * Deadline At
             * @description When it is played for the player.
             */
            deadline_at: string | null;
            /**
             * View
             * @description What the seat knows, if it was asked for.
             * @default null
             */
            view: {
                [key: string]: unknown;
            } | null;
            /**
             * Legal
             * @description What it may do, if it was asked for.
             * @default null
             */
            legal: components["schemas"]["LegalAction"][] | null;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /** @description How far the match has come. */
            status: components["schemas"]["Status"];
            /**
             * Invited
             * @description The seat is kept for the player, who has not taken it.
             */
            invited: boolean;
        };
        /**
         * OptionType
         * @description Type of an option's value.
         * @enum {string}
         */
        OptionType: "bool" | "int" | "choice" | "int_list";
        /**
         * Outcome
         * @description What became of an attempt to call a bot.
         * @enum {string}
         */
        Outcome: "answered" | "accepted" | "gone" | "timeout" | "connect" | "tls" | "refused_address" | "redirect" | "status" | "too_large" | "invalid_answer" | "illegal_action" | "busy";
        /**
         * Owner
         * @description Whose a zone is.
         * @enum {string}
         */
        Owner: "seat" | "shared";
        /**
         * PerDecision
         * @description Every turn has so many seconds.
         */
        PerDecision: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "per_decision";
            /**
             * Seconds
             * @description Of each turn.
             */
            seconds: number;
        };
        /**
         * PlayByBot
         * @description A bot of the house decides for the seat, as often as it must until its turn is over.
         */
        PlayByBot: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "bot";
            /**
             * Bot
             * @description One of the ruleset's house bots.
             */
            bot: string;
        };
        /**
         * PlayDefault
         * @description The ruleset's default action is played for the seat.
         */
        PlayDefault: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "default_action";
        };
        /**
         * PlayerChange
         * @description What is to be changed of a player.
         */
        PlayerChange: {
            /**
             * Name
             * @description The new name. Matches show the name that the player had when it sat down.
             */
            name: string;
        };
        /**
         * PlayerDetails
         * @description A player.
         */
        PlayerDetails: {
            /**
             * Id
             * @description The player's id.
             */
            id: string;
            /** @description A person, or a program. */
            kind: components["schemas"]["PlayerKind"];
            /**
             * Name
             * @description The player's name, which need not be unique.
             */
            name: string;
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /**
         * PlayerInSeat
         * @description Who has the seat.
         */
        PlayerInSeat: {
            /**
             * Id
             * @description The player's id.
             */
            id: string;
            /**
             * Name
             * @description The name that the player had when it sat down.
             */
            name: string;
            /**
             * Kind
             * @description `person` or `bot`.
             */
            kind: string;
            /**
             * Bot
             * @description For a house bot: which of the ruleset's.
             */
            bot: string | null;
        };
        /**
         * PlayerKind
         * @description What a player is.
         * @enum {string}
         */
        PlayerKind: "person" | "bot";
        /**
         * PlayerList
         * @description A page of players, by id.
         */
        PlayerList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Players
             * @description By id.
             */
            players: components["schemas"]["PlayerDetails"][];
        };
        /**
         * PlayerQuotas
         * @description What a player may use at a time, and uses now.
         */
        PlayerQuotas: {
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Quotas
             * @description Each of them.
             */
            quotas: components["schemas"]["QuotaDetails"][];
        };
        /**
         * PlayerStatistics
         * @description A page of how a player fared, by ruleset and number of seats.
         */
        PlayerStatistics: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Statistics
             * @description By ruleset and number of seats.
             */
            statistics: components["schemas"]["RulesetStatistics"][];
        };
        /**
         * Problem
         * @description Why a request was refused, as RFC 9457 has it. Nothing was changed. A program looks at `code`.
         */
        Problem: {
            /**
             * Type
             * @description URN of the kind of problem; it ends in the code.
             */
            type: string;
            /**
             * Title
             * @description What the code means.
             */
            title: string;
            /**
             * Status
             * @description The HTTP status.
             */
            status: number;
            /**
             * Detail
             * @description What happened here, or what to do about it. For people.
             */
            detail: string;
            /**
             * Instance
             * @description The path that was asked for.
             */
            instance: string;
            /**
             * Code
             * @description The reason, one of the documented list. The list may grow.
             */
            code: string;
            /**
             * Errors
             * @description What is wrong with the request, field by field; often empty.
             */
            errors: components["schemas"]["ProblemError"][];
            /**
             * Request Id
             * @description The id under which the request is logged; also in `X-Request-Id`.
             */
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * ProblemError
         * @description One thing wrong with the request.
         */
        ProblemError: {
            /**
             * Pointer
             * @description RFC 6901 pointer below `/body`, `/query`, `/path` or `/headers`.
             */
            pointer: string;
            /**
             * Detail
             * @description What is wrong there, or what is allowed.
             */
            detail: string;
        };
        /**
         * PublishedKey
         * @description A key that the platform signs with, or has signed with.
         */
        PublishedKey: {
            /**
             * Key Id
             * @description First 16 hexadecimal digits of the SHA-256 of the public key.
             */
            key_id: string;
            /**
             * Algorithm
             * @description Always `Ed25519` (RFC 8032).
             */
            algorithm: string;
            /**
             * Public Key
             * @description 32 bytes, hexadecimal.
             */
            public_key: string;
            /**
             * Retired At
             * @description From when on it signs nothing more; null for the current one.
             */
            retired_at: string | null;
        };
        /**
         * PublishedKeys
         * @description The keys, the current one first.
         */
        PublishedKeys: {
            /**
             * Keys
             * @description Every key that signs or has signed, the current one first.
             */
            keys: components["schemas"]["PublishedKey"][];
        };
        /**
         * Quota
         * @description What is counted, of the matches that a player has created, and of those in which it sits.
         * @enum {string}
         */
        Quota: "open_matches" | "unfinished_matches" | "bot_seats" | "live_seats" | "creations_per_minute";
        /**
         * QuotaDetails
         * @description How much of one quota a player uses.
         */
        QuotaDetails: {
            /**
             * Quota
             * @description `open_matches`: those that wait for players or for their start; `unfinished_matches`: those and the live ones; `bot_seats`: seats of house bots in them; `live_seats`: open and live matches in which the player sits; `creations_per_minute`: matches created in the last minute; `open_series`: series that have not ended. The list may grow.
             */
            quota: components["schemas"]["Quota"] | "open_series";
            /**
             * Limit
             * @description Null: as much as the player likes.
             */
            limit: number | null;
            /**
             * Used
             * @description How much of it is used now.
             */
            used: number;
        };
        /**
         * Readiness
         * @description Whether requests can be served.
         */
        Readiness: {
            /** @description `ok` if Redis and at least one engine are, and the database is or has been: without its engine a ruleset's matches answer 503, without the database what needs it, and all else goes on. */
            status: components["schemas"]["State"];
            /**
             * Parts
             * @description Redis, the database and the engine of each ruleset.
             */
            parts: {
                [key: string]: components["schemas"]["State"];
            };
        };
        /**
         * Region
         * @description Some cells of a board that have a meaning together.
         */
        Region: {
            /** Id */
            id: string;
            /** Title */
            title: string;
            /** Text */
            text: string;
            /** Colour */
            colour: string;
            symbol: components["schemas"]["Symbol"];
        };
        /**
         * Rotation
         * @description How to renew a key.
         */
        Rotation: {
            /**
             * Overlap Seconds
             * @description How long the old key goes on beside the new one. Default: `3600`.
             */
            overlap_seconds?: number;
        };
        /**
         * RulesetBot
         * @description A bot that comes with the ruleset.
         */
        RulesetBot: {
            /**
             * Id
             * @description Take a seat for it with `bot:<id>`.
             */
            id: string;
            /**
             * Summary
             * @description How it plays, in a sentence.
             */
            summary: string;
            /**
             * Thinks
             * @description It searches, and takes many milliseconds over a decision.
             */
            thinks: boolean;
        };
        /**
         * RulesetDetails
         * @description A ruleset.
         */
        RulesetDetails: {
            /**
             * Id
             * @description The ruleset's id.
             */
            id: string;
            /**
             * Version
             * @description The version that deals new matches.
             */
            version: string;
            /**
             * Title
             * @description Its name.
             */
            title: string;
            /**
             * Summary
             * @description What it is, in a sentence.
             */
            summary: string;
            /**
             * Min Seats
             * @description Fewest seats of a match.
             */
            min_seats: number;
            /**
             * Max Seats
             * @description Most seats of a match.
             */
            max_seats: number;
            /**
             * Max Decisions
             * @description No match has more decisions than this, over all seats.
             */
            max_decisions: number;
            /**
             * Options
             * @description What can be chosen.
             */
            options: components["schemas"]["RulesetOption"][];
            /**
             * Bots
             * @description Who plays it for the house, from the simplest.
             */
            bots: components["schemas"]["RulesetBot"][];
            /**
             * Schemas
             * @description Names of its JSON Schemas; see `/schemas/{name}`.
             */
            schemas: string[];
            /**
             * Documents
             * @description Which of `layout` and `rules` it has; see `/layout` and `/rules`.
             */
            documents: string[];
            /**
             * Card Count
             * @description How many cards its catalogue has.
             */
            card_count: number;
            /**
             * Resignation Ends At
             * @description With these numbers of seats a resignation ends the match; otherwise the seat is played on.
             */
            resignation_ends_at: number[];
        };
        /**
         * RulesetList
         * @description A page of rulesets, by id.
         */
        RulesetList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Rulesets
             * @description By id.
             */
            rulesets: components["schemas"]["RulesetSummary"][];
        };
        /**
         * RulesetOption
         * @description An option that a match may set when it is created.
         */
        RulesetOption: {
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * Title
             * @description Its name for a person.
             */
            title: string;
            /** @description The type of its value; `choice` is one of `choices`. */
            type: components["schemas"]["OptionType"];
            /**
             * Default
             * @description Its value where nothing is chosen.
             */
            default: boolean | number | string | number[];
            /**
             * Summary
             * @description What it changes, in a sentence.
             */
            summary: string;
            /**
             * Choices
             * @description For `choice`: the values allowed. Otherwise empty.
             */
            choices: string[];
            /**
             * Minimum
             * @description For `int` and `int_list`: the smallest value of each number.
             */
            minimum: number | null;
            /**
             * Maximum
             * @description For `int` and `int_list`: the largest value of each number.
             */
            maximum: number | null;
            /**
             * Length
             * @description For `int_list`: how many numbers.
             */
            length: number | null;
        };
        /**
         * RulesetStatistics
         * @description How a player fared in one ruleset with one number of seats. Aborted matches do not count.
         */
        RulesetStatistics: {
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Seats
             * @description The number of seats.
             */
            seats: number;
            /**
             * Played
             * @description Seats held in finished matches.
             */
            played: number;
            /**
             * Wins
             * @description First ranks held alone.
             */
            wins: number;
            /**
             * Shared Wins
             * @description First ranks shared with others.
             */
            shared_wins: number;
            /**
             * Resignations
             * @description Seats resigned.
             */
            resignations: number;
            /**
             * Rank Sum
             * @description Sum of the ranks: the mean rank is `rank_sum / played`.
             */
            rank_sum: number;
            /**
             * Score Sum
             * @description Sum of the scores: the mean score is `score_sum / played`.
             */
            score_sum: number;
            /**
             * Best Score
             * @description The highest score.
             */
            best_score: number;
            /**
             * Worst Score
             * @description The lowest score.
             */
            worst_score: number;
        };
        /**
         * RulesetSummary
         * @description A ruleset in short.
         */
        RulesetSummary: {
            /**
             * Id
             * @description The ruleset's id.
             */
            id: string;
            /**
             * Version
             * @description The version that deals new matches.
             */
            version: string;
            /**
             * Title
             * @description Its name.
             */
            title: string;
            /**
             * Summary
             * @description What it is, in a sentence.
             */
            summary: string;
            /**
             * Min Seats
             * @description Fewest seats of a match.
             */
            min_seats: number;
            /**
             * Max Seats
             * @description Most seats of a match.
             */
            max_seats: number;
        };
        /**
         * Scope
         * @description What a key allows.
         * @enum {string}
         */
        Scope: "matches:read" | "matches:play" | "matches:create" | "account:manage" | "admin";
        /**
         * ScoreItem
         * @description A part of a score.
         */
        ScoreItem: {
            /**
             * Item
             * @description What the points are for.
             */
            item: string;
            /**
             * Points
             * @description How many; may be negative.
             */
            points: number;
        };
        /**
         * SeatBody
         * @description Who is to sit in a seat.
         */
        SeatBody: {
            /**
             * Seat
             * @description As when the match was created: `open`, `me`, `bot:<bot id>` or `player:<player id>`.
             */
            seat: string;
        };
        /**
         * SeatDetails
         * @description A seat.
         */
        SeatDetails: {
            /**
             * Seat
             * @description Its number, from 0.
             */
            seat: number;
            /** @description Whether somebody sits there. */
            status: components["schemas"]["SeatStatus"];
            /** @description Who has taken it or for whom it is kept. */
            player: components["schemas"]["PlayerInSeat"] | null;
            /**
             * Resigned
             * @description The player has resigned; the house plays on.
             */
            resigned: boolean;
            /**
             * Taken Over By
             * @description The house bot that plays the seat on, since the time of its player ran out.
             */
            taken_over_by: string | null;
            /**
             * Client Seed
             * @description What the player added to the match's seed. Before the start only its player sees it.
             */
            client_seed: string | null;
            /**
             * Client Seed Sha256
             * @description Its SHA-256, hexadecimal: from before the start on, so that it cannot be changed unseen.
             */
            client_seed_sha256: string | null;
        };
        /**
         * SeatOutcome
         * @description A seat's result.
         */
        SeatOutcome: {
            /**
             * Seat
             * @description The seat's number.
             */
            seat: number;
            /**
             * Rank
             * @description 1 is best; shared on ties.
             */
            rank: number;
            /**
             * Score
             * @description The seat's points.
             */
            score: number;
            /**
             * Breakdown
             * @description What the score is made of: its points add up to it.
             */
            breakdown: components["schemas"]["ScoreItem"][];
        };
        /**
         * SeatStatus
         * @description Whether somebody sits in a seat. A reserved seat waits for one player.
         * @enum {string}
         */
        SeatStatus: "open" | "reserved" | "taken";
        /**
         * SeatedLine
         * @description The player has taken a seat of an open match.
         */
        SeatedLine: {
            /**
             * At
             * Format: date-time
             * @description When it was committed, or told.
             */
            at: string;
            /**
             * Cursor
             * @description Where to resume after this line: `since`, or `Last-Event-ID`.
             */
            cursor: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "seated";
        };
        /**
         * SeedBody
         * @description The caller's part of the match's seed.
         */
        SeedBody: {
            /**
             * Client Seed
             * @description 32 random bytes of the client's own, hexadecimal, that go into the match's seed.
             */
            client_seed: string;
        };
        /**
         * SeriesChange
         * @description What is to be changed of a series; what is left out, or null, stays.
         */
        SeriesChange: {
            /** @description `paused`: until it is `running` again; `cancelled`: for good, what was played stays. */
            status?: components["schemas"]["StatusWish"] | null;
            /**
             * Priority
             * @description Of a player's series, that with the highest is played first.
             */
            priority?: number | null;
            /**
             * Matches
             * @description How many matches in all, more than up to now; rounded up to whole deals. For a series with a fixed number, also one that has finished.
             */
            matches?: number | null;
            /**
             * Budget Seconds
             * @description Null, if it is sent: no budget.
             */
            budget_seconds?: number | null;
            /**
             * Name
             * @description The name that its owner gave it; may be empty.
             */
            name?: string | null;
        };
        /**
         * SeriesDetails
         * @description A series.
         */
        SeriesDetails: {
            /**
             * Id
             * @description The series' id.
             */
            id: string;
            /**
             * Owner Id
             * @description The player that has created it.
             */
            owner_id: string;
            /**
             * Name
             * @description The name that its owner gave it; may be empty.
             */
            name: string;
            /** @description `queued`: no match was handed out yet; `paused`: by its owner, or its budget is spent; `finished`: all matches are played, or the sequential test has decided; `failed`: a match could not be played. */
            status: components["schemas"]["SeriesStatus"];
            /**
             * Status Reason
             * @description Why it is paused or has failed; may be empty.
             */
            status_reason: string;
            /** @description What decides everything, together with the seed. Never changes. */
            document: components["schemas"]["SeriesDocument"];
            /**
             * Document Sha256
             * @description Of the document in canonical JSON: what each match commits to.
             */
            document_sha256: string;
            /**
             * Seed
             * @description 32 bytes, hexadecimal; null until the series has ended.
             */
            seed: string | null;
            /**
             * Priority
             * @description Of a player's series, that with the highest is played first.
             */
            priority: number;
            /**
             * Budget Seconds
             * @description How many seconds workers may spend on it; null: as many as it takes.
             */
            budget_seconds: number | null;
            /**
             * Matches
             * @description How many are to be played.
             */
            matches: number;
            /**
             * Played
             * @description How many were.
             */
            played: number;
            /**
             * Settled
             * @description How many of these, from the first on without a gap: what results and summary have.
             */
            settled: number;
            /**
             * Failed
             * @description How many ended in an error.
             */
            failed: number;
            /**
             * Worker Seconds
             * @description What workers have spent on it.
             */
            worker_seconds: number;
            /**
             * Seconds Left
             * @description Roughly, from `changed_at` on, at the speed since it was started or went on last; null: not known.
             */
            seconds_left: number | null;
            /**
             * Revision
             * @description Grows with every change.
             */
            revision: number;
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Changed At
             * Format: date-time
             * @description When it was changed last, by its owner or its end.
             */
            changed_at: string;
            /**
             * Started At
             * @description When the first match was begun; null: none was.
             */
            started_at: string | null;
            /**
             * Ended At
             * @description When it ended; null: it has not.
             */
            ended_at: string | null;
        };
        /**
         * SeriesDocument
         * @description A series. ``options`` is complete. ``seats``: the sizes of the tables, ascending. ``series_seed_sha256``: what
         *     the series' seed (32 bytes) is committed to with. ``live``: of a series in which bots take part that live elsewhere;
         *     otherwise it is left out of the JSON.
         */
        SeriesDocument: {
            /**
             * Format
             * @constant
             */
            format: "playhall.series/1";
            /** Ruleset */
            ruleset: string;
            /** Ruleset Version */
            ruleset_version: string;
            /** Options */
            options: {
                [key: string]: unknown;
            };
            /** Entrants */
            entrants: components["schemas"]["Entrant"][];
            /** Seats */
            seats: number[];
            /**
             * Design
             * @enum {string}
             */
            design: "round_robin" | "gauntlet" | "duplicate" | "random_tables" | "paired";
            /** Stop */
            stop: components["schemas"]["FixedStop"] | components["schemas"]["SprtStop"];
            /** Series Seed Sha256 */
            series_seed_sha256: string;
            /** @default null */
            live: components["schemas"]["LiveMatches"] | null;
        };
        /**
         * SeriesEndLine
         * @description A series that has ended: nothing will follow.
         */
        SeriesEndLine: {
            /**
             * Id
             * @description The series' id.
             */
            id: string;
            /**
             * Owner Id
             * @description The player that has created it.
             */
            owner_id: string;
            /**
             * Name
             * @description The name that its owner gave it; may be empty.
             */
            name: string;
            /** @description `queued`: no match was handed out yet; `paused`: by its owner, or its budget is spent; `finished`: all matches are played, or the sequential test has decided; `failed`: a match could not be played. */
            status: components["schemas"]["SeriesStatus"];
            /**
             * Status Reason
             * @description Why it is paused or has failed; may be empty.
             */
            status_reason: string;
            /** @description What decides everything, together with the seed. Never changes. */
            document: components["schemas"]["SeriesDocument"];
            /**
             * Document Sha256
             * @description Of the document in canonical JSON: what each match commits to.
             */
            document_sha256: string;
            /**
             * Seed
             * @description 32 bytes, hexadecimal; null until the series has ended.
             */
            seed: string | null;
            /**
             * Priority
             * @description Of a player's series, that with the highest is played first.
             */
            priority: number;
            /**
             * Budget Seconds
             * @description How many seconds workers may spend on it; null: as many as it takes.
             */
            budget_seconds: number | null;
            /**
             * Matches
             * @description How many are to be played.
             */
            matches: number;
            /**
             * Played
             * @description How many were.
             */
            played: number;
            /**
             * Settled
             * @description How many of these, from the first on without a gap: what results and summary have.
             */
            settled: number;
            /**
             * Failed
             * @description How many ended in an error.
             */
            failed: number;
            /**
             * Worker Seconds
             * @description What workers have spent on it.
             */
            worker_seconds: number;
            /**
             * Seconds Left
             * @description Roughly, from `changed_at` on, at the speed since it was started or went on last; null: not known.
             */
            seconds_left: number | null;
            /**
             * Revision
             * @description Grows with every change.
             */
            revision: number;
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Changed At
             * Format: date-time
             * @description When it was changed last, by its owner or its end.
             */
            changed_at: string;
            /**
             * Started At
             * @description When the first match was begun; null: none was.
             */
            started_at: string | null;
            /**
             * Ended At
             * @description When it ended; null: it has not.
             */
            ended_at: string | null;
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "end";
        };
        /**
         * SeriesEvent
         * @description A line of a series' events.
         */
        SeriesEvent: components["schemas"]["SeriesProgressLine"] | components["schemas"]["SeriesEndLine"];
        /**
         * SeriesList
         * @description A page of series, newest first.
         */
        SeriesList: {
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Series
             * @description Newest first.
             */
            series: components["schemas"]["SeriesDetails"][];
        };
        /**
         * SeriesMatchResult
         * @description What a match of a series came to. By seat: `entrants`, `ranks`, `scores` and `breakdowns`. What there is not, is
         *     left out.
         */
        SeriesMatchResult: {
            /**
             * Number
             * @description Its place in the series, from 0.
             */
            number: number;
            /**
             * Deal
             * @description Matches of one deal have the same cards and dice.
             */
            deal: number;
            /**
             * Entrants
             * @description Places in the document's list of entrants, from 0.
             */
            entrants: number[];
            /**
             * Ranks
             * @description 1 is best, and shared on ties.
             * @default []
             */
            ranks: number[];
            /**
             * Scores
             * @default []
             */
            scores: number[];
            /**
             * Breakdowns
             * @description The parts of each score, with names.
             * @default []
             */
            breakdowns: [
                string,
                number
            ][][];
            /**
             * Reason
             * @description Why the match ended.
             * @default
             */
            reason: string;
            /**
             * Decisions
             * @default 0
             */
            decisions: number;
            /**
             * Final State Sha256
             * @default
             */
            final_state_sha256: string;
            /**
             * Error
             * @description How the match failed: it has no ranks then.
             * @default
             */
            error: string;
            /**
             * Match
             * @description Its id, if it is a live match: bots took part that live elsewhere.
             * @default
             */
            match: string;
        };
        /**
         * SeriesProgressLine
         * @description A series that has changed.
         */
        SeriesProgressLine: {
            /**
             * Id
             * @description The series' id.
             */
            id: string;
            /**
             * Owner Id
             * @description The player that has created it.
             */
            owner_id: string;
            /**
             * Name
             * @description The name that its owner gave it; may be empty.
             */
            name: string;
            /** @description `queued`: no match was handed out yet; `paused`: by its owner, or its budget is spent; `finished`: all matches are played, or the sequential test has decided; `failed`: a match could not be played. */
            status: components["schemas"]["SeriesStatus"];
            /**
             * Status Reason
             * @description Why it is paused or has failed; may be empty.
             */
            status_reason: string;
            /** @description What decides everything, together with the seed. Never changes. */
            document: components["schemas"]["SeriesDocument"];
            /**
             * Document Sha256
             * @description Of the document in canonical JSON: what each match commits to.
             */
            document_sha256: string;
            /**
             * Seed
             * @description 32 bytes, hexadecimal; null until the series has ended.
             */
            seed: string | null;
            /**
             * Priority
             * @description Of a player's series, that with the highest is played first.
             */
            priority: number;
            /**
             * Budget Seconds
             * @description How many seconds workers may spend on it; null: as many as it takes.
             */
            budget_seconds: number | null;
            /**
             * Matches
             * @description How many are to be played.
             */
            matches: number;
            /**
             * Played
             * @description How many were.
             */
            played: number;
            /**
             * Settled
             * @description How many of these, from the first on without a gap: what results and summary have.
             */
            settled: number;
            /**
             * Failed
             * @description How many ended in an error.
             */
            failed: number;
            /**
             * Worker Seconds
             * @description What workers have spent on it.
             */
            worker_seconds: number;
            /**
             * Seconds Left
             * @description Roughly, from `changed_at` on, at the speed since it was started or went on last; null: not known.
             */
            seconds_left: number | null;
            /**
             * Revision
             * @description Grows with every change.
             */
            revision: number;
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Changed At
             * Format: date-time
             * @description When it was changed last, by its owner or its end.
             */
            changed_at: string;
            /**
             * Started At
             * @description When the first match was begun; null: none was.
             */
            started_at: string | null;
            /**
             * Ended At
             * @description When it ended; null: it has not.
             */
            ended_at: string | null;
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "progress";
        };
        /**
         * SeriesStatus
         * @description How far a series is.
         * @enum {string}
         */
        SeriesStatus: "queued" | "running" | "paused" | "finished" | "cancelled" | "failed";
        /**
         * Shape
         * @description How the contents of a zone are laid out.
         * @enum {string}
         */
        Shape: "row" | "pile" | "hand" | "single" | "board" | "pool";
        /**
         * SignatureDetails
         * @description A signature by the platform.
         */
        SignatureDetails: {
            /**
             * Key Id
             * @description Which of the published keys made it.
             */
            key_id: string;
            /**
             * Value
             * @description Ed25519, 64 bytes, hexadecimal.
             */
            value: string;
        };
        /**
         * SnapshotLine
         * @description The viewer's whole situation.
         */
        SnapshotLine: {
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Seat
             * @description Null for the spectator.
             */
            seat: number | null;
            /**
             * Revision
             * @description The viewer's revision: continue with events `since` it.
             */
            revision: number;
            /** @description How far the match has come. */
            status: components["schemas"]["Status"];
            /**
             * Pending
             * @description The seats that must decide now.
             */
            pending: number[];
            /**
             * Decision
             * @description The number of the decision that this seat must answer now.
             */
            decision: number | null;
            /**
             * Deadline At
             * @description When the time of the seat's turn is over.
             */
            deadline_at: string | null;
            /**
             * Legal
             * @description Every legal action of that decision; otherwise empty.
             */
            legal: components["schemas"]["LegalAction"][];
            /**
             * View
             * @description The ruleset's View; null before the start.
             */
            view: {
                [key: string]: unknown;
            } | null;
            /** @description The result of a finished match. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Clocks
             * @description Those of all seats that have one: everybody may know them.
             */
            clocks: components["schemas"]["ClockDetails"][];
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "snapshot";
        };
        /**
         * SprtStop
         * @description The series ends as soon as a sequential probability ratio test can tell whether the first of two entrants is
         *     ``elo0`` or ``elo1`` Elo stronger than the second, at the latest after ``max_matches``. ``alpha`` and ``beta``: how
         *     often it may accept ``elo1`` wrongly, and ``elo0``.
         */
        SprtStop: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            rule: "sprt";
            /** Entrants */
            entrants: [
                number,
                number
            ];
            /** Elo0 */
            elo0: string;
            /** Elo1 */
            elo1: string;
            /** Alpha */
            alpha: string;
            /** Beta */
            beta: string;
            /** Max Matches */
            max_matches: number;
        };
        /**
         * StartBody
         * @description What the creator may add when it starts the match.
         */
        StartBody: {
            /** Client Seed */
            client_seed?: string | null;
        };
        /**
         * StartRule
         * @description When a match starts: by itself with its last seat taken, or when its creator says so.
         * @enum {string}
         */
        StartRule: "when_full" | "by_creator";
        /**
         * State
         * @description How a part is.
         * @enum {string}
         */
        State: "ok" | "down";
        /**
         * Status
         * @description How far a match has come.
         * @enum {string}
         */
        Status: "open" | "live" | "finished" | "aborted";
        /**
         * StatusWish
         * @description What the owner wants of a series.
         * @enum {string}
         */
        StatusWish: "running" | "paused" | "cancelled";
        /**
         * StepLine
         * @description What the viewer was shown of one step.
         */
        StepLine: {
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "step";
            /**
             * Revision
             * @description The viewer's revision after it.
             */
            revision: number;
            /**
             * At
             * Format: date-time
             * @description When it was committed.
             */
            at: string;
            /**
             * Events
             * @description The ruleset's events, as the viewer saw them. The last member of each, `text`, says in a sentence what the event shows; it is absent where the ruleset's service gives none, and in matches that were played before there were texts.
             */
            events: {
                [key: string]: unknown;
            }[];
            /**
             * Pending
             * @description The seats that had to decide after it.
             */
            pending: number[];
            /**
             * Decision
             * @description The viewer's decision that was pending after it.
             */
            decision: number | null;
            /** @description How far the match had come after it. */
            status: components["schemas"]["Status"];
            /**
             * @description What happened other than a seat's action.
             * @default null
             */
            notice: components["schemas"]["Notice"] | null;
            /**
             * @description The result, with the last step.
             * @default null
             */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Deadline At
             * @description When `decision` is played for the seat; null: never. There together with `legal`.
             * @default null
             */
            deadline_at: string | null;
            /**
             * Legal
             * @description With `include=legal`: every legal action of `decision`. Absent if there is none, or if the step was not the viewer's latest when it was sent.
             * @default null
             */
            legal: components["schemas"]["LegalAction"][] | null;
            /**
             * View
             * @description With `include=view`: the ruleset's View after the step. Absent if the step was not the viewer's latest when it was sent; null if the match was never started.
             * @default null
             */
            view: {
                [key: string]: unknown;
            } | null;
            /**
             * Clocks
             * @description Every seat's clock after it; absent in a match without clocks.
             * @default null
             */
            clocks: components["schemas"]["ClockDetails"][] | null;
        };
        /**
         * StreamTokenBody
         * @description How long the token is to live.
         */
        StreamTokenBody: {
            /**
             * Seconds
             * @description Null: as long as the platform allows, 300 by default. More than that is refused.
             */
            seconds?: number | null;
        };
        /**
         * StreamTokenDetails
         * @description A stream token, shown this once.
         */
        StreamTokenDetails: {
            /**
             * Token
             * @description The stream's `token` parameter. Whoever has it can follow the stream.
             */
            token: string;
            /**
             * Expires At
             * Format: date-time
             * @description Until when a stream can be opened with it. One that is open then goes on. RFC 3339, UTC, milliseconds.
             */
            expires_at: string;
        };
        /**
         * Symbol
         * @description A small picture as text.
         */
        Symbol: {
            /**
             * Name
             * @description What it shows, for people who cannot see it.
             */
            name: string;
            /**
             * Glyph
             * @description Unicode characters that show it.
             */
            glyph: string;
        };
        /**
         * TakeOver
         * @description A bot of the house plays the seat to the end.
         */
        TakeOver: {
            /**
             * @description Which rule it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "takeover";
            /**
             * Bot
             * @description One of the ruleset's house bots.
             */
            bot: string;
        };
        /**
         * ViewDetails
         * @description All that a viewer may know of a match now, and do in it.
         */
        ViewDetails: {
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Seat
             * @description Null for the spectator.
             */
            seat: number | null;
            /**
             * Revision
             * @description The viewer's revision: continue with events `since` it.
             */
            revision: number;
            /** @description How far the match has come. */
            status: components["schemas"]["Status"];
            /**
             * Pending
             * @description The seats that must decide now.
             */
            pending: number[];
            /**
             * Decision
             * @description The number of the decision that this seat must answer now.
             */
            decision: number | null;
            /**
             * Deadline At
             * @description When the time of the seat's turn is over.
             */
            deadline_at: string | null;
            /**
             * Legal
             * @description Every legal action of that decision; otherwise empty.
             */
            legal: components["schemas"]["LegalAction"][];
            /**
             * View
             * @description The ruleset's View; null before the start.
             */
            view: {
                [key: string]: unknown;
            } | null;
            /** @description The result of a finished match. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Clocks
             * @description Those of all seats that have one: everybody may know them.
             */
            clocks: components["schemas"]["ClockDetails"][];
        };
        /**
         * Visibility
         * @description Who may see a match: everybody, or only its seated and invited players, its creator and admins.
         * @enum {string}
         */
        "Visibility-Input": "public" | "private";
        /**
         * WebhookChange
         * @description Where a bot is.
         */
        WebhookChange: {
            /**
             * Url
             * @description `https`, on a port and at an address that the operator allows; by default 443 and the public internet.
             */
            url: string;
            /**
             * Concurrency
             * @description How many calls the bot takes at a time. Default: `8`.
             */
            concurrency?: number;
            /**
             * Enabled
             * @description False: it is not called; its decisions wait for the clock. Default: `true`.
             */
            enabled?: boolean;
        };
        /**
         * WebhookDetails
         * @description Where a bot is, without its secret.
         */
        WebhookDetails: {
            /**
             * Player Id
             * @description The bot's player.
             */
            player_id: string;
            /**
             * Url
             * @description Where it is called.
             */
            url: string;
            /**
             * Concurrency
             * @description How many calls are made to it at once, at most.
             */
            concurrency: number;
            /**
             * Enabled
             * @description Whether it is called.
             */
            enabled: boolean;
            /**
             * Key
             * @description The id of the key by which it was last set.
             */
            key: string;
            /**
             * Key Revoked
             * @description That key was revoked: the bot is not called until the webhook is set anew.
             */
            key_revoked: boolean;
            /**
             * Created At
             * Format: date-time
             * @description When it was set.
             */
            created_at: string;
            /**
             * Changed At
             * Format: date-time
             * @description When address, limit or switch were last changed.
             */
            changed_at: string;
            /**
             * Offline Until
             * @description Until when the bot is not called because it has failed several times in a row.
             */
            offline_until: string | null;
        };
        /**
         * WebhookWithSecret
         * @description Where a bot is, with the secret that signs its calls. This is the only time it is shown.
         */
        WebhookWithSecret: {
            /**
             * Player Id
             * @description The bot's player.
             */
            player_id: string;
            /**
             * Url
             * @description Where it is called.
             */
            url: string;
            /**
             * Concurrency
             * @description How many calls are made to it at once, at most.
             */
            concurrency: number;
            /**
             * Enabled
             * @description Whether it is called.
             */
            enabled: boolean;
            /**
             * Key
             * @description The id of the key by which it was last set.
             */
            key: string;
            /**
             * Key Revoked
             * @description That key was revoked: the bot is not called until the webhook is set anew.
             */
            key_revoked: boolean;
            /**
             * Created At
             * Format: date-time
             * @description When it was set.
             */
            created_at: string;
            /**
             * Changed At
             * Format: date-time
             * @description When address, limit or switch were last changed.
             */
            changed_at: string;
            /**
             * Offline Until
             * @description Until when the bot is not called because it has failed several times in a row.
             */
            offline_until: string | null;
            /**
             * Secret
             * @description `whsec_` and the key in base64, as libraries for Standard Webhooks take it.
             */
            secret: string;
        };
        /**
         * When
         * @description Of which matches something is part. All that is named must hold.
         */
        When: {
            /**
             * Seats
             * @description Numbers of seats; empty: any.
             * @default []
             */
            seats: number[];
            /**
             * Options
             * @description For each option named: the values that it may have.
             * @default {}
             */
            options: {
                [key: string]: (string | number | boolean)[];
            };
        };
        /**
         * WholeDelivery
         * @description An attempt to call a bot, with what was sent and answered.
         */
        WholeDelivery: {
            /**
             * Id
             * @description The delivery's id.
             */
            id: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Seat
             * @description The bot's seat.
             */
            seat: number;
            /**
             * Decision
             * @description The number of the decision.
             */
            decision: number;
            /**
             * Attempt
             * @description From 1; anew when the webhook is changed.
             */
            attempt: number;
            /**
             * At
             * Format: date-time
             * @description When the call began.
             */
            at: string;
            /**
             * Ms
             * @description How long it took, in milliseconds.
             */
            ms: number;
            /** @description What became of it. The list may grow. */
            outcome: components["schemas"]["Outcome"];
            /**
             * Code
             * @description The code of the problem, if the action was refused.
             */
            code: string | null;
            /**
             * Status
             * @description The HTTP status; null: there was no answer.
             */
            status: number | null;
            /**
             * Request
             * @description The body that was sent, exactly.
             */
            request: string;
            /**
             * Answer
             * @description The body that came, as much as was read: 65,536 bytes at most.
             */
            answer: string;
        };
        /**
         * WordTitle
         * @description A word of a view, for people.
         */
        WordTitle: {
            /**
             * Value
             * @description As it stands in the view.
             */
            value: string | number | boolean;
            /** Title */
            title: string;
            /** Text */
            text: string;
        };
        /**
         * Words
         * @description The words that a field of a view may have.
         */
        Words: {
            /**
             * View
             * @description Where the field is in a view; `{seat}` stands for a seat.
             */
            view: string;
            /** Title */
            title: string;
            /** Values */
            values: components["schemas"]["WordTitle"][];
        };
        /**
         * YourTurnLine
         * @description The player must decide.
         */
        YourTurnLine: {
            /**
             * Revision
             * @description The seat's revision.
             */
            revision: number;
            /**
             * Decision
             * @description Its number; null: none is pending.
             */
            decision: number | null;
            /**
             * Deadline At
             * @description When it is played for the player.
             */
            deadline_at: string | null;
            /**
             * View
             * @description What the seat knows, if it was asked for.
             * @default null
             */
            view: {
                [key: string]: unknown;
            } | null;
            /**
             * Legal
             * @description What it may do, if it was asked for.
             * @default null
             */
            legal: components["schemas"]["LegalAction"][] | null;
            /**
             * At
             * Format: date-time
             * @description When it was committed, or told.
             */
            at: string;
            /**
             * Cursor
             * @description Where to resume after this line: `since`, or `Last-Event-ID`.
             */
            cursor: string;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "your_turn";
        };
        /**
         * Zone
         * @description A place of the table. Zones with the same id are one place, whose facts depend on the match: see `when`.
         */
        Zone: {
            /**
             * Id
             * @description Its id; the same one in two entries is the same place in different matches.
             */
            id: string;
            /**
             * Title
             * @description What to write on it.
             */
            title: string;
            /**
             * Text
             * @description What lies there, in a sentence.
             */
            text: string;
            /** @description `seat`: every seat has one; `shared`: there is one on the table. */
            owner: components["schemas"]["Owner"];
            /** @description Who knows what lies there: `public` everybody; `owner` the player concerned, the others at most how many; `count` nobody, but everybody how many; `hidden` nobody knows even that. */
            visibility: components["schemas"]["services__engine__layout__Visibility"];
            /** @description `cards`: ids of the catalogue. `tiles`: ids of a board's cells. `tokens`: things on a board's cells, or a number of them. `units`: things that are not cards. `dice`: dice. `numbers`: a number. */
            holds: components["schemas"]["Holds"];
            /** @description How to lay it out. */
            shape: components["schemas"]["Shape"];
            /**
             * Capacity
             * @description The most that it can hold. Absent: no fixed number.
             * @default null
             */
            capacity: number | null;
            /**
             * View
             * @description Where its contents are in a view: an array, one text or number, or an object of numbers by id. `{seat}` stands for a seat. Absent: no view tells the contents.
             * @default null
             */
            view: string | null;
            /**
             * Count
             * @description Where the number of things in it is, if the view tells one apart.
             * @default null
             */
            count: string | null;
            /**
             * Item
             * @description In each item of the contents: where the id is. Absent: it is the id.
             * @default null
             */
            item: string | null;
            /**
             * At
             * @description In each item of the contents: where the board's cell is named.
             * @default null
             */
            at: string | null;
            /**
             * @description What an empty text, or an item without an id, stands for.
             * @default null
             */
            blank: components["schemas"]["Blank"] | null;
            /**
             * Board
             * @description The board on which it lies.
             * @default null
             */
            board: string | null;
            /**
             * Row
             * @description Its row in the area of the table or of the seat, 0 at the top.
             * @default 0
             */
            row: number;
            /**
             * Column
             * @description Its place in the row, 0 at the left.
             * @default 0
             */
            column: number;
            /**
             * @description Of which matches it is part. Absent: of all.
             * @default null
             */
            when: components["schemas"]["When"] | null;
        };
        /**
         * Visibility
         * @description Who knows what lies in a zone.
         * @enum {string}
         */
        services__engine__layout__Visibility: "public" | "owner" | "count" | "hidden";
        /**
         * Visibility
         * @description Who may see a match: everybody, or only its seated and invited players, its creator and admins.
         * @enum {string}
         */
        services__matches__model__Visibility: "public" | "private";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies this representation. Send it in `If-None-Match` or `If-Match`. */
        ETag: string;
        /** @description `true`: a retry, answered with the first request's answer. */
        "Idempotency-Replayed": string;
        /** @description The next page, if there is one: `<?page_size=…&page_token=…>; rel="next"`, relative to this one. */
        Link: string;
        /** @description What is left: `"key";r=497;t=1`, r requests now; the whole quota after t seconds. */
        RateLimit: string;
        /** @description The rate limit: `"key";q=500;w=10`, q requests at once, and as many every w seconds. */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listRulesets: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rulesets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesetList"];
                };
            };
        };
    };
    getRuleset: {
        parameters: {
            query?: {
                /** @description A served version, such as a match's `ruleset_version`. Otherwise the one that deals new matches. */
                version?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ruleset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesetDetails"];
                };
            };
        };
    };
    listCards: {
        parameters: {
            query?: {
                /** @description A served version, such as a match's `ruleset_version`. Otherwise the one that deals new matches. */
                version?: string | null;
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the catalogue; empty for a game without cards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardList"];
                };
            };
        };
    };
    getSchema: {
        parameters: {
            query?: {
                /** @description A served version, such as a match's `ruleset_version`. Otherwise the one that deals new matches. */
                version?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
                /** @description One of the ruleset's `schemas`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Schema, draft 2020-12. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": Record<string, never>;
                };
            };
        };
    };
    getLayout: {
        parameters: {
            query?: {
                /** @description A served version, such as a match's `ruleset_version`. Otherwise the one that deals new matches. */
                version?: string | null;
                /** @description A number of seats: what is for other numbers is left out. Otherwise all is told. */
                seats?: number | null;
                /** @description Options as a JSON object, those left out at their defaults, such as a match's `options`: what is for others is left out. Otherwise all is told. */
                options?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The layout. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Layout"];
                };
            };
        };
    };
    getRules: {
        parameters: {
            query?: {
                /** @description A served version, such as a match's `ruleset_version`. Otherwise the one that deals new matches. */
                version?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules, as Markdown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
        };
    };
    listBots: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of house bots, by ruleset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HouseBotList"];
                };
            };
        };
    };
    listPlayers: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of players, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerList"];
                };
            };
        };
    };
    createPlayer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlayer"];
            };
        };
        responses: {
            /** @description The new player. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerDetails"];
                };
            };
        };
    };
    getPlayer: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The player. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerDetails"];
                };
            };
        };
    };
    updatePlayer: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlayerChange"];
            };
        };
        responses: {
            /** @description The player. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerDetails"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of statistics; empty before the first finished match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerStatistics"];
                };
            };
        };
    };
    getQuotas: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quotas. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerQuotas"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecret"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The key's id, which is not secret; `current` for the key of the request. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDetails"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id, which is not secret; `current` for the key of the request. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The key's id, which is not secret; `current` for the key of the request. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook, which has kept its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
            /** @description The new webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
                /** @description The delivery's id. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeDelivery"];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
                /** @description The delivery's id. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The attempt whose decision is asked for again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeDelivery"];
                };
            };
        };
    };
    listMatches: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
                /** @description Only those with this status. */
                status?: components["schemas"]["Status"] | null;
                /** @description Only those in which this player has a seat; `me` for the caller. */
                player?: string | null;
                /** @description Only those of this ruleset. */
                ruleset?: string | null;
                /** @description Only those in which this player must decide now; `me`: in which it is your turn. */
                pending?: string | null;
                /** @description `me`: only those that you could join now, also by an invitation. */
                joinable?: "me" | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of matches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchList"];
                };
            };
        };
    };
    createMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMatchBody"];
            };
        };
        responses: {
            /** @description The new match. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    getMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    joinMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JoinBody"];
            };
        };
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    seedMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeedBody"];
            };
        };
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    leaveMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    assignSeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The seat's number, from 0. */
                seat: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeatBody"];
            };
        };
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    startMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartBody"];
            };
        };
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    resignMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    abortMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchDetails"];
                };
            };
        };
    };
    getSpectatorView: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What everybody may know. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewDetails"];
                };
            };
        };
    };
    getSeatView: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The seat's number, from 0. */
                seat: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the seat may know and do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewDetails"];
                };
            };
        };
    };
    answerDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The number of the decision, from 1. */
                decision: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionBody"];
            };
        };
        responses: {
            /** @description What became of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionAnswer"];
                };
            };
        };
    };
    checkDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The number of the decision, from 1. */
                decision: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionBody"];
            };
        };
        responses: {
            /** @description The action would stand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedAction"];
                };
            };
        };
    };
    listMatchEvents: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the first line is a snapshot. */
                since?: number | null;
                /** @description A stream token for these events, from who can send no key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
                /** @description How many seconds to wait for the first event: a long poll. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines that there are, or the first that come. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    streamMatchEventsSse: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the first line is a snapshot. */
                since?: number | null;
                /** @description A stream token for these events, from who can send no key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
            };
            header?: {
                /** @description The last revision that the client has; goes before `since`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines: `id` is the viewer's revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    streamMatchEventsNdjson: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the first line is a snapshot. */
                since?: number | null;
                /** @description A stream token for these events, from who can send no key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
            };
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines; an empty one is a sign of life. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listSeatEvents: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the first line is a snapshot. */
                since?: number | null;
                /** @description A stream token for these events, from who can send no key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
                /** @description How many seconds to wait for the first event: a long poll. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The seat's number, from 0. */
                seat: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines that there are, or the first that come. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    streamSeatEventsSse: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the first line is a snapshot. */
                since?: number | null;
                /** @description A stream token for these events, from who can send no key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
            };
            header?: {
                /** @description The last revision that the client has; goes before `since`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The seat's number, from 0. */
                seat: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines: `id` is the viewer's revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    streamSeatEventsNdjson: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the first line is a snapshot. */
                since?: number | null;
                /** @description A stream token for these events, from who can send no key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
            };
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The seat's number, from 0. */
                seat: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines; an empty one is a sign of life. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listAccountEvents: {
        parameters: {
            query?: {
                /** @description The `cursor` of the last line that the client has. Without it, and with one of more than five minutes ago, the first line is `open`. */
                since?: string | null;
                /** @description What turns are to carry, separated by commas: `view`, what the seat knows; `legal`, its legal actions. Neither if the decision has been answered by then. */
                include?: string | null;
                /** @description How many seconds to wait for the first line: a long poll. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines that there are, or the first that come. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
        };
    };
    streamAccountEventsSse: {
        parameters: {
            query?: {
                /** @description The `cursor` of the last line that the client has. Without it, and with one of more than five minutes ago, the first line is `open`. */
                since?: string | null;
                /** @description What turns are to carry, separated by commas: `view`, what the seat knows; `legal`, its legal actions. Neither if the decision has been answered by then. */
                include?: string | null;
            };
            header?: {
                /** @description The cursor of the last line that the client has; goes before `since`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines: `id` is the line's cursor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    streamAccountEventsNdjson: {
        parameters: {
            query?: {
                /** @description The `cursor` of the last line that the client has. Without it, and with one of more than five minutes ago, the first line is `open`. */
                since?: string | null;
                /** @description What turns are to carry, separated by commas: `view`, what the seat knows; `legal`, its legal actions. Neither if the decision has been answered by then. */
                include?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines; an empty one is a sign of life. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    createStreamToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StreamTokenBody"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTokenDetails"];
                };
            };
        };
    };
    createSeatStreamToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The match's id. */
                match: string;
                /** @description The seat's number, from 0. */
                seat: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StreamTokenBody"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTokenDetails"];
                };
            };
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        format: "playhall.replay/2" | "playhall.replay/1";
                        match?: string | null;
                        ruleset: string;
                        version: string;
                        options: Record<string, never>;
                        seats: Record<string, never>[];
                        server_seed?: string;
                        commitment?: string;
                        commitment_document?: Record<string, never>;
                        commitment_signature?: Record<string, never> | null;
                        commitment_log?: Record<string, never> | null;
                        client_seeds?: (string | null)[];
                        seed: string | null;
                        start?: Record<string, never> | null;
                        steps: Record<string, never>[];
                        outcome: Record<string, never> | null;
                        final_state_sha256?: string | null;
                        signature?: Record<string, never> | null;
                    };
                };
            };
        };
    };
    listSeries: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
                /** @description Only those with this status. */
                status?: components["schemas"]["SeriesStatus"] | null;
                /** @description Only those of this player; `me` for the caller. */
                owner?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesList"];
                };
            };
        };
    };
    createSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSeriesBody"];
            };
        };
        responses: {
            /** @description The new series. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesDetails"];
                };
            };
        };
    };
    getSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesDetails"];
                };
            };
        };
    };
    changeSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeriesChange"];
            };
        };
        responses: {
            /** @description The series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesDetails"];
                };
            };
        };
    };
    getSeriesSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        format: "playhall.series-summary/1";
                        series_sha256: string;
                        matches: number;
                        failed: number;
                        deals: number;
                        /** @enum {string} */
                        interval_method?: "independent" | "clustered";
                        entrants: Record<string, never>[];
                        pairs: Record<string, never>[];
                        seats: Record<string, never>[];
                        length?: Record<string, never> | null;
                        reasons?: unknown[][];
                        errors?: unknown[][];
                        convergence?: Record<string, never>[];
                        paired?: Record<string, never> | null;
                        sprt?: Record<string, never> | null;
                    };
                };
            };
        };
    };
    compareSeries: {
        parameters: {
            query: {
                /** @description The id of the second series. */
                with: string;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        format: "playhall.series-comparison/1";
                        series_sha256: string[];
                        same_conditions: boolean;
                        entrants: Record<string, never>[];
                    };
                };
            };
        };
    };
    streamSeriesEventsSse: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the series is told at once. */
                since?: number | null;
            };
            header?: {
                /** @description The last revision that the client has; goes before `since`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines: `id` is the series' revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    streamSeriesEventsNdjson: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it the series is told at once. */
                since?: number | null;
            };
            header?: never;
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines; an empty one is a sign of life. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    getSeriesResultsNdjson: {
        parameters: {
            query?: {
                /** @description The number of the first match, from 0. */
                first?: number;
                /** @description How many matches at most. Without it: all that are settled. */
                limit?: number | null;
            };
            header?: never;
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    getSeriesResultsCsv: {
        parameters: {
            query?: {
                /** @description The number of the first match, from 0. */
                first?: number;
                /** @description How many matches at most. Without it: all that are settled. */
                limit?: number | null;
            };
            header?: never;
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line of names, and one for each seat of each match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getSeriesResultsParquet: {
        parameters: {
            query?: {
                /** @description The number of the first match, from 0. */
                first?: number;
                /** @description How many matches at most. Without it: all that are settled. */
                limit?: number | null;
            };
            header?: never;
            path: {
                /** @description The series' id. */
                series: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A row for each seat of each match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    getSeriesMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
                /** @description Its place in the series, from 0. */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesMatchResult"];
                };
            };
        };
    };
    getSeriesReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
                /** @description Its place in the series, from 0. */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        format: "playhall.replay/2" | "playhall.replay/1";
                        match?: string | null;
                        ruleset: string;
                        version: string;
                        options: Record<string, never>;
                        seats: Record<string, never>[];
                        server_seed?: string;
                        commitment?: string;
                        commitment_document?: Record<string, never>;
                        commitment_signature?: Record<string, never> | null;
                        commitment_log?: Record<string, never> | null;
                        client_seeds?: (string | null)[];
                        seed: string | null;
                        start?: Record<string, never> | null;
                        steps: Record<string, never>[];
                        outcome: Record<string, never> | null;
                        final_state_sha256?: string | null;
                        signature?: Record<string, never> | null;
                    };
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedKeys"];
                };
            };
        };
    };
    listCommitments: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 500 is taken as 500. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
                /** @description Index of the first entry. */
                start?: number;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log; empty beyond its end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommitmentPage"];
                };
            };
        };
    };
    getCommitmentLogHead: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The head. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogHead"];
                };
            };
        };
    };
    getCommitment: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The match's `commitment`, 64 hexadecimal digits. */
                digest: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Commitment"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It lives. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests can be served; an engine or the database may be down. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
}
