// Prints every line that a seat is told.
import { Client } from "../../../../clients/typescript/dist/index.js";

const { URL, KEY, MATCH } = process.env;
for await (const event of new Client(URL, KEY).events(MATCH, 0)) process.stdout.write(JSON.stringify(event) + "\n");
