/** Play on Playhall: `Client` asks and follows, `Bot` plays. */
export { Bot } from "./bot.js";
export { Client } from "./client.js";
export { ApiError, BadAnswer, CommitmentBroken, IllegalAction, NotFound, NotReachable, PlayhallError, TooLate, TooManyRequests, Unauthenticated, Unavailable, } from "./errors.js";
export { canonical, checkReplay } from "./fairness.js";
export { checkOrigin } from "./origins.js";
export { RecentPromises } from "./promises.js";
