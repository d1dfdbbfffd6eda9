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
         * @description Leaves out a ruleset whose service cannot be reached now.
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
         * @description The shape of the documents that the API passes through: options, actions, views, events, cards. In the schema of views each array has `x-order`, which says what the order of its items means.
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
         * Get the layout of a ruleset's table
         * @description Zones with pointers to their contents in a view, boards, colours and symbols of cards, titles of words and decisions. Entries that depend on the match have `when`, unless `seats` and `options` select a match.
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
         * @description The rules as they are implemented, complete enough to play by.
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
         * @description Leaves out the bots of a ruleset whose service cannot be reached now.
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
         * @description The player has no key yet: create one with `createKey`.
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
         * Change a player's name, switch a bot on or off, or agree to be rated with bots
         * @description Changes a player's name, switches a bot on or off, or agrees to be rated with bots. For the caller itself and its own bots, or for anybody if the caller is an admin. With `If-Match`, the change is made only if the player is still what its ETag says.
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
         * @description Returns the limits and the current usage of matches, series, tournaments and tickets, counted for the person behind the player: a bot counts for its owner, a guest for its address. Bots are counted by owner. For the player itself and admins. A key with the scope `admin` has no limits.
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
    "/v1/players/{player}/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player's ratings
         * @description Returns the ratings that the operator has set. In every other ruleset the player has the default rating, 1500. Quick pairing uses these ratings.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getRatings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/ratings/{ruleset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a player's rating
         * @description For admins, for example with ratings of the host. A ticket keeps the rating that its player had when it was made.
         *
         *     Needs a key with the scope `admin`.
         */
        put: operations["setRating"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Creates a person and its first key, if the operator allows that (`PLAYHALL_SIGN_UP`). The key has the scopes `matches:read`, `matches:play`, `matches:create` and `account:manage` (for the player and its own bots), never `admin`, and does not expire. The operator limits sign-ups from one address (`PLAYHALL_ADDRESS_SIGN_UPS`), by default to ten at once and one more every five minutes; a refusal says how many seconds to wait.
         *
         *     The caller has no API key yet, so the `Idempotency-Key` must have at least 32 characters that nobody can guess, such as a random UUID. Within 24 hours the same request with it returns the same API key. Keep it secret.
         *
         *     Needs no key.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a player's bots
         * @description Includes retired bots. The owner of a bot is public.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listOwnBots"];
        put?: never;
        /**
         * Create a bot of your own
         * @description Creates a bot of the caller; an admin can create bots for anybody. The bot has no key yet: create one with `createKey`. A player can have as many bots as the operator allows (`PLAYHALL_BOTS_PER_PLAYER`); a retired bot counts for another day.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["createBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}:retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retire a bot
         * @description Takes a bot out of use for good; for its owner or an admin. Its keys become invalid and its webhook is removed. It leaves the open matches in which it sits, aborts those of them that it created, and resigns the live ones. Its name stays taken, and its matches and statistics remain. Can be retried.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["retireBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * State the version of a bot's program
         * @description For the bot itself, when its program starts, or for its owner. Seats that it takes from then on show the version (a gateway may take a second to notice), and statistics count it. The same version again changes nothing.
         *
         *     Needs a key with the scope `matches:play`.
         */
        put: operations["stateVersion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a bot's versions
         * @description The last thousand that it has stated.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listVersions"];
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
         * @description Lists the keys whose scopes the caller's key has itself, including expired and revoked keys. Secrets are not included.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description For the caller itself and bots of its own, or for anybody if the caller is an admin.
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
         * @description `current` returns the key of the request, and every key may request that. Another of the caller's keys needs `account:manage` and every scope of that key. An admin may get any key.
         *
         *     Needs a key; any scope will do.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Also revokes every key that it created, directly or indirectly, in one step. Revoked keys are refused within a second, and open streams end within some seconds. Can be retried, and works for an expired key. Every key may revoke itself; another key needs `account:manage` and every scope of that key.
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
         * @description Creates a key like the old one. The old key stays valid for the overlap, and keys that it created stay valid. The caller's key must have every scope of the key that it renews, and is the parent of the new one: revoking a key that renewed itself also revokes its successor. To end a key that has leaked, revoke it.
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
    "/v1/players/{player}/blocks/{other}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Block a player
         * @description For the caller itself, or for anybody if the caller is an admin. A repetition changes nothing. A block does not change what already exists between the two: decline, leave or abort it.
         *
         *     Needs a key with the scope `account:manage`.
         */
        put: operations["blockPlayer"];
        post?: never;
        /**
         * Unblock a player
         * @description For the caller itself, or for anybody if the caller is an admin. Can be retried.
         *
         *     Needs a key with the scope `account:manage`.
         */
        delete: operations["unblockPlayer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the players whom a player has blocked
         * @description For the player itself and admins.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["listBlocks"];
        put?: never;
        post?: never;
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
         * @description For the bot itself, its owner and admins.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["getWebhook"];
        /**
         * Set a bot's webhook
         * @description For the caller itself and its own bots, or for any bot if the caller is an admin. The receiver sees what the bot sees and plays for it, so the key must also have `matches:read` and `matches:play`. When the key is revoked, the webhook is no longer called. The platform calls at once for decisions that already wait.
         *
         *     Needs a key with the scope `account:manage`.
         */
        put: operations["setWebhook"];
        post?: never;
        /**
         * Remove a bot's webhook
         * @description The bot continues to play over REST or gRPC. Can be retried.
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
         * @description For 24 hours calls carry a signature for each secret, the old one and the new one.
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
         * List a bot's deliveries
         * @description The last thousand, for as many days as the operator keeps them. For the bot itself and its owner only, because they show when its seat decided.
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
         * Get a delivery of a bot
         * @description Includes what was sent, which is what the seat knew, and the answer. For the bot itself and its owner only, with a key that also has `matches:read`.
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
         * Call a bot again for a decision
         * @description Calls as if for the first time, also for a decision that the bot has accepted or that was given up. An offline bot is called when it is online. For the bot itself and its owner only, with a key that also has `matches:read`.
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
    "/v1/players/{player}/crash-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a bot's crash reports
         * @description For the bot itself and its owner only.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["listCrashReports"];
        put?: never;
        /**
         * Report a crash
         * @description For the caller itself only, with a key of the program that has failed. At most twenty at once, and then one every fifteen seconds.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["reportCrash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/crash-reports/{report}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bot's crash report
         * @description Includes its traceback. For the bot itself and its owner only.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["getCrashReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a bot's failures
         * @description Counts failed calls and crash reports that are still kept, by kind and version. For the bot itself and its owner only.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["getFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your tickets
         * @description Reading a waiting ticket extends its wait.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Create a ticket
         * @description You are seated with players who wait for the same match, in a random seat, and the match starts at once. Get the ticket again before `expires_at`, preferably with `wait`. There is no client seed, because a seed that is given before the match has published its commitment proves nothing.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what others wait for
         * @description Returns how many tickets wait for what, without private matches. Nobody is named.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listPools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a ticket
         * @description For its owner. Reading a waiting ticket extends its wait; a long poll counts as long as it is open.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        /**
         * Cancel a ticket
         * @description A repetition changes nothing. It is too late once the ticket's match is being made.
         *
         *     Needs a key with the scope `matches:play`.
         */
        delete: operations["cancelTicket"];
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
         * @description Lists the matches that the caller may see, newest first. Without a key, lists public matches, and `me` is refused. Leaves out open matches of players whom the caller has blocked, or who have blocked the caller. A page may be shorter than requested although another follows.
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
         * @description Two players never get the same seat. Joining again in your own seat changes nothing, except that it can add a client seed that you have not given before. Save the match's `commitment` first. Others see the SHA-256 of your client seed now, and the seed when the match has started.
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
         * @description For every player with a seat in an open match, including the creator. A seed is given once: the same seed again changes nothing, a different one is refused. Others see its SHA-256 now, and the seed when the match has started.
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
         * @description Also declines the seat that is kept for the caller, with a reason. The seat becomes open to others. If only the creator and house bots remain, and no seat was open from the beginning, the match ends (`declined`). Leaving again changes nothing. To leave a live match, resign.
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
    "/v1/matches/{match}:rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a rematch
         * @description For every player who had a seat in a match that was played. The new match uses the current version of the ruleset and is otherwise the same; everybody moves by one seat. The first player who asks creates the match and takes a seat. The others are invited, and take their seats by joining or by asking. For 30 days all get the same match; if it was called off before its start, the next player who asks creates another. Under a spectator delay a rematch is refused until spectators know of the end.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["rematchMatch"];
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
         * Assign a seat
         * @description For the creator, before the start, for seats without a person: give an open seat to a bot, keep it for a player, or open a seat that was kept. A match that starts when it is full starts with its last seat.
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
         * @description For its creator, once every seat is taken. A creator with a seat may add its client seed. If the ruleset was updated after the match was created, the match cannot start, because it is committed to the earlier version.
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
         * @description Either the ruleset's default actions are played for the seat, or the match ends: see the ruleset's `resignation_ends_at`.
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
         * @description For its creator while the match is open, and for an admin until it ends. An aborted match counts for nobody.
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
         * @description Includes the seat's pending decision and its legal actions. For the seat's player, and for admins without a seat in the match, whose look is recorded in the match's `inspections` before the answer is sent.
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
         * @description Plays an action for the caller's seat. The same answer again returns the same reply, byte for byte; a different answer to an answered decision is refused.
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
         * Check an answer without playing it
         * @description Tells whether `answerDecision` would accept the action, and refuses it for the same reasons. It changes nothing, and reveals nothing of the outcome: neither events nor chance.
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
         * Get the spectators' events of a match
         * @description Returns the lines after `since`. With `wait`, answers as soon as there is one.
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
         * Follow a match as a spectator with server-sent events
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
         * Follow a match as a spectator with JSON lines
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
         * Get a seat's events of its match
         * @description Returns the lines after `since`. With `wait`, answers as soon as there is one. For the seat's player, and for admins without a seat in the match, whose look is recorded in the match's `inspections` before the first event is sent.
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
         * Follow a match from a seat with server-sent events
         * @description For the seat's player, and for admins without a seat in the match, whose look is recorded in the match's `inspections` before the first event is sent.
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
         * Follow a match from a seat with JSON lines
         * @description For the seat's player, and for admins without a seat in the match, whose look is recorded in the match's `inspections` before the first event is sent.
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
         * Get the events of all your matches
         * @description Returns the lines after `since`. With `wait`, answers as soon as there is one.
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
         * Follow all your matches with server-sent events
         * @description A program needs only this stream, however many matches it plays: `your_turn` says when and what to decide.
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
         * Follow all your matches with JSON lines
         * @description A program needs only this stream, however many matches it plays: `your_turn` says when and what to decide.
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
         * Create a token for the spectators' stream
         * @description A public match only needs one if `PLAYHALL_PUBLIC_SPECTATING` is off.
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
         * Create a token for a seat's stream
         * @description For the seat's player, and for admins without a seat in the match, whose look is recorded in the match's `inspections` when the stream is opened. Opening the stream checks again whether the player still has the seat.
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
         * Get the replay of an ended match
         * @description Contains commitment, seeds, actions, events with what each seat saw, outcome, and the SHA-256 of the last state, signed by the platform. The replay of an aborted match has no outcome and ends where the match was aborted; if that was before its start, it has the commitment and the seeds. `docs/fairness.md` explains how to check it.
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
    "/v1/matches/{match}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the positions of a match that has ended
         * @description Each with the action that led to it. The first request replays the match, two at a time in one process; a third is refused with `BUSY`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/positions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a position of a match that has ended
         * @description Includes what every viewer knew, the random draws, and the position itself. The first request replays the match, two at a time in one process; a third is refused with `BUSY`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getPosition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/matches/{number}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the positions of a match of a series
         * @description Each with the action that led to it. The first request replays the match, two at a time in one process; a third is refused with `BUSY`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listSeriesPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{series}/matches/{number}/positions/{position}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a position of a match of a series
         * @description Includes what every viewer knew, the random draws, and the position itself. The first request replays the match, two at a time in one process; a third is refused with `BUSY`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getSeriesPosition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/matches/{match}/seats/{seat}:imagine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imagine a position from a seat's knowledge
         * @description Samples a position that is consistent with the seat's current view. Nothing else of the match enters it. For the seat's player, and for admins without a seat in the match, whose look is recorded in its `inspections`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        post: operations["imaginePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions:observe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Observe a position
         * @description Returns what each viewer knows, and the legal actions of the seats that must decide.
         *
         *     Needs a key with the scope `matches:read`.
         */
        post: operations["observePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions:play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play on from a position
         * @description Needs a key with the scope `matches:read`.
         */
        post: operations["playPosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions:choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a bot choose an action in a position
         * @description The bot uses the knowledge of its seat and nothing else. Nothing is played.
         *
         *     Needs a key with the scope `matches:read`.
         */
        post: operations["chooseAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions:explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search a position and rate each action
         * @description Returns how often the search tried each action, the share of the win that it promises, and the expected continuation. A player may have two searches in progress; a third is refused with `RATE_LIMITED`.
         *
         *     Needs a key with the scope `matches:read`.
         */
        post: operations["explainDecision"];
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
         * @description Lists your own series, newest first; for admins, those of all players.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listSeries"];
        put?: never;
        /**
         * Create a series
         * @description The series is played with the version of the ruleset that is installed with the platform.
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
         * @description The same change again is not an error. A series that is being played changes all the time, so use `If-Match` only for one that is not.
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
         * Get the summary of a series
         * @description Standings with confidence intervals, strengths, pairs, seats, scores, length, errors, and the state of the sequential test: the `summary.json` of `playhall series`, for the `settled` matches.
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
         * @description How much better the bots that played in both did in the second, with confidence intervals. Both must use the same ruleset. One process makes two comparisons or replays of series at a time.
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
         * Follow a series with server-sent events
         * @description Sends the series at once, and again each time it has changed, about once a second, up to its `end`. Resume it with the last revision that you have.
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
         * Follow a series with JSON lines
         * @description Sends the series at once, and again each time it has changed, about once a second, up to its `end`. Resume it with the last revision that you have.
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
         * @description Contains the `settled` matches in their order. To continue a download that broke off, pass the number of the first missing match as `first`. A line for each match, as in the `results.ndjson` of `playhall series`.
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
         * @description Contains the `settled` matches in their order. To continue a download that broke off, pass the number of the first missing match as `first`. A row for each seat of each match; the columns are those of `playhall series export`.
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
         * @description Contains the `settled` matches in their order. To continue a download that broke off, pass the number of the first missing match as `first`. A row for each seat of each match; the columns are those of `playhall series export`.
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
         * @description The match is replayed for this, two at a time in one process; a third request is refused with `BUSY`. The replay commits to the series' document and passes `playhall verify`.
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
    "/v1/tournaments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List public tournaments
         * @description Newest first.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listTournaments"];
        put?: never;
        /**
         * Create a tournament
         * @description Registration opens at once. `docs/tournaments.md` explains all settings.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["createTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tournament
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getTournament"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a tournament
         * @description Changes its name, its visibility, who may enter, or when it starts. For its hosts. The same change again is not an error. Each change is an entry of the log.
         *
         *     Needs a key with the scope `matches:create`.
         */
        patch: operations["changeTournament"];
        trace?: never;
    };
    "/v1/tournaments/{tournament}:start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a tournament
         * @description For its hosts. Entrants with a place, who have checked in if that is required, take part, and the first round is paired at once. A tournament that has started stays as it is.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["startTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}:pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a tournament
         * @description For its hosts. Nothing is paired until it is resumed; matches in progress are played to their end.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["pauseTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}:resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a tournament
         * @description For its hosts. The platform itself pauses a tournament if a round cannot be paired.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["resumeTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a tournament
         * @description For its hosts, for good. Matches in progress are aborted; results remain.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["cancelTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entrants of a tournament
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["listTournamentEntrants"];
        put?: never;
        /**
         * Enter a tournament
         * @description Enters the caller, one of its bots, or, for a host, somebody else. A player whom a host enters, other than itself, its own bots and house bots, is only `invited`, and told so (`tournament_invited`). It agrees by entering, whatever `registration` says, or its owner does so; it declines with `:withdraw`. Players whom an admin enters are entered directly. An entrant that has already entered stays as it is; one that has withdrawn returns with `:return`. Entrants beyond the capacity are on the waiting list, and move up when another withdraws before the start.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["enterTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants:import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import entrants
         * @description Enters players by their ids, who are invited as by `enterTournament`, and house bots by their names; all of them or none. Skips entrants that have entered or are invited already. Up to 1000 at a time. For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["importTournamentEntrants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants:keep-apart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep entrants apart
         * @description For hosts and arbiters. No two of them are paired with each other from the next pairing on, in Swiss and pods. If no pairing satisfies this, the round's notes say so. This can be undone; the same request again changes nothing.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["keepTournamentEntrantsApart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants/{entrant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entrant
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getTournamentEntrant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants/{entrant}:check-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check in
         * @description Possible from `check_in_opens_at` on, if the tournament requires it. Hosts can check in every entrant at any time before the start. A repetition changes nothing.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["checkInTournamentEntrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants/{entrant}:withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw
         * @description The entrant is not paired any more; a table at which it sits is played to its end. A player who was only invited declines. A repetition changes nothing.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["withdrawTournamentEntrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants/{entrant}:return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return to a tournament
         * @description The entrant is paired from the next round on; before the start it gets its place in the order of entry back. An entrant that has left an elimination cannot return. One that withdrew by itself can only return by itself, not by a host. An invited player agrees by returning. A repetition changes nothing.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["returnTournamentEntrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants/{entrant}:request-bye": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a bye for a round
         * @description As often as the tournament allows, for the points that it gives. A repetition changes nothing.
         *
         *     Needs a key with the scope `matches:play`.
         */
        post: operations["requestTournamentBye"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hosts of a tournament
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["listTournamentHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/hosts/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name a host or an arbiter
         * @description For the tournament's owner. Naming somebody with another role changes the role.
         *
         *     Needs a key with the scope `matches:create`.
         */
        put: operations["nameTournamentHost"];
        post?: never;
        /**
         * Remove a host or an arbiter
         * @description For the tournament's owner. What the host has done remains. Can be retried.
         *
         *     Needs a key with the scope `matches:create`.
         */
        delete: operations["removeTournamentHost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the guests of a tournament
         * @description For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listTournamentGuests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/guests/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a player is a guest
         * @description For hosts and arbiters, and for the player itself.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getTournamentGuest"];
        /**
         * Add a player to the list of guests
         * @description For hosts and arbiters. A person's place is valid for its bots, too, if they may enter. A repetition changes nothing.
         *
         *     Needs a key with the scope `matches:create`.
         */
        put: operations["addTournamentGuest"];
        post?: never;
        /**
         * Remove a player from the list of guests
         * @description For hosts and arbiters. A guest who has entered still takes part. Can be retried.
         *
         *     Needs a key with the scope `matches:create`.
         */
        delete: operations["removeTournamentGuest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/guest-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations of guests
         * @description For hosts and arbiters. The last hundred.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listGuestInvitations"];
        put?: never;
        /**
         * Invite guests to sign up
         * @description For hosts and arbiters. A player who signs up with its text (`signUp`) does not count for its address, takes one of the places, and is on the list of guests. The platform signs the text; give it only to those whom it is for. All invitations of a person within 24 hours have as many places as the operator allows (`PLAYHALL_INVITED_GUESTS_PER_DAY`).
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["createGuestInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/guest-invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation of guests
         * @description For hosts and arbiters. Players who have signed up with it remain. Can be retried.
         *
         *     Needs a key with the scope `matches:create`.
         */
        delete: operations["revokeGuestInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the log of a tournament
         * @description Oldest entry first. The `revision` of the tournament is the number of the last entry.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listTournamentLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/log/{entry}:undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an entry of the log
         * @description For hosts and arbiters. These entries can be undone: a check-in, a withdrawal by a host, a return, a request for a bye, a rule that keeps entrants apart, a set result, a pairing, in an arena a table in progress, and, by hosts, the start. It is refused if a later entry depends on it. Standings are updated. A repetition changes nothing.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["undoTournamentEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/events/sse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a tournament with server-sent events
         * @description Ends with `end`. Resume it with the last revision that you have.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamTournamentEventsSse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/events/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a tournament with JSON lines
         * @description Ends with `end`. Resume it with the last revision that you have.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["streamTournamentEventsNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/rounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rounds of a tournament
         * @description Lists the paired rounds in order.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["listTournamentRounds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/rounds/{round}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a round of a tournament
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getTournamentRound"];
        /**
         * Pair a round by hand
         * @description Sets the next round, or the current one if nothing of it was played: its matches are aborted and others created. In an elimination the bracket says who meets; a host says who sits where, and which tables are played now. For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:create`.
         */
        put: operations["setTournamentRound"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/rounds:pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pair the next round
         * @description Pairs the next round at once, whatever the tournament's times say. If nothing of the current round was played, pairs that round again from the present state. An arena pairs by itself. For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["pairTournamentRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/rounds:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the next round
         * @description Shows how it would be paired now; changes nothing. For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["previewTournamentRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/rounds/{round}:swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap two entrants
         * @description In a round of which nothing was played, they exchange seats, tables, or a table and a bye. In an elimination both must be at the same table. The same swap with the same reason is made once; to swap back, undo the entry or give another reason. For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["swapInTournamentRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/rounds/{round}/tables/{table}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or correct the result of a table
         * @description Sets the result, whatever was played; a match of the table that is in progress is aborted. Standings are updated. In an elimination, who advances cannot change once a later round was paired. For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:create`.
         */
        put: operations["setTournamentResult"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/standings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the standings of a tournament
         * @description Includes the calculation behind each tie-break. The standings are stored with each result and served as they are stored.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getTournamentStandings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/standings:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview standings after some changes
         * @description Shows the standings as set results, undone entries or withdrawals would make them; changes nothing. For hosts and arbiters.
         *
         *     Needs a key with the scope `matches:create`.
         */
        post: operations["previewTournamentStandings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/cross-table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the cross table of a stage
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getTournamentCrossTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/bracket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the bracket of an elimination
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["getTournamentBracket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/entrants/{entrant}/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entrant's card
         * @description Each of its rounds: the opponents, the result, and the reasons for the pairing.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getTournamentCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/export/json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a tournament as JSON
         * @description Everything: settings, entrants, rounds, results, standings, the log, and the seed when it is over.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["exportTournamentJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export standings or results as CSV
         * @description If a spreadsheet would take a part of a name for a formula, an apostrophe precedes it. `exportTournamentJson` has names unchanged.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["exportTournamentCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/export/trf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a stage as a tournament report file
         * @description FIDE's format, which pairing and rating programs read. White is the first seat, and players are numbered by their seeds. The format cannot express a stage with tables of more than two seats.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["exportTournamentTrf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tournament's webhook
         * @description Needs a key with the scope `account:manage`.
         */
        get: operations["getTournamentWebhook"];
        /**
         * Set a tournament's webhook
         * @description A new webhook receives what happens from now on; `:resend` posts what happened before. Another URL continues where the previous one was, and keeps its secret. The receiver learns what the log says, so the key must also have `matches:read`. When the key is revoked, or its player is no longer a host, nothing more is posted.
         *
         *     Needs a key with the scope `account:manage`.
         */
        put: operations["setTournamentWebhook"];
        post?: never;
        /**
         * Remove a tournament's webhook
         * @description Can be retried.
         *
         *     Needs a key with the scope `account:manage`.
         */
        delete: operations["deleteTournamentWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/webhook:rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the secret of a tournament's webhook
         * @description For 24 hours calls carry a signature for each secret, the old one and the new one.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["rotateTournamentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/webhook:resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a tournament's log again
         * @description Posts everything again from an entry on, whatever was posted before, also after the platform gave up.
         *
         *     Needs a key with the scope `account:manage`.
         */
        post: operations["resendTournamentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tournaments/{tournament}/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of a tournament's webhook
         * @description The last thousand, for as many days as the operator keeps them.
         *
         *     Needs a key with the scope `account:manage`.
         */
        get: operations["listTournamentDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the leaderboards
         * @description Needs a key with the scope `matches:read`.
         */
        get: operations["listLeaderboards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{ruleset}/{seats}/{population}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a leaderboard
         * @description Includes a match some seconds after its end.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{ruleset}/{seats}/{population}/strengths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the strengths of bots
         * @description The strengths in a leaderboard of bots, computed from all their matches at once, so that the order does not matter. Each version of a bot counts separately. They are estimated every night, and some minutes after new matches.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getBotStrengths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/leaderboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player's places
         * @description In all leaderboards in which it has a rating.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getPlayerLeaderboards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/leaderboards/{ruleset}/{seats}/{population}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of a player's rating
         * @description Lists every match, newest first, including those that did not count. For public matches everybody sees which match it was and who else played; for other matches only those who took part.
         *
         *     Needs a key with the scope `matches:read`.
         */
        get: operations["getRatingHistory"];
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
         * @description Includes retired keys: what they signed until their retirement is still valid.
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
         * @description A new match's commitment is in the log within seconds.
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
    "/v1/backlog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the work that waits
         * @description Measures matches, queues and deadlines for each request.
         *
         *     Needs a key with the scope `admin`.
         */
        get: operations["getBacklog"];
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
         * Check whether the process is alive
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
         * Check whether the process can serve
         * @description For balancers. Answers within half a second, whatever hangs.
         *
         *     Needs no key.
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
         * Accepted
         * @description An invited player has agreed: from now on it takes part.
         */
        Accepted: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "accepted";
            /**
             * Entrant
             * @description The entrant.
             */
            entrant: string;
        };
        /**
         * AccountEvent
         * @description A line of an account's events. `type` says which one; the list of types may grow.
         */
        AccountEvent: components["schemas"]["OpenLine"] | components["schemas"]["InvitedLine"] | components["schemas"]["DeclinedLine"] | components["schemas"]["SeatedLine"] | components["schemas"]["PairedLine"] | components["schemas"]["LeftLine"] | components["schemas"]["MatchBeganLine"] | components["schemas"]["YourTurnLine"] | components["schemas"]["MatchEndedLine"] | components["schemas"]["TournamentInvitedLine"] | components["schemas"]["TournamentStartedLine"] | components["schemas"]["RoundPairedLine"] | components["schemas"]["YourTableLine"] | components["schemas"]["TableResultLine"] | components["schemas"]["TournamentCorrectedLine"] | components["schemas"]["TournamentEndedLine"] | components["schemas"]["HostNeededLine"] | components["schemas"]["OtherAccountLine"];
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
         * ApartRule
         * @description Who is kept apart by a rule, as far as that can be.
         */
        ApartRule: {
            /**
             * Who
             * @description `same_owner`: bots of one person, and that person. Default: `"same_owner"`.
             * @constant
             */
            who?: "same_owner";
            /**
             * Rounds
             * @description In so many rounds from the first; null: in all.
             */
            rounds?: number | null;
        };
        /**
         * ArenaStage
         * @description Whoever is free is paired again with somebody close in rank, until time is over. Entrants come and go meanwhile.
         *     Tables that are under way when time is over are played to their end, and count. It is one round.
         */
        ArenaStage: {
            /**
             * Tie Breaks
             * @description Ids of tie-breaks, the first counts first; empty: those of the format.
             */
            tie_breaks?: string[];
            /**
             * Advance
             * @description How many go on to the next stage, by the standings; null: this stage is the last.
             */
            advance?: number | null;
            /**
             * Games
             * @description How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd number, and the majority decides; at larger tables the sum decides (`sum_of`). Default: `1`.
             */
            games?: number;
            /**
             * Deals
             * @description `new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of the house play duplicate deals. Default: `"new"`.
             * @enum {string}
             */
            deals?: "new" | "duplicate";
            /**
             * Sum Of
             * @description What is summed up where a table plays several matches: its entrants' places, the lowest sum is the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than that of anybody who was placed before. Default: `"places"`.
             * @enum {string}
             */
            sum_of?: "places" | "scores";
            /**
             * @description What the stage's format is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "arena";
            /**
             * Duration Seconds
             * @description For how long tables are paired. While the tournament is paused, its time stands still.
             */
            duration_seconds: number;
            /**
             * Seats
             * @description Seats of a table. Default: `2`.
             */
            seats?: number;
            /**
             * Remainder
             * @description At tables of three to five, if somebody has waited for `max_wait_seconds` and too few are free: the table has fewer seats, down to three; or they wait. Default: `"smaller_tables"`.
             * @enum {string}
             */
            remainder?: "smaller_tables" | "wait";
            /**
             * Max Wait Seconds
             * @description Who has waited for so long is paired with whoever is free. Until then nobody meets those of its last table again, and the reach in ranks grows with the waiting. Default: `20`.
             */
            max_wait_seconds?: number;
            /**
             * Late Entry
             * @description Whether players may enter while it runs, if it is the first. Default: `true`.
             */
            late_entry?: boolean;
            /** @description What a table of two seats is worth. Default: `{"win": 200, "draw": 100, "loss": 0}`. */
            points?: components["schemas"]["TwoSeatPoints"];
            /**
             * Place Points
             * @description For the first place, the second, and so on; who share places share their points, rounded down. Default: `[400, 300, 200, 100, 0]`.
             */
            place_points?: number[];
            /** @description What a winning streak is worth; null: no more than its tables. */
            streaks?: components["schemas"]["ArenaStreaks"] | null;
        };
        /**
         * ArenaStreaks
         * @description What tables are worth to who wins one after the other.
         */
        ArenaStreaks: {
            /**
             * After
             * @description After so many tables running that were won, alone in the first place, it begins. Default: `2`.
             */
            after?: number;
            /**
             * Factor
             * @description So many times the points of its tables count, up to the first that is not won, with it. Default: `2`.
             */
            factor?: number;
        };
        /**
         * Assistance
         * @description Whether the platform helps who sits in a match with its search: never while the match is live (``NONE``,
         *     ``AFTER_MATCH``), or at any time. After ``NONE`` the match imagines no positions either.
         * @enum {string}
         */
        Assistance: "none" | "after_match" | "open";
        /**
         * BacklogDetails
         * @description What there is to do.
         */
        BacklogDetails: {
            /**
             * Open Matches
             * @description Matches that wait for players or for their start.
             */
            open_matches: number;
            /**
             * Live Matches
             * @description Matches that are being played.
             */
            live_matches: number;
            /**
             * Not Archived
             * @description Matches that have ended and are not in the archive yet.
             */
            not_archived: number;
            /**
             * Outbox Entries
             * @description What must happen next in matches and has not been handed to workers.
             */
            outbox_entries: number;
            /**
             * Outbox Oldest Seconds
             * @description How long the oldest of them waits; 0 if there is none.
             */
            outbox_oldest_seconds: number;
            /**
             * Overdue Seconds
             * @description By how much the most overdue deadline has passed; 0 if none has.
             */
            overdue_seconds: number;
            /**
             * Queues
             * @description The queues of the workers.
             */
            queues: components["schemas"]["QueueDetails"][];
            /**
             * Running
             * @description Tasks that a worker has taken and not finished.
             */
            running: number;
            /**
             * Commitments
             * @description Commitments that are not in the public log yet.
             */
            commitments: number;
        };
        /**
         * Blank
         * @description What an empty text among the contents of a zone stands for.
         * @enum {string}
         */
        Blank: "empty" | "hidden";
        /**
         * BlockDetails
         * @description A block.
         */
        BlockDetails: {
            /** @description The player who is blocked. */
            player: components["schemas"]["BlockedPlayer"];
            /**
             * Created At
             * Format: date-time
             * @description Since when.
             */
            created_at: string;
        };
        /**
         * BlockList
         * @description A page of blocks, ordered by the id of the blocked player.
         */
        BlockList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Blocks
             * @description Ordered by the id of the blocked player.
             */
            blocks: components["schemas"]["BlockDetails"][];
        };
        /**
         * BlockedPlayer
         * @description The blocked player.
         */
        BlockedPlayer: {
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
         * Board
         * @description A board of cells. A cell's neighbours are the cells at its coordinates plus each of the `steps`.
         */
        Board: {
            /**
             * Id
             * @description As `zones` name it.
             */
            id: string;
            /**
             * Title
             * @description What to call it.
             */
            title: string;
            /**
             * Text
             * @description What lies there, in a sentence.
             */
            text: string;
            /** @description `hex_pointy`: hexes with a corner at the top; `square`: squares. */
            grid: components["schemas"]["Grid"];
            /**
             * Radius
             * @description Hexes: steps from the middle to the rim.
             */
            radius?: number | null;
            /**
             * Steps
             * @description The steps (q, r) to a cell's neighbours.
             */
            steps: number[][];
            /**
             * Regions
             * @description Cells that have a meaning together; may be empty.
             */
            regions: components["schemas"]["Region"][];
            /**
             * Cells
             * @description Every cell, row by row from the top, from left to right.
             */
            cells: components["schemas"]["Cell"][];
            /** @description Of which matches it is part. Absent: of all. */
            when?: components["schemas"]["When"] | null;
        };
        /**
         * BotChoice
         * @description What a bot plays.
         */
        BotChoice: {
            /**
             * State
             * @description `waiting`: it still searches. Send the same request again to go on waiting: its answer is kept for ten minutes.
             * @enum {string}
             */
            state: "done" | "waiting";
            /**
             * Seat
             * @description For which seat it was asked.
             */
            seat: number;
            /**
             * Bot
             * @description Which bot.
             */
            bot: string;
            /** @description The action; null: it still searches. */
            choice: components["schemas"]["LegalAction"] | null;
        };
        /**
         * BotExplanation
         * @description What a bot found of a decision.
         */
        BotExplanation: {
            /**
             * State
             * @description `waiting`: it still searches. Send the same request again to go on waiting: its answer is kept for ten minutes.
             * @enum {string}
             */
            state: "done" | "waiting";
            /**
             * Seat
             * @description For which seat it was asked.
             */
            seat: number;
            /**
             * Bot
             * @description Which bot.
             */
            bot: string;
            /**
             * Iterations
             * @description How many playouts it took; null: it still searches.
             */
            iterations: number | null;
            /**
             * Seconds
             * @description How long it took.
             */
            seconds: number | null;
            /**
             * Actions
             * @description Every legal action, the best first; empty as long as it searches. The same seed and iterations give the same, unless the time was over before.
             */
            actions: components["schemas"]["ExplainedAction"][];
        };
        /**
         * BotStrengthDetails
         * @description A bot's strength.
         */
        BotStrengthDetails: {
            /**
             * Player Id
             * @description The bot's id.
             */
            player_id: string;
            /**
             * Player Name
             * @description The bot's name as it is now.
             */
            player_name: string;
            /**
             * Version
             * @description Of its program; of a house bot that of the ruleset. Null: it had stated none.
             */
            version: string | null;
            /**
             * Elo
             * @description Elo points, 0 on average.
             */
            elo: number;
            /**
             * Low
             * @description Where the 95 % interval begins. Null: there are too few matches to say.
             */
            low: number | null;
            /**
             * High
             * @description Where it ends.
             */
            high: number | null;
            /**
             * Matches
             * @description In how many matches it was compared.
             */
            matches: number;
        };
        /**
         * BotStrengths
         * @description A page of the strengths of a leaderboard's bots, the strongest first.
         */
        BotStrengths: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Computed At
             * @description When they were estimated. Null: they have not been yet.
             */
            computed_at: string | null;
            /**
             * Matches
             * @description From how many matches.
             */
            matches: number;
            /**
             * Strengths
             * @description The strongest first.
             */
            strengths: components["schemas"]["BotStrengthDetails"][];
        };
        /**
         * Bots
         * @description Whether the other players may be bots.
         * @enum {string}
         */
        Bots: "allowed" | "never" | "only";
        /**
         * BracketNode
         * @description A node of a bracket.
         */
        BracketNode: {
            /**
             * Id
             * @description `W2-3` is the third of the second round of the winners, `L` the losers, `F` the final, `F2` the final again, `P3` the match for the third place.
             */
            id: string;
            /**
             * Part
             * @description Where it stands. `winners` of a single elimination: all rounds before the final.
             * @enum {string}
             */
            part: "winners" | "losers" | "third_place" | "final" | "reset";
            /**
             * Round
             * @description From 1, within the part.
             */
            round: number;
            /**
             * Seats
             * @description In order.
             */
            seats: components["schemas"]["BracketSeat"][];
            /** @description `waiting`: somebody is not known yet; `ready`: it can be paired; `playing`; `decided`; `walkover`: nobody has to play; `not_needed`: the final is not played again. */
            state: components["schemas"]["NodeState"];
            /**
             * Winners
             * @description Entrants that advance or have won, the best first; empty if there are none yet.
             */
            winners: components["schemas"]["EntrantName"][];
            /**
             * Played In
             * @description The tournament's round in which it was paired last.
             */
            played_in: number | null;
            /**
             * Table
             * @description Its table in that round.
             */
            table: number | null;
        };
        /**
         * BracketPlacing
         * @description An entrant that plays no more, and the places that it shares: 5 to 8, or 1 to 1.
         */
        BracketPlacing: {
            /** @description Who it is. */
            entrant: components["schemas"]["EntrantName"];
            /**
             * First
             * @description The best of these places.
             */
            first: number;
            /**
             * Last
             * @description The last of these places.
             */
            last: number;
        };
        /**
         * BracketSeat
         * @description A seat of a node, and who comes to it: a seed, or who comes to a place of an earlier node.
         */
        BracketSeat: {
            /**
             * Seed
             * @description The entrant with this number in the seeding.
             */
            seed: number | null;
            /**
             * Node
             * @description The node that it comes from.
             */
            node: string | null;
            /**
             * Place
             * @description The place of that node: 1 the winner, 2 the loser.
             */
            place: number | null;
            /** @description Who that is; null: it is not known yet, or nobody comes. */
            entrant: components["schemas"]["EntrantName"] | null;
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
         * ByeBody
         * @description When not to be paired.
         */
        ByeBody: {
            /**
             * Round
             * @description The round, from 1 through all stages. It has not been paired yet.
             */
            round: number;
        };
        /**
         * ByeRequested
         * @description An entrant is not to be paired in a round.
         */
        ByeRequested: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "bye_requested";
            /**
             * Entrant
             * @description The entrant.
             */
            entrant: string;
            /**
             * Round
             * @description The round, from 1.
             */
            round: number;
        };
        /**
         * Cancelled
         * @description Nothing more is played. Results stay.
         */
        Cancelled: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "cancelled";
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
            /**
             * Title
             * @description What to call such a card.
             */
            title: string;
            /**
             * Text
             * @description What such a card is for: to be shown where a card has no text of its own.
             */
            text: string;
            /**
             * Facts
             * @description The fields that belong on its face, in reading order.
             */
            facts?: components["schemas"]["Fact"][];
        };
        /**
         * CardList
         * @description A page of a ruleset's catalogue.
         */
        CardList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Cards
             * @description Each card's facts, text and effect.
             */
            cards: components["schemas"]["RulesetCard"][];
        };
        /**
         * CardRank
         * @description An entrant's place in a stage.
         */
        CardRank: {
            /**
             * Stage
             * @description From 0.
             */
            stage: number;
            /**
             * Rank
             * @description From 1.
             */
            rank: number;
            /**
             * Is Joint
             * @description Whether others have the same rank.
             */
            is_joint: boolean;
            /**
             * Points
             * @description As a decimal number.
             */
            points: string;
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
             */
            regions?: string[];
        };
        /**
         * Changed
         * @description The host has changed what can be changed: its rules only before the start. What is null stayed.
         */
        Changed: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "changed";
            /**
             * Name
             * @description Its name.
             */
            name: string | null;
            /**
             * Visibility
             * @description Who sees it from then on.
             */
            visibility: ("public" | "unlisted" | "private") | null;
            /** @description Who may enter, and when. */
            entry: components["schemas"]["EntryRules"] | null;
            /** @description When rounds begin and end. */
            times: components["schemas"]["RoundTimes"] | null;
        };
        /**
         * ChangedEntryRules
         * @description Changes of the rules of entry; rules that are left out stay.
         */
        ChangedEntryRules: {
            /**
             * Registration
             * @description Who enters. Null: stays.
             */
            registration?: ("open" | "listed" | "invited") | null;
            /**
             * Capacity
             * @description How many take part. Null: stays.
             */
            capacity?: number | null;
            /**
             * Min Rating
             * @description Players with a lower rating cannot enter. Null, if it is sent: no limit.
             */
            min_rating?: number | null;
            /**
             * Max Rating
             * @description Players with a higher rating cannot enter. Null, if it is sent: no limit.
             */
            max_rating?: number | null;
            /**
             * Check In Seconds
             * @description How long before the start entrants can check in, which they must. Null, if it is sent: no check-in.
             */
            check_in_seconds?: number | null;
        };
        /**
         * ChangedRoundTimes
         * @description What is to be changed of its times; what is left out stays.
         */
        ChangedRoundTimes: {
            /**
             * Starts At
             * @description When it starts by itself. Null, if it is sent: when its host says so.
             */
            starts_at?: string | null;
        };
        /**
         * CheckInBody
         * @description What is said with it.
         */
        CheckInBody: {
            /**
             * Client Seed
             * @description 32 random bytes, hexadecimal, that the entrant adds to the chance of each of its games: for the caller or a bot of its own. It is given once, on entry, with the consent to an invitation or at check-in, before the entrant is paired first; until then others see its SHA-256. Save it, and the tournament's `commitment` from before.
             */
            client_seed?: string | null;
        };
        /**
         * CheckedAction
         * @description An action that would be accepted as the answer to a decision. It reveals nothing of the outcome.
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
            /** @description The action in the ruleset's structured form. */
            action: components["schemas"]["RulesetAction"];
            /**
             * Notation
             * @description The action's notation.
             */
            notation: string;
        };
        /**
         * CheckedIn
         * @description An entrant is there.
         */
        CheckedIn: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "checked_in";
            /**
             * Entrant
             * @description The entrant.
             */
            entrant: string;
        };
        /**
         * ChooseBody
         * @description A position and the bot that is to play in it.
         */
        ChooseBody: {
            /** @description The position. */
            position: components["schemas"]["NewPosition"];
            /**
             * Seat
             * @description A seat that must decide. The bot is given what the seat knows, and nothing else.
             */
            seat: number;
            /**
             * Seed
             * @description The bot's own randomness: 32 bytes, hexadecimal. Null: it follows from what the seat knows.
             */
            seed?: string | null;
            /**
             * Wait
             * @description How many seconds to wait for a bot that searches. Is it `waiting` then, send the same again. Default: `20`.
             */
            wait?: number;
            /**
             * Bot
             * @description The id of one of the ruleset's bots.
             */
            bot: string;
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
         * CommitmentDocument
         * @description What a match promises. Format 2 binds the clocks; format 1 has `decision_seconds` instead.
         */
        CommitmentDocument: {
            /**
             * Format
             * @description The format of the document.
             * @enum {string}
             */
            format: "playhall.commitment/1" | "playhall.commitment/2";
            /**
             * Match
             * @description The match's id; null: it was played without a server, or belongs to a tournament.
             */
            match: string | null;
            /**
             * Creator
             * @description The id of the player that created it.
             */
            creator: string | null;
            /**
             * Created At
             * @description When it was created; null: where `match` is null.
             */
            created_at: string | null;
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Ruleset Version
             * @description The version of the ruleset.
             */
            ruleset_version: string;
            /**
             * Catalogue Sha256
             * @description SHA-256 of the ruleset's catalogue, hexadecimal: the cards that it is played with. Left out in a match that was created before matches promised their cards.
             */
            catalogue_sha256?: string | null;
            /** @description Every option of the ruleset with its value. */
            options: components["schemas"]["RulesetOptions"];
            /**
             * Seats
             * @description In seat order.
             */
            seats: components["schemas"]["PlannedSeat"][];
            /**
             * Start Rule
             * @description When it starts.
             * @enum {string}
             */
            start_rule: "when_full" | "by_creator";
            /**
             * Visibility
             * @description Who may see it.
             * @enum {string}
             */
            visibility: "public" | "private";
            /**
             * Decision Seconds
             * @description Format 1: how long each decision may take, private steps included, before the ruleset's default action is played; null: as long as it takes.
             */
            decision_seconds?: number | null;
            /**
             * Time Control
             * @description Format 2: how long people and their bots may think. Default: `{"kind": "none"}`.
             */
            time_control?: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description Format 2: what happens to a seat when the time of its turn is over. Default: `{"kind": "default_action"}`.
             */
            on_time_out?: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /**
             * Grace Milliseconds
             * @description Format 2: for how long after a deadline an answer counts. Default: `0`.
             */
            grace_milliseconds?: number;
            /**
             * Spectator Delay Seconds
             * @description How much later than the seats spectators see what happens.
             */
            spectator_delay_seconds: number;
            /**
             * Server Seed Sha256
             * @description SHA-256 of the server's seed, hexadecimal.
             */
            server_seed_sha256: string;
            /**
             * Assistance
             * @description Whether the platform helps who sits in the match; left out: it was played without a platform, or created before matches promised it, and then it does.
             */
            assistance?: ("none" | "after_match" | "open") | null;
            /** @description Where the match belongs in a series; left out if it belongs to none. */
            series?: components["schemas"]["SeriesReference"] | null;
            /** @description Where the match belongs in a tournament; left out if it belongs to none. It stands for the match's id and moment, so that neither enters the match's chance. */
            tournament?: components["schemas"]["TournamentReference"] | null;
            /** @description Which deal of a tournament it is; left out if it belongs to none. */
            event?: components["schemas"]["EventReference"] | null;
        };
        /**
         * CommitmentPage
         * @description A page of the log, in its order. Entries never change.
         */
        CommitmentPage: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
         * CommitmentPlace
         * @description The place of a commitment in the public log.
         */
        CommitmentPlace: {
            /**
             * Index
             * @description The index of its entry.
             */
            index: number;
            /**
             * Hash
             * @description The hash of the entry.
             */
            hash: string;
        };
        /**
         * ConvergencePoint
         * @description The shares of the entrants after a number of matches.
         */
        ConvergencePoint: {
            /**
             * Matches
             * @description How many matches had been played.
             */
            matches: number;
            /**
             * Shares
             * @description Of each entrant in the document: its mean share of the win; null: it had not played.
             */
            shares: (components["schemas"]["SeriesEstimate"] | null)[];
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
         * CrashDetails
         * @description A failure that a bot has reported.
         */
        CrashDetails: {
            /**
             * Id
             * @description The report's id.
             */
            id: string;
            /**
             * Player Id
             * @description Whose failure it is.
             */
            player_id: string;
            /**
             * At
             * Format: date-time
             * @description When it was reported.
             */
            at: string;
            /**
             * Match
             * @description The match that was played, as the report says.
             */
            match: string | null;
            /**
             * Decision
             * @description The decision that was thought about, as the report says.
             */
            decision: number | null;
            /**
             * Version
             * @description The version of the program; null: not known.
             */
            version: string | null;
            /**
             * Message
             * @description What failed, as the report says.
             */
            message: string;
        };
        /**
         * CrashList
         * @description A page of reports, newest first.
         */
        CrashList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Crash Reports
             * @description Newest first, without tracebacks.
             */
            crash_reports: components["schemas"]["CrashDetails"][];
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
         * CrossTable
         * @description The cross table of a stage.
         */
        CrossTable: {
            /**
             * Stage
             * @description From 0.
             */
            stage: number;
            /**
             * Is Over
             * @description Whether all of its rounds were played.
             */
            is_over: boolean;
            /**
             * Rounds
             * @description The numbers of its rounds: the columns.
             */
            rounds: number[];
            /**
             * Lines
             * @description In the order of the standings.
             */
            lines: components["schemas"]["CrossTableLine"][];
        };
        /**
         * CrossTableCell
         * @description What an entrant has of a round.
         */
        CrossTableCell: {
            /**
             * Round
             * @description The round's number through all stages.
             */
            round: number;
            /**
             * Table
             * @description The table's number; null without a table.
             */
            table: number | null;
            /** @description How it came by its points. */
            kind: components["schemas"]["ResultKind"];
            /**
             * Points
             * @description As a decimal number.
             */
            points: string;
            /**
             * Opponents
             * @description In the order of seats; empty without a table.
             */
            opponents: components["schemas"]["CrossTableOpponent"][];
            /**
             * Seat
             * @description Its seat, from 0; null without a table.
             */
            seat: number | null;
            /**
             * Place
             * @description 1 for the winner; null without a table.
             */
            place: number | null;
            /**
             * Score
             * @description The game's own score; null where there is none.
             */
            score: number | null;
        };
        /**
         * CrossTableLine
         * @description An entrant's line.
         */
        CrossTableLine: {
            /**
             * Line
             * @description From 1, each its own.
             */
            line: number;
            /**
             * Rank
             * @description The entrant's rank, which others may share.
             */
            rank: number;
            /**
             * Is Joint
             * @description Whether others have the same rank.
             */
            is_joint: boolean;
            /** @description Who it is. */
            entrant: components["schemas"]["EntrantName"];
            /**
             * Points
             * @description The sum, as a decimal number.
             */
            points: string;
            /**
             * Cells
             * @description One for each round that is decided for this entrant, in an arena for each of its tables.
             */
            cells: components["schemas"]["CrossTableCell"][];
        };
        /**
         * CrossTableOpponent
         * @description Somebody who sat at the same table.
         */
        CrossTableOpponent: {
            /**
             * Entrant
             * @description The entrant's id.
             */
            entrant: string;
            /**
             * Line
             * @description The line of the cross table on which it stands.
             */
            line: number;
        };
        /**
         * CsvContent
         * @description What a table is of.
         * @enum {string}
         */
        CsvContent: "standings" | "results";
        /**
         * DealtBefore
         * @description That a game is not played for the first time: which match of it was dealt last before, and does not count.
         */
        DealtBefore: {
            /**
             * Times
             * @description How many matches of this game were dealt before.
             */
            times: number;
            /**
             * Match
             * @description The id of the last of them.
             */
            match: string;
            /**
             * Entry
             * @description The entry of the tournament's log that says that it is void.
             */
            entry: number;
            /**
             * By
             * @description The player who decided that; null: the platform.
             */
            by: string | null;
            /**
             * Reason
             * @description Why, in its words; may be empty.
             */
            reason: string;
        };
        /**
         * DecidedBy
         * @description What decides how a table ends.
         * @enum {string}
         */
        DecidedBy: "matches" | "seed" | "host" | "platform";
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
         * @description The reply to a decision. It is the same whenever the answer is sent again.
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
            /** @description The action in the ruleset's structured form. */
            action: components["schemas"]["RulesetAction"];
            /**
             * Notation
             * @description The action's notation.
             */
            notation: string;
            /**
             * Revision
             * @description The seat's revision after it.
             */
            revision: number;
            /**
             * Events
             * @description What the seat sees of the step.
             */
            events: components["schemas"]["RulesetEvent"][];
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
            action: string | components["schemas"]["RulesetAction"];
        };
        /**
         * DeclineDetails
         * @description A player has declined the seat that was kept for it.
         */
        DeclineDetails: {
            /**
             * Seat
             * @description Which seat.
             */
            seat: number;
            /** @description Who declined. */
            player: components["schemas"]["Decliner"];
            /**
             * Reason
             * @description `generic`, `later`, `too_fast`, `too_slow`, `ruleset`, `options`, `no_bots` or `only_bots`. The list may grow.
             */
            reason: string;
            /**
             * At
             * Format: date-time
             * @description When it did so.
             */
            at: string;
        };
        /**
         * DeclineReason
         * @description Why a player declines an invitation. There are these words and no text of the player's own: nobody who is
         *     declined has to read what a stranger wrote.
         * @enum {string}
         */
        DeclineReason: "generic" | "later" | "too_fast" | "too_slow" | "ruleset" | "options" | "no_bots" | "only_bots";
        /**
         * DeclinedLine
         * @description A player has declined a seat that was kept for it: told to the match's creator.
         */
        DeclinedLine: {
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
            type: "declined";
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
             * @description The creator's own seat; null: it has none.
             */
            seat: number | null;
            /**
             * Declined Seat
             * @description The seat that was kept.
             */
            declined_seat: number;
            /** @description Who declined. */
            by: components["schemas"]["Inviter"];
            /**
             * Reason
             * @description Why: as in the match's `declines`.
             */
            reason: string;
        };
        /**
         * Decliner
         * @description An invited player.
         */
        Decliner: {
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
            outcome: string;
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
             * Version
             * @description The version of its program that the bot had stated; null: none.
             */
            version: string | null;
        };
        /**
         * DeliveryList
         * @description A page of attempts, newest first.
         */
        DeliveryList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
         * DrawnWordsDetails
         * @description What chance has drawn from a stream.
         */
        DrawnWordsDetails: {
            /**
             * Stream
             * @description The stream's name, such as `dice` or `deck:2`.
             */
            stream: string;
            /**
             * First
             * @description The number of the first word, from 0.
             */
            first: number;
            /**
             * Words
             * @description The words, each from 0 to 4,294,967,295: see `docs/fairness.md`.
             */
            words: number[];
        };
        /**
         * EliminationStage
         * @description Two seats. Who has lost is out; in a double elimination, who has lost twice.
         */
        EliminationStage: {
            /**
             * Tie Breaks
             * @description Ids of tie-breaks, the first counts first; empty: those of the format.
             */
            tie_breaks?: string[];
            /**
             * Advance
             * @description How many go on to the next stage, by the standings; null: this stage is the last.
             */
            advance?: number | null;
            /**
             * Games
             * @description How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd number, and the majority decides; at larger tables the sum decides (`sum_of`). Default: `1`.
             */
            games?: number;
            /**
             * Deals
             * @description `new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of the house play duplicate deals. Default: `"new"`.
             * @enum {string}
             */
            deals?: "new" | "duplicate";
            /**
             * Sum Of
             * @description What is summed up where a table plays several matches: its entrants' places, the lowest sum is the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than that of anybody who was placed before. Default: `"places"`.
             * @enum {string}
             */
            sum_of?: "places" | "scores";
            /**
             * @description What the stage's format is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "double_elimination" | "single_elimination";
            /**
             * Third Place
             * @description The losers of the semifinals play for the third place; single elimination only. Default: `false`.
             */
            third_place?: boolean;
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
            /** @description The result; null if the match was aborted. */
            outcome: components["schemas"]["MatchOutcome"] | null;
        };
        /**
         * Entered
         * @description Somebody has entered.
         */
        Entered: {
            /**
             * Entrant
             * @description The entrant's id in this tournament.
             */
            entrant: string;
            /**
             * Name
             * @description The entrant's name.
             */
            name: string;
            /**
             * Player
             * @description The player's id; null: a bot of the house.
             */
            player: string | null;
            /**
             * Bot
             * @description The ruleset's bot; null: a player.
             */
            bot: string | null;
            /**
             * Bot Version
             * @description Of a bot of the house: which version of the ruleset there was.
             */
            bot_version: string | null;
            /**
             * Is Bot
             * @description Whether it is a bot, of the house or another.
             */
            is_bot: boolean;
            /**
             * Rating
             * @description At that time; seeds follow from it. Null: a bot of the house, which has none.
             */
            rating: number | null;
            /**
             * Owner
             * @description The person that a bot belongs to; null: nobody, or it is no bot.
             */
            owner: string | null;
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "entered";
        };
        /**
         * EnteringBody
         * @description Who enters, or is to be entered. Nothing: the caller.
         */
        EnteringBody: {
            /**
             * Player
             * @description A player's id; `me` for the caller. Others than its own bots are invited by hosts.
             */
            player?: string | null;
            /**
             * Bot
             * @description A bot of the house: `greedy`, or with the version that it must have, `greedy@1.2.0`. For hosts.
             */
            bot?: string | null;
            /**
             * Name
             * @description Under which name a bot of the house is entered; each has its own.
             */
            name?: string | null;
            /**
             * Client Seed
             * @description 32 random bytes, hexadecimal, that the entrant adds to the chance of each of its games: for the caller or a bot of its own. It is given once, on entry, with the consent to an invitation or at check-in, before the entrant is paired first; until then others see its SHA-256. Save it, and the tournament's `commitment` from before.
             */
            client_seed?: string | null;
        };
        /**
         * Entrant
         * @description A bot that takes part. The same bot may enter more than once, if it does not live elsewhere.
         */
        Entrant: {
            /**
             * Bot
             * @description The bot's id; of one that lives elsewhere `player:` and the player's id.
             */
            bot: string;
            /**
             * Version
             * @description Of the ruleset that brings the bot; of somebody's own bot, `sha256:` and the SHA-256 of its file, hexadecimal; of a bot that lives elsewhere what its owner says.
             */
            version: string;
        };
        /**
         * EntrantCard
         * @description An entrant with all of its rounds.
         */
        EntrantCard: {
            /** @description Who it is. */
            entrant: components["schemas"]["TournamentEntrant"];
            /**
             * Seed
             * @description Its number in the seeding, 1 the best; null: it has none.
             */
            seed: number | null;
            /**
             * Ranks
             * @description Where it stands, in each stage in which it plays.
             */
            ranks: components["schemas"]["CardRank"][];
            /**
             * Rounds
             * @description Those of its stages that were paired, the first first.
             */
            rounds: components["schemas"]["EntrantCardRound"][];
        };
        /**
         * EntrantCardRound
         * @description What an entrant has of a round, in an arena of one of its tables. What belongs to a table is null without one;
         *     what belongs to a result is null until there is one.
         */
        EntrantCardRound: {
            /**
             * Round
             * @description The round's number through all stages.
             */
            round: number;
            /**
             * Stage
             * @description From 0.
             */
            stage: number;
            /** @description How it came by its points; null: its table is being played. */
            kind: components["schemas"]["ResultKind"] | null;
            /**
             * Table
             * @description The table's number.
             */
            table: number | null;
            /**
             * Node
             * @description The table's node in a bracket.
             */
            node: string | null;
            /**
             * Seat
             * @description Its seat, from 0.
             */
            seat: number | null;
            /**
             * Opponents
             * @description The others of its table, in the order of seats.
             */
            opponents: components["schemas"]["EntrantName"][];
            /**
             * Place
             * @description 1 for the winner.
             */
            place: number | null;
            /**
             * Score
             * @description The game's own score.
             */
            score: number | null;
            /**
             * Points
             * @description Of this round, as a decimal number.
             */
            points: string | null;
            /**
             * Total
             * @description Of this round and all before it in the stage.
             */
            total: string;
            /** @description How the table has ended. */
            result: components["schemas"]["TableOutcome"] | null;
            /**
             * Matches
             * @description Ids of the table's matches.
             */
            matches: string[];
            /**
             * Reasons
             * @description Why it was paired so, or has a bye, in sentences.
             */
            reasons: string[];
        };
        /**
         * EntrantComparison
         * @description A bot in both series: by how much it did better, or worse, in the second.
         */
        EntrantComparison: {
            /**
             * Bot
             * @description The bot's id.
             */
            bot: string;
            /**
             * Versions
             * @description Its version in the first and in the second.
             */
            versions: string[];
            /** @description By how much its mean share of the win is larger in the second. */
            share: components["schemas"]["SeriesEstimate"];
            /** @description By how much its mean rank is larger; less is better. */
            rank: components["schemas"]["SeriesEstimate"];
            /** @description By how much its mean score is larger. */
            score: components["schemas"]["SeriesEstimate"];
        };
        /**
         * EntrantName
         * @description An entrant.
         */
        EntrantName: {
            /**
             * Id
             * @description Its id in the tournament.
             */
            id: string;
            /**
             * Name
             * @description The name under which it plays.
             */
            name: string;
            /**
             * Is Bot
             * @description Whether it is a bot.
             */
            is_bot: boolean;
        };
        /**
         * EntrantSummary
         * @description How an entrant did. What it has not played for is null. An entrant in two seats of a match counts twice, but in
         *     `matches`.
         */
        EntrantSummary: {
            /**
             * Bot
             * @description The bot's id.
             */
            bot: string;
            /**
             * Matches
             * @description Matches in which it sat.
             */
            matches: number;
            /**
             * Seats
             * @description Seats that it held.
             */
            seats: number;
            /**
             * Wins
             * @description Those that nobody shares.
             */
            wins: number;
            /**
             * Shared Wins
             * @description Those that others share.
             */
            shared_wins: number;
            /** @description The mean share of the win. */
            share: components["schemas"]["SeriesEstimate"] | null;
            /**
             * Fair Share
             * @description What equal entrants would have at the same tables.
             */
            fair_share: number | null;
            /** @description Wins with Wilson's interval, where matches are independent and no win was shared. */
            win_rate: components["schemas"]["SeriesEstimate"] | null;
            /** @description The mean rank; less is better. */
            rank: components["schemas"]["SeriesEstimate"] | null;
            /** @description The mean score. */
            score: components["schemas"]["SeriesEstimate"] | null;
            /** @description The distribution of its scores. */
            scores: components["schemas"]["ScoreDistribution"] | null;
            /**
             * Parts
             * @description The name and the mean of each part of the score.
             */
            parts: [
                string,
                number
            ][];
            /**
             * Share By Size
             * @description Where tables differ in size: each size, and the mean share of the win there.
             */
            share_by_size: [
                number,
                components["schemas"]["SeriesEstimate"]
            ][];
            /** @description Its strength in Elo, the mean of all entrants being 0. */
            elo: components["schemas"]["SeriesEstimate"] | null;
        };
        /**
         * EntryRules
         * @description Who may enter, and when.
         */
        EntryRules: {
            /**
             * Registration
             * @description `open`: players enter by themselves; `listed`: those do who are on the list of guests; `invited`: those whom a host invites. Default: `"open"`.
             * @enum {string}
             */
            registration?: "open" | "listed" | "invited";
            /**
             * Bots
             * @description Whether bots may enter. Everybody who looks at the tournament is told. Default: `"none"`.
             * @enum {string}
             */
            bots?: "none" | "allowed" | "only";
            /**
             * Min Rating
             * @description Who has less cannot enter; null: no limit.
             */
            min_rating?: number | null;
            /**
             * Max Rating
             * @description Who has more cannot enter; null: no limit.
             */
            max_rating?: number | null;
            /**
             * Capacity
             * @description How many take part; who enters later stands on the waiting list. Default: `5000`.
             */
            capacity?: number;
            /**
             * Check In Seconds
             * @description Entrants must check in within so long before the start; null: nobody has to.
             */
            check_in_seconds?: number | null;
            /**
             * Late Until Round
             * @description Entry is possible until this round has been paired; 0: until the start. Who enters a ladder late plays from its next season on. An arena has `late_entry` instead. Default: `0`.
             */
            late_until_round?: number;
            /**
             * Late Points
             * @description What somebody who enters late has for each round missed, in hundredths. Default: `0`.
             */
            late_points?: number;
            /**
             * Byes
             * @description How many rounds an entrant may ask not to be paired in, with points; in Swiss and pods only. Default: `1`.
             */
            byes?: number;
            /**
             * Bye Points
             * @description What a bye that was asked for is worth, in hundredths. Default: `50`.
             */
            bye_points?: number;
            /**
             * Pairing Bye Points
             * @description What an entrant has who is not paired because the number does not fit, in hundredths; in Swiss and pods only: in a plan, all sit out in turn. Default: `100`.
             */
            pairing_bye_points?: number;
        };
        /**
         * EventDocument
         * @description What a tournament promises.
         */
        EventDocument: {
            /**
             * Format
             * @description The format of the document.
             * @constant
             */
            format: "playhall.event/1";
            /**
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Host
             * @description The id of the player that created it.
             */
            host: string;
            /**
             * Created At
             * @description When it was created.
             */
            created_at: string;
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Ruleset Version
             * @description The version that was there when it was made.
             */
            ruleset_version: string;
            /**
             * Catalogue Sha256
             * @description SHA-256 of the ruleset's catalogue, hexadecimal: the cards that it is to be played with. Left out in a tournament that was made before tournaments promised their cards.
             */
            catalogue_sha256?: string | null;
            /** @description Every option of the ruleset with its value. */
            options: components["schemas"]["RulesetOptions"];
            /**
             * Time Control
             * @description How long seats may think.
             */
            time_control: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat whose time is over.
             */
            on_time_out: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /**
             * Stages
             * @description One after the other.
             */
            stages: (components["schemas"]["SwissStage"] | components["schemas"]["PodsStage"] | components["schemas"]["EliminationStage"] | components["schemas"]["TableEliminationStage"] | components["schemas"]["RoundRobinStage"] | components["schemas"]["LadderStage"] | components["schemas"]["ArenaStage"])[];
            /** @description Who is kept apart by a rule; null: nobody. */
            apart: components["schemas"]["ApartRule"] | null;
            /**
             * Unplayed Rules
             * @description By FIDE's rules of which year unplayed rounds count.
             * @enum {integer}
             */
            unplayed_rules: 2024 | 2026;
            /**
             * Seed Sha256
             * @description SHA-256 of the tournament's seed, hexadecimal.
             */
            seed_sha256: string;
            /**
             * Seed Given By Host
             * @description Whether the host has given the seed, and so knows every card.
             */
            seed_given_by_host: boolean;
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
         * EventReference
         * @description Which deal of a tournament a match is. Beside the tournament's seed nothing enters its chance but who meets, with
         *     their own seeds, and `deal`.
         */
        EventReference: {
            /**
             * Sha256
             * @description The tournament's commitment, hexadecimal.
             */
            sha256: string;
            /**
             * Entrants
             * @description Who meets, in seat order: a player by its id; a bot of the house as `bot:<bot>:<number>`, its number among those of its kind in the order in which they entered.
             */
            entrants: string[];
            /**
             * Game
             * @description Which game between exactly these it is, from 1.
             */
            game: number;
            /**
             * Deal
             * @description Which deal between exactly these it is, from 1; none comes twice.
             */
            deal: number;
            /** @description That the game was dealt before; null: it was not. */
            played_again: components["schemas"]["DealtBefore"] | null;
        };
        /**
         * ExpectedAction
         * @description An action that is expected.
         */
        ExpectedAction: {
            /**
             * Seat
             * @description Whose it is.
             */
            seat: number;
            /**
             * Notation
             * @description The action in short.
             */
            notation: string;
        };
        /**
         * ExplainBody
         * @description A position and the bot that is to search it.
         */
        ExplainBody: {
            /** @description The position. */
            position: components["schemas"]["NewPosition"];
            /**
             * Seat
             * @description A seat that must decide. The bot is given what the seat knows, and nothing else.
             */
            seat: number;
            /**
             * Seed
             * @description The bot's own randomness: 32 bytes, hexadecimal. Null: it follows from what the seat knows.
             */
            seed?: string | null;
            /**
             * Wait
             * @description How many seconds to wait for a bot that searches. Is it `waiting` then, send the same again. Default: `20`.
             */
            wait?: number;
            /**
             * Bot
             * @description The id of one of the ruleset's bots that think. Null: the first of them.
             */
            bot?: string | null;
            /**
             * Iterations
             * @description How many playouts it may take; it gives up after ten seconds. Default: `200`.
             */
            iterations?: number;
        };
        /**
         * ExplainedAction
         * @description What a search found of a legal action.
         */
        ExplainedAction: {
            /**
             * Notation
             * @description The action's notation: `bid 3`.
             */
            notation: string;
            /** @description The same action in the ruleset's structured form. */
            action: components["schemas"]["RulesetAction"];
            /**
             * Label
             * @description The same action for people to read.
             */
            label: string;
            /**
             * Visits
             * @description How often it was tried.
             */
            visits: number;
            /**
             * Value
             * @description The share of the win that it promises the seat, 0 to 1; null: it was not tried.
             */
            value: number | null;
            /**
             * Error
             * @description The standard error of `value`; null: it was not tried often enough.
             */
            error: number | null;
            /**
             * Line
             * @description What is expected to follow; may be empty.
             */
            line: components["schemas"]["ExpectedAction"][];
        };
        /**
         * ExtensionDocument
         * @description What was promised when a series was made longer.
         */
        ExtensionDocument: {
            /**
             * Format
             * @description The format of the document.
             * @constant
             */
            format: "playhall.series-extension/1";
            /**
             * Series
             * @description SHA-256 of the series' document, hexadecimal.
             */
            series: string;
            /**
             * Previous
             * @description SHA-256 of the extension's document before this one; of the series' document in the first.
             */
            previous: string;
            /**
             * First
             * @description The number of the first match that it deals.
             */
            first: number;
            /**
             * Matches
             * @description How many matches the series has with it.
             */
            matches: number;
            /**
             * Seed Sha256
             * @description SHA-256 of its seed, hexadecimal: what it is committed to.
             */
            seed_sha256: string;
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
            /**
             * Title
             * @description What to call the field.
             */
            title: string;
            /** @description A picture of the field. */
            symbol: components["schemas"]["Symbol"];
            /** @description Where a match has its own values; left out: they are those of the catalogue. */
            replaced_by?: components["schemas"]["Replacement"] | null;
            /** @description Of which matches it is part; left out: of all. */
            when?: components["schemas"]["When"] | null;
        };
        /**
         * FailureDetails
         * @description How often a bot has failed in one way with one version.
         */
        FailureDetails: {
            /**
             * Kind
             * @description `crash`, or the outcome of calls: `timeout`, `connect`, `tls`, `refused_address`, `redirect`, `status`, `too_large`, `invalid_answer`, `illegal_action`. The list may grow.
             */
            kind: string;
            /**
             * Version
             * @description The version that the bot had stated; null: none.
             */
            version: string | null;
            /**
             * Count
             * @description How often.
             */
            count: number;
            /**
             * Last At
             * Format: date-time
             * @description When it last did.
             */
            last_at: string;
        };
        /**
         * FailureSummary
         * @description What a bot has failed of, among what is kept of it.
         */
        FailureSummary: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Player Id
             * @description The bot's player.
             */
            player_id: string;
            /**
             * Failures
             * @description By version and kind.
             */
            failures: components["schemas"]["FailureDetails"][];
        };
        /**
         * Finished
         * @description All stages are over.
         */
        Finished: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "finished";
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
             * @description What the stop rule is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            rule: "fixed";
            /**
             * Matches
             * @description How many, whole deals.
             */
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
         * GameCalledOff
         * @description A match that may have been dealt counts no more, as somebody has decided. What it has dealt is not dealt again:
         *     if the game is played again, it is with other chance, and says so.
         */
        GameCalledOff: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "game_called_off";
            /**
             * Round
             * @description The round.
             */
            round: number;
            /**
             * Table
             * @description The table.
             */
            table: number;
            /**
             * Game
             * @description Which of the table's matches it was, from 1.
             */
            game: number;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Entrants
             * @description Who was to play, in order of seats.
             */
            entrants: string[];
            /**
             * Is Duplicate
             * @description Whether its deal is played several times.
             */
            is_duplicate: boolean;
        };
        /**
         * GameEnded
         * @description A match of a table has ended.
         */
        GameEnded: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "game_ended";
            /**
             * Round
             * @description The round.
             */
            round: number;
            /**
             * Table
             * @description The table.
             */
            table: number;
            /**
             * Game
             * @description Which of the table's matches it was, from 1.
             */
            game: number;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Entrants
             * @description Who sat there, in order of seats.
             */
            entrants: string[];
            /**
             * Places
             * @description Of each, 1 for the winner, equal for shared places.
             */
            places: number[];
            /**
             * Scores
             * @description The game's own, of each.
             */
            scores: number[];
            /**
             * Forfeits
             * @description Who has lost by not being there.
             */
            forfeits: string[];
        };
        /**
         * GameVoid
         * @description A match of a table has ended without a result: it is played anew, in another match.
         */
        GameVoid: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "game_void";
            /**
             * Round
             * @description The round.
             */
            round: number;
            /**
             * Table
             * @description The table.
             */
            table: number;
            /**
             * Game
             * @description Which of the table's matches it was, from 1.
             */
            game: number;
            /**
             * Match
             * @description The match's id.
             */
            match: string;
            /**
             * Entrants
             * @description Who sat there, in order of seats; empty in the logs of older versions.
             */
            entrants: string[];
        };
        /**
         * Grid
         * @description How a board's cells touch.
         * @enum {string}
         */
        Grid: "hex_pointy" | "square";
        /**
         * GuestInvitationDetails
         * @description An invitation by which guests sign up.
         */
        GuestInvitationDetails: {
            /**
             * Id
             * @description Its id.
             */
            id: string;
            /**
             * Text
             * @description What `signUp` takes as `invitation`, signed by the platform.
             */
            text: string;
            /**
             * Places
             * @description How many may sign up by it.
             */
            places: number;
            /**
             * Used
             * @description How many have.
             */
            used: number;
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Expires At
             * Format: date-time
             * @description Until when it is good.
             */
            expires_at: string;
            /**
             * Revoked At
             * @description When it was revoked; null: it was not.
             */
            revoked_at: string | null;
        };
        /**
         * GuestInvitationList
         * @description Invitations, newest first.
         */
        GuestInvitationList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Invitations
             * @description Newest first.
             */
            invitations: components["schemas"]["GuestInvitationDetails"][];
        };
        /**
         * Holds
         * @description What a zone holds.
         * @enum {string}
         */
        Holds: "cards" | "units" | "dice" | "tokens" | "tiles" | "numbers";
        /**
         * HostNeededLine
         * @description For hosts: a tournament cannot continue by itself.
         */
        HostNeededLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "host_needed";
            /** @description `round_not_paired`: it is paused, since the next round cannot be paired; `table_without_result`: matches of a table have ended without a result. The list may grow. */
            cause: string;
            /**
             * Round
             * @description The last round that was paired.
             */
            round: number | null;
            /**
             * Table
             * @description The table, if it is about one.
             */
            table: number | null;
            /**
             * Reason
             * @description Why it cannot continue.
             */
            reason: string;
        };
        /**
         * HostRole
         * @description What somebody who helps the owner may do.
         * @enum {string}
         */
        HostRole: "host" | "arbiter";
        /**
         * HostRoleBody
         * @description What somebody may do.
         */
        HostRoleBody: {
            /** @description `host`: everything that the owner may, except naming hosts; `arbiter`: everything about entrants, guests, pairings, results and undoing; neither change, start, pause, resume, cancel nor hosts. */
            role: components["schemas"]["HostRole"];
        };
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
             * @description The id of the bot's player in matches and statistics.
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
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
         * ImagineBody
         * @description From what to draw.
         */
        ImagineBody: {
            /**
             * Seed
             * @description 32 bytes, hexadecimal: the same view and seed give the same position, whose own seed it is. Null: random.
             */
            seed?: string | null;
        };
        /**
         * ImportedEntrants
         * @description The entrants to enter, as a list or as CSV.
         */
        ImportedEntrants: {
            /**
             * Entrants
             * @description Each a player, or a bot of the house with a name.
             */
            entrants?: components["schemas"]["NewEntrantBody"][] | null;
            /**
             * Csv
             * @description The same as CSV: a line with the names of the columns (`player`, `bot`, `name`), then a line for each; a field that does not apply is empty. What is wrong is pointed at by the number of its line, `/body/csv/3/player`.
             */
            csv?: string | null;
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
         * IntervalMethod
         * @description What the intervals take for an observation.
         * @enum {string}
         */
        IntervalMethod: "independent" | "clustered";
        /**
         * Invited
         * @description A host has entered a player that has not agreed to it yet: until then it takes no part.
         */
        Invited: {
            /**
             * Entrant
             * @description The entrant's id in this tournament.
             */
            entrant: string;
            /**
             * Name
             * @description The entrant's name.
             */
            name: string;
            /**
             * Player
             * @description The player's id; null: a bot of the house.
             */
            player: string | null;
            /**
             * Bot
             * @description The ruleset's bot; null: a player.
             */
            bot: string | null;
            /**
             * Bot Version
             * @description Of a bot of the house: which version of the ruleset there was.
             */
            bot_version: string | null;
            /**
             * Is Bot
             * @description Whether it is a bot, of the house or another.
             */
            is_bot: boolean;
            /**
             * Rating
             * @description At that time; seeds follow from it. Null: a bot of the house, which has none.
             */
            rating: number | null;
            /**
             * Owner
             * @description The person that a bot belongs to; null: nobody, or it is no bot.
             */
            owner: string | null;
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "invited";
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
            /**
             * Rematch Of
             * @description The match after which this one is played again.
             */
            rematch_of: string | null;
            /**
             * Expires At
             * @description When the match is aborted unless it has been filled.
             */
            expires_at: string | null;
        };
        /**
         * Inviter
         * @description Who created a match, or has declined a seat.
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
         * @description The seat to take.
         */
        JoinBody: {
            /**
             * Seat
             * @description Null: the seat that is kept for you, or the first open one.
             */
            seat?: number | null;
            /**
             * Client Seed
             * @description 32 random bytes of the client's own, hexadecimal, that go into the match's seed.
             */
            client_seed?: string | null;
        };
        /**
         * KeptApart
         * @description No two of some entrants are to be paired with each other. Rounds that have been paired stay.
         */
        KeptApart: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "kept_apart";
            /**
             * Entrants
             * @description Who.
             */
            entrants: string[];
            /**
             * Until Round
             * @description Up to this round; null: as long as the tournament lasts.
             */
            until_round: number | null;
        };
        /**
         * KeptApartBody
         * @description Entrants who are not to meet.
         */
        KeptApartBody: {
            /**
             * Entrants
             * @description Their ids in this tournament, each once.
             */
            entrants: string[];
            /**
             * Until Round
             * @description Up to this round. Null: as long as the tournament lasts.
             */
            until_round?: number | null;
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log. Default: `""`.
             */
            reason?: string;
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
             * @description The id of the key that made it; null if the operator did or its player signed up with it, or if it is older than this record.
             */
            parent: string | null;
        };
        /**
         * KeyList
         * @description A page of a player's keys, oldest first.
         */
        KeyList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
             * @description The id of the key that made it; null if the operator did or its player signed up with it, or if it is older than this record.
             */
            parent: string | null;
            /**
             * Secret
             * @description The whole key, to be sent as `Authorization: Bearer <secret>`.
             */
            secret: string;
        };
        /**
         * LadderStage
         * @description Divisions that play seasons. A season is one round robin within each division, all divisions at the same time;
         *     after it the best of each division go up and the worst go down. The divisions of the first season follow from the
         *     seeding. Points of one season do not count in the next; the stage ends with the standings of the last one.
         */
        LadderStage: {
            /**
             * Tie Breaks
             * @description Ids of tie-breaks, the first counts first; empty: those of the format.
             */
            tie_breaks?: string[];
            /**
             * Advance
             * @description How many go on to the next stage, by the standings; null: this stage is the last.
             */
            advance?: number | null;
            /**
             * Games
             * @description How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd number, and the majority decides; at larger tables the sum decides (`sum_of`). Default: `1`.
             */
            games?: number;
            /**
             * Deals
             * @description `new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of the house play duplicate deals. Default: `"new"`.
             * @enum {string}
             */
            deals?: "new" | "duplicate";
            /**
             * Sum Of
             * @description What is summed up where a table plays several matches: its entrants' places, the lowest sum is the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than that of anybody who was placed before. Default: `"places"`.
             * @enum {string}
             */
            sum_of?: "places" | "scores";
            /**
             * Seats
             * @description Seats of a table. Default: `2`.
             */
            seats?: number;
            /**
             * Cycles
             * @description How often the plan is played. Two seats: how often any two meet, in every second cycle with the seats reversed; at larger tables, everybody sits one seat further in each. Default: `1`.
             */
            cycles?: number;
            /**
             * Remainder
             * @description At tables of three to five, if the number of entrants does not fit: some sit out, all in turn and equally often; or some tables have fewer seats. Default: `"byes"`.
             * @enum {string}
             */
            remainder?: "byes" | "smaller_tables";
            /** @description What a table of two seats is worth. Default: `{"win": 100, "draw": 50, "loss": 0}`. */
            points?: components["schemas"]["TwoSeatPoints"];
            /**
             * Place Points
             * @description For the first place, the second, and so on; who share places share their points, rounded down. Default: `[400, 300, 200, 100, 0]`.
             */
            place_points?: number[];
            /**
             * @description What the stage's format is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "ladder";
            /**
             * Seasons
             * @description How many seasons are played.
             */
            seasons: number;
            /**
             * Moving
             * @description How many go up and how many go down between two divisions, at most half of each division. Default: `2`.
             */
            moving?: number;
            /**
             * Largest Division
             * @description A division with more entrants is split in halves. Default: `20`.
             */
            largest_division?: number;
            /**
             * Smallest Division
             * @description A division with fewer entrants is merged with the next lower one, the lowest with the next higher. Default: `6`.
             */
            smallest_division?: number;
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
             */
            boards?: components["schemas"]["Board"][];
            /**
             * Kinds
             * @description The kinds of cards of the catalogue.
             */
            kinds?: components["schemas"]["CardKind"][];
            /**
             * Looks
             * @description Colours and symbols of cards by fields of the catalogue.
             */
            looks?: components["schemas"]["Looks"][];
            /**
             * Words
             * @description Titles of words in a view: above all what it waits for.
             */
            words?: components["schemas"]["Words"][];
            /**
             * Decisions
             * @description Titles of all kinds of decisions.
             */
            decisions?: components["schemas"]["Decision"][];
        };
        /**
         * Leaderboard
         * @description A page of a leaderboard: those with a place by ordinal, the highest first, then the provisional ones.
         */
        Leaderboard: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Entries
             * @description In their order.
             */
            entries: components["schemas"]["RatedPlayer"][];
        };
        /**
         * LeaderboardList
         * @description A page of leaderboards.
         */
        LeaderboardList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Leaderboards
             * @description By ruleset, seats and population.
             */
            leaderboards: components["schemas"]["LeaderboardSummary"][];
        };
        /**
         * LeaderboardSummary
         * @description A leaderboard that there is.
         */
        LeaderboardSummary: {
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
            /** @description Who plays. The list may grow. */
            population: string;
            /**
             * Players
             * @description How many players are rated.
             */
            players: number;
            /**
             * Matches
             * @description From how many matches, those included that do not count.
             */
            matches: number;
            /**
             * Updated At
             * @description When the last of them ended. Null: there is none yet.
             */
            updated_at: string | null;
        };
        /**
         * LeaveBody
         * @description Why the caller leaves the seat or declines it.
         */
        LeaveBody: {
            /** @description Why the caller declines a seat that was kept for it; the match's creator is told. It has no meaning for a seat that was taken. Default: `"generic"`. */
            reason?: components["schemas"]["DeclineReason"];
        };
        /**
         * LeftLine
         * @description The player no longer has its seat in an open match, for example because the creator gave it to another.
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
             * @description The action's notation: `bid 3`.
             */
            notation: string;
            /** @description The same action in the ruleset's structured form. */
            action: components["schemas"]["RulesetAction"];
            /**
             * Label
             * @description The same action for people to read.
             */
            label: string;
        };
        /**
         * LivePlay
         * @description How the matches of a series are played in which bots take part that live elsewhere: as live matches of the
         *     platform.
         */
        LivePlay: {
            /**
             * Time Control
             * @description How long seats may think.
             */
            time_control: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat whose time is over.
             */
            on_time_out: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /**
             * Concurrency
             * @description How many are played at a time.
             */
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
         * @description The signed head of the log. Comparing two heads shows whether both clients were shown the same log.
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
         * LogPlace
         * @description The place of a promise in the public log of commitments.
         */
        LogPlace: {
            /**
             * Index
             * @description The index of the entry.
             */
            index: number;
            /**
             * Hash
             * @description The hash of the entry.
             */
            hash: string;
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
            /**
             * Title
             * @description The value for people.
             */
            title: string;
            /**
             * Colour
             * @description A CSS colour.
             */
            colour: string;
            /** @description A picture of the value. */
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
            /**
             * Title
             * @description What to call the field.
             */
            title: string;
            /**
             * Values
             * @description Its values, each with its look.
             */
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
            visibility: components["schemas"]["Visibility"];
            /** @description When it starts. */
            start_rule: components["schemas"]["StartRule"];
            /** @description Every option of the ruleset with its value. */
            options: components["schemas"]["RulesetOptions"];
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
            commitment_document: components["schemas"]["CommitmentDocument"] | null;
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
            /** @description `expired`: it was not filled in time; `idle`: nobody moved for too long; `declined`: the last who was invited has declined. Null: it was not aborted, or its creator or an admin called it off. The list may grow. */
            abort_reason: string | null;
            /**
             * Expires At
             * @description When it is aborted if it has not been filled or started by then. Null: by the operator's rule alone, which holds in any case.
             */
            expires_at: string | null;
            /**
             * Rated
             * @description False: its creator wishes that its result does not go into the ratings.
             */
            rated: boolean;
            /** @description Whether the platform searches positions of the ruleset for who sits in the match: `none` and `after_match`: not while it is live; `open`: at any time. The commitment binds it, in matches that were created with it. */
            assistance: components["schemas"]["Assistance"];
            /**
             * Rematch Of
             * @description The match after which it is played again.
             */
            rematch_of: string | null;
            /**
             * Rematch
             * @description The match in which it is played again, for those who had a seat; ask for it with `rematchMatch`.
             */
            rematch: string | null;
            /**
             * Declines
             * @description Who has declined a seat, oldest first: for those whom the match involves.
             */
            declines: components["schemas"]["DeclineDetails"][];
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
         * @description The match has ended or was aborted.
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
            /** @description The result; null if the match was aborted. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /** @description Why it was aborted, as in the match; null: it was not, or its creator or an admin called it off. The list may grow. */
            abort_reason: string | null;
        };
        /**
         * MatchEvent
         * @description A line of a match's events. `type` says which one; the list of types may grow.
         */
        MatchEvent: components["schemas"]["SnapshotLine"] | components["schemas"]["StepLine"] | components["schemas"]["EndLine"] | components["schemas"]["OtherLine"];
        /**
         * MatchList
         * @description A page of matches, newest first.
         */
        MatchList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
         * NewBot
         * @description A bot to create.
         */
        NewBot: {
            /**
             * Name
             * @description 2 to 32 ASCII letters and digits, with single blanks, dots, hyphens or underscores between them. No other player may have a name that looks like it: case, punctuation and look-alikes such as `0` and `o` make no difference.
             */
            name: string;
            /**
             * Version
             * @description The version of its program; null: it states one later.
             */
            version?: string | null;
        };
        /**
         * NewCrashReport
         * @description A failure of the program that sends it.
         */
        NewCrashReport: {
            /**
             * Message
             * @description What failed, in a line.
             */
            message: string;
            /**
             * Traceback
             * @description Where it failed: at most 16,000 characters. Default: `""`.
             */
            traceback?: string;
            /**
             * Match
             * @description The match that it was playing.
             */
            match?: string | null;
            /**
             * Decision
             * @description The decision that it was thinking about.
             */
            decision?: number | null;
            /**
             * Version
             * @description Null: the version that the bot has stated.
             */
            version?: string | null;
        };
        /**
         * NewEntrantBody
         * @description The entrant to enter; without a body, the caller.
         */
        NewEntrantBody: {
            /**
             * Player
             * @description A player's id; `me` for the caller. Others than its own bots are invited by hosts.
             */
            player?: string | null;
            /**
             * Bot
             * @description A bot of the house: `greedy`, or with the version that it must have, `greedy@1.2.0`. For hosts.
             */
            bot?: string | null;
            /**
             * Name
             * @description Under which name a bot of the house is entered; each has its own.
             */
            name?: string | null;
        };
        /**
         * NewEntryRules
         * @description Rules of entry: who may enter, and when.
         */
        NewEntryRules: {
            /**
             * Registration
             * @description `open`: players enter by themselves; `listed`: those do who are on the list of guests; `invited`: those whom a host invites. Default: `"open"`.
             * @enum {string}
             */
            registration?: "open" | "listed" | "invited";
            /**
             * Bots
             * @description Whether bots may enter. Everybody who looks at the tournament is told. Default: `"none"`.
             * @enum {string}
             */
            bots?: "none" | "allowed" | "only";
            /**
             * Min Rating
             * @description Players with a lower rating cannot enter; null: no limit.
             */
            min_rating?: number | null;
            /**
             * Max Rating
             * @description Players with a higher rating cannot enter; null: no limit.
             */
            max_rating?: number | null;
            /**
             * Capacity
             * @description How many take part; who enters later stands on the waiting list. Default: `5000`.
             */
            capacity?: number;
            /**
             * Check In Seconds
             * @description Entrants must check in within so long before the start; null: nobody has to.
             */
            check_in_seconds?: number | null;
            /**
             * Late Until Round
             * @description Entry is possible until this round has been paired; 0: until the start. Who enters a ladder late plays from its next season on. An arena has `late_entry` instead. Default: `0`.
             */
            late_until_round?: number;
            /**
             * Late Points
             * @description What somebody who enters late has for each round missed, in hundredths. Default: `0`.
             */
            late_points?: number;
            /**
             * Byes
             * @description How many rounds an entrant may ask not to be paired in, with points; in Swiss and pods only. Default: `1`.
             */
            byes?: number;
            /**
             * Bye Points
             * @description What a bye that was asked for is worth, in hundredths. Default: `50`.
             */
            bye_points?: number;
            /**
             * Pairing Bye Points
             * @description What an entrant has who is not paired because the number does not fit, in hundredths; in Swiss and pods only: in a plan, all sit out in turn. Default: `100`.
             */
            pairing_bye_points?: number;
        };
        /**
         * NewFixedStop
         * @description The series ends after a fixed number of matches.
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
         * NewGuestInvitation
         * @description An invitation by which guests sign up.
         */
        NewGuestInvitation: {
            /**
             * Places
             * @description How many may sign up by it.
             */
            places: number;
            /**
             * Seconds
             * @description For how many seconds it is good. Default: `86400`.
             */
            seconds?: number;
        };
        /**
         * NewHandPairing
         * @description A round as a host pairs it. Everybody who plays in the stage is named once; those who have withdrawn or asked not
         *     to be paired need not be.
         */
        NewHandPairing: {
            /**
             * Tables
             * @description The tables, each a list of ids of entrants in the order of seats.
             */
            tables: string[][];
            /**
             * Byes
             * @description Entrants that get a bye, with its points.
             */
            byes?: string[];
            /**
             * Absent
             * @description Absent entrants, which get no points.
             */
            absent?: string[];
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log.
             */
            reason: string;
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
             * @description The seats in order: `open` for anybody who joins, `me`, `bot:<bot id>` for a house bot, `player:<player id>` to keep the seat for one player.
             */
            seats: string[];
            /**
             * Options
             * @description The ruleset's options, as in its schema `options`. Options that are left out have their defaults.
             */
            options?: {
                [key: string]: unknown;
            };
            /** @description `unlisted`: lists show the match only to its players, its creator and admins, and everybody who knows its id may see and join it. `private`: only its players, its creator and admins may see it. Default: `"public"`. */
            visibility?: components["schemas"]["Visibility"];
            /** @description Whether the match starts when its last seat is taken, or when the creator starts it. Default: `"when_full"`. */
            start_rule?: components["schemas"]["StartRule"];
            /**
             * Time Control
             * @description The clocks of people and their bots. A clock runs while its seat must decide, and a turn also ends when everybody is shown that the seat has acted. Private steps neither stop nor restart it. Default: `{"kind": "none"}`.
             */
            time_control?: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens when the time of a seat's turn is over. Default: `{"kind": "default_action"}`.
             */
            on_time_out?: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /**
             * Spectator Delay Seconds
             * @description How much later than the seats spectators see what happens: in views, events, lists, the match itself, its replay and its statistics. Players with a seat see their own share at once. Default: `0`.
             */
            spectator_delay_seconds?: number;
            /**
             * Expires In
             * @description After this number of seconds the match is aborted (`expired`) unless it has been filled, or, if it waits for its creator, started. The operator's rule applies as well. Null: only the operator's rule applies.
             */
            expires_in?: number | null;
            /**
             * Rated
             * @description Whether the result counts for the ratings, if their rules allow it. False: a match for practice, and so are its rematches. Default: `true`.
             */
            rated?: boolean;
            /** @description Whether the platform searches positions of the ruleset for the match's players and their owners. `none`: not while the match is live, and nothing is imagined from it afterwards; `after_match`: not while it is live; `open`: at any time, in matches that are not rated. Null: `open` for one person against house bots only in a match that is not rated, otherwise `none`. */
            assistance?: components["schemas"]["Assistance"] | null;
        };
        /**
         * NewPerson
         * @description Who signs up.
         */
        NewPerson: {
            /**
             * Name
             * @description 2 to 32 ASCII letters and digits, with single blanks, dots, hyphens or underscores between them. No other player may have a name that looks like it: case, punctuation and look-alikes such as `0` and `o` make no difference.
             */
            name: string;
            /**
             * Key Name
             * @description What the first key is for; null: `first key`.
             */
            key_name?: string | null;
            /**
             * Invitation
             * @description The text of a tournament host's invitation (`createGuestInvitation`), which counts the sign-up instead of the address; null: none.
             */
            invitation?: string | null;
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
         * NewPosition
         * @description A position.
         */
        NewPosition: {
            /**
             * Format
             * @description The format of the document.
             * @constant
             */
            format: "playhall.position/1";
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Ruleset Version
             * @description The version of the ruleset whose state this is.
             */
            ruleset_version: string;
            /**
             * Seed
             * @description From which all chance is drawn: 32 bytes, hexadecimal.
             */
            seed: string;
            /**
             * State
             * @description The state of the game, as the ruleset's schema `state` has it.
             */
            state: {
                [key: string]: unknown;
            };
        };
        /**
         * NewRating
         * @description A rating.
         */
        NewRating: {
            /**
             * Rating
             * @description On the scale of Elo: all begin with 1500.
             */
            rating: number;
        };
        /**
         * NewRatingRange
         * @description How far the others' ratings may be from one's own: `start`, and `per_second` more after each second of waiting,
         *     but never more than `limit`.
         */
        NewRatingRange: {
            /**
             * Start
             * @description How far the others' ratings may be from one's own at first. Default: `100`.
             */
            start?: number;
            /**
             * Per Second
             * @description How much further after each second of waiting. Default: `10`.
             */
            per_second?: number;
            /**
             * Limit
             * @description How far the others' ratings may be from one's own at most; null: without limit.
             */
            limit?: number | null;
        };
        /**
         * NewRoundTimes
         * @description When rounds are to begin and end.
         */
        NewRoundTimes: {
            /**
             * Starts At
             * @description When the tournament starts by itself. Null: when its host says so.
             */
            starts_at?: string | null;
            /**
             * Next Round
             * @description When the next round is paired after the last table of one has ended. Default: `"at_once"`.
             * @enum {string}
             */
            next_round?: "at_once" | "by_host";
            /**
             * Pause Seconds
             * @description How long a round rests before the next one is paired `at_once`. Default: `0`.
             */
            pause_seconds?: number;
            /**
             * Round Seconds
             * @description How long a round takes at most, and in an arena a table: a table that has not ended by then is lost by those who must decide at that moment. Null: as long as its matches take.
             */
            round_seconds?: number | null;
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
             * @description The version of the ruleset that must play the series. Null: the installed version.
             */
            version?: string | null;
            /**
             * Entrants
             * @description House bots of the ruleset: `greedy`, or with the version that it must have, `greedy@1.2.0`; and bots of your own that live elsewhere: `player:` with the id. With such bots, its matches are live matches.
             */
            entrants: string[];
            /**
             * Options
             * @description The ruleset's options, as its schema `options` has them; those left out have their defaults.
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
             * @description How often the test may find `elo1` wrongly. Default: `"0.05"`.
             */
            alpha?: string;
            /**
             * Beta
             * @description How often the test may find `elo0` wrongly. Default: `"0.05"`.
             */
            beta?: string;
            /**
             * Max Matches
             * @description It ends then at the latest; rounded up to whole deals. Default: `100000`.
             */
            max_matches?: number;
        };
        /**
         * NewTableResult
         * @description How a table has ended, whatever was played.
         */
        NewTableResult: {
            /**
             * Places
             * @description Of the table's entrants, in the order of seats: 1 for the winner, equal for shared places, as 1, 1, 3.
             */
            places: number[];
            /**
             * Forfeits
             * @description Entrants who have lost by not being there. They have no points.
             */
            forfeits?: string[];
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log.
             */
            reason: string;
        };
        /**
         * NewTicketBody
         * @description A ticket to make.
         */
        NewTicketBody: {
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Seats
             * @description How many are to play.
             */
            seats: number;
            /**
             * Options
             * @description The ruleset's options; those left out have their defaults.
             */
            options?: {
                [key: string]: unknown;
            };
            /**
             * Time Control
             * @description How long everybody may think. Default: `{"kind": "none"}`.
             */
            time_control?: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat when the time of its turn is over. Default: `{"kind": "default_action"}`.
             */
            on_time_out?: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /** @description The visibility of the match. Default: `"public"`. */
            visibility?: components["schemas"]["Visibility"];
            /** @description Null: any rating will do. */
            rating_range?: components["schemas"]["NewRatingRange"] | null;
            /** @description Whether the others may be players of kind `bot`, must not be, or all must be. The match tells each player's kind. Default: `"allowed"`. */
            bots?: components["schemas"]["Bots"];
            /**
             * Exclusive
             * @description The ticket is cancelled when another one of the player is paired. Default: `true`.
             */
            exclusive?: boolean;
        };
        /**
         * NewTournamentBody
         * @description A tournament to host.
         */
        NewTournamentBody: {
            /**
             * Name
             * @description 1 to 64 characters, one of them visible, none a control character.
             */
            name: string;
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Stages
             * @description The stages, one after the other. Each except the last says how many entrants `advance`.
             */
            stages: (components["schemas"]["SwissStage"] | components["schemas"]["PodsStage"] | components["schemas"]["EliminationStage"] | components["schemas"]["TableEliminationStage"] | components["schemas"]["RoundRobinStage"] | components["schemas"]["LadderStage"] | components["schemas"]["ArenaStage"])[];
            /** @description `public`: everybody sees it, and lists show it; `unlisted`: everybody who knows its id; `private`: its hosts, guests and entrants. Default: `"public"`. */
            visibility?: components["schemas"]["TournamentVisibility"];
            /**
             * Version
             * @description The version of the ruleset that must be there. Null: whichever is.
             */
            version?: string | null;
            /**
             * Options
             * @description The ruleset's options, as its schema `options` has them; those left out have their defaults.
             */
            options?: {
                [key: string]: unknown;
            };
            /**
             * Time Control
             * @description How long seats may think. Where people may enter, it, or `round_seconds`, is needed. Default: `{"kind": "none"}`.
             */
            time_control?: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat when the time of its turn is over. Default: `{"kind": "default_action"}`.
             */
            on_time_out?: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /** @description Who may enter, and when. Null: the defaults of each. */
            entry?: components["schemas"]["NewEntryRules"] | null;
            /** @description When rounds begin and end. Null: the host starts it, and each round follows at once. */
            times?: components["schemas"]["NewRoundTimes"] | null;
            /** @description Who is kept apart by a rule, beside those that hosts keep apart; in Swiss, pods and arenas. Where no pairing does, the largest such group is given up first, and the round's notes say so; in an arena those meet who have waited too long. */
            apart?: components["schemas"]["ApartRule"] | null;
            /**
             * Unplayed Rules
             * @description How tie-breaks treat rounds that were not played: by FIDE's rules of which year. Default: `2026`.
             * @enum {integer}
             */
            unplayed_rules?: 2024 | 2026;
            /**
             * Assistance
             * @description Whether the platform searches positions of the ruleset for who plays in a match of the tournament, as in `createMatch`. With `open` none of them is rated. Default: `"none"`.
             * @enum {string}
             */
            assistance?: "none" | "after_match" | "open";
            /**
             * Seed
             * @description 32 bytes, hexadecimal, from which draws and matches follow. Whoever knows them knows every card: so only for tournaments of bots of the house, for good; nothing is rated. Null: random, and shown when it is over.
             */
            seed?: string | null;
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
         * NodeState
         * @description How far a node is.
         * @enum {string}
         */
        NodeState: "waiting" | "ready" | "playing" | "decided" | "walkover" | "not_needed";
        /**
         * Notice
         * @description Something that happened other than a seat's action.
         */
        Notice: {
            /** @description What happened. The list may grow. */
            kind: string;
            /**
             * Seat
             * @description Who resigned, whose seat a bot has taken over, or for whom the clock decided.
             */
            seat?: number | null;
            /** @description Why the platform has aborted the match, or made the seat resign; absent if a person wanted it. The list may grow. */
            reason?: string | null;
            /**
             * Seconds
             * @description How long the platform had stood still; the running clocks got it back.
             */
            seconds?: number | null;
            /**
             * Text
             * @description The notice as a sentence.
             */
            text: string;
        };
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
            /**
             * Tournaments
             * @description Those that the player has entered, or is invited to.
             */
            tournaments: components["schemas"]["OpenTournament"][];
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
            /** @description What the seat knows, if it was asked for. */
            view?: components["schemas"]["RulesetView"] | null;
            /**
             * Legal
             * @description What it may do, if it was asked for.
             */
            legal?: components["schemas"]["LegalAction"][] | null;
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
         * OpenTournament
         * @description A tournament that the player has entered, or is invited to, and that is not over.
         */
        OpenTournament: {
            /**
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /** @description How far it has come. The list may grow. */
            status: string;
            /**
             * Round
             * @description The last round that was paired; 0: none was.
             */
            round: number;
            /**
             * Table
             * @description The table at which the player sits; null: it sits at none.
             */
            table: number | null;
            /**
             * Match
             * @description The match that is played there.
             */
            match: string | null;
            /**
             * Seat
             * @description The player's seat in it.
             */
            seat: number | null;
            /**
             * Invited
             * @description A host has invited the player, who has not agreed to take part.
             */
            invited: boolean;
        };
        /**
         * Opponent
         * @description Who else sits at a player's table.
         */
        Opponent: {
            /**
             * Entrant
             * @description The entrant's id in the tournament.
             */
            entrant: string;
            /**
             * Name
             * @description Its name there.
             */
            name: string;
            /**
             * Player
             * @description The player's id; null: a bot of the house.
             */
            player: string | null;
            /**
             * Is Bot
             * @description It is a bot.
             */
            is_bot: boolean;
            /**
             * Seat
             * @description The seat in the match.
             */
            seat: number;
        };
        /**
         * OptionType
         * @description Type of an option's value.
         * @enum {string}
         */
        OptionType: "bool" | "int" | "choice" | "int_list";
        /**
         * OtherAccountLine
         * @description A line of a type that a later version of the API has: to be passed over.
         */
        OtherAccountLine: {
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
            type: "OtherAccountLine";
        } & {
            [key: string]: unknown;
        };
        /**
         * OtherHappening
         * @description Something else that has happened: the list may grow.
         */
        OtherHappening: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "OtherHappening";
        };
        /**
         * OtherLine
         * @description A line of a type that a later version of the API has: to be passed over.
         */
        OtherLine: {
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "OtherLine";
        } & {
            [key: string]: unknown;
        };
        /**
         * Owner
         * @description Whose a zone is.
         * @enum {string}
         */
        Owner: "seat" | "shared";
        /**
         * PairSummary
         * @description How often the first of two entrants finished before the second.
         */
        PairSummary: {
            /**
             * First
             * @description An entrant's place in the document.
             */
            first: number;
            /**
             * Second
             * @description The other entrant's place in the document.
             */
            second: number;
            /**
             * Comparisons
             * @description How often both sat at one table.
             */
            comparisons: number;
            /** @description How often the first finished before the second, ties half. */
            score: components["schemas"]["SeriesEstimate"];
        };
        /**
         * PairedBye
         * @description An entrant that is not paired because the number does not fit.
         */
        PairedBye: {
            /**
             * Entrant
             * @description The entrant.
             */
            entrant: string;
            /**
             * Reasons
             * @description Why it, in sentences.
             */
            reasons: string[];
        };
        /**
         * PairedLine
         * @description The player's ticket was paired: it sits in a new match, which begins.
         */
        PairedLine: {
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
            type: "paired";
            /**
             * Ticket
             * @description The ticket's id.
             */
            ticket: string;
        };
        /**
         * PairedSummary
         * @description Entrant 0 against entrant 1 in the same seats of the same deals.
         */
        PairedSummary: {
            /**
             * Deals
             * @description How many deals both have played.
             */
            deals: number;
            /** @description By how much the share of the win of entrant 0 is larger. */
            share: components["schemas"]["SeriesEstimate"];
            /** @description By how much its rank is larger; less is better. */
            rank: components["schemas"]["SeriesEstimate"];
            /** @description By how much its score is larger. */
            score: components["schemas"]["SeriesEstimate"] | null;
            /**
             * Better
             * @description In how many deals its rank was better.
             */
            better: number;
            /**
             * Worse
             * @description In how many it was worse.
             */
            worse: number;
            /**
             * Same
             * @description In how many it was the same.
             */
            same: number;
            /**
             * Sign Test
             * @description The probability of as uneven a split for equal entrants.
             */
            sign_test: number;
        };
        /**
         * PairedTable
         * @description A table.
         */
        PairedTable: {
            /**
             * Entrants
             * @description Who sits there, in order of seats.
             */
            entrants: string[];
            /**
             * Reasons
             * @description Why these, in sentences.
             */
            reasons: string[];
            /**
             * Node
             * @description Its place in a bracket; null: there is none.
             */
            node: string | null;
            /**
             * Away
             * @description Those of its entrants who are not there: they have lost. The others play if they are enough for a match, and else share the first place.
             */
            away: string[];
        };
        /**
         * PairingReason
         * @description Why a round is paired now, or again.
         */
        PairingReason: {
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log. Default: `""`.
             */
            reason?: string;
        };
        /**
         * Paused
         * @description Nothing is paired until it goes on.
         */
        Paused: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "paused";
        };
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
         * PlacedEntrant
         * @description How somebody has ended at a table.
         */
        PlacedEntrant: {
            /**
             * Entrant
             * @description The entrant's id in the tournament.
             */
            entrant: string;
            /**
             * Name
             * @description Its name there.
             */
            name: string;
            /**
             * Player
             * @description The player's id; null: a bot of the house.
             */
            player: string | null;
            /**
             * Is Bot
             * @description It is a bot.
             */
            is_bot: boolean;
            /**
             * Place
             * @description From 1; equal for shared places.
             */
            place: number;
            /**
             * Points
             * @description What it is worth, a decimal number.
             */
            points: string;
            /**
             * Forfeit
             * @description It was not there, or has not answered in time.
             */
            forfeit: boolean;
        };
        /**
         * PlannedSeat
         * @description What a seat is at the creation of its match.
         */
        PlannedSeat: {
            /**
             * Kind
             * @description `person`: `player` sits there; `reserved`: it is kept for `player`; `bot`: the house plays it.
             * @enum {string}
             */
            kind: "open" | "person" | "reserved" | "bot";
            /**
             * Player
             * @description The player's id.
             */
            player: string | null;
            /**
             * Bot
             * @description The ruleset's bot.
             */
            bot: string | null;
        };
        /**
         * PlayBody
         * @description A position and what a seat plays in it.
         */
        PlayBody: {
            /** @description The position. */
            position: components["schemas"]["NewPosition"];
            /**
             * Seat
             * @description Who acts.
             */
            seat: number;
            /**
             * Action
             * @description One of the seat's `legal` actions: its `notation`, or its `action` object.
             */
            action: string | components["schemas"]["RulesetAction"];
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
         * PlayablePosition
         * @description A position, with what everybody knows of it.
         */
        PlayablePosition: {
            /**
             * Pending
             * @description The seats that must decide.
             */
            pending: number[];
            /**
             * Views
             * @description The spectators' first, then those of the seats in order.
             */
            views: components["schemas"]["ViewerSituation"][];
            /** @description The position itself, to be sent along. */
            position: components["schemas"]["PositionDocument"];
            /** @description The result, if it is the end. */
            outcome: components["schemas"]["MatchOutcome"] | null;
        };
        /**
         * PlayedPosition
         * @description The position after an action, with what everybody was shown on the way to it.
         */
        PlayedPosition: {
            /**
             * Pending
             * @description The seats that must decide.
             */
            pending: number[];
            /**
             * Views
             * @description The spectators' first, then those of the seats in order.
             */
            views: components["schemas"]["ViewerSituation"][];
            /** @description The position itself, to be sent along. */
            position: components["schemas"]["PositionDocument"];
            /** @description The result, if it is the end. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Notation
             * @description The action in short.
             */
            notation: string;
        };
        /**
         * PlayerChange
         * @description What is to be changed of a player. Fields that are left out stay as they are.
         */
        PlayerChange: {
            /**
             * Name
             * @description The new name. Matches show the name that the player had when it sat down. A player that has signed up, and a bot of a person's, keeps to the rules for names that are chosen.
             */
            name?: string | null;
            /**
             * Online
             * @description Of a bot. False: it takes no invitations and is not called by its webhook, until it is true again; live matches go on by their clocks.
             */
            online?: boolean | null;
            /**
             * Rated With Bots
             * @description Of a person. True: matches with bots that begin from now on are rated, if all people at the table agree, in pools of their own. A match that has begun stays what it was.
             */
            rated_with_bots?: boolean | null;
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
            /**
             * Owner
             * @description Of a bot: the id of the person whose bot it is. Null: it is nobody's.
             */
            owner: string | null;
            /**
             * Version
             * @description Of a bot: the version of its program that it has stated. Null: none.
             */
            version: string | null;
            /**
             * Online
             * @description False: the bot is switched off or retired; it takes no invitations and is not called.
             */
            online: boolean;
            /**
             * Retired At
             * @description When the bot was retired, for good. Null: it was not.
             */
            retired_at: string | null;
            /**
             * Rated With Bots
             * @description Whether a person agrees to have matches with bots rated.
             */
            rated_with_bots: boolean;
        };
        /**
         * PlayerInSeat
         * @description The player in a seat.
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
            /**
             * Version
             * @description Of a bot's program: what the bot had stated when it sat down. For a house bot the version of the ruleset that it plays by, as series have it after the `@`. Null: nothing was stated.
             */
            version: string | null;
        };
        /**
         * PlayerKind
         * @description What a player is.
         * @enum {string}
         */
        PlayerKind: "person" | "bot";
        /**
         * PlayerLeaderboards
         * @description Where a player stands.
         */
        PlayerLeaderboards: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Leaderboards
             * @description By ruleset, seats and population.
             */
            leaderboards: components["schemas"]["PlayerRating"][];
        };
        /**
         * PlayerList
         * @description A page of players, by id.
         */
        PlayerList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
         * PlayerRating
         * @description A player's rating in one of its leaderboards.
         */
        PlayerRating: {
            /**
             * Place
             * @description From 1, shared by equal ordinals; null while the rating is provisional.
             */
            place: number | null;
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Player Name
             * @description The player's name as it is now; empty if there is no such player any more.
             */
            player_name: string;
            /**
             * Ordinal
             * @description `mu - 3 * sigma`: what the player is worth almost surely. Places go by it.
             */
            ordinal: number;
            /**
             * Mu
             * @description The mean of what is believed of the player's strength. All begin with 25.
             */
            mu: number;
            /**
             * Sigma
             * @description Its standard deviation. All begin with 25/3; seasons make it larger.
             */
            sigma: number;
            /**
             * Games
             * @description From how many matches it comes.
             */
            games: number;
            /**
             * Provisional
             * @description Too little is known yet for a place.
             */
            provisional: boolean;
            /**
             * Updated At
             * Format: date-time
             * @description When the last of these matches ended.
             */
            updated_at: string;
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
            /** @description Who plays. The list may grow. */
            population: string;
        };
        /**
         * PlayerRatings
         * @description How strong a player is.
         */
        PlayerRatings: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Ratings
             * @description By ruleset.
             */
            ratings: components["schemas"]["RulesetRating"][];
        };
        /**
         * PlayerStatistics
         * @description A page of how a player fared, by ruleset and number of seats.
         */
        PlayerStatistics: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
             * Version
             * @description Of which version of a bot's program alone; null: of all.
             */
            version: string | null;
            /**
             * Statistics
             * @description By ruleset and number of seats.
             */
            statistics: components["schemas"]["RulesetStatistics"][];
        };
        /**
         * PodsStage
         * @description Three to five seats. Entrants meet others with about as many points, nobody twice while that can be.
         */
        PodsStage: {
            /**
             * Tie Breaks
             * @description Ids of tie-breaks, the first counts first; empty: those of the format.
             */
            tie_breaks?: string[];
            /**
             * Advance
             * @description How many go on to the next stage, by the standings; null: this stage is the last.
             */
            advance?: number | null;
            /**
             * Games
             * @description How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd number, and the majority decides; at larger tables the sum decides (`sum_of`). Default: `1`.
             */
            games?: number;
            /**
             * Deals
             * @description `new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of the house play duplicate deals. Default: `"new"`.
             * @enum {string}
             */
            deals?: "new" | "duplicate";
            /**
             * Sum Of
             * @description What is summed up where a table plays several matches: its entrants' places, the lowest sum is the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than that of anybody who was placed before. Default: `"places"`.
             * @enum {string}
             */
            sum_of?: "places" | "scores";
            /**
             * @description What the stage's format is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "pods";
            /**
             * Rounds
             * @description How many rounds are played.
             */
            rounds: number;
            /**
             * Seats
             * @description Seats of a table.
             */
            seats: number;
            /**
             * System
             * @description `swiss`: nobody meets anybody twice while that can be; `power`: those next to each other in the standings meet. Default: `"swiss"`.
             * @enum {string}
             */
            system?: "swiss" | "power";
            /**
             * Remainder
             * @description If the number of entrants does not fit: some tables have fewer seats, or more, or some entrants are not paired. Default: `"smaller_pods"`.
             * @enum {string}
             */
            remainder?: "smaller_pods" | "larger_pods" | "byes";
            /**
             * Remainder For
             * @description Whether that falls to those who stand low, or high. Default: `"low"`.
             * @enum {string}
             */
            remainder_for?: "low" | "high";
            /**
             * Place Points
             * @description For the first place, the second, and so on; who share places share their points, rounded down. Default: `[400, 300, 200, 100, 0]`.
             */
            place_points?: number[];
            /** @description Points by wager instead of `place_points`; null: points by place. */
            wager?: components["schemas"]["WagerPoints"] | null;
        };
        /**
         * PoolList
         * @description What players wait for.
         */
        PoolList: {
            /**
             * Pools
             * @description Those with the most tickets first; at most a hundred.
             */
            pools: components["schemas"]["WaitingPool"][];
        };
        /**
         * Population
         * @description Who meets whom in a pool.
         * @enum {string}
         */
        Population: "humans" | "bots" | "mixed";
        /**
         * PositionBody
         * @description A position.
         */
        PositionBody: {
            /** @description The position. */
            position: components["schemas"]["NewPosition"];
        };
        /**
         * PositionDetails
         * @description A position of a match, as everybody saw it.
         */
        PositionDetails: {
            /**
             * Number
             * @description How many actions led to it.
             */
            number: number;
            /**
             * Seat
             * @description Who acted; null: it is the start.
             */
            seat: number | null;
            /**
             * Decision
             * @description The number of the seat's decision; null: it is the start.
             */
            decision: number | null;
            /**
             * Notation
             * @description The action in short; null: it is the start.
             */
            notation: string | null;
            /** @description The action in the ruleset's structured form. */
            action: components["schemas"]["RulesetAction"] | null;
            /**
             * Label
             * @description The action for a person.
             */
            label: string | null;
            /**
             * At
             * @description When; null: nobody looked at a clock, as in a series.
             */
            at: string | null;
            /**
             * Notices
             * @description What happened then, and until the next action, other than the action; also what a seat alone was told.
             */
            notices: components["schemas"]["Notice"][];
            /**
             * Pending
             * @description The seats that must decide in the position.
             */
            pending: number[];
            /** @description The match's result, with its last position. A resignation may end a match in a position that can be played on. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Last
             * @description The number of the match's last position.
             */
            last: number;
            /**
             * Chance
             * @description What chance has drawn on the way to it, by stream. Empty also where the ruleset's state does not tell.
             */
            chance: components["schemas"]["DrawnWordsDetails"][];
            /**
             * Views
             * @description The spectators' first, then those of the seats in order.
             */
            views: components["schemas"]["ViewerSituation"][];
            /** @description The position itself: can be forked, kept and analysed. */
            position: components["schemas"]["PositionDocument"];
        };
        /**
         * PositionDocument
         * @description A position, to be kept, sent on and played on. Its canonical JSON is its form as text: compact, with the members
         *     in this order.
         */
        PositionDocument: {
            /**
             * Format
             * @description The format of the document.
             * @constant
             */
            format: "playhall.position/1";
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Ruleset Version
             * @description The version of the ruleset whose state this is.
             */
            ruleset_version: string;
            /**
             * Seed
             * @description From which all chance is drawn: 32 bytes, hexadecimal.
             */
            seed: string;
            /** @description The state of the game. */
            state: components["schemas"]["RulesetState"];
        };
        /**
         * PositionList
         * @description A page of a match's positions.
         */
        PositionList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Positions
             * @description In order; empty for a match that was aborted before its start. A page may end early: positions with their views may be large.
             */
            positions: components["schemas"]["ShownPosition"][];
            /**
             * Last
             * @description The number of the match's last position; null: it has none.
             */
            last: number | null;
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
         * QueueDetails
         * @description A queue of the workers.
         */
        QueueDetails: {
            /**
             * Name
             * @description Its name. The list may grow.
             */
            name: string;
            /**
             * Waiting
             * @description Tasks that wait.
             */
            waiting: number;
            /**
             * Oldest Seconds
             * @description How long the next one has waited; 0 if there is none.
             */
            oldest_seconds: number;
        };
        /**
         * QuotaDetails
         * @description How much of one quota a player uses.
         */
        QuotaDetails: {
            /**
             * Quota
             * @description `open_matches`: those that wait for players or for their start; `unfinished_matches`: those and the live ones; `bot_seats`: seats of house bots in them; `live_seats`: open and live matches in which the player sits; `creations_per_minute`: matches created in the last minute; `open_series`: series that have not ended; `bots`: bots of its own, those that were retired within a day included; `waiting_tickets`: tickets for quick pairing that wait; `open_tournaments`: tournaments of its own that are not over. The list may grow.
             */
            quota: string;
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
         * RatedOpponent
         * @description Whom a player was compared with.
         */
        RatedOpponent: {
            /**
             * Player Id
             * @description The opponent's id.
             */
            player_id: string;
            /**
             * Player Name
             * @description The opponent's name as it is now.
             */
            player_name: string;
            /**
             * Rank
             * @description The place in the match, among those who were compared; joint places are equal.
             */
            rank: number;
            /**
             * Mu
             * @description The opponent's mu as the match found it.
             */
            mu: number;
            /**
             * Sigma
             * @description The opponent's sigma as the match found it.
             */
            sigma: number;
        };
        /**
         * RatedPlayer
         * @description A player's rating in a leaderboard.
         */
        RatedPlayer: {
            /**
             * Place
             * @description From 1, shared by equal ordinals; null while the rating is provisional.
             */
            place: number | null;
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Player Name
             * @description The player's name as it is now; empty if there is no such player any more.
             */
            player_name: string;
            /**
             * Ordinal
             * @description `mu - 3 * sigma`: what the player is worth almost surely. Places go by it.
             */
            ordinal: number;
            /**
             * Mu
             * @description The mean of what is believed of the player's strength. All begin with 25.
             */
            mu: number;
            /**
             * Sigma
             * @description Its standard deviation. All begin with 25/3; seasons make it larger.
             */
            sigma: number;
            /**
             * Games
             * @description From how many matches it comes.
             */
            games: number;
            /**
             * Provisional
             * @description Too little is known yet for a place.
             */
            provisional: boolean;
            /**
             * Updated At
             * Format: date-time
             * @description When the last of these matches ended.
             */
            updated_at: string;
        };
        /**
         * RatingChangeDetails
         * @description What a match changed of a rating.
         */
        RatingChangeDetails: {
            /**
             * Rank
             * @description The place in the match, among those who were compared; joint places are equal.
             */
            rank: number;
            /**
             * Weight
             * @description 1 unless repeated meetings of the same players count less.
             */
            weight: number;
            /**
             * Mu Before
             * @description As the match found it.
             */
            mu_before: number;
            /**
             * Sigma Before
             * @description As the match found it, widened by seasons.
             */
            sigma_before: number;
            /**
             * Mu
             * @description After the match.
             */
            mu: number;
            /**
             * Sigma
             * @description After the match.
             */
            sigma: number;
            /**
             * Games
             * @description How many matches the rating comes from now.
             */
            games: number;
        };
        /**
         * RatingHistory
         * @description A page of a player's history, newest first.
         */
        RatingHistory: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Entries
             * @description Newest first.
             */
            entries: components["schemas"]["RatingHistoryEntry"][];
        };
        /**
         * RatingHistoryEntry
         * @description A match in a player's history, with what it changed and why.
         */
        RatingHistoryEntry: {
            /**
             * Number
             * @description From 1, the first match being the first.
             */
            number: number;
            /**
             * Match Id
             * @description Null: the match is private or unlisted, and the caller had nothing to do with it.
             */
            match_id: string | null;
            /**
             * Ended At
             * Format: date-time
             * @description When the match ended.
             */
            ended_at: string;
            /** @description `counted`; or why not: `aborted`, `forfeited` (too few were left to be compared, by the operator's rule), `seated_twice` (somebody had two seats). The list may grow. */
            verdict: string;
            /** @description Null: the match did not count, or this player forfeited and was left out. */
            change: components["schemas"]["RatingChangeDetails"] | null;
            /**
             * Opponents
             * @description Whom the player was compared with, by rank; empty without `match_id` or `change`.
             */
            opponents: components["schemas"]["RatedOpponent"][];
        };
        /**
         * RatingRangeDetails
         * @description How far the others' ratings may be from one's own.
         */
        RatingRangeDetails: {
            /**
             * Start
             * @description How far the others' ratings may be from one's own at first.
             */
            start: number;
            /**
             * Per Second
             * @description How much further after each second of waiting.
             */
            per_second: number;
            /**
             * Limit
             * @description How far the others' ratings may be from one's own at most; null: without limit.
             */
            limit: number | null;
        };
        /**
         * Readiness
         * @description Whether this process can serve, and how what all processes depend on is.
         */
        Readiness: {
            /** @description `ok` once this process has reached Redis, the database and at least one engine, unless one of them is there and refuses this process, its password or certificate. What is down later is down for all: requests that need it answer 503 `BUSY`, and all else goes on. */
            status: components["schemas"]["State"];
            /**
             * Parts
             * @description Redis, the database and the engine of each ruleset, as they are now. They do not change `status`.
             */
            parts: {
                [key: string]: components["schemas"]["State"];
            };
        };
        /**
         * ReasonBody
         * @description Why.
         */
        ReasonBody: {
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log. Default: `""`.
             */
            reason?: string;
        };
        /**
         * Region
         * @description Some cells of a board that have a meaning together.
         */
        Region: {
            /**
             * Id
             * @description As `cells` name it.
             */
            id: string;
            /**
             * Title
             * @description What to call it.
             */
            title: string;
            /**
             * Text
             * @description What it means, in a sentence.
             */
            text: string;
            /**
             * Colour
             * @description A CSS colour.
             */
            colour: string;
            /** @description A picture of it. */
            symbol: components["schemas"]["Symbol"];
        };
        /**
         * Replacement
         * @description An option whose list has a match's own values of a field.
         */
        Replacement: {
            /**
             * Option
             * @description The option: a list of numbers.
             */
            option: string;
            /**
             * First
             * @description The value in the catalogue that the list's first item replaces; then the next.
             */
            first: number;
        };
        /**
         * Replay
         * @description An ended match. A match that was aborted has no outcome, and a reason unless a person called it off; one that was
         *     aborted before its start has no start, seed and final state either. A match that was played without a server has no
         *     id, times, signatures and place in the log.
         */
        Replay: {
            /**
             * @description The format of the document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "playhall.replay/2";
            /**
             * Match
             * @description The match's id.
             */
            match: string | null;
            /**
             * Status
             * @description How the match ended.
             * @enum {string}
             */
            status: "finished" | "aborted";
            /**
             * Abort Reason
             * @description Why the platform has aborted it; absent if it did not.
             */
            abort_reason?: ("expired" | "idle" | "declined") | null;
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Version
             * @description The version of the ruleset that was committed to.
             */
            version: string;
            /** @description Every option of the ruleset with its value. */
            options: components["schemas"]["RulesetOptions"];
            /**
             * Seats
             * @description Who sat where, in seat order.
             */
            seats: components["schemas"]["ReplaySeat"][];
            /**
             * Commitment
             * @description SHA-256 of `commitment_document` as canonical JSON, hexadecimal.
             */
            commitment: string;
            /** @description What the match promised at its creation. */
            commitment_document: components["schemas"]["CommitmentDocument"];
            /** @description The platform's signature over the commitment. */
            commitment_signature: components["schemas"]["ReplaySignature"] | null;
            /** @description Where the commitment stands in the public log. */
            commitment_log: components["schemas"]["ReplayLogEntry"] | null;
            /**
             * Server Seed
             * @description The server's part of the seed: 32 bytes, hexadecimal.
             */
            server_seed: string;
            /**
             * Client Seeds
             * @description What each seat added to it; null: nothing.
             */
            client_seeds: (string | null)[];
            /**
             * Seed
             * @description The match seed, from which all chance is drawn; null: it never started.
             */
            seed: string | null;
            /**
             * Created At
             * @description When it was created.
             */
            created_at: string | null;
            /**
             * Ended At
             * @description When it ended.
             */
            ended_at: string | null;
            /** @description The setup; null: it never started. */
            start: components["schemas"]["ReplayStart"] | null;
            /**
             * Steps
             * @description The actions, in order.
             */
            steps: components["schemas"]["ReplayStep"][];
            /**
             * Resignations
             * @description Which seats resigned.
             */
            resignations: components["schemas"]["ReplayResignation"][];
            /**
             * Takeovers
             * @description Which seats were taken over by a bot. Left out if there is none.
             */
            takeovers?: components["schemas"]["ReplayTakeover"][];
            /**
             * Time Credits
             * @description What running clocks got back. Left out if there is none.
             */
            time_credits?: components["schemas"]["ReplayTimeCredit"][];
            /**
             * Migrations
             * @description Which other versions have played the match on. Left out if there is none.
             */
            migrations?: components["schemas"]["ReplayMigration"][];
            /**
             * Outcome
             * @description The result; null: the match was aborted.
             */
            outcome: components["schemas"]["ReplayOutcome"] | null;
            /**
             * Final State Sha256
             * @description SHA-256 of the last state, hexadecimal.
             */
            final_state_sha256: string | null;
            /** @description The platform's signature over all else. */
            signature: components["schemas"]["ReplaySignature"] | null;
        };
        /**
         * ReplayDocument
         * @description A match that has ended: what was promised, what was drawn from, what was done, what everybody was shown, and what
         *     came of it.
         */
        ReplayDocument: components["schemas"]["Replay"] | components["schemas"]["ReplayV1"];
        /**
         * ReplayEvent
         * @description What was shown of an event.
         */
        ReplayEvent: {
            /** @description What everybody saw; null: nothing. */
            public: components["schemas"]["RulesetEvent"] | null;
            /**
             * Private
             * @description What single seats saw instead, by seat.
             */
            private: {
                [key: string]: components["schemas"]["RulesetEvent"];
            };
        };
        /**
         * ReplayLogEntry
         * @description The place of a commitment in the public log.
         */
        ReplayLogEntry: {
            /**
             * Index
             * @description The index of the entry.
             */
            index: number;
            /**
             * Hash
             * @description The hash of the entry.
             */
            hash: string;
        };
        /**
         * ReplayMigration
         * @description Another version of the ruleset played the match on.
         */
        ReplayMigration: {
            /**
             * Rev
             * @description After the step of this number; 0: after the start.
             */
            rev: number;
            /**
             * Version
             * @description Which version.
             */
            version: string;
            /**
             * At
             * @description When it was committed; null where nobody looked at a clock.
             */
            at: string | null;
        };
        /**
         * ReplayOutcome
         * @description The result of a match, as it was told: resignations included.
         */
        ReplayOutcome: {
            /**
             * Results
             * @description One per seat, in seat order.
             */
            results: components["schemas"]["ReplaySeatResult"][];
            /**
             * Reason
             * @description Why it ended, in a word.
             */
            reason: string;
        };
        /**
         * ReplayResignation
         * @description A seat resigned.
         */
        ReplayResignation: {
            /**
             * Seat
             * @description Which seat.
             */
            seat: number;
            /**
             * Rev
             * @description After the step of this number; 0: after the start.
             */
            rev: number;
            /**
             * At
             * @description When it was committed; null where nobody looked at a clock.
             */
            at: string | null;
            /**
             * Shown
             * @description Each viewer's revision after it, the spectator's first.
             */
            shown: number[];
            /**
             * Reason
             * @description That the seat's time ran out; absent if its player wanted it.
             */
            reason?: "time_ran_out" | null;
        };
        /**
         * ReplayScoreItem
         * @description A part of a score.
         */
        ReplayScoreItem: {
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
         * ReplaySeat
         * @description Who sat in a seat.
         */
        ReplaySeat: {
            /**
             * Name
             * @description The name that the player had.
             */
            name: string;
            /**
             * Kind
             * @description Whether a person, or a program, had the seat.
             * @enum {string}
             */
            kind: "person" | "bot";
            /**
             * Bot
             * @description The ruleset's bot that played the seat for the house; null: none did.
             */
            bot: string | null;
            /**
             * Player
             * @description The player's id; left out where nobody was seated by id.
             */
            player?: string | null;
        };
        /**
         * ReplaySeatResult
         * @description A seat's result.
         */
        ReplaySeatResult: {
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
            breakdown: components["schemas"]["ReplayScoreItem"][];
        };
        /**
         * ReplaySeatV1
         * @description Who sat in a seat, in format 1.
         */
        ReplaySeatV1: {
            /**
             * Name
             * @description The name that the player had.
             */
            name: string;
            /**
             * Kind
             * @description Whether a person, or a program, had the seat.
             * @enum {string}
             */
            kind: "person" | "bot";
            /**
             * Bot
             * @description The ruleset's bot that played the seat for the house; null: none did.
             */
            bot: string | null;
        };
        /**
         * ReplaySignature
         * @description A signature by the platform.
         */
        ReplaySignature: {
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
         * ReplayStart
         * @description What happened before the first action.
         */
        ReplayStart: {
            /**
             * At
             * @description When it was committed; null where nobody looked at a clock.
             */
            at: string | null;
            /**
             * Events
             * @description What happened in it.
             */
            events: components["schemas"]["ReplayEvent"][];
            /**
             * Shown
             * @description Each viewer's revision after it, the spectator's first.
             */
            shown: number[];
            /**
             * Next
             * @description Each seat's pending decision after it; null: the seat had none.
             */
            next: (number | null)[];
        };
        /**
         * ReplayStep
         * @description An action.
         */
        ReplayStep: {
            /**
             * Rev
             * @description Its number, from 1.
             */
            rev: number;
            /**
             * Seat
             * @description Who played it.
             */
            seat: number;
            /**
             * Decision
             * @description The number of the seat's decision that it answers.
             */
            decision: number;
            /**
             * Action
             * @description The action in short: its notation.
             */
            action: string;
            /** @description The same in the ruleset's structured form. */
            structured: components["schemas"]["RulesetAction"];
            /**
             * Given
             * @description As it was sent, if in another form than the notation.
             */
            given?: string | null;
            /**
             * Time Ran Out
             * @description The clock played it, and who was told so: the seat alone or all.
             */
            time_ran_out?: ("seat" | "all") | null;
            /**
             * At
             * @description When it was committed; null where nobody looked at a clock.
             */
            at: string | null;
            /**
             * Events
             * @description What came of it.
             */
            events: components["schemas"]["ReplayEvent"][];
            /**
             * Shown
             * @description Each viewer's revision after it, the spectator's first.
             */
            shown: number[];
            /**
             * Next
             * @description Each seat's pending decision after it; null: the seat had none.
             */
            next: (number | null)[];
        };
        /**
         * ReplayTakeover
         * @description A seat's time ran out: from then on the bot that the match's `on_time_out` names plays it.
         */
        ReplayTakeover: {
            /**
             * Seat
             * @description Which seat.
             */
            seat: number;
            /**
             * Rev
             * @description After the step of this number; 0: after the start.
             */
            rev: number;
            /**
             * At
             * @description When it was committed; null where nobody looked at a clock.
             */
            at: string | null;
            /**
             * Shown
             * @description Each viewer's revision after it, the spectator's first.
             */
            shown: number[];
        };
        /**
         * ReplayTimeCredit
         * @description The running clocks got back what fell into a gap, in which the platform had stood still.
         */
        ReplayTimeCredit: {
            /**
             * Since
             * @description When the gap began.
             */
            since: string | null;
            /**
             * Until
             * @description When it ended.
             */
            until: string | null;
            /**
             * Rev
             * @description After the step of this number; 0: after the start.
             */
            rev: number;
            /**
             * At
             * @description When it was committed; null where nobody looked at a clock.
             */
            at: string | null;
            /**
             * Shown
             * @description Each viewer's revision after it, the spectator's first.
             */
            shown: number[];
        };
        /**
         * ReplayV1
         * @description A finished match in format 1, of before commitments were documents.
         */
        ReplayV1: {
            /**
             * @description The format of the document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "playhall.replay/1";
            /**
             * Match
             * @description The match's id.
             */
            match: string | null;
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Version
             * @description The version of the ruleset.
             */
            version: string;
            /** @description Every option of the ruleset with its value. */
            options: components["schemas"]["RulesetOptions"];
            /**
             * Seats
             * @description Who sat where, in seat order.
             */
            seats: components["schemas"]["ReplaySeatV1"][];
            /**
             * Server Seed
             * @description The server's part of the seed: 32 bytes, hexadecimal.
             */
            server_seed: string;
            /**
             * Commitment
             * @description SHA-256 of the server seed alone, hexadecimal.
             */
            commitment: string;
            /**
             * Client Seeds
             * @description What each seat added to the seed; null: nothing.
             */
            client_seeds: (string | null)[];
            /**
             * Seed
             * @description The match seed, from which all chance is drawn.
             */
            seed: string;
            /**
             * Created At
             * @description When it was created.
             */
            created_at: string | null;
            /**
             * Ended At
             * @description When it ended.
             */
            ended_at: string | null;
            /** @description The setup. */
            start: components["schemas"]["ReplayStart"];
            /**
             * Steps
             * @description The actions, in order.
             */
            steps: components["schemas"]["ReplayStep"][];
            /**
             * Resignations
             * @description Which seats resigned.
             */
            resignations: components["schemas"]["ReplayResignation"][];
            /**
             * ReplayOutcome
             * @description The result.
             */
            outcome: {
                /**
                 * Results
                 * @description One per seat, in seat order.
                 */
                results: components["schemas"]["ReplaySeatResult"][];
                /**
                 * Reason
                 * @description Why it ended, in a word.
                 */
                reason: string;
            };
            /**
             * Final State Sha256
             * @description SHA-256 of the last state, hexadecimal.
             */
            final_state_sha256: string;
        };
        /**
         * Resending
         * @description What is posted once more.
         */
        Resending: {
            /**
             * Entry
             * @description The number of the first entry of the log that is posted; all after it follow.
             */
            entry: number;
        };
        /**
         * ResultKind
         * @description How an entrant came by its points of a round.
         * @enum {string}
         */
        ResultKind: "played" | "forfeit_win" | "forfeit_loss" | "pairing_bye" | "requested_bye" | "absent";
        /**
         * ResultSet
         * @description The host says how a table has ended, whatever was played; or its time was over.
         */
        ResultSet: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "result_set";
            /**
             * Round
             * @description The round.
             */
            round: number;
            /**
             * Table
             * @description The table.
             */
            table: number;
            /**
             * Places
             * @description Of each entrant, in order of seats: 1 for the winner.
             */
            places: number[];
            /**
             * Forfeits
             * @description Who has lost by not being there.
             */
            forfeits: string[];
        };
        /**
         * Resumed
         * @description It goes on.
         */
        Resumed: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "resumed";
        };
        /**
         * Returned
         * @description An entrant that had withdrawn takes part again.
         */
        Returned: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "returned";
            /**
             * Entrant
             * @description The entrant.
             */
            entrant: string;
        };
        /**
         * Rotation
         * @description How to renew a key.
         */
        Rotation: {
            /**
             * Overlap Seconds
             * @description How long the old key stays valid beside the new one. Default: `3600`.
             */
            overlap_seconds?: number;
        };
        /**
         * RoundEnded
         * @description All tables of a round have results.
         */
        RoundEnded: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "round_ended";
            /**
             * Round
             * @description The round.
             */
            round: number;
        };
        /**
         * RoundPaired
         * @description A round's tables. Paired again it stands in the place of what was paired before, as long as nothing of that was
         *     played. A round that is an arena begins without tables.
         */
        RoundPaired: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "round_paired";
            /**
             * Round
             * @description The round, from 1 through all stages.
             */
            round: number;
            /**
             * Tables
             * @description Its tables, the first is number 1.
             */
            tables: components["schemas"]["PairedTable"][];
            /**
             * Byes
             * @description Who is not paired because the number does not fit.
             */
            byes: components["schemas"]["PairedBye"][];
            /**
             * Requested Byes
             * @description Who has asked not to be paired.
             */
            requested_byes: string[];
            /**
             * Absent
             * @description Who has withdrawn.
             */
            absent: string[];
            /**
             * Notes
             * @description Exceptions that were forced, in sentences.
             */
            notes: string[];
            /**
             * By Hand
             * @description Whether a host has paired it.
             */
            by_hand: boolean;
        };
        /**
         * RoundPairedLine
         * @description A round was paired, or paired again.
         */
        RoundPairedLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "round_paired";
            /**
             * Round
             * @description Its number, through all stages.
             */
            round: number;
            /**
             * Deadline At
             * @description When its time is over, of an arena when no more tables are paired; null: never.
             */
            deadline_at: string | null;
            /**
             * Again
             * @description The round was paired again; this replaces the earlier pairing.
             */
            again: boolean;
            /**
             * By Hand
             * @description The host has paired it.
             */
            by_hand: boolean;
            /**
             * Reason
             * @description The host's; may be empty.
             */
            reason: string;
            /** @description `table`: the player has a table; `bye`: none, as the number does not fit; `requested_bye`: none, as it asked; `free`: in an arena, it is paired as soon as it can be, again and again; `none`: it does not play in this round. The list may grow. */
            place: string;
            /**
             * Reasons
             * @description Why it has a bye.
             */
            reasons: string[];
        };
        /**
         * RoundRobinStage
         * @description Everybody meets everybody: at two seats by Berger's tables, at three to five so that any two meet equally often,
         *     or as nearly as was found. At most 64 entrants; who enters later stands on the waiting list.
         */
        RoundRobinStage: {
            /**
             * Tie Breaks
             * @description Ids of tie-breaks, the first counts first; empty: those of the format.
             */
            tie_breaks?: string[];
            /**
             * Advance
             * @description How many go on to the next stage, by the standings; null: this stage is the last.
             */
            advance?: number | null;
            /**
             * Games
             * @description How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd number, and the majority decides; at larger tables the sum decides (`sum_of`). Default: `1`.
             */
            games?: number;
            /**
             * Deals
             * @description `new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of the house play duplicate deals. Default: `"new"`.
             * @enum {string}
             */
            deals?: "new" | "duplicate";
            /**
             * Sum Of
             * @description What is summed up where a table plays several matches: its entrants' places, the lowest sum is the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than that of anybody who was placed before. Default: `"places"`.
             * @enum {string}
             */
            sum_of?: "places" | "scores";
            /**
             * Seats
             * @description Seats of a table. Default: `2`.
             */
            seats?: number;
            /**
             * Cycles
             * @description How often the plan is played. Two seats: how often any two meet, in every second cycle with the seats reversed; at larger tables, everybody sits one seat further in each. Default: `1`.
             */
            cycles?: number;
            /**
             * Remainder
             * @description At tables of three to five, if the number of entrants does not fit: some sit out, all in turn and equally often; or some tables have fewer seats. Default: `"byes"`.
             * @enum {string}
             */
            remainder?: "byes" | "smaller_tables";
            /** @description What a table of two seats is worth. Default: `{"win": 100, "draw": 50, "loss": 0}`. */
            points?: components["schemas"]["TwoSeatPoints"];
            /**
             * Place Points
             * @description For the first place, the second, and so on; who share places share their points, rounded down. Default: `[400, 300, 200, 100, 0]`.
             */
            place_points?: number[];
            /**
             * @description What the stage's format is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "round_robin";
        };
        /**
         * RoundTimes
         * @description When rounds begin and end.
         */
        RoundTimes: {
            /**
             * Starts Ms
             * @description When the tournament starts, milliseconds since 1970; null: when its host says so.
             */
            starts_ms?: number | null;
            /**
             * Next Round
             * @description When the next round is paired after the last table of one has ended. Default: `"at_once"`.
             * @enum {string}
             */
            next_round?: "at_once" | "by_host";
            /**
             * Pause Seconds
             * @description How long a round rests before the next one is paired `at_once`. Default: `0`.
             */
            pause_seconds?: number;
            /**
             * Round Seconds
             * @description How long a round takes at most, and in an arena a table: a table that has not ended by then is lost by those who must decide at that moment; null: as long as its matches take.
             */
            round_seconds?: number | null;
        };
        /** @description An action in the form of the match's ruleset: see `/v1/rulesets/{ruleset}/schemas/action`. */
        RulesetAction: {
            [key: string]: unknown;
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
        /** @description A card of the ruleset's catalogue: see `/v1/rulesets/{ruleset}/schemas/card`. */
        RulesetCard: {
            [key: string]: unknown;
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
        /** @description An event as its viewer saw it, in the ruleset's form: see `/v1/rulesets/{ruleset}/schemas/event`. */
        RulesetEvent: {
            [key: string]: unknown;
        };
        /**
         * RulesetList
         * @description A page of rulesets, by id.
         */
        RulesetList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
        /** @description Options of the match's ruleset: see `/v1/rulesets/{ruleset}/schemas/options`. */
        RulesetOptions: {
            [key: string]: unknown;
        };
        /**
         * RulesetRating
         * @description How strong a player is in one ruleset.
         */
        RulesetRating: {
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Rating
             * @description On the scale of Elo: all begin with 1500.
             */
            rating: number;
            /**
             * Updated At
             * Format: date-time
             * @description When it was set.
             */
            updated_at: string;
        };
        /** @description A state in the form of the ruleset: see `/v1/rulesets/{ruleset}/schemas/state`. */
        RulesetState: {
            [key: string]: unknown;
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
        /** @description What a viewer knows, in the form of the match's ruleset: see `/v1/rulesets/{ruleset}/schemas/view`. */
        RulesetView: {
            [key: string]: unknown;
        };
        /**
         * Scope
         * @description What a key allows.
         * @enum {string}
         */
        Scope: "matches:read" | "matches:play" | "matches:create" | "account:manage" | "admin";
        /**
         * ScoreBin
         * @description Scores from `start` up to the next bin's.
         */
        ScoreBin: {
            /**
             * Start
             * @description The lowest score of the bin.
             */
            start: number;
            /**
             * Count
             * @description How many scores are in it.
             */
            count: number;
        };
        /**
         * ScoreDistribution
         * @description The distribution of scores. Bins without a score are left out.
         */
        ScoreDistribution: {
            /**
             * Lowest
             * @description The lowest score.
             */
            lowest: number;
            /**
             * Quartiles
             * @description Lower quartile, median, upper quartile.
             */
            quartiles: number[];
            /**
             * Highest
             * @description The highest score.
             */
            highest: number;
            /**
             * Bin Width
             * @description How many scores a bin is for.
             */
            bin_width: number;
            /**
             * Bins
             * @description The bins, ascending.
             */
            bins: components["schemas"]["ScoreBin"][];
        };
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
         * SeasonStarted
         * @description A season of a ladder begins.
         */
        SeasonStarted: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "season_started";
            /**
             * Stage
             * @description The stage, from 0.
             */
            stage: number;
            /**
             * Season
             * @description The season, from 1.
             */
            season: number;
            /**
             * Divisions
             * @description The highest first; of each its entrants, the best first.
             */
            divisions: string[][];
            /**
             * Notes
             * @description Who has changed its division, and why, in sentences.
             */
            notes: string[];
        };
        /**
         * SeatBody
         * @description The assignment of a seat.
         */
        SeatBody: {
            /**
             * Seat
             * @description As in the creation of a match: `open`, `me`, `bot:<bot id>` or `player:<player id>`.
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
            /** @description The player who has taken the seat, or for whom it is kept. */
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
         * SeatSummary
         * @description The results of a seat at tables of one size.
         */
        SeatSummary: {
            /**
             * Size
             * @description The number of seats of the table.
             */
            size: number;
            /**
             * Seat
             * @description The seat, from 0.
             */
            seat: number;
            /**
             * Matches
             * @description How many matches such tables have played.
             */
            matches: number;
            /** @description The mean share of the win. */
            share: components["schemas"]["SeriesEstimate"];
        };
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
         * SeedGiven
         * @description An entrant has given a seed of its own, which enters the chance of each of its games.
         */
        SeedGiven: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "seed_given";
            /**
             * Entrant
             * @description The entrant.
             */
            entrant: string;
            /**
             * Client Seed Sha256
             * @description SHA-256 of the seed, hexadecimal. The entrant shows the seed when its first round is paired.
             */
            client_seed_sha256: string;
        };
        /**
         * SeedGivenByHost
         * @description The host has given the tournament's seed, and knows every card: bots of the house enter, and nobody else.
         */
        SeedGivenByHost: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "seed_given_by_host";
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
             * @description How many matches in all, more than up to now; rounded up to whole deals. For a series with a fixed number, also one that has finished; at most 100 times. What is added is dealt from a seed of its own: see `extensions`.
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
         * SeriesComparison
         * @description Two series side by side.
         */
        SeriesComparison: {
            /**
             * Format
             * @description The format of the document.
             * @constant
             */
            format: "playhall.series-comparison/1";
            /**
             * Series Sha256
             * @description SHA-256 of the documents of both series, hexadecimal.
             */
            series_sha256: string[];
            /**
             * Catalogue Sha256
             * @description SHA-256 of the catalogue with whose cards both were played, hexadecimal; null: one of them names no cards.
             */
            catalogue_sha256: string | null;
            /**
             * Same Conditions
             * @description They have the same options, sizes of tables and design; otherwise differences have other causes beside the bots.
             */
            same_conditions: boolean;
            /**
             * Entrants
             * @description The bots that have played in both.
             */
            entrants: components["schemas"]["EntrantComparison"][];
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
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `document_sha256`. Null: the series was made before series were signed. */
            commitment_signature: components["schemas"]["SignatureDetails"] | null;
            /** @description The place of `document_sha256` in the public log of commitments. Null: as the signature. */
            commitment_log: components["schemas"]["LogPlace"] | null;
            /**
             * Seed
             * @description 32 bytes, hexadecimal; null until all matches that are dealt from it are over.
             */
            seed: string | null;
            /**
             * Extensions
             * @description By which the series was made longer, oldest first. Each has a seed of its own.
             */
            extensions: components["schemas"]["SeriesExtension"][];
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
         * @description What a series is: together with its seed it decides everything.
         */
        SeriesDocument: {
            /**
             * Format
             * @description The format of the document; format 1 has no `catalogue_sha256`.
             * @enum {string}
             */
            format: "playhall.series/1" | "playhall.series/2";
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Ruleset Version
             * @description The version that plays it.
             */
            ruleset_version: string;
            /**
             * Catalogue Sha256
             * @description SHA-256 of the ruleset's catalogue, hexadecimal: the cards that it is played with.
             */
            catalogue_sha256?: string | null;
            /** @description Every option of the ruleset with its value. */
            options: components["schemas"]["RulesetOptions"];
            /**
             * Entrants
             * @description The bots that take part.
             */
            entrants: components["schemas"]["Entrant"][];
            /**
             * Seats
             * @description The sizes of the tables, ascending.
             */
            seats: number[];
            /**
             * Design
             * @description How the tables are made up.
             * @enum {string}
             */
            design: "round_robin" | "gauntlet" | "duplicate" | "random_tables" | "paired";
            /**
             * Stop
             * @description When the series ends.
             */
            stop: components["schemas"]["FixedStop"] | components["schemas"]["SprtStop"];
            /**
             * Series Seed Sha256
             * @description SHA-256 of the series' seed, hexadecimal: what it is committed to.
             */
            series_seed_sha256: string;
            /** @description Of a series in which bots take part that live elsewhere: how its live matches are played; otherwise it is left out. */
            live?: components["schemas"]["LivePlay"] | null;
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
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `document_sha256`. Null: the series was made before series were signed. */
            commitment_signature: components["schemas"]["SignatureDetails"] | null;
            /** @description The place of `document_sha256` in the public log of commitments. Null: as the signature. */
            commitment_log: components["schemas"]["LogPlace"] | null;
            /**
             * Seed
             * @description 32 bytes, hexadecimal; null until all matches that are dealt from it are over.
             */
            seed: string | null;
            /**
             * Extensions
             * @description By which the series was made longer, oldest first. Each has a seed of its own.
             */
            extensions: components["schemas"]["SeriesExtension"][];
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
         * SeriesEstimate
         * @description A value and its confidence interval of 95 %.
         */
        SeriesEstimate: {
            /**
             * Value
             * @description The value.
             */
            value: number;
            /**
             * Low
             * @description Where the interval begins; null: there are too few deals for one.
             */
            low: number | null;
            /**
             * High
             * @description Where it ends; null: there are too few deals for one.
             */
            high: number | null;
        };
        /**
         * SeriesEvent
         * @description A line of a series' events.
         */
        SeriesEvent: components["schemas"]["SeriesProgressLine"] | components["schemas"]["SeriesEndLine"];
        /**
         * SeriesExtension
         * @description A series was made longer.
         */
        SeriesExtension: {
            /** @description What was promised then. Never changes. */
            document: components["schemas"]["ExtensionDocument"];
            /**
             * Document Sha256
             * @description Of the document in canonical JSON, hexadecimal.
             */
            document_sha256: string;
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `document_sha256`. */
            commitment_signature: components["schemas"]["SignatureDetails"];
            /** @description The place of `document_sha256` in the public log of commitments. */
            commitment_log: components["schemas"]["LogPlace"];
            /**
             * Seed
             * @description 32 bytes, hexadecimal; null until all matches that are dealt from it are over.
             */
            seed: string | null;
        };
        /**
         * SeriesLength
         * @description How many decisions a match has.
         */
        SeriesLength: {
            /**
             * Mean
             * @description The mean.
             */
            mean: number;
            /**
             * Median
             * @description Half of the matches have no more.
             */
            median: number;
            /**
             * Percentile 95
             * @description 95 % of the matches have no more.
             */
            percentile_95: number;
            /**
             * Longest
             * @description None has more.
             */
            longest: number;
        };
        /**
         * SeriesList
         * @description A page of series, newest first.
         */
        SeriesList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
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
             */
            ranks?: number[];
            /**
             * Scores
             * @description The points of each seat.
             */
            scores?: number[];
            /**
             * Breakdowns
             * @description The parts of each score, with names.
             */
            breakdowns?: [
                string,
                number
            ][][];
            /**
             * Reason
             * @description Why the match ended. Default: `""`.
             */
            reason?: string;
            /**
             * Decisions
             * @description How many decisions the match had. Default: `0`.
             */
            decisions?: number;
            /**
             * Final State Sha256
             * @description SHA-256 of the last state, hexadecimal. Default: `""`.
             */
            final_state_sha256?: string;
            /**
             * Error
             * @description How the match failed: it has no ranks then. Default: `""`.
             */
            error?: string;
            /**
             * Match
             * @description Its id, if it is a live match: bots took part that live elsewhere. Default: `""`.
             */
            match?: string;
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
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `document_sha256`. Null: the series was made before series were signed. */
            commitment_signature: components["schemas"]["SignatureDetails"] | null;
            /** @description The place of `document_sha256` in the public log of commitments. Null: as the signature. */
            commitment_log: components["schemas"]["LogPlace"] | null;
            /**
             * Seed
             * @description 32 bytes, hexadecimal; null until all matches that are dealt from it are over.
             */
            seed: string | null;
            /**
             * Extensions
             * @description By which the series was made longer, oldest first. Each has a seed of its own.
             */
            extensions: components["schemas"]["SeriesExtension"][];
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
         * SeriesReference
         * @description The place of a match in a series, or in a tournament that plays duplicate deals.
         */
        SeriesReference: {
            /**
             * Sha256
             * @description SHA-256 of the series' document, or of the tournament's settings, hexadecimal.
             */
            sha256: string;
            /**
             * Match
             * @description The number of the match, from 0.
             */
            match: number;
            /**
             * Deal
             * @description The number of its deal, from 0.
             */
            deal: number;
        };
        /**
         * SeriesStatus
         * @description How far a series is.
         * @enum {string}
         */
        SeriesStatus: "queued" | "running" | "paused" | "finished" | "cancelled" | "failed";
        /**
         * SeriesSummary
         * @description What a series has shown. Entrants are named by their places in the document.
         */
        SeriesSummary: {
            /**
             * Format
             * @description The format of the document.
             * @constant
             */
            format: "playhall.series-summary/1";
            /**
             * Series Sha256
             * @description SHA-256 of the series' document, hexadecimal.
             */
            series_sha256: string;
            /**
             * Matches
             * @description How many matches it is of, those that failed included.
             */
            matches: number;
            /**
             * Failed
             * @description How many ended in an error; nothing else counts these.
             */
            failed: number;
            /**
             * Deals
             * @description How many deals the matches have.
             */
            deals: number;
            /** @description What the intervals take for an observation: `independent`: each match; `clustered`: each deal, with all its matches. */
            interval_method: components["schemas"]["IntervalMethod"];
            /**
             * Entrants
             * @description In the order of the document.
             */
            entrants: components["schemas"]["EntrantSummary"][];
            /**
             * Pairs
             * @description Every two entrants that met.
             */
            pairs: components["schemas"]["PairSummary"][];
            /**
             * Seats
             * @description Every seat of every size of table.
             */
            seats: components["schemas"]["SeatSummary"][];
            /** @description How long matches are; null: there are none. */
            length: components["schemas"]["SeriesLength"] | null;
            /**
             * Reasons
             * @description Why matches ended and how many, the most frequent first.
             */
            reasons: [
                string,
                number
            ][];
            /**
             * Errors
             * @description Kinds of errors and how many, the most frequent first.
             */
            errors: [
                string,
                number
            ][];
            /**
             * Convergence
             * @description How the shares have come to where they are.
             */
            convergence: components["schemas"]["ConvergencePoint"][];
            /** @description Of a series with the design `paired`. */
            paired: components["schemas"]["PairedSummary"] | null;
            /** @description Of a series with a sequential test. */
            sprt: components["schemas"]["SprtState"] | null;
        };
        /**
         * Shape
         * @description How the contents of a zone are laid out.
         * @enum {string}
         */
        Shape: "row" | "pile" | "hand" | "single" | "board" | "pool";
        /**
         * ShownPosition
         * @description A position of a match, as one viewer saw it.
         */
        ShownPosition: {
            /**
             * Number
             * @description How many actions led to it.
             */
            number: number;
            /**
             * Seat
             * @description Who acted; null: it is the start.
             */
            seat: number | null;
            /**
             * Decision
             * @description The number of the seat's decision; null: it is the start.
             */
            decision: number | null;
            /**
             * Notation
             * @description The action in short; null: it is the start.
             */
            notation: string | null;
            /** @description The action in the ruleset's structured form. */
            action: components["schemas"]["RulesetAction"] | null;
            /**
             * Label
             * @description The action for a person.
             */
            label: string | null;
            /**
             * At
             * @description When; null: nobody looked at a clock, as in a series.
             */
            at: string | null;
            /**
             * Notices
             * @description What happened then, and until the next action, other than the action; also what a seat alone was told.
             */
            notices: components["schemas"]["Notice"][];
            /**
             * Pending
             * @description The seats that must decide in the position.
             */
            pending: number[];
            /** @description The match's result, with its last position. A resignation may end a match in a position that can be played on. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Events
             * @description What the viewer was shown on the way to it, each with its `text`.
             */
            events: components["schemas"]["RulesetEvent"][];
            /** @description With `include=view`: what the viewer knew. Otherwise absent. */
            view?: components["schemas"]["RulesetView"] | null;
        };
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
         * SignedUp
         * @description The new player with its first key, whose secret is shown only here.
         */
        SignedUp: {
            /** @description The new player. */
            player: components["schemas"]["PlayerDetails"];
            /** @description Its first key, with the secret. */
            key: components["schemas"]["KeyWithSecret"];
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
            /** @description The match's status. */
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
            /** @description The ruleset's View; null before the start. */
            view: components["schemas"]["RulesetView"] | null;
            /** @description The result of a finished match. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Clocks
             * @description The clocks of all seats that have one. They are public.
             */
            clocks: components["schemas"]["ClockDetails"][];
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "snapshot";
        };
        /**
         * SprtState
         * @description Where a sequential probability ratio test stands.
         */
        SprtState: {
            /**
             * Entrants
             * @description The two entrants' places in the document.
             */
            entrants: number[];
            /**
             * Elo0
             * @description The difference that the test is to refuse, in Elo.
             */
            elo0: number;
            /**
             * Elo1
             * @description The difference that it is to find, in Elo.
             */
            elo1: number;
            /**
             * Alpha
             * @description How often the test may find `elo1` wrongly.
             */
            alpha: number;
            /**
             * Beta
             * @description How often the test may find `elo0` wrongly.
             */
            beta: number;
            /**
             * Llr
             * @description How much likelier the results are under `elo1` than under `elo0`, as a logarithm.
             */
            llr: number;
            /**
             * Lower
             * @description At this `llr` or less the test finds `elo0`.
             */
            lower: number;
            /**
             * Upper
             * @description At this `llr` or more it finds `elo1`.
             */
            upper: number;
            /** @description What the test has found. `h0`: the difference is not `elo1`; `h1`: it is not `elo0`; `none`: nothing yet. */
            verdict: components["schemas"]["services__series__sprt__Verdict"];
            /**
             * Deals
             * @description How many deals it has seen, up to the verdict if there is one.
             */
            deals: number;
            /** @description Of the first entrant against the second, 0 to 1; null without a comparison. The interval does not know of the early end, and is a bit too narrow for that. */
            score: components["schemas"]["SeriesEstimate"] | null;
        };
        /**
         * SprtStop
         * @description The series ends as soon as a sequential probability ratio test can tell whether the first of two entrants is
         *     `elo0` or `elo1` Elo stronger than the second. Numbers are decimal digits in strings.
         */
        SprtStop: {
            /**
             * @description What the stop rule is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            rule: "sprt";
            /**
             * Entrants
             * @description Their places in the list of entrants, from 0: the one that may be stronger first.
             */
            entrants: number[];
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
             */
            alpha: string;
            /**
             * Beta
             * @description How often the test may find `elo0` wrongly.
             */
            beta: string;
            /**
             * Max Matches
             * @description It ends then at the latest; whole deals.
             */
            max_matches: number;
        };
        /**
         * StageEnded
         * @description A stage is over.
         */
        StageEnded: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "stage_ended";
            /**
             * Stage
             * @description The stage, from 0.
             */
            stage: number;
            /**
             * Order
             * @description Its entrants, the best first.
             */
            order: string[];
        };
        /**
         * StageStandings
         * @description The standings of a stage.
         */
        StageStandings: {
            /**
             * Stage
             * @description From 0.
             */
            stage: number;
            /**
             * Is Over
             * @description Whether all of its rounds were played.
             */
            is_over: boolean;
            /**
             * Rows
             * @description The best first.
             */
            rows: components["schemas"]["StandingsRow"][];
        };
        /**
         * StageStarted
         * @description A stage begins.
         */
        StageStarted: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "stage_started";
            /**
             * Stage
             * @description The stage, from 0.
             */
            stage: number;
            /**
             * Seeding
             * @description Who plays in it, the best first.
             */
            seeding: string[];
        };
        /**
         * StandingsPreviewRequest
         * @description What is to be imagined, one after the other.
         */
        StandingsPreviewRequest: {
            /**
             * Changes
             * @description The changes.
             */
            changes: (components["schemas"]["WishedResult"] | components["schemas"]["WishedUndo"] | components["schemas"]["WishedWithdrawal"])[];
        };
        /**
         * StandingsRow
         * @description A line of the standings.
         */
        StandingsRow: {
            /**
             * Rank
             * @description From 1; shared by those who are equal in everything.
             */
            rank: number;
            /**
             * Is Joint
             * @description Whether others have the same rank.
             */
            is_joint: boolean;
            /**
             * Entrant
             * @description The entrant's id in the tournament.
             */
            entrant: string;
            /**
             * Name
             * @description The name under which it plays.
             */
            name: string;
            /**
             * Is Bot
             * @description Whether it is a bot.
             */
            is_bot: boolean;
            /**
             * Is Withdrawn
             * @description Whether it takes part no more.
             */
            is_withdrawn: boolean;
            /**
             * Points
             * @description As a decimal number.
             */
            points: string;
            /**
             * Tie Breaks
             * @description In the order in which they count.
             */
            tie_breaks: components["schemas"]["StandingsTieBreak"][];
        };
        /**
         * StandingsTieBreak
         * @description A tie-break of an entrant.
         */
        StandingsTieBreak: {
            /**
             * Id
             * @description Which one.
             */
            id: string;
            /**
             * Value
             * @description As a decimal number; empty: direct encounter of somebody who was tied with nobody when its turn came.
             */
            value: string;
            /**
             * Note
             * @description How its terms make the value, where it is not their sum without those that are cut.
             */
            note: string;
            /**
             * Terms
             * @description What it is made of.
             */
            terms: components["schemas"]["TieBreakTerm"][];
        };
        /**
         * StartBody
         * @description What the creator may send when it starts the match.
         */
        StartBody: {
            /**
             * Client Seed
             * @description 32 random bytes of the client's own, hexadecimal, that go into the match's seed.
             */
            client_seed?: string | null;
        };
        /**
         * StartRule
         * @description When a match starts: by itself with its last seat taken, or when its creator says so.
         * @enum {string}
         */
        StartRule: "when_full" | "by_creator";
        /**
         * Started
         * @description The tournament has started.
         */
        Started: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "started";
            /**
             * Seeding
             * @description Who takes part, the best first.
             */
            seeding: string[];
        };
        /**
         * State
         * @description How a part is.
         * @enum {string}
         */
        State: "ok" | "down";
        /**
         * StatedVersion
         * @description What version a bot's program has.
         */
        StatedVersion: {
            /**
             * Version
             * @description Such as `1.4.0` or a commit: 1 to 64 letters, digits, `.`, `-`, `_` and `+`.
             */
            version: string;
        };
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
            events: components["schemas"]["RulesetEvent"][];
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
            /** @description What happened other than a seat's action. */
            notice?: components["schemas"]["Notice"] | null;
            /** @description The result, with the last step. */
            outcome?: components["schemas"]["MatchOutcome"] | null;
            /**
             * Deadline At
             * @description When `decision` is played for the seat; null: never. There together with `legal`.
             */
            deadline_at?: string | null;
            /**
             * Legal
             * @description With `include=legal`: every legal action of `decision`. Absent if there is none, or if the step was not the viewer's latest when it was sent.
             */
            legal?: components["schemas"]["LegalAction"][] | null;
            /** @description With `include=view`: the ruleset's View after the step. Absent if the step was not the viewer's latest when it was sent; null if the match was never started. */
            view?: components["schemas"]["RulesetView"] | null;
            /**
             * Clocks
             * @description Every seat's clock after it; absent in a match without clocks.
             */
            clocks?: components["schemas"]["ClockDetails"][] | null;
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
             * @description The stream's `token` parameter. Everybody who has it can follow the stream.
             */
            token: string;
            /**
             * Expires At
             * Format: date-time
             * @description Until when a stream can be opened with it. An open stream continues. RFC 3339, UTC, milliseconds.
             */
            expires_at: string;
        };
        /**
         * SwapRequest
         * @description Two entrants of a round, at tables or with byes, who change places.
         */
        SwapRequest: {
            /**
             * A
             * @description One entrant's id.
             */
            a: string;
            /**
             * B
             * @description The other's.
             */
            b: string;
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log.
             */
            reason: string;
        };
        /**
         * SwissStage
         * @description Two seats. Entrants meet others with as many points, nobody twice.
         */
        SwissStage: {
            /**
             * Tie Breaks
             * @description Ids of tie-breaks, the first counts first; empty: those of the format.
             */
            tie_breaks?: string[];
            /**
             * Advance
             * @description How many go on to the next stage, by the standings; null: this stage is the last.
             */
            advance?: number | null;
            /**
             * Games
             * @description How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd number, and the majority decides; at larger tables the sum decides (`sum_of`). Default: `1`.
             */
            games?: number;
            /**
             * Deals
             * @description `new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of the house play duplicate deals. Default: `"new"`.
             * @enum {string}
             */
            deals?: "new" | "duplicate";
            /**
             * Sum Of
             * @description What is summed up where a table plays several matches: its entrants' places, the lowest sum is the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than that of anybody who was placed before. Default: `"places"`.
             * @enum {string}
             */
            sum_of?: "places" | "scores";
            /**
             * @description What the stage's format is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "swiss";
            /**
             * Rounds
             * @description How many rounds are played.
             */
            rounds: number;
            /**
             * System
             * @description `matching`: the pairing that is best on the whole; `dutch`: FIDE's system of 2026, for at most 60 entrants. Default: `"matching"`.
             * @enum {string}
             */
            system?: "matching" | "dutch";
            /** @description What a table is worth. Default: `{"win": 100, "draw": 50, "loss": 0}`. */
            points?: components["schemas"]["TwoSeatPoints"];
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
         * TableEliminationStage
         * @description Tables of three to five, of which the best go on. The better seed has the earlier seat.
         */
        TableEliminationStage: {
            /**
             * Tie Breaks
             * @description Ids of tie-breaks, the first counts first; empty: those of the format.
             */
            tie_breaks?: string[];
            /**
             * Advance
             * @description How many go on to the next stage, by the standings; null: this stage is the last.
             */
            advance?: number | null;
            /**
             * Games
             * @description How many matches a table plays; with each, everybody moves on by one seat. Two seats play an odd number, and the majority decides; at larger tables the sum decides (`sum_of`). Default: `1`.
             */
            games?: number;
            /**
             * Deals
             * @description `new`: each match of a table has chance of its own; `duplicate`: a table plays one deal in every rotation of its seats, and the sum decides (`sum_of`). Who has played a deal knows its cards, so only bots of the house play duplicate deals. Default: `"new"`.
             * @enum {string}
             */
            deals?: "new" | "duplicate";
            /**
             * Sum Of
             * @description What is summed up where a table plays several matches: its entrants' places, the lowest sum is the best; or the game's own scores, the highest is the best. Nobody's score of a match then counts more than that of anybody who was placed before. Default: `"places"`.
             * @enum {string}
             */
            sum_of?: "places" | "scores";
            /**
             * @description What the stage's format is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            format: "table_elimination";
            /**
             * Seats
             * @description Seats of a table. Where the number of entrants does not fit, tables have fewer, down to three; those of three then have four.
             */
            seats: number;
            /**
             * Winners
             * @description How many of a table go on. Of the last one, one wins. Default: `1`.
             */
            winners?: number;
        };
        /**
         * TableMatchState
         * @description How far a match of a table is.
         * @enum {string}
         */
        TableMatchState: "due" | "live" | "ended" | "void";
        /**
         * TableOutcome
         * @description How a table has ended. By entrant, in their order: `places`, `points`, `scores`.
         */
        TableOutcome: {
            /**
             * Places
             * @description 1 for the winner, equal for shared places.
             */
            places: number[];
            /**
             * Points
             * @description What each has of it, as decimal numbers.
             */
            points: string[];
            /**
             * Scores
             * @description The game's own score, over all matches; empty if none counts, null for an absent entrant.
             */
            scores: (number | null)[];
            /**
             * Forfeits
             * @description Ids of entrants who have lost by not being there.
             */
            forfeits: string[];
            /** @description `matches`; `seed`: all matches were drawn and one must go on; `host`: a host has set it; `platform`: a match could not be made, or took too long. */
            decided_by: components["schemas"]["DecidedBy"];
            /**
             * Why
             * @description Why, in words, where matches alone did not decide it; may be empty.
             */
            why: string;
        };
        /**
         * TablePaired
         * @description A table of an arena. Taken back, it is called off: it keeps its number and counts for nobody.
         */
        TablePaired: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "table_paired";
            /**
             * Round
             * @description The round that the arena is.
             */
            round: number;
            /**
             * Table
             * @description The table, from 1 without gaps.
             */
            table: number;
            /**
             * Entrants
             * @description Who sits there, in order of seats.
             */
            entrants: string[];
            /**
             * Reasons
             * @description Why these, in sentences.
             */
            reasons: string[];
        };
        /**
         * TablePerson
         * @description A player at a table of a tournament.
         */
        TablePerson: {
            /**
             * Entrant
             * @description The entrant's id in the tournament.
             */
            entrant: string;
            /**
             * Name
             * @description Its name there.
             */
            name: string;
            /**
             * Player
             * @description The player's id; null: a bot of the house.
             */
            player: string | null;
            /**
             * Is Bot
             * @description It is a bot.
             */
            is_bot: boolean;
        };
        /**
         * TableResultLine
         * @description The player's table has a result.
         */
        TableResultLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "table_result";
            /**
             * Round
             * @description The round's number.
             */
            round: number;
            /**
             * Table
             * @description The table's number.
             */
            table: number;
            /**
             * Last Match
             * @description The id of the last match that was played there; null: none was.
             */
            last_match: string | null;
            /**
             * Results
             * @description How everybody there has ended, the player included.
             */
            results: components["schemas"]["PlacedEntrant"][];
            /**
             * Why
             * @description What decided it, if it was not a match alone; may be empty.
             */
            why: string;
            /** @description Where the player stands by now. */
            standing: components["schemas"]["TournamentStanding"] | null;
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
         * TicketDetails
         * @description A ticket.
         */
        TicketDetails: {
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Seats
             * @description How many are to play.
             */
            seats: number;
            /**
             * Options
             * @description All options of the ruleset.
             */
            options: {
                [key: string]: unknown;
            };
            /**
             * Time Control
             * @description How long everybody may think.
             */
            time_control: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat when the time of its turn is over.
             */
            on_time_out: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /** @description The visibility of the match. */
            visibility: components["schemas"]["Visibility"];
            /**
             * Id
             * @description The ticket's id.
             */
            id: string;
            /** @description `waiting`; `paired`: see `match`; `cancelled` and `expired`: see `reason`. The list may grow. */
            state: string;
            /**
             * Match
             * @description The match in which the player was seated; null: not paired.
             */
            match: string | null;
            /** @description `by_player`: it was cancelled; `other_ticket_paired`: it was exclusive; `key_not_valid`: the key by which it was made was revoked, or has expired; `not_served`: what it asks for can no longer be played; `not_read`: nobody has read it for too long. Null: it waits or is paired. The list may grow. */
            reason: string | null;
            /**
             * Rating
             * @description The player's rating when the ticket was made.
             */
            rating: number;
            /** @description Null: any rating will do. */
            rating_range: components["schemas"]["RatingRangeDetails"] | null;
            /** @description Whether the others may be bots. */
            bots: components["schemas"]["Bots"];
            /**
             * Exclusive
             * @description It is cancelled when another ticket of the player is paired.
             */
            exclusive: boolean;
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Ended At
             * @description When it was paired, cancelled, or expired; null: it waits.
             */
            ended_at: string | null;
            /**
             * Expires At
             * @description Until when it waits unless its owner gets it again; null: it waits no longer.
             */
            expires_at: string | null;
        };
        /**
         * TicketList
         * @description The caller's tickets.
         */
        TicketList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Tickets
             * @description Newest first: those that wait, and those of the last hundred that ended within ten minutes.
             */
            tickets: components["schemas"]["TicketDetails"][];
        };
        /**
         * TieBreakTerm
         * @description A part of the sum behind a tie-break.
         */
        TieBreakTerm: {
            /**
             * Round
             * @description The round of the stage, from 1, in an arena the table; 0: none.
             */
            round: number;
            /**
             * Opponent
             * @description The entrant that it comes from; empty: none.
             */
            opponent: string;
            /**
             * Adds
             * @description What it adds, as a decimal number.
             */
            adds: string;
            /**
             * Is Cut
             * @description Whether it is left out of the sum.
             */
            is_cut: boolean;
            /**
             * Note
             * @description Why it is not what one would expect; empty where it is.
             */
            note: string;
        };
        /**
         * TournamentBracket
         * @description The bracket of an elimination.
         */
        TournamentBracket: {
            /**
             * Stage
             * @description From 0.
             */
            stage: number;
            /**
             * Is Over
             * @description Whether it was played to its end.
             */
            is_over: boolean;
            /**
             * Seeding
             * @description Its entrants by their numbers, from 1.
             */
            seeding: components["schemas"]["EntrantName"][];
            /**
             * Nodes
             * @description Each after those that its entrants come from.
             */
            nodes: components["schemas"]["BracketNode"][];
            /**
             * Places
             * @description Of those who play no more, the best first.
             */
            places: components["schemas"]["BracketPlacing"][];
        };
        /**
         * TournamentBye
         * @description An entrant that is not paired because the number does not fit.
         */
        TournamentBye: {
            /** @description Who it is. */
            entrant: components["schemas"]["EntrantName"];
            /**
             * Points
             * @description What that is worth, as a decimal number.
             */
            points: string;
            /**
             * Reasons
             * @description Why it is this one, in sentences.
             */
            reasons: string[];
        };
        /**
         * TournamentChangeBody
         * @description What is to be changed of a tournament; what is left out, or null, stays.
         */
        TournamentChangeBody: {
            /**
             * Name
             * @description Another name.
             */
            name?: string | null;
            /** @description Who sees it from now on. Matches that are there already stay as they are. */
            visibility?: components["schemas"]["TournamentVisibility"] | null;
            /** @description The rules of entry. They can only be changed before the start. */
            entry?: components["schemas"]["ChangedEntryRules"] | null;
            /** @description When it starts. Before it has started. */
            times?: components["schemas"]["ChangedRoundTimes"] | null;
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log. Default: `""`.
             */
            reason?: string;
        };
        /**
         * TournamentCorrectedLine
         * @description A host has set, corrected or taken back something that concerns the player.
         */
        TournamentCorrectedLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "tournament_corrected";
            /** @description `result_set`: the host has set the table's result; `result_taken_back`: it counts no more, and what was played does, or is played now; `pairing_taken_back`: the round's pairing counts no more; `start_taken_back`: registration is open again. The list may grow. */
            change: string;
            /**
             * Round
             * @description The round's number.
             */
            round: number | null;
            /**
             * Table
             * @description The player's table in it; null: it had none.
             */
            table: number | null;
            /**
             * Results
             * @description The table's result by now; null: it has none.
             */
            results: components["schemas"]["PlacedEntrant"][] | null;
            /** @description Where the player stands by now. */
            standing: components["schemas"]["TournamentStanding"] | null;
            /**
             * Reason
             * @description The host's.
             */
            reason: string;
        };
        /**
         * TournamentDeliveryDetails
         * @description An attempt to post an entry.
         */
        TournamentDeliveryDetails: {
            /**
             * Id
             * @description The delivery's id.
             */
            id: string;
            /**
             * Entry
             * @description The number of the entry.
             */
            entry: number;
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
            /** @description What became of it: `accepted`, or how it has failed. The list may grow. */
            outcome: string;
            /**
             * Status
             * @description The HTTP status; null: there was no answer.
             */
            status: number | null;
            /**
             * Answer
             * @description The beginning of the body that came: 1,024 bytes at most.
             */
            answer: string;
        };
        /**
         * TournamentDeliveryList
         * @description A page of attempts, newest first.
         */
        TournamentDeliveryList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Deliveries
             * @description Newest first.
             */
            deliveries: components["schemas"]["TournamentDeliveryDetails"][];
        };
        /**
         * TournamentDetails
         * @description A tournament.
         */
        TournamentDetails: {
            /**
             * Id
             * @description The tournament's id.
             */
            id: string;
            /**
             * Owner Id
             * @description The player that has created it.
             */
            owner_id: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /** @description `public`: everybody sees it, and lists show it; `unlisted`: everybody who knows its id; `private`: its hosts, guests and entrants. */
            visibility: components["schemas"]["TournamentVisibility"];
            /** @description `paused`: nothing is paired until a host resumes it. */
            status: components["schemas"]["TournamentStatus"];
            /**
             * Status Reason
             * @description Why it is paused or was cancelled; may be empty.
             */
            status_reason: string;
            /** @description What it is. They never change once it has started. */
            settings: components["schemas"]["TournamentSettings"];
            /**
             * Settings Sha256
             * @description Of the settings in canonical JSON.
             */
            settings_sha256: string;
            /**
             * Seed
             * @description 32 bytes, hexadecimal, from which draws and matches follow, and to which the settings commit; null until it is over and has no match left that is to be called off.
             */
            seed: string | null;
            /**
             * Entrants
             * @description The number of entrants that have entered and not withdrawn; invited players do not count.
             */
            entrants: number;
            /**
             * Round
             * @description The last round that was paired; 0: none was.
             */
            round: number;
            /**
             * Revision
             * @description The number of the log's last entry; 0: nothing has happened.
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
             * @description When something happened in it last.
             */
            changed_at: string;
            /**
             * Starts At
             * @description When it is to start by itself; null: when its host says so.
             */
            starts_at: string | null;
            /**
             * Check In Opens At
             * @description From when on entrants can check in; null: nobody has to.
             */
            check_in_opens_at: string | null;
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
             * Commitment
             * @description What it promised when it was published: SHA-256 of `commitment_document`, hexadecimal. Save it before you give a seed. Null: it is older than such commitments.
             */
            commitment: string | null;
            /**
             * Commitment Document
             * @description What it promised: its seed's SHA-256, and everything of it that never changes. Null as above.
             */
            commitment_document: components["schemas"]["EventDocument"] | null;
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `commitment`. Null as above. */
            commitment_signature: components["schemas"]["SignatureDetails"] | null;
            /** @description The place of the commitment in the public log. Null as above. */
            commitment_log: components["schemas"]["CommitmentPlace"] | null;
            /**
             * Seed Given By Host
             * @description Whether the host has given the seed, and so knows every card: bots of the house play, and nothing is rated.
             */
            seed_given_by_host: boolean;
            /**
             * Page
             * @description Path of its page for browsers, which asks for no key where the platform lets everybody watch; null: it is private.
             */
            page: string | null;
        };
        /**
         * TournamentEndLine
         * @description A tournament that is over: nothing will follow.
         */
        TournamentEndLine: {
            /**
             * Id
             * @description The tournament's id.
             */
            id: string;
            /**
             * Owner Id
             * @description The player that has created it.
             */
            owner_id: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /** @description `public`: everybody sees it, and lists show it; `unlisted`: everybody who knows its id; `private`: its hosts, guests and entrants. */
            visibility: components["schemas"]["TournamentVisibility"];
            /** @description `paused`: nothing is paired until a host resumes it. */
            status: components["schemas"]["TournamentStatus"];
            /**
             * Status Reason
             * @description Why it is paused or was cancelled; may be empty.
             */
            status_reason: string;
            /** @description What it is. They never change once it has started. */
            settings: components["schemas"]["TournamentSettings"];
            /**
             * Settings Sha256
             * @description Of the settings in canonical JSON.
             */
            settings_sha256: string;
            /**
             * Seed
             * @description 32 bytes, hexadecimal, from which draws and matches follow, and to which the settings commit; null until it is over and has no match left that is to be called off.
             */
            seed: string | null;
            /**
             * Entrants
             * @description The number of entrants that have entered and not withdrawn; invited players do not count.
             */
            entrants: number;
            /**
             * Round
             * @description The last round that was paired; 0: none was.
             */
            round: number;
            /**
             * Revision
             * @description The number of the log's last entry; 0: nothing has happened.
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
             * @description When something happened in it last.
             */
            changed_at: string;
            /**
             * Starts At
             * @description When it is to start by itself; null: when its host says so.
             */
            starts_at: string | null;
            /**
             * Check In Opens At
             * @description From when on entrants can check in; null: nobody has to.
             */
            check_in_opens_at: string | null;
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
             * Commitment
             * @description What it promised when it was published: SHA-256 of `commitment_document`, hexadecimal. Save it before you give a seed. Null: it is older than such commitments.
             */
            commitment: string | null;
            /**
             * Commitment Document
             * @description What it promised: its seed's SHA-256, and everything of it that never changes. Null as above.
             */
            commitment_document: components["schemas"]["EventDocument"] | null;
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `commitment`. Null as above. */
            commitment_signature: components["schemas"]["SignatureDetails"] | null;
            /** @description The place of the commitment in the public log. Null as above. */
            commitment_log: components["schemas"]["CommitmentPlace"] | null;
            /**
             * Seed Given By Host
             * @description Whether the host has given the seed, and so knows every card: bots of the house play, and nothing is rated.
             */
            seed_given_by_host: boolean;
            /**
             * Page
             * @description Path of its page for browsers, which asks for no key where the platform lets everybody watch; null: it is private.
             */
            page: string | null;
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "end";
        };
        /**
         * TournamentEndedLine
         * @description A tournament is over.
         */
        TournamentEndedLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "tournament_ended";
            /** @description `finished` or `cancelled`. */
            status: string;
            /**
             * Reason
             * @description Why it was cancelled; may be empty.
             */
            reason: string;
            /** @description The player's place in the last stage in which it has played; null if it has played in none. */
            standing: components["schemas"]["TournamentStanding"] | null;
        };
        /**
         * TournamentEntrant
         * @description An entrant.
         */
        TournamentEntrant: {
            /**
             * Id
             * @description The entrant's id in this tournament.
             */
            id: string;
            /**
             * Name
             * @description The name that it had when it entered.
             */
            name: string;
            /**
             * Player Id
             * @description The player's id; null: a bot of the house.
             */
            player_id: string | null;
            /**
             * Bot
             * @description Of a bot of the house: which of the ruleset's; null: a player.
             */
            bot: string | null;
            /**
             * Bot Version
             * @description Of a bot of the house: which version of the ruleset there was when it entered.
             */
            bot_version: string | null;
            /**
             * Is Bot
             * @description Whether it is a bot, of the house or another. Say so wherever it is shown.
             */
            is_bot: boolean;
            /**
             * Rating
             * @description When it entered; seeds follow from it. Null: a bot of the house.
             */
            rating: number | null;
            /**
             * Invited
             * @description Whether a host has invited it and it has not agreed: until then it takes no part.
             */
            invited: boolean;
            /**
             * Checked In
             * @description Whether it has checked in.
             */
            checked_in: boolean;
            /**
             * Withdrawn
             * @description Whether it takes part no more.
             */
            withdrawn: boolean;
            /**
             * Waiting
             * @description Its place on the waiting list, from 1; null: it has a place, or takes no part.
             */
            waiting: number | null;
            /**
             * Byes
             * @description In which rounds it has asked not to be paired.
             */
            byes: number[];
            /**
             * First Round
             * @description From which round on it takes part; more than 1 if it entered late.
             */
            first_round: number;
            /**
             * Client Seed Sha256
             * @description SHA-256 of the seed that it adds to the chance of its games, hexadecimal; null: it has given none.
             */
            client_seed_sha256: string | null;
            /**
             * Client Seed
             * @description That seed, hexadecimal; null until its first round is paired, and if it has given none.
             */
            client_seed: string | null;
        };
        /**
         * TournamentEntrantList
         * @description A page of entrants, in the order of entry.
         */
        TournamentEntrantList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Entrants
             * @description In the order of entry.
             */
            entrants: components["schemas"]["TournamentEntrant"][];
        };
        /**
         * TournamentEvent
         * @description A line of a tournament's events.
         */
        TournamentEvent: components["schemas"]["TournamentProgressLine"] | components["schemas"]["TournamentEndLine"];
        /**
         * TournamentExport
         * @description Everything that is known of a tournament. Rounds and standings follow from `settings` and `log`.
         */
        TournamentExport: {
            /**
             * Format
             * @description The format.
             * @constant
             */
            format: "playhall.tournament-export/1";
            /**
             * Id
             * @description The tournament's id.
             */
            id: string;
            /**
             * Owner Id
             * @description The player that has created it.
             */
            owner_id: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /** @description The visibility of the tournament. */
            visibility: components["schemas"]["TournamentVisibility"];
            /** @description How far it is. */
            status: components["schemas"]["TournamentStatus"];
            /**
             * Status Reason
             * @description Why it is paused or was cancelled; may be empty.
             */
            status_reason: string;
            /**
             * Revision
             * @description The number of the log's last entry.
             */
            revision: number;
            /**
             * Created At
             * Format: date-time
             * @description When it was made.
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
            /** @description What it is. */
            settings: components["schemas"]["TournamentSettings"];
            /**
             * Seed
             * @description 32 bytes, hexadecimal, from which draws and matches follow; null until it is over.
             */
            seed: string | null;
            /**
             * Entrants
             * @description In the order of entry.
             */
            entrants: components["schemas"]["TournamentEntrant"][];
            /**
             * Rounds
             * @description The first round first.
             */
            rounds: components["schemas"]["TournamentRoundDetails"][];
            /**
             * Standings
             * @description Of each stage that has begun.
             */
            standings: components["schemas"]["StageStandings"][];
            /**
             * Log
             * @description All that has happened, the first entry first.
             */
            log: components["schemas"]["TournamentLogEntry"][];
        };
        /**
         * TournamentGuest
         * @description A guest.
         */
        TournamentGuest: {
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * Added At
             * Format: date-time
             * @description Since when it is on the list.
             */
            added_at: string;
        };
        /**
         * TournamentGuestList
         * @description A page of guests, by id.
         */
        TournamentGuestList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Guests
             * @description By id.
             */
            guests: components["schemas"]["TournamentGuest"][];
        };
        /**
         * TournamentHostDetails
         * @description Somebody who runs a tournament.
         */
        TournamentHostDetails: {
            /**
             * Player Id
             * @description The player's id.
             */
            player_id: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * Role
             * @description What it may do.
             */
            role: components["schemas"]["HostRole"] | "owner";
        };
        /**
         * TournamentHostList
         * @description Who runs a tournament.
         */
        TournamentHostList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Hosts
             * @description Its owner, then the others by id.
             */
            hosts: components["schemas"]["TournamentHostDetails"][];
        };
        /**
         * TournamentInvitedLine
         * @description A host has invited the player, or a bot of its own, to a tournament: `enterTournament` agrees,
         *     `withdrawTournamentEntrant` declines.
         */
        TournamentInvitedLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "tournament_invited";
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /** @description The invited entrant: the player, or a bot of its own. */
            entrant: components["schemas"]["TablePerson"];
            /**
             * Host
             * @description The player's id who invites.
             */
            host: string;
            /**
             * Starts At
             * @description When it starts; null: when its host says so.
             */
            starts_at: string | null;
        };
        /**
         * TournamentList
         * @description A page of tournaments, newest first.
         */
        TournamentList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Tournaments
             * @description Newest first.
             */
            tournaments: components["schemas"]["TournamentDetails"][];
        };
        /**
         * TournamentLog
         * @description A page of a tournament's log, the oldest entry first.
         */
        TournamentLog: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Entries
             * @description The oldest first.
             */
            entries: components["schemas"]["TournamentLogEntry"][];
        };
        /**
         * TournamentLogEntry
         * @description An entry of a tournament's log.
         */
        TournamentLogEntry: {
            /**
             * Number
             * @description From 1, without gaps.
             */
            number: number;
            /**
             * At
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * By
             * @description The player that did it; null: the platform.
             */
            by: string | null;
            /**
             * Reason
             * @description In the words of who did it; may be empty.
             */
            reason: string;
            /**
             * What
             * @description What has happened.
             */
            what: components["schemas"]["Changed"] | components["schemas"]["Entered"] | components["schemas"]["Invited"] | components["schemas"]["Accepted"] | components["schemas"]["CheckedIn"] | components["schemas"]["SeedGiven"] | components["schemas"]["SeedGivenByHost"] | components["schemas"]["Withdrawn"] | components["schemas"]["Returned"] | components["schemas"]["ByeRequested"] | components["schemas"]["Started"] | components["schemas"]["StageStarted"] | components["schemas"]["SeasonStarted"] | components["schemas"]["KeptApart"] | components["schemas"]["RoundPaired"] | components["schemas"]["TablePaired"] | components["schemas"]["GameEnded"] | components["schemas"]["GameVoid"] | components["schemas"]["GameCalledOff"] | components["schemas"]["ResultSet"] | components["schemas"]["RoundEnded"] | components["schemas"]["StageEnded"] | components["schemas"]["Paused"] | components["schemas"]["Resumed"] | components["schemas"]["Finished"] | components["schemas"]["Cancelled"] | components["schemas"]["Undone"] | components["schemas"]["OtherHappening"];
            /**
             * Undone
             * @description Whether it was taken back: then it counts no more.
             */
            undone: boolean;
        };
        /**
         * TournamentMatch
         * @description A match of a table.
         */
        TournamentMatch: {
            /**
             * Match
             * @description Its id. The match has a visibility of its own; matches of a private tournament are private.
             */
            match: string;
            /**
             * Game
             * @description Which of the table's matches it is, from 1; those played anew have the same number.
             */
            game: number;
            /** @description `due`: about to be made; `live`; `ended`: with a result; `void`: it ended without one, and is played anew. */
            state: components["schemas"]["TableMatchState"];
            /**
             * Entrants
             * @description Ids of entrants, in the order of the match's seats.
             */
            entrants: string[];
            /**
             * Places
             * @description Of these entrants; empty until it has ended with a result.
             */
            places: number[];
            /**
             * Scores
             * @description The game's own score of each; empty where there is none.
             */
            scores: number[];
            /**
             * Forfeits
             * @description Entrants that have lost because they were absent.
             */
            forfeits: string[];
        };
        /**
         * TournamentProgressLine
         * @description A tournament that has changed.
         */
        TournamentProgressLine: {
            /**
             * Id
             * @description The tournament's id.
             */
            id: string;
            /**
             * Owner Id
             * @description The player that has created it.
             */
            owner_id: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /** @description `public`: everybody sees it, and lists show it; `unlisted`: everybody who knows its id; `private`: its hosts, guests and entrants. */
            visibility: components["schemas"]["TournamentVisibility"];
            /** @description `paused`: nothing is paired until a host resumes it. */
            status: components["schemas"]["TournamentStatus"];
            /**
             * Status Reason
             * @description Why it is paused or was cancelled; may be empty.
             */
            status_reason: string;
            /** @description What it is. They never change once it has started. */
            settings: components["schemas"]["TournamentSettings"];
            /**
             * Settings Sha256
             * @description Of the settings in canonical JSON.
             */
            settings_sha256: string;
            /**
             * Seed
             * @description 32 bytes, hexadecimal, from which draws and matches follow, and to which the settings commit; null until it is over and has no match left that is to be called off.
             */
            seed: string | null;
            /**
             * Entrants
             * @description The number of entrants that have entered and not withdrawn; invited players do not count.
             */
            entrants: number;
            /**
             * Round
             * @description The last round that was paired; 0: none was.
             */
            round: number;
            /**
             * Revision
             * @description The number of the log's last entry; 0: nothing has happened.
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
             * @description When something happened in it last.
             */
            changed_at: string;
            /**
             * Starts At
             * @description When it is to start by itself; null: when its host says so.
             */
            starts_at: string | null;
            /**
             * Check In Opens At
             * @description From when on entrants can check in; null: nobody has to.
             */
            check_in_opens_at: string | null;
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
             * Commitment
             * @description What it promised when it was published: SHA-256 of `commitment_document`, hexadecimal. Save it before you give a seed. Null: it is older than such commitments.
             */
            commitment: string | null;
            /**
             * Commitment Document
             * @description What it promised: its seed's SHA-256, and everything of it that never changes. Null as above.
             */
            commitment_document: components["schemas"]["EventDocument"] | null;
            /** @description The platform's signature over the document's `format`, a zero byte and the bytes of `commitment`. Null as above. */
            commitment_signature: components["schemas"]["SignatureDetails"] | null;
            /** @description The place of the commitment in the public log. Null as above. */
            commitment_log: components["schemas"]["CommitmentPlace"] | null;
            /**
             * Seed Given By Host
             * @description Whether the host has given the seed, and so knows every card: bots of the house play, and nothing is rated.
             */
            seed_given_by_host: boolean;
            /**
             * Page
             * @description Path of its page for browsers, which asks for no key where the platform lets everybody watch; null: it is private.
             */
            page: string | null;
            /**
             * @description What the line is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "progress";
        };
        /**
         * TournamentReference
         * @description The place of a match in a tournament that was made before tournaments had commitments of their own.
         */
        TournamentReference: {
            /**
             * Sha256
             * @description SHA-256 of the tournament's settings, hexadecimal.
             */
            sha256: string;
            /**
             * Pairing
             * @description The number of the log's entry that has paired its table.
             */
            pairing: number;
            /**
             * Table
             * @description The number of its table, from 1.
             */
            table: number;
            /**
             * Game
             * @description The number of the match at its table, from 1.
             */
            game: number;
            /**
             * Attempt
             * @description How many matches were dealt in its place before that do not count.
             */
            attempt: number;
        };
        /**
         * TournamentRoundDetails
         * @description A round. Everybody who plays in the stage is at a table or in one of the three lists; in an elimination, those
         *     who wait or are out are in none. An arena is one round, to which tables are added: the lists are empty.
         */
        TournamentRoundDetails: {
            /**
             * Number
             * @description Through all stages, from 1.
             */
            number: number;
            /**
             * Stage
             * @description The stage that it belongs to, from 0.
             */
            stage: number;
            /**
             * Entry
             * @description The number of the log's entry that has paired it.
             */
            entry: number;
            /**
             * Paired At
             * Format: date-time
             * @description When it was paired; in a preview, now.
             */
            paired_at: string;
            /**
             * Ended At
             * @description When its last table had a result; null: one has none.
             */
            ended_at: string | null;
            /**
             * Deadline At
             * @description When its time is over, of an arena when no more tables are paired; null: it takes as long as its matches.
             */
            deadline_at: string | null;
            /**
             * By Hand
             * @description Whether a host has paired it.
             */
            by_hand: boolean;
            /**
             * Notes
             * @description Exceptions that were forced, or that a host has made, in sentences.
             */
            notes: string[];
            /**
             * Tables
             * @description By number.
             */
            tables: components["schemas"]["TournamentTable"][];
            /**
             * Byes
             * @description Entrants that are not paired because the number does not fit.
             */
            byes: components["schemas"]["TournamentBye"][];
            /**
             * Requested Byes
             * @description Who had asked not to be paired.
             */
            requested_byes: components["schemas"]["EntrantName"][];
            /**
             * Absent
             * @description Entrants that have withdrawn or were absent.
             */
            absent: components["schemas"]["EntrantName"][];
        };
        /**
         * TournamentRoundList
         * @description A page of rounds.
         */
        TournamentRoundList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Rounds
             * @description The first round first.
             */
            rounds: components["schemas"]["TournamentRoundSummary"][];
        };
        /**
         * TournamentRoundSummary
         * @description A round without its tables.
         */
        TournamentRoundSummary: {
            /**
             * Number
             * @description Through all stages, from 1.
             */
            number: number;
            /**
             * Stage
             * @description The stage that it belongs to, from 0.
             */
            stage: number;
            /**
             * Entry
             * @description The number of the log's entry that has paired it.
             */
            entry: number;
            /**
             * Paired At
             * Format: date-time
             * @description When it was paired; in a preview, now.
             */
            paired_at: string;
            /**
             * Ended At
             * @description When its last table had a result; null: one has none.
             */
            ended_at: string | null;
            /**
             * Deadline At
             * @description When its time is over, of an arena when no more tables are paired; null: it takes as long as its matches.
             */
            deadline_at: string | null;
            /**
             * By Hand
             * @description Whether a host has paired it.
             */
            by_hand: boolean;
            /**
             * Tables
             * @description How many tables it has.
             */
            tables: number;
            /**
             * Decided
             * @description How many of them have results.
             */
            decided: number;
            /**
             * Byes
             * @description How many entrants were not paired because the number does not fit.
             */
            byes: number;
        };
        /**
         * TournamentSettings
         * @description What a tournament is. Never changes once it has started.
         */
        TournamentSettings: {
            /**
             * Format
             * @description The format. Default: `"playhall.tournament/1"`.
             * @constant
             */
            format?: "playhall.tournament/1";
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Ruleset Version
             * @description The version that was there when it was made.
             */
            ruleset_version: string;
            /** @description Every option of the ruleset with its value. */
            options: components["schemas"]["RulesetOptions"];
            /**
             * Time Control
             * @description How long seats may think.
             */
            time_control: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat whose time is over.
             */
            on_time_out: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /**
             * Stages
             * @description One after the other.
             */
            stages: (components["schemas"]["SwissStage"] | components["schemas"]["PodsStage"] | components["schemas"]["EliminationStage"] | components["schemas"]["TableEliminationStage"] | components["schemas"]["RoundRobinStage"] | components["schemas"]["LadderStage"] | components["schemas"]["ArenaStage"])[];
            /** @description Default: `{"registration": "open", "bots": "none", "min_rating": null, "max_rating": null, "capacity": 5000, "check_in_seconds": null, "late_until_round": 0, "late_points": 0, "byes": 1, "bye_points": 50, "pairing_bye_points": 100}`. */
            entry?: components["schemas"]["EntryRules"];
            /** @description Default: `{"starts_ms": null, "next_round": "at_once", "pause_seconds": 0, "round_seconds": null}`. */
            times?: components["schemas"]["RoundTimes"];
            /** @description Who is kept apart by a rule, beside those that hosts keep apart; in Swiss, pods and arenas. Where no pairing does, the largest such group is given up first, and the round's notes say so; in an arena those meet who have waited too long. */
            apart?: components["schemas"]["ApartRule"] | null;
            /**
             * Unplayed Rules
             * @description How tie-breaks treat rounds that were not played: by FIDE's rules of which year. Default: `2026`.
             * @enum {integer}
             */
            unplayed_rules?: 2024 | 2026;
            /**
             * Assistance
             * @description Whether the platform helps who plays in a match; left out: `none`. With `open` none is rated. Default: `"none"`.
             * @enum {string}
             */
            assistance?: "none" | "after_match" | "open";
            /**
             * Seed Sha256
             * @description SHA-256 of the tournament's seed, hexadecimal: draws and matches follow from it.
             */
            seed_sha256: string;
        };
        /**
         * TournamentStanding
         * @description Where an entrant stands.
         */
        TournamentStanding: {
            /**
             * Rank
             * @description From 1.
             */
            rank: number;
            /**
             * Is Joint
             * @description Others have the same rank.
             */
            is_joint: boolean;
            /**
             * Points
             * @description A decimal number.
             */
            points: string;
        };
        /**
         * TournamentStandings
         * @description The standings of the stages that have begun, with what is decided of the round that is played.
         */
        TournamentStandings: {
            /**
             * Revision
             * @description The number of the log's entry after which they were computed; 0: none were.
             */
            revision: number;
            /**
             * Stages
             * @description The first first.
             */
            stages: components["schemas"]["StageStandings"][];
        };
        /**
         * TournamentStartedLine
         * @description A tournament that the player has entered has started.
         */
        TournamentStartedLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "tournament_started";
            /**
             * Takes Part
             * @description False: there was no place left, or the player has not checked in.
             */
            takes_part: boolean;
            /**
             * Seed
             * @description The player's place in the seeding, 1 for the best; null: it takes no part.
             */
            seed: number | null;
            /**
             * Entrants
             * @description How many take part.
             */
            entrants: number;
        };
        /**
         * TournamentStatus
         * @description How far a tournament is.
         * @enum {string}
         */
        TournamentStatus: "registration" | "running" | "paused" | "finished" | "cancelled";
        /**
         * TournamentTable
         * @description A table of a round.
         */
        TournamentTable: {
            /**
             * Number
             * @description From 1.
             */
            number: number;
            /**
             * Entry
             * @description The number of the log's entry that has paired it.
             */
            entry: number;
            /**
             * Entrants
             * @description In the order of seats.
             */
            entrants: components["schemas"]["EntrantName"][];
            /**
             * Reasons
             * @description Why they meet and sit so, in sentences.
             */
            reasons: string[];
            /**
             * Node
             * @description Its node in the bracket of an elimination.
             */
            node: string | null;
            /**
             * Games
             * @description How many matches are played, if it takes all of them: at two seats the majority decides, at more seats and with duplicate deals the sum.
             */
            games: number;
            /**
             * Score
             * @description How many matches each entrant has won, a shared win half; empty where one match decides.
             */
            score: string[];
            /**
             * Matches
             * @description In the order in which they were played; the one in progress is last.
             */
            matches: components["schemas"]["TournamentMatch"][];
            /** @description How it has ended; null: it has not. */
            result: components["schemas"]["TableOutcome"] | null;
            /**
             * Waits For Host
             * @description Too many of its matches have ended without a result: a host must set one.
             */
            waits_for_host: boolean;
            /**
             * Is Called Off
             * @description A host has taken back the entry that paired it, in an arena: it counts for nobody.
             */
            is_called_off: boolean;
        };
        /**
         * TournamentVisibility
         * @description Who may see a tournament.
         * @enum {string}
         */
        TournamentVisibility: "public" | "unlisted" | "private";
        /**
         * TournamentWebhookChange
         * @description A tournament's webhook.
         */
        TournamentWebhookChange: {
            /**
             * Url
             * @description `https`, on a port and at an address that the operator allows; by default 443 and the public internet.
             */
            url: string;
        };
        /**
         * TournamentWebhookDetails
         * @description A tournament's webhook, without the secret.
         */
        TournamentWebhookDetails: {
            /**
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Url
             * @description Where its log is posted.
             */
            url: string;
            /** @description `active`: what happens is posted; `failing`: the next entry is tried again; `given_up`: it has failed for a day, or was answered by 410, and nothing is posted until the webhook is set anew or something is resent; `resting`: its key was revoked, or who set it is no host any more: it is to be set anew. The list may grow. */
            state: string;
            /**
             * Set By
             * @description The player by whom it was last set.
             */
            set_by: string;
            /**
             * Key
             * @description The id of the key by which it was last set.
             */
            key: string;
            /**
             * Next Entry
             * @description The number of the entry that is posted next.
             */
            next_entry: number;
            /**
             * Failures
             * @description How often that has failed.
             */
            failures: number;
            /**
             * Failing Since
             * @description Since when it fails; null: it does not.
             */
            failing_since: string | null;
            /**
             * Next Attempt At
             * @description When it is posted, or tried again; null: when there is something to post, or never.
             */
            next_attempt_at: string | null;
            /**
             * Given Up At
             * @description Since when nothing is posted any more; null: that is not so.
             */
            given_up_at: string | null;
            /**
             * Created At
             * Format: date-time
             * @description When it was set.
             */
            created_at: string;
            /**
             * Changed At
             * Format: date-time
             * @description When URL or key were last changed.
             */
            changed_at: string;
        };
        /**
         * TournamentWebhookWithSecret
         * @description A tournament's webhook, with the secret that signs the calls. This is the only time it is shown.
         */
        TournamentWebhookWithSecret: {
            /**
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Url
             * @description Where its log is posted.
             */
            url: string;
            /** @description `active`: what happens is posted; `failing`: the next entry is tried again; `given_up`: it has failed for a day, or was answered by 410, and nothing is posted until the webhook is set anew or something is resent; `resting`: its key was revoked, or who set it is no host any more: it is to be set anew. The list may grow. */
            state: string;
            /**
             * Set By
             * @description The player by whom it was last set.
             */
            set_by: string;
            /**
             * Key
             * @description The id of the key by which it was last set.
             */
            key: string;
            /**
             * Next Entry
             * @description The number of the entry that is posted next.
             */
            next_entry: number;
            /**
             * Failures
             * @description How often that has failed.
             */
            failures: number;
            /**
             * Failing Since
             * @description Since when it fails; null: it does not.
             */
            failing_since: string | null;
            /**
             * Next Attempt At
             * @description When it is posted, or tried again; null: when there is something to post, or never.
             */
            next_attempt_at: string | null;
            /**
             * Given Up At
             * @description Since when nothing is posted any more; null: that is not so.
             */
            given_up_at: string | null;
            /**
             * Created At
             * Format: date-time
             * @description When it was set.
             */
            created_at: string;
            /**
             * Changed At
             * Format: date-time
             * @description When URL or key were last changed.
             */
            changed_at: string;
            /**
             * Secret
             * @description `whsec_` and the key in base64, as libraries for Standard Webhooks take it.
             */
            secret: string;
        };
        /**
         * TrfVersion
         * @description Versions of the format.
         * @enum {string}
         */
        TrfVersion: "trf16" | "trf26";
        /**
         * TwoSeatPoints
         * @description What a table of two seats is worth, in hundredths.
         */
        TwoSeatPoints: {
            /**
             * Win
             * @description For the winner. Default: `100`.
             */
            win?: number;
            /**
             * Draw
             * @description For each of two who share the first place. Default: `50`.
             */
            draw?: number;
            /**
             * Loss
             * @description For the loser. Default: `0`.
             */
            loss?: number;
        };
        /**
         * UndoBody
         * @description Why an entry is taken back.
         */
        UndoBody: {
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log.
             */
            reason: string;
        };
        /**
         * Undone
         * @description An earlier entry counts no more.
         */
        Undone: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "undone";
            /**
             * Entry
             * @description The number of that entry.
             */
            entry: number;
        };
        /**
         * VersionDetails
         * @description A version that a bot has stated.
         */
        VersionDetails: {
            /**
             * Version
             * @description The version of its program.
             */
            version: string;
            /**
             * Since
             * Format: date-time
             * @description When the bot stated it.
             */
            since: string;
        };
        /**
         * VersionList
         * @description A page of versions, newest first.
         */
        VersionList: {
            /**
             * Unshown
             * @description Entries that belong here, by their ids or numbers, and that the platform cannot show; its operator is told. Left out where there are none.
             */
            unshown?: string[];
            /**
             * Next Page Token
             * @description `page_token` of the next page, which the header `Link` links to; null on the last one.
             */
            next_page_token: string | null;
            /**
             * Versions
             * @description Newest first.
             */
            versions: components["schemas"]["VersionDetails"][];
        };
        /**
         * ViewDetails
         * @description Everything that a viewer may know of a match now, and do in it.
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
            /** @description The match's status. */
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
            /** @description The ruleset's View; null before the start. */
            view: components["schemas"]["RulesetView"] | null;
            /** @description The result of a finished match. */
            outcome: components["schemas"]["MatchOutcome"] | null;
            /**
             * Clocks
             * @description The clocks of all seats that have one. They are public.
             */
            clocks: components["schemas"]["ClockDetails"][];
        };
        /**
         * ViewerSituation
         * @description What a viewer knows in a position, and may do.
         */
        ViewerSituation: {
            /**
             * Seat
             * @description Null: a spectator.
             */
            seat: number | null;
            /**
             * Events
             * @description What the viewer was shown on the way to it, each with its `text`.
             */
            events: components["schemas"]["RulesetEvent"][];
            /** @description The ruleset's View. */
            view: components["schemas"]["RulesetView"];
            /**
             * Legal
             * @description Every legal action, if the seat must decide; otherwise empty.
             */
            legal: components["schemas"]["LegalAction"][];
        };
        /**
         * Visibility
         * @description Who may see a match: everybody; everybody who knows its id, since no list shows it to others than its players,
         *     its creator and admins; or only those.
         * @enum {string}
         */
        Visibility: "public" | "unlisted" | "private";
        /**
         * WagerPoints
         * @description Points by wager: everybody at a table stakes a share of its points, and the winner takes all.
         */
        WagerPoints: {
            /**
             * Start
             * @description What everybody has before the first round, in hundredths. Default: `100000`.
             */
            start?: number;
            /**
             * Stake
             * @description The share that is staked, in hundredths of a percent: 700 is 7 %. Default: `700`.
             */
            stake?: number;
        };
        /**
         * WaitingPool
         * @description What some players wait for.
         */
        WaitingPool: {
            /**
             * Ruleset
             * @description The ruleset's id.
             */
            ruleset: string;
            /**
             * Seats
             * @description How many are to play.
             */
            seats: number;
            /**
             * Options
             * @description All options of the ruleset.
             */
            options: {
                [key: string]: unknown;
            };
            /**
             * Time Control
             * @description How long everybody may think.
             */
            time_control: components["schemas"]["NoClocks"] | components["schemas"]["PerDecision"] | components["schemas"]["Fischer"] | components["schemas"]["Bronstein"] | components["schemas"]["Correspondence"];
            /**
             * On Time Out
             * @description What happens to a seat when the time of its turn is over.
             */
            on_time_out: components["schemas"]["PlayDefault"] | components["schemas"]["PlayByBot"] | components["schemas"]["TakeOver"] | components["schemas"]["Forfeit"];
            /** @description The visibility of the match. */
            visibility: components["schemas"]["Visibility"];
            /**
             * Waiting
             * @description How many tickets wait.
             */
            waiting: number;
        };
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
             */
            seats?: number[];
            /**
             * Options
             * @description For each option named: the values that it may have.
             */
            options?: {
                [key: string]: (string | number | boolean)[];
            };
        };
        /**
         * WholeCrash
         * @description A failure that a bot has reported, with the place.
         */
        WholeCrash: {
            /**
             * Id
             * @description The report's id.
             */
            id: string;
            /**
             * Player Id
             * @description Whose failure it is.
             */
            player_id: string;
            /**
             * At
             * Format: date-time
             * @description When it was reported.
             */
            at: string;
            /**
             * Match
             * @description The match that was played, as the report says.
             */
            match: string | null;
            /**
             * Decision
             * @description The decision that was thought about, as the report says.
             */
            decision: number | null;
            /**
             * Version
             * @description The version of the program; null: not known.
             */
            version: string | null;
            /**
             * Message
             * @description What failed, as the report says.
             */
            message: string;
            /**
             * Traceback
             * @description Where it failed, as the report says.
             */
            traceback: string;
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
            outcome: string;
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
             * Version
             * @description The version of its program that the bot had stated; null: none.
             */
            version: string | null;
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
         * WishedResult
         * @description The result of a table is set.
         */
        WishedResult: {
            /**
             * @description What changes. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "result_set";
            /**
             * Round
             * @description The round's number.
             */
            round: number;
            /**
             * Table
             * @description The table's number.
             */
            table: number;
            /**
             * Places
             * @description Of the table's entrants, in the order of seats: 1 for the winner, equal for shared places, as 1, 1, 3.
             */
            places: number[];
            /**
             * Forfeits
             * @description Entrants who have lost by not being there. They have no points.
             */
            forfeits?: string[];
        };
        /**
         * WishedUndo
         * @description An entry of the log is taken back.
         */
        WishedUndo: {
            /**
             * @description What changes. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "undone";
            /**
             * Entry
             * @description The entry's number.
             */
            entry: number;
        };
        /**
         * WishedWithdrawal
         * @description An entrant takes part no more.
         */
        WishedWithdrawal: {
            /**
             * @description What changes. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "withdrawn";
            /**
             * Entrant
             * @description The entrant's id.
             */
            entrant: string;
        };
        /**
         * WithdrawalBody
         * @description Why.
         */
        WithdrawalBody: {
            /**
             * Reason
             * @description One line; everybody who sees the tournament can read it in the log. Default: `""`.
             */
            reason?: string;
        };
        /**
         * Withdrawn
         * @description An entrant takes part no more, until it returns.
         */
        Withdrawn: {
            /**
             * @description What has happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "withdrawn";
            /**
             * Entrant
             * @description The entrant.
             */
            entrant: string;
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
            /**
             * Title
             * @description The word for people.
             */
            title: string;
            /**
             * Text
             * @description What it means, in a sentence.
             */
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
            /**
             * Title
             * @description What to call the field.
             */
            title: string;
            /**
             * Values
             * @description Every word that it may have.
             */
            values: components["schemas"]["WordTitle"][];
        };
        /**
         * YourTableLine
         * @description The player has a table: a match of it is about to begin.
         */
        YourTableLine: {
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
             * Tournament
             * @description The tournament's id.
             */
            tournament: string;
            /**
             * Name
             * @description Its name.
             */
            name: string;
            /**
             * @description What the line says. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "your_table";
            /**
             * Ruleset
             * @description The id of the ruleset.
             */
            ruleset: string;
            /**
             * Round
             * @description The round's number.
             */
            round: number;
            /**
             * Table
             * @description The table's number, from 1.
             */
            table: number;
            /**
             * Game
             * @description Which match of the table it is, from 1.
             */
            game: number;
            /**
             * Match
             * @description The match's id. The match exists when `match_began` announces it.
             */
            match: string;
            /**
             * Seat
             * @description The player's seat.
             */
            seat: number;
            /**
             * Opponents
             * @description Who else sits there, in the order of seats.
             */
            opponents: components["schemas"]["Opponent"][];
            /**
             * Deadline At
             * @description When the time of the round, or the table, is over; null: never.
             */
            deadline_at: string | null;
            /**
             * Reasons
             * @description Why this table was paired.
             */
            reasons: string[];
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
            /** @description What the seat knows, if it was asked for. */
            view?: components["schemas"]["RulesetView"] | null;
            /**
             * Legal
             * @description What it may do, if it was asked for.
             */
            legal?: components["schemas"]["LegalAction"][] | null;
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
            visibility: components["schemas"]["ZoneVisibility"];
            /** @description `cards`: ids of the catalogue. `tiles`: ids of a board's cells. `tokens`: things on a board's cells, or a number of them. `units`: things that are not cards. `dice`: dice. `numbers`: a number. */
            holds: components["schemas"]["Holds"];
            /** @description How to lay it out. */
            shape: components["schemas"]["Shape"];
            /**
             * Capacity
             * @description The most that it can hold. Absent: no fixed number.
             */
            capacity?: number | null;
            /**
             * View
             * @description Where its contents are in a view: an array, one text or number, or an object of numbers by id. `{seat}` stands for a seat. Absent: no view tells the contents.
             */
            view?: string | null;
            /**
             * Count
             * @description Where the number of things in it is, if the view tells one apart.
             */
            count?: string | null;
            /**
             * Item
             * @description In each item of the contents: where the id is. Absent: it is the id.
             */
            item?: string | null;
            /**
             * At
             * @description In each item of the contents: where the board's cell is named.
             */
            at?: string | null;
            /** @description What an empty text, or an item without an id, stands for. */
            blank?: components["schemas"]["Blank"] | null;
            /**
             * Board
             * @description The board on which it lies.
             */
            board?: string | null;
            /**
             * Row
             * @description Its row in the area of the table or of the seat, 0 at the top. Default: `0`.
             */
            row?: number;
            /**
             * Column
             * @description Its place in the row, 0 at the left. Default: `0`.
             */
            column?: number;
            /** @description Of which matches it is part. Absent: of all. */
            when?: components["schemas"]["When"] | null;
        };
        /**
         * ZoneVisibility
         * @description Who knows what lies in a zone.
         * @enum {string}
         */
        ZoneVisibility: "public" | "owner" | "count" | "hidden";
        /**
         * Verdict
         * @description What a test has found so far.
         * @enum {string}
         */
        services__series__sprt__Verdict: "none" | "h0" | "h1";
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description A number of seats: entries for other numbers are left out. Without it, all entries are returned. */
                seats?: number | null;
                /** @description Options as a JSON object, those left out at their defaults, such as a match's `options`: what is for others is left out. Without it, all entries are returned. */
                options?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description Only of seats that the bot took when it had stated this version of its program. */
                version?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
    getRatings: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description The ratings, by ruleset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerRatings"];
                };
            };
        };
    };
    setRating: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
                /** @description The ruleset's id. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRating"];
            };
        };
        responses: {
            /** @description The rating. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesetRating"];
                };
            };
        };
    };
    signUp: {
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
                "application/json": components["schemas"]["NewPerson"];
            };
        };
        responses: {
            /** @description The new player and its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUp"];
                };
            };
        };
    };
    listOwnBots: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description A page of bots, by id. */
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
    createBot: {
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
                "application/json": components["schemas"]["NewBot"];
            };
        };
        responses: {
            /** @description The new bot. */
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
    retireBot: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description The bot, which is retired. */
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
    stateVersion: {
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
                "application/json": components["schemas"]["StatedVersion"];
            };
        };
        responses: {
            /** @description The bot. */
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
    listVersions: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description A page of versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionList"];
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
    blockPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
                /** @description The id of the blocked player. */
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The block. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockDetails"];
                };
            };
        };
    };
    unblockPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
                /** @description The id of the blocked player. */
                other: string;
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
    listBlocks: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description A page of blocks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockList"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
    listCrashReports: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description A page of reports, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrashList"];
                };
            };
        };
    };
    reportCrash: {
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
                "application/json": components["schemas"]["NewCrashReport"];
            };
        };
        responses: {
            /** @description The report. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrashDetails"];
                };
            };
        };
    };
    getCrashReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The player's id, or `me` for the caller. */
                player: string;
                /** @description The report's id. */
                report: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeCrash"];
                };
            };
        };
    };
    getFailures: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description The failures; none if the list is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureSummary"];
                };
            };
        };
    };
    listTickets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tickets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketList"];
                };
            };
        };
    };
    createTicket: {
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
                "application/json": components["schemas"]["NewTicketBody"];
            };
        };
        responses: {
            /** @description The new ticket. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketDetails"];
                };
            };
        };
    };
    listPools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pools in which tickets wait. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolList"];
                };
            };
        };
    };
    getTicket: {
        parameters: {
            query?: {
                /** @description Long poll: how many seconds to wait until the ticket waits no longer. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description The ticket's id. */
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketDetails"];
                };
            };
        };
    };
    cancelTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ticket's id. */
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketDetails"];
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
                /** @description Only matches with this status. */
                status?: components["schemas"]["Status"] | null;
                /** @description Only matches in which this player has a seat; `me` for the caller. */
                player?: string | null;
                /** @description Only matches of this ruleset. */
                ruleset?: string | null;
                /** @description Only matches in which this player must decide now; `me` for the caller. */
                pending?: string | null;
                /** @description `me`: only matches that you can join now, including by invitation. */
                joinable?: "me" | null;
                /** @description Only matches that this player has created; `me` for the caller. */
                creator?: string | null;
                /** @description Only matches with this number of seats. */
                seats?: number | null;
                /** @description Only open matches with at least this number of seats that anybody may take. */
                free_seats?: number | null;
                /** @description Only matches with this kind of time control. */
                time_control?: ("none" | "per_decision" | "fischer" | "bronstein" | "correspondence") | null;
                /** @description `with`: only matches in which a house bot or another bot has a seat or an invitation; `without`: only others. */
                bots?: ("with" | "without") | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                "application/json": components["schemas"]["LeaveBody"];
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
    rematchMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description The reply. */
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
            /** @description The action would be accepted. */
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
                /** @description A stream token for these events, for clients that cannot send a key. Not together with a key. */
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
                /** @description A stream token for these events, for clients that cannot send a key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
            };
            header?: {
                /** @description The last revision that the client has; goes before `since`. Empty: none. */
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
                /** @description A stream token for these events, for clients that cannot send a key. Not together with a key. */
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
                /** @description A stream token for these events, for clients that cannot send a key. Not together with a key. */
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
                /** @description A stream token for these events, for clients that cannot send a key. Not together with a key. */
                token?: string | null;
                /** @description What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always. */
                include?: string | null;
            };
            header?: {
                /** @description The last revision that the client has; goes before `since`. Empty: none. */
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
                /** @description A stream token for these events, for clients that cannot send a key. Not together with a key. */
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
                /** @description What turns are to carry, separated by commas: `view`, what the seat knows; `legal`, its legal actions. Both are absent if the decision has been answered meanwhile. */
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
                /** @description What turns are to carry, separated by commas: `view`, what the seat knows; `legal`, its legal actions. Both are absent if the decision has been answered meanwhile. */
                include?: string | null;
            };
            header?: {
                /** @description The cursor of the last line that the client has; goes before `since`. Empty: none. */
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
                /** @description What turns are to carry, separated by commas: `view`, what the seat knows; `legal`, its legal actions. Both are absent if the decision has been answered meanwhile. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                    "application/json": components["schemas"]["ReplayDocument"];
                };
            };
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
                /** @description The number of the first one. */
                from?: number;
                /** @description Whose share of the events, and whose view; without it the spectators'. */
                seat?: number | null;
                /** @description `view`: each position with the viewer's view. */
                include?: "view" | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description A page of positions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionList"];
                };
            };
        };
    };
    getPosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The match's id. */
                match: string;
                /** @description How many actions led to it. */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionDetails"];
                };
            };
        };
    };
    listSeriesPositions: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
                /** @description The number of the first one. */
                from?: number;
                /** @description Whose share of the events, and whose view; without it the spectators'. */
                seat?: number | null;
                /** @description `view`: each position with the viewer's view. */
                include?: "view" | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description A page of positions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionList"];
                };
            };
        };
    };
    getSeriesPosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The series' id. */
                series: string;
                /** @description Its place in the series, from 0. */
                number: number;
                /** @description How many actions led to it. */
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionDetails"];
                };
            };
        };
    };
    imaginePosition: {
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
                "application/json": components["schemas"]["ImagineBody"];
            };
        };
        responses: {
            /** @description The position. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayablePosition"];
                };
            };
        };
    };
    observePosition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionBody"];
            };
        };
        responses: {
            /** @description The position. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayablePosition"];
                };
            };
        };
    };
    playPosition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlayBody"];
            };
        };
        responses: {
            /** @description The position after the action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayedPosition"];
                };
            };
        };
    };
    chooseAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseBody"];
            };
        };
        responses: {
            /** @description What the bot plays, or that it still searches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotChoice"];
                };
            };
        };
    };
    explainDecision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainBody"];
            };
        };
        responses: {
            /** @description What the bot found, or that it still searches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotExplanation"];
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                    "application/json": components["schemas"]["SeriesSummary"];
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                    "application/json": components["schemas"]["SeriesComparison"];
                };
            };
        };
    };
    streamSeriesEventsSse: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it, the series is sent at once. */
                since?: number | null;
            };
            header?: {
                /** @description The last revision that the client has; goes before `since`. Empty: none. */
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
                /** @description The last revision that the client has. Without it, the series is sent at once. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                    "application/json": components["schemas"]["ReplayDocument"];
                };
            };
        };
    };
    listTournaments: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
                /** @description Only those with this status. */
                status?: components["schemas"]["TournamentStatus"] | null;
                /** @description Only those of this ruleset. */
                ruleset?: string | null;
                /** @description Only those of this player; `me` for the caller. */
                owner?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tournaments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentList"];
                };
            };
        };
    };
    createTournament: {
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
                "application/json": components["schemas"]["NewTournamentBody"];
            };
        };
        responses: {
            /** @description The new tournament. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    getTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    changeTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TournamentChangeBody"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    startTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    pauseTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    resumeTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    cancelTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
                /** @description ETags, one of which the resource must still have; otherwise nothing is changed. `*`: any. */
                "If-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    listTournamentEntrants: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entrants, in the order of entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentEntrantList"];
                };
            };
        };
    };
    enterTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EnteringBody"];
            };
        };
        responses: {
            /** @description The entrant. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentEntrant"];
                };
            };
        };
    };
    importTournamentEntrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportedEntrants"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    keepTournamentEntrantsApart: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeptApartBody"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    getTournamentEntrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The entrant's id in this tournament, or `me` for the caller. */
                entrant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entrant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentEntrant"];
                };
            };
        };
    };
    checkInTournamentEntrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The entrant's id in this tournament, or `me` for the caller. */
                entrant: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CheckInBody"];
            };
        };
        responses: {
            /** @description The entrant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentEntrant"];
                };
            };
        };
    };
    withdrawTournamentEntrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The entrant's id in this tournament, or `me` for the caller. */
                entrant: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawalBody"];
            };
        };
        responses: {
            /** @description The entrant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentEntrant"];
                };
            };
        };
    };
    returnTournamentEntrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The entrant's id in this tournament, or `me` for the caller. */
                entrant: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawalBody"];
            };
        };
        responses: {
            /** @description The entrant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentEntrant"];
                };
            };
        };
    };
    requestTournamentBye: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The entrant's id in this tournament, or `me` for the caller. */
                entrant: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ByeBody"];
            };
        };
        responses: {
            /** @description The entrant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentEntrant"];
                };
            };
        };
    };
    listTournamentHosts: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its hosts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentHostList"];
                };
            };
        };
    };
    nameTournamentHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The player's id. */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostRoleBody"];
            };
        };
        responses: {
            /** @description The host. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentHostDetails"];
                };
            };
        };
    };
    removeTournamentHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The player's id. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTournamentGuests: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of guests, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentGuestList"];
                };
            };
        };
    };
    getTournamentGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentGuest"];
                };
            };
        };
    };
    addTournamentGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentGuest"];
                };
            };
        };
    };
    removeTournamentGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listGuestInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestInvitationList"];
                };
            };
        };
    };
    createGuestInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGuestInvitation"];
            };
        };
        responses: {
            /** @description The invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestInvitationDetails"];
                };
            };
        };
    };
    revokeGuestInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The invitation's id. */
                invitation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTournamentLog: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentLog"];
                };
            };
        };
    };
    undoTournamentEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The entry's number. */
                entry: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoBody"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentDetails"];
                };
            };
        };
    };
    streamTournamentEventsSse: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it, the series is sent at once. */
                since?: number | null;
            };
            header?: {
                /** @description The last revision that the client has; goes before `since`. Empty: none. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines: `id` is the tournament's revision. */
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
    streamTournamentEventsNdjson: {
        parameters: {
            query?: {
                /** @description The last revision that the client has. Without it, the series is sent at once. */
                since?: number | null;
            };
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
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
    listTournamentRounds: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rounds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentRoundList"];
                };
            };
        };
    };
    getTournamentRound: {
        parameters: {
            query?: {
                /** @description Returns only this number of tables, those with the highest numbers: an arena may have thousands. */
                latest?: number | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description Its number through all stages, from 1. */
                round: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The round. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentRoundDetails"];
                };
            };
        };
    };
    setTournamentRound: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description Its number through all stages, from 1. */
                round: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHandPairing"];
            };
        };
        responses: {
            /** @description The round. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentRoundDetails"];
                };
            };
        };
    };
    pairTournamentRound: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PairingReason"];
            };
        };
        responses: {
            /** @description The round. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentRoundDetails"];
                };
            };
        };
    };
    previewTournamentRound: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The round as it would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentRoundDetails"];
                };
            };
        };
    };
    swapInTournamentRound: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description Its number through all stages, from 1. */
                round: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwapRequest"];
            };
        };
        responses: {
            /** @description The round. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentRoundDetails"];
                };
            };
        };
    };
    setTournamentResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description Its number through all stages, from 1. */
                round: number;
                /** @description Its number, from 1. */
                table: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTableResult"];
            };
        };
        responses: {
            /** @description The table. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentTable"];
                };
            };
        };
    };
    getTournamentStandings: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The standings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentStandings"];
                };
            };
        };
    };
    previewTournamentStandings: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StandingsPreviewRequest"];
            };
        };
        responses: {
            /** @description The standings as they would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentStandings"];
                };
            };
        };
    };
    getTournamentCrossTable: {
        parameters: {
            query?: {
                /** @description The stage, from 0. Without it: the last that has begun. */
                stage?: number | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cross table. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrossTable"];
                };
            };
        };
    };
    getTournamentBracket: {
        parameters: {
            query?: {
                /** @description The stage, from 0. Without it: the last elimination that has begun. */
                stage?: number | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bracket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentBracket"];
                };
            };
        };
    };
    getTournamentCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
                /** @description The entrant's id in this tournament, or `me` for the caller. */
                entrant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntrantCard"];
                };
            };
        };
    };
    exportTournamentJson: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentExport"];
                };
            };
        };
    };
    exportTournamentCsv: {
        parameters: {
            query?: {
                /** @description The stage, from 0. Without it: the last that has begun. */
                stage?: number | null;
                /** @description `standings`: a row for each entrant of the stage; `results`: a row for each entrant of each round, of all stages unless one is named. */
                content?: components["schemas"]["CsvContent"];
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line of titles, then the rows. */
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
    exportTournamentTrf: {
        parameters: {
            query?: {
                /** @description The stage, from 0. Without it: the last that has begun. */
                stage?: number | null;
                /** @description `trf16` knows a win of one point and a draw of half a point only; `trf26` states what results are worth, and the tie-breaks. */
                version?: components["schemas"]["TrfVersion"];
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getTournamentWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
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
                    "application/json": components["schemas"]["TournamentWebhookDetails"];
                };
            };
        };
    };
    setTournamentWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TournamentWebhookChange"];
            };
        };
        responses: {
            /** @description The webhook, which has kept its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentWebhookDetails"];
                };
            };
            /** @description The new webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentWebhookWithSecret"];
                };
            };
        };
    };
    deleteTournamentWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tournament's id. */
                tournament: string;
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
    rotateTournamentWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
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
                    "application/json": components["schemas"]["TournamentWebhookWithSecret"];
                };
            };
        };
    };
    resendTournamentWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this request: a retry with it is not executed again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resending"];
            };
        };
        responses: {
            /** @description The webhook, which is about to post that entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentWebhookDetails"];
                };
            };
        };
    };
    listTournamentDeliveries: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The tournament's id. */
                tournament: string;
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
                    "application/json": components["schemas"]["TournamentDeliveryList"];
                };
            };
        };
    };
    listLeaderboards: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of leaderboards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderboardList"];
                };
            };
        };
    };
    getLeaderboard: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
                /** @description The number of seats. */
                seats: number;
                /** @description `humans`: people among themselves; `bots`: bots among themselves; `mixed`: people who have agreed to it, and bots. */
                population: components["schemas"]["Population"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the leaderboard. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Leaderboard"];
                };
            };
        };
    };
    getBotStrengths: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
                /** @description The number of seats. */
                seats: number;
                /** @description `humans`: people among themselves; `bots`: bots among themselves; `mixed`: people who have agreed to it, and bots. */
                population: components["schemas"]["Population"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of strengths. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotStrengths"];
                };
            };
        };
    };
    getPlayerLeaderboards: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
            /** @description The player's ratings; empty before its first match that counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerLeaderboards"];
                };
            };
        };
    };
    getRatingHistory: {
        parameters: {
            query?: {
                /** @description How many entries at most. More than 100 is taken as 100. */
                page_size?: number;
                /** @description `next_page_token` of the page before, with the same other parameters. */
                page_token?: string | null;
            };
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The ruleset's id. */
                ruleset: string;
                /** @description The number of seats. */
                seats: number;
                /** @description `humans`: people among themselves; `bots`: bots among themselves; `mixed`: people who have agreed to it, and bots. */
                population: components["schemas"]["Population"];
                /** @description The player's id, or `me` for the caller. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the history. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatingHistory"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
                /** @description ETags that the client has: if one is current, the answer is 304 without a body. `*`: any. What is neither is ignored. */
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
    getBacklog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What waits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacklogDetails"];
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
            /** @description It can, and answers requests: with 503 `BUSY` those that need a part that is down. */
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
