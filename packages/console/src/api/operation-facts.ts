import type { RouteSpec, StaffRole } from "@voltmarg/contract";

/** A field of what an operation takes. `money`: paise, written as rupees. `json`: too rich for a field of its own. */
export type Field = {
  name: string;
  kind: "text" | "lines" | "number" | "money" | "flag" | "choice" | "instant" | "json";
  required?: boolean;
  nullable?: boolean;
  choices?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  preset?: string | number | boolean;
};

/** What the console knows of an operation of the back office. */
export type OperationFacts = {
  method: RouteSpec["method"];
  path: string;
  /** The chapter of the API reference. */
  chapter: string;
  /** Null: nobody has to be signed in. */
  roles: readonly StaffRole[] | null;
  /** The passkey must have been used within five minutes. */
  passkey?: true;
  /** When a second member has to confirm it; absent: never. */
  second?: string;
  /** It answers with CSV where that is asked for. */
  csv?: true;
  summary: string;
  description?: string;
  params?: Field[];
  query?: Field[];
  body?: Field[];
};
