import { partners, type PartnerFindings, type PartnerRecord } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import type { BackOffice, Options, Subcommand } from "./backoffice-command.ts";
import { sinceOf } from "./partner-messages-command.ts";
import { onOneLine } from "./escape-terminal.ts";

type Finding = PartnerFindings["findings"][number];

/**
 * `npm run operator -- findings`: objects of a partner that were not read as sent; the output is meant to be sent to
 * the partner.
 */
export const findingsCommand: Subcommand = {
  usage: "findings <partner> [--module <name>] [--since <instant>]",
  does: "objects that were refused, left out or read differently, by kind with an example each, as a text to send to the partner",
  run: async ([id], options, backOffice) => {
    const found = await findingsOf(backOffice, id!, options);
    return { answer: found, text: letter(found) };
  },
};

export async function findingsOf(
  { url, token }: BackOffice,
  id: string,
  options: Options = {},
): Promise<PartnerFindings> {
  const { data } = await callRoute(url, partners.listPartnerFindings, {
    token,
    params: { id },
    query: { module: options["module"], since: sinceOf(options) },
  });
  return data;
}

const REASONS = 5;

type Reason = Pick<Finding, "module" | "path" | "message" | "outcome" | "object">;

/** The most frequent reasons, printed below a command's output about a partner. */
export function reasons(name: string, kinds: number, first: readonly string[]): string {
  const more = kinds - first.length;
  const rest = `  and ${more} more kinds: npm run operator -- findings "${onOneLine(name)}"`;
  return [...first, ...(more > 0 ? [rest] : [])].map((line) => `\n${line}`).join("");
}

export const reasonLine = (count: number, each: Reason): string => `  ${count} × ${whatOf(each)}`;

/** How many of all findings were still present in the last full pull. */
export function currentReasons({ partner, findings }: PartnerFindings): string {
  const current = findings.filter(({ mended }) => !mended);
  const first = current.slice(0, REASONS).map((each) => reasonLine(each.count, each));
  return reasons(partner.name, current.length, first);
}

export const countsOf = ({ refused, left_out, read_as }: PartnerFindings): string =>
  `${refused} refused, ${left_out} left out, ${read_as} read as something else`;

/** How often everything is pulled, and why. */
export function wholeText(whole: PartnerRecord["whole"]): string | null {
  if (!whole) return null;
  const { every_seconds: every, least_seconds: least, healed, of, pages } = whole;
  const brought = `the last whole pull brought ${healed} of ${of} stations that the pulls of changes had missed`;
  const budget = `, and ${pages} pages of ${of} stations are not asked for oftener`;
  return `every ${timeOf(every)}: ${brought}${healed > 0 && every <= least ? budget : ""}`;
}

function timeOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

const OUTCOMES = {
  REFUSED: "Refused: the object was not taken",
  LEFT_OUT: "Left out: the object was read without it",
  READ_AS: "Read as something else",
};

const whereOf = ({ module, path }: Reason) => [module, path].filter(Boolean).join(": ");

const whatOf = (each: Reason): string => {
  const outcome = each.outcome.toLowerCase().replace("_", " ");
  return onOneLine(`${whereOf(each)} ${outcome}: ${each.message}, e.g. ${each.object}`.trim());
};

/** Plain text for the operator's software team: it mentions nothing of our own system. */
function letter(found: PartnerFindings): string {
  const { name, country_code, party_id } = found.partner;
  const party = country_code && party_id ? ` (${country_code}*${party_id})` : "";
  if (found.findings.length === 0) return `Nothing was found in what ${onOneLine(name)} sent.`;
  return [
    `What ${onOneLine(name)}${party} sent over OCPI 2.2.1 that could not be read as it came.`,
    `Places by outcome: ${countsOf(found)}. "*" stands for every place of a list. Times are UTC.`,
    ...found.findings.map((each, at) => `${at + 1}. ${paragraph(each)}`),
  ].join("\n\n");
}

function paragraph(each: Finding): string {
  const seen = `${each.count} times, first ${minute(each.first_at)}, last ${minute(each.last_at)}`;
  if (each.module === "") return `${OUTCOMES[each.outcome]}: kinds beyond those listed\n   ${seen}`;
  return [
    onOneLine(whereOf(each)),
    `   ${OUTCOMES[each.outcome]}. ${onOneLine(each.message)}`,
    `   ${seen}${each.mended ? "; not in the last whole pull" : ""}`,
    `   Example: ${onOneLine(each.object)}${each.raw ? `: ${onOneLine(each.raw)}` : ""}`,
  ].join("\n");
}

const minute = (instant: string) => instant.slice(0, 16).replace("T", " ");
