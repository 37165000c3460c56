import { readFile } from "node:fs/promises";
import type { Field } from "@voltmarg/contract/openapi";
import { formatInr, readNumber, readPaise } from "@voltmarg/rules";
import { duplicateKey } from "./duplicate-key.ts";
import { openingOf } from "./opening-hours.ts";
import { Usage } from "./subcommand.ts";

/**
 * The value of a field as it is typed. A text that begins with `@` names a file that has it, and `@@` is one `@`. Throws
 * Usage, which `said` begins: the argument or option.
 */
export async function valueOf(field: Field, typed: string, said: string): Promise<unknown> {
  const { name, kind, nullable, choices, list } = field;
  if (nullable && typed === (name === "assignee" ? "nobody" : "none")) return null;
  if (kind === "choice") return choiceOf(choices!, typed, said);
  if (kind === "flag") return flagOf(typed, said);
  if (kind === "number" || kind === "money") return numberOf(field, typed, said);
  if (kind === "instant" || name === "since") return instantOf(typed, said);
  const text = await textOf(typed, said);
  if (kind !== "json") return text;
  if (name === "opening") return openingOf(text);
  if (name === "parties") return partiesOf(text, said);
  if (list && text === "none") return [];
  if (list)
    return text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => (choices ? choiceOf(choices, each, said) : each));
  return jsonOf(text, said);
}

/** In upper or lower case, with hyphens, and as short as only one begins. */
function choiceOf(choices: readonly string[], typed: string, said: string): string {
  const plain = (text: string) => text.toLowerCase().replaceAll("-", "_");
  const begun = choices.filter((each) => plain(each).startsWith(plain(typed)));
  const found = choices.find((each) => plain(each) === plain(typed)) ?? begun[0];
  if (typed === "" || !found || (begun.length > 1 && plain(found) !== plain(typed)))
    throw new Usage(`${said} is one of ${choices.join(", ")}, not "${typed}"`);
  return found;
}

function flagOf(typed: string, said: string): boolean {
  if (!["yes", "on", "no", "off"].includes(typed))
    throw new Usage(`${said} is yes or no, not "${typed}"`);
  return typed === "yes" || typed === "on";
}

function numberOf({ name, kind, minimum, maximum }: Field, typed: string, said: string): number {
  const isMoney = kind === "money";
  const value = isMoney ? readPaise(typed, true) : readNumber(typed, { decimals: 6, signed: true });
  if (value === null && isMoney)
    throw new Usage(`${said}: an amount is in rupees, such as 500 or 499.50, not "${typed}"`);
  if (value === null) throw new Usage(`${said} needs a number, not "${typed}"`);
  // Pages are counted from 1 where they are typed.
  const first = name === "page_no" ? 1 : 0;
  const isWithin =
    value - first >= (minimum ?? -Infinity) && value - first <= (maximum ?? Infinity);
  if (isWithin) return value - first;
  const [least, most] = [minimum, maximum].map(
    (each) => each !== undefined && (isMoney ? formatInr(each) : String(each + first)),
  );
  const bounds =
    least && most ? `${least} to ${most}` : least ? `${least} or more` : `${most} or less`;
  throw new Usage(`${said} is ${bounds}, not "${typed}"`);
}

/** A date or time without an offset is UTC. */
function instantOf(typed: string, said: string): string {
  const text = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(typed) ? `${typed}Z` : typed;
  if (Number.isNaN(Date.parse(text)))
    throw new Usage(`${said} is an instant such as 2026-11-20T06:30:00Z, not "${typed}"`);
  return new Date(text).toISOString();
}

export async function textOf(typed: string, said: string): Promise<string> {
  if (!typed.startsWith("@")) return typed;
  if (typed.startsWith("@@")) return typed.slice(1);
  try {
    return (await readFile(typed.slice(1), "utf8")).trim();
  } catch {
    throw new Usage(`${said}: the file ${typed.slice(1)} cannot be read`);
  }
}

/** JSON in which no key stands twice. */
export function jsonOf(text: string, said: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Usage(`${said}: this is not JSON`);
  }
  const twice = duplicateKey(text);
  if (twice !== null) throw new Usage(`${said}: ${twice} stands there twice`);
  return value;
}

const partiesOf = (text: string, said: string) =>
  text.split(",").map((each) => {
    const [, country_code, party_id] = /^([^*/]+)[*/](.+)$/.exec(each.trim()) ?? [];
    if (!country_code || !party_id) throw new Usage(`${said}: not a party: ${each}`);
    return { country_code, party_id };
  });
