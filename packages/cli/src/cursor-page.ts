import { readWhole } from "@voltmarg/rules";
import { table, Usage, type Answer, type Options } from "./backoffice-command.ts";

/** Where a list by cursor goes on. */
export const pageFrom = ({ cursor }: Options) => ({ limit: 50, ...(cursor && { cursor }) });

/** A page of a list as a table, with the cursor of the next one below. */
export function withNext(
  answer: { next_cursor: string | null },
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Answer {
  const shown = rows.length > 0 ? table(head, rows) : "None.";
  const next = answer.next_cursor === null ? "" : `\n\nMore: --cursor ${answer.next_cursor}`;
  return { answer, text: shown + next };
}

/** An option that is one of the contract's words, in small letters as it is typed. */
export function oneOf<Word extends string>(
  name: string,
  known: readonly Word[],
  text: string | undefined,
): Word | undefined {
  if (text === undefined) return undefined;
  const found = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (!found) throw new Usage(`--${name} is ${known.join(", ").toLowerCase()}`);
  return found;
}

/** The number of a page, from 0; it is typed from 1. */
export function pageOf(options: Options): number {
  const text = options["page"] ?? "1";
  const page = readWhole(text, 1, 99_999);
  if (page === null) throw new Usage(`--page is 1 or more, not "${text}"`);
  return page - 1;
}

/** The day of an instant, or a hyphen. */
export const day = (instant: string | null) => instant?.slice(0, 10) ?? "-";

type Page = { page_no: number; total_pages: number; total_elements: number };

/** A page of a list as a table, and which page of how many it is. */
export function listed(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  page: Page,
): string {
  if (rows.length === 0) return "None.";
  const { page_no, total_pages, total_elements } = page;
  const more =
    total_pages > 1 ? `\n\nPage ${page_no + 1} of ${total_pages}, ${total_elements} in all.` : "";
  return table(head, rows) + more;
}
