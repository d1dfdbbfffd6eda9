/** Play on Playhall: `Client` asks and follows, `Bot` plays. */

export { Bot, type BotOptions, type Choice, type Ended, type Invitation, type Playing, type Turn } from "./bot.js";
export { Client, type Asking, type ClientOptions, type Creating, type Watching } from "./client.js";
export {
  ApiError,
  BadAnswer,
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
export type * from "./models.js";
export type { Retries } from "./retries.js";
export type { components, operations, paths } from "./schema.js";
