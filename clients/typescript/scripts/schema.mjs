// Writes src/schema.ts, the types of everything that the API takes and answers, from its OpenAPI document:
//   node scripts/schema.mjs DOCUMENT [FILE]
// Left out is what types do not say or the client says once for all: examples, headers of answers, refusals.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const [document, file] = process.argv.slice(2);
const reference = JSON.parse(readFileSync(document, "utf8"));

for (const operation of Object.values(reference.paths).flatMap(Object.values)) {
  for (const [status, answer] of Object.entries(operation.responses ?? {})) {
    if (Number(status) >= 300) delete operation.responses[status];
    delete answer.headers;
  }
}

function withoutExamples(part) {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (part === null || typeof part !== "object") return part;
  const isSchema = "type" in part || "content" in part || "schema" in part || "schemas" in part || "in" in part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => !(isSchema && (name === "example" || name === "examples")))
      .map(([name, value]) => [name, withoutExamples(value)]),
  );
}

const types = astToString(await openapiTS(withoutExamples(reference)));
const note = "// Generated from the OpenAPI document by scripts/schema.mjs; do not edit.\n";
writeFileSync(file ?? fileURLToPath(new URL("../src/schema.ts", import.meta.url)), note + types.replace(/^\/\*\*[\s\S]*?\*\/\n/, "\n"));
