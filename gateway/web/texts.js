// @ts-check
/** Everything that the pages say, in the reader's language: catalogues are in `texts/`. */
import { en } from "./texts/en/index.js";

/** @typedef {string | { one: string, other: string }} Message */
/** @typedef {Record<string, string | number>} Values */

/** @type {{ tag: string, messages: Record<string, Message> }} */
const language = { tag: "en", messages: en };
const plural = new Intl.PluralRules(language.tag);
const list = new Intl.ListFormat(language.tag, { type: "conjunction" });
const number = new Intl.NumberFormat(language.tag);
const percent = new Intl.NumberFormat(language.tag, { style: "percent", maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat(language.tag, { dateStyle: "medium", timeStyle: "short" });

/**
 * A message of the catalogue. `{name}` in it stands for a value; one with the forms `one` and `other` is chosen by the
 * value `count`.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
  const message = language.messages[key];
  if (message === undefined) throw new Error(`no text for ${key}`);
  const form = typeof message === "string" ? message : plural.select(Number(values.count)) === "one" ? message.one : message.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? number.format(value) : String(value);
  });
}

/** Whether the catalogue has a message. @param {string} key */
export const hasText = (key) => key in language.messages;

/** Things named one after the other. @param {Iterable<string>} things */
export const listed = (things) => list.format([...things]);

/** A share, as a percentage. @param {number} share */
export const percentage = (share) => percent.format(share);

/** A number with so many digits behind the point. @param {number} value @param {number} digits */
export const rounded = (value, digits) =>
  new Intl.NumberFormat(language.tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/**
 * Decimal numbers of the API with as many places as the longest of them: the points of a column stand below each other.
 * @param {string[]} numbers
 */
export function sameDecimals(numbers) {
  const placesOf = (/** @type {string} */ number) => (number.split(".")[1] ?? "").length;
  const places = Math.max(0, ...numbers.map(placesOf));
  return numbers.map((number) => (number === "" || places === 0 ? number : `${number}${number.includes(".") ? "" : "."}${"0".repeat(places - placesOf(number))}`));
}

/** A moment of the API, as the reader writes it. @param {string | null | undefined} at */
export const written = (at) => (at ? moment.format(new Date(at)) : "");

/** Seconds as 1:05 or 1:00:05. @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 172_800) return text("time.days", { count: Math.floor(whole / 86_400) });
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
