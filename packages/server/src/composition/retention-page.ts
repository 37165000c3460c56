import { markdownTable } from "../platform/markdown-table.ts";
import { retentionRows } from "./retention.ts";

const TABLE = /(?:^\|.*\n)+/m;

/** The text of docs/operations/retention.md with its table as the code has it. */
export const retentionPage = (page: string): string =>
  page.replace(
    TABLE,
    `${markdownTable([["table", "deleted", "reason"], ...retentionRows()]).join("\n")}\n`,
  );
