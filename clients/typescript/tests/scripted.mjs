// A server that answers what it is told to, byte for byte, each request on a connection of its own.
import { createServer } from "node:net";

/** At an answer's end: keep the connection open in silence. */
export const HANG = "\0hang";

/** So long after an answer its connection is closed: what has arrived together with a cut may be lost to who reads it. */
const LINGER_MS = 100;

/**
 * Each request is answered with the next answer of the first script whose beginning fits, and the connection closed. The
 * last answer of a script is given again and again; one that is a function is given the request.
 */
export class ScriptedServer {
  asked = [];
  #scripts = [];
  #open = new Set();
  #server = createServer((connection) => this.#serve(connection));

  static async start() {
    const made = new ScriptedServer();
    await new Promise((resolve) => made.#server.listen(0, "127.0.0.1", resolve));
    made.url = `http://127.0.0.1:${made.#server.address().port}`;
    return made;
  }

  /** How many connections are open. */
  get open() {
    return this.#open.size;
  }

  answers(...script) {
    this.answersTo("", ...script);
  }

  /** What to answer to requests that begin so, such as `GET /v1/events`. */
  answersTo(begin, ...script) {
    this.#scripts.push({ begin, script });
  }

  /** Answer otherwise from now on. */
  reset(begin, ...script) {
    this.#scripts = this.#scripts.filter((each) => each.begin !== begin);
    this.answersTo(begin, ...script);
  }

  /** What was sent with requests that begin so. */
  bodies(begin) {
    return this.asked.filter(({ line }) => line.startsWith(begin)).map(({ body }) => JSON.parse(body));
  }

  close() {
    for (const connection of this.#open) connection.destroy();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(connection) {
    let received = "";
    this.#open.add(connection);
    connection.on("close", () => this.#open.delete(connection));
    connection.on("error", () => {});
    connection.on("data", (piece) => {
      received += piece;
      const [head, body] = received.split(/\r\n\r\n([^]*)/);
      const length = Number(/content-length: (\d+)/i.exec(head ?? "")?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      received = "";
      const [line, ...fields] = head.split("\r\n");
      const headers = Object.fromEntries(fields.map((field) => field.split(": ")).map(([name, value]) => [name.toLowerCase(), value]));
      this.asked.push({ line: line.replace(" HTTP/1.1", ""), headers, body, at: performance.now() });
      const { script } = this.#scripts.find(({ begin }) => line.startsWith(begin));
      const next = script.length > 1 ? script.shift() : script[0];
      const answer = typeof next === "function" ? next(this.asked.at(-1)) : next;
      if (typeof answer === "string" && answer.endsWith(HANG)) connection.write(answer.slice(0, -HANG.length));
      else connection.write(answer, () => setTimeout(() => connection.end(), answer ? LINGER_MS : 0));
    });
  }
}

/** A whole answer. */
export function answered(status, document, headers = {}) {
  const body = typeof document === "string" ? document : JSON.stringify(document);
  const all = { ...headers, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${head.join("")}\r\n${body}`;
}

/** A problem. */
export function refused(status, code, headers = {}) {
  return answered(status, { code, detail: "It is refused." }, headers);
}

/** A stream of pieces. */
export function streamed(...pieces) {
  return cutOff(...pieces) + "0\r\n\r\n";
}

/** A stream that breaks off without its last chunk. */
export function cutOff(...pieces) {
  const chunks = pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
  const head = ["HTTP/1.1 200 OK", "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked", "Connection: close"];
  return `${head.join("\r\n")}\r\n\r\n${chunks.join("")}`;
}

/** A line of a match's stream. */
export function line(type, revision, fields = {}) {
  return JSON.stringify({ type, revision, ...fields }) + "\n";
}

/** Ask again and again until it holds. */
export async function until(holds, what, ms = 20_000) {
  for (const end = performance.now() + ms; !holds(); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (performance.now() > end) throw new Error(`not in ${ms} ms: ${what}`);
}
