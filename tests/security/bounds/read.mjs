/** Reads answers as the TypeScript client does, a line of JSON for each: `[about, status, body]`. Prints what of them a
 * JavaScript program would refuse or lose: a line for each, and at the end how many it has read. */

import { createInterface } from "node:readline";
import { isObject, parsed, refusal } from "../../../clients/typescript/dist/errors.js";

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MOMENT = /_at$|^at$|^since$|^until$/;

/** What is lost of a text of JSON. */
function losses(text) {
  const found = [];
  const value = parsed(text);
  if (value === undefined) return ["is no JSON"];
  let names = 0;
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    if (token.startsWith('"')) {
      if (!JSON.parse(token).isWellFormed()) found.push(`half a character: ${token.slice(0, 60)}`);
      if (/^\s*:/.test(text.slice(match.index + token.length, match.index + token.length + 20))) names += 1;
    } else if (/^-?\d+$/.test(token) ? String(Number(token)) !== token : !Number.isFinite(Number(token))) {
      found.push(`another number: ${token} is ${Number(token)}`);
    }
  }
  let kept = 0;
  const walk = (each, name) => {
    if (Array.isArray(each)) return each.forEach((item) => walk(item, name));
    if (isObject(each)) {
      for (const [key, item] of Object.entries(each)) {
        kept += 1;
        walk(item, key);
      }
    } else if (MOMENT.test(name) && typeof each === "string" && each !== "") {
      const ms = Date.parse(each);
      if (Number.isNaN(ms) || new Date(ms).toISOString() !== each) found.push(`no moment: ${name}: ${each}`);
    }
  };
  walk(value, "");
  if (kept !== names) found.push(`${names - kept} members lost`);
  return found;
}

let read = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [about, status, body] = JSON.parse(line);
  read += 1;
  const found = losses(body);
  if (status >= 400) {
    const error = refusal(status, body, null);
    if (typeof error.code !== "string" || error.code === "" || error.status !== status) found.push("no refusal that says why");
  }
  for (const fault of found) console.log(`FAULT ${about}: ${fault}`);
}
console.log(`READ ${read}`);
