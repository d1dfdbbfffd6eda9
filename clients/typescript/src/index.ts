/** Play on Playhall: `Client` asks and follows, `Bot` plays. */

export { Bot, type BotOptions, type Choice, type Ended, type Invitation, type Playing, type Turn } from "./bot.js";
export { Client, type Asking, type ClientOptions, type Conditional, type Creating, type Entering, type Filter, type Seeding, type Watching } from "./client.js";
export type { PlatformClock } from "./clock.js";
export {
  ApiError,
  BadAnswer,
  CommitmentBroken,
  IllegalAction,
  NotFound,
  NotReachable,
  PlayhallError,
  TooLate,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  type FieldError,
} from "./errors.js";
export { canonical, checkReplay, type Check, type Evidence, type PublicKey } from "./fairness.js";
export type * from "./models.js";
export { checkOrigin } from "./origins.js";
export { RecentPromises, type Kept, type Promises } from "./promises.js";
export type { Retries } from "./retries.js";
export type { components, operations, paths } from "./schema.js";
