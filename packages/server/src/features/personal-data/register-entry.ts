import { personalData } from "@voltmarg/contract";

export type ExportedName = keyof typeof personalData.ExportedRows;
export const exportedNames = Object.keys(personalData.ExportedRows) as ExportedName[];

/** Texts about a person that may remain in rows that stay. */
type Identifier = "mobile" | "email" | "name";
/** What the register says of a table. */
export type Entry = {
  /** The kind of data as the privacy notice names it. */
  notice: string;
  /** The part of the export that has it, or why none has. */
  shown: ExportedName | "account" | { not: string };
} & (
  | {
      erased: "rows";
      /**
       * Why rows stay where features read them when the account is closed. Without it they are moved to
       * `restricted_row`.
       */
      whenClosed?: string;
    }
  /** The rows stay, without the fields that identify the person. */
  | { erased: "fields"; why: string }
  | { erased: "nothing"; why: string; contains?: readonly Identifier[] }
);
