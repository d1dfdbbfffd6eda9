// The session that each client generated in TypeScript plays: what all rulesets say of themselves, a whole match of some,
// and a refusal. Whoever runs it gives the address, the key, the rulesets that are read, with commas between them, and
// those that are played as arguments, and reads what happened as JSON.

declare const process: { argv: string[]; exitCode?: number };

export const SEAT = 0;
const WAIT_SECONDS = 20;

export interface View {
  status: string;
  revision: number;
  decision: number | null;
  legal: string[];
}

export interface Line {
  type: string;
  kind?: string;
}

/** A generated client, behind what the session needs of it. */
export interface Api {
  /** How many cards the ruleset has; its layout and rules are read, too. */
  cards(ruleset: string): Promise<number>;
  /** The id of a new match against a bot of the house. */
  create(ruleset: string): Promise<string>;
  view(match: string): Promise<View>;
  answer(match: string, decision: number, notation: string): Promise<void>;
  lines(match: string, since: number, wait: number): Promise<Line[]>;
  /** The status of the match, and how many seats have a result. */
  result(match: string): Promise<[string, number]>;
  /** How many steps the replay has. */
  replayed(match: string): Promise<number>;
  /** The code with which the view of somebody else's seat is refused. */
  refusal(match: string): Promise<string>;
}

async function playOne(api: Api, ruleset: string) {
  const lines = new Set<string>();
  const notices = new Set<string>();
  const note = (told: Line[]) => {
    for (const line of told) {
      lines.add(line.type);
      if (line.kind !== undefined) notices.add(line.kind);
    }
  };
  const match = await api.create(ruleset);
  let answered = 0;
  let view = await api.view(match);
  while (view.status !== "finished") {
    const notation = view.legal.at(-1);
    if (view.decision !== null && notation !== undefined) {
      await api.answer(match, view.decision, notation);
      answered += 1;
    } else {
      note(await api.lines(match, view.revision, WAIT_SECONDS));
    }
    view = await api.view(match);
  }
  note(await api.lines(match, 0, 0));
  note(await api.lines(match, view.revision, 0));
  const [status, results] = await api.result(match);
  const replayed = await api.replayed(match);
  const refused = await api.refusal(match);
  return { status, answered, results, replayed, lines: [...lines].sort(), notices: [...notices].sort(), refused };
}

/** Play the session, and print what happened. */
export async function play(client: (url: string, key: string) => Api) {
  const [url, key, read, ...rulesets] = process.argv.slice(2);
  if (url === undefined || key === undefined || read === undefined) throw new Error("an argument is missing");
  const api = client(url, key);
  const cards: Record<string, number> = {};
  for (const ruleset of read.split(",")) cards[ruleset] = await api.cards(ruleset);
  const played: Record<string, unknown> = {};
  for (const ruleset of rulesets) played[ruleset] = await playOne(api, ruleset);
  console.log(JSON.stringify({ cards, played }));
}
