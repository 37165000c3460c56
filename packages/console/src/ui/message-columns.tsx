import type { OcpiMessageLine } from "@voltmarg/contract";
import type { Column } from "./Table.tsx";
import { At } from "./values.tsx";

export const wayOf = ({ direction }: Pick<OcpiMessageLine, "direction">): string =>
  direction === "IN" ? "from the operator" : "to the operator";

/** What was said with an operator, a line each. */
export const MESSAGE_COLUMNS: readonly Column<OcpiMessageLine>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  { head: "Way", cell: wayOf },
  { head: "Request", cell: ({ method, path }) => <code>{`${method} ${path}`}</code> },
  {
    head: "Answer",
    cell: ({ failure, http_status, status_code }) =>
      failure ?? [http_status, status_code].filter((each) => each !== null).join(" · "),
  },
];
