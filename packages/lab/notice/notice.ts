import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { content } from "@voltmarg/contract";
import { startHarness } from "@voltmarg/testkit/harness";

const packages = join(import.meta.dirname, "../..");
/**
 * By where a statement stands and how it begins: the test that shows it (`file below packages: part of its title`); ADVICE
 * where it tells the driver what to do or how the world is; PROVIDER where people keep it, not the software.
 */
type Proofs = Readonly<Record<string, Readonly<Record<string, string>>>>;
const PROOFS = JSON.parse(readFileSync(join(import.meta.dirname, "proofs.json"), "utf8")) as Proofs;

export type Statement = { at: string; text: string };

const sentences = (at: string, text: string): Statement[] =>
  text.split(/(?<=[.?!])\s+(?=[A-Z₹])/).map((sentence) => ({ at, text: sentence }));

/** Every sentence of the English notice that says something of what is done, and of the texts that came with the service. */
export async function readStatements(): Promise<Statement[]> {
  const { intro, data, recipients, how_long, location, not_sold, rights } = JSON.parse(
    readFileSync(join(packages, "server/content/en/notice.json"), "utf8"),
  ) as Record<string, Record<string, string> | string>;
  const notice = Object.entries({ intro, data, recipients, how_long, location, not_sold, rights });
  const world = await startHarness({ locations: 0, operators: false });
  try {
    const { body } = await world.call(content.listCustomMessages, {
      query: { messageTypes: "FAQ,TOU,PRIVACY,POPUP", language: "en" },
    });
    return [
      ...notice.flatMap(([part, of]) =>
        typeof of === "string"
          ? sentences(`notice/${part}`, of)
          : Object.entries(of!).flatMap(([name, text]) =>
              sentences(`notice/${part}.${name}`, text),
            ),
      ),
      ...body.content.flatMap(({ type, key, text }) => sentences(`${type}/${key}`, text)),
    ];
  } finally {
    await world.stop();
  }
}

/** The proof of a statement: of those at its place, the one whose key it begins with. Null: there is none. */
const proofOf = ({ at, text }: Statement, proofs: Proofs): string | null =>
  Object.entries(proofs[at] ?? {}).find(([begins]) => text.startsWith(begins))?.[1] ?? null;

/** Whether a test with that title is there. What is advice, or a promise that people keep, has none. */
function holds(proof: string): boolean {
  if (proof === "ADVICE" || proof === "PROVIDER") return true;
  const [file = "", title = ""] = proof.split(/: (.*)/s);
  const path = join(packages, file);
  return title !== "" && existsSync(path) && readFileSync(path, "utf8").includes(title);
}

/** Statements without a proof, or with one that is not there; and proofs of what is not said any more. */
export function checkStatements(
  statements: readonly Statement[],
  proofs: Proofs = PROOFS,
): { lines: string[]; unproven: string[]; stale: string[] } {
  const lines: string[] = [];
  const unproven: string[] = [];
  for (const statement of statements) {
    const proof = proofOf(statement, proofs);
    const isProven = proof !== null && holds(proof);
    lines.push(`${statement.at}: ${statement.text}\n    ${isProven ? proof : "NOTHING SHOWS IT"}`);
    if (!isProven) unproven.push(`${statement.at}: ${statement.text}`);
  }
  const stale = Object.entries(proofs).flatMap(([at, each]) =>
    Object.keys(each)
      .filter((begins) => !statements.some((s) => s.at === at && s.text.startsWith(begins)))
      .map((begins) => `${at}: ${begins}`),
  );
  return { lines, unproven, stale };
}
