import type { ChargeStep } from "@voltmarg/contract";
import type { SessionRow } from "../charging/index.ts";
import type {
  ActRow,
  AsideRow,
  BillRow,
  CommandRow,
  MessageRow,
  TicketRow,
  TransferRow,
} from "./charges.store.ts";

type Known = {
  row: SessionRow;
  commands: readonly CommandRow[];
  transfers: readonly TransferRow[];
  bills: readonly BillRow[];
  aside: readonly AsideRow[];
  messages: readonly MessageRow[];
  acts: readonly ActRow[];
  tickets: readonly TicketRow[];
};

/** What happened to a charge, from all books, in the order of time. */
export function stepsOf(known: Known): ChargeStep[] {
  const { row, commands, transfers, bills, aside, messages, acts, tickets } = known;
  const all = [
    ...row.timeline.map(({ step, at }, nth) =>
      said(
        at,
        "STEP",
        row.timeline[nth - 1]?.step === "STOPPING" && !ENDS.has(step) ? GOES_ON : STEPS[step],
      ),
    ),
    ...commands.flatMap((each) => [
      each.sent_at &&
        said(each.sent_at, "COMMAND", `${each.kind}: ${each.response ?? "no answer"}`),
      each.result_at && said(each.result_at, "RESULT", `${each.kind}: ${each.result ?? "none"}`),
    ]),
    ...transfers.map((each) => said(each.at, "LEDGER", `${each.kind}: ${each.reason}`)),
    ...bills.map((each) => said(each.created_at, "BILL", billText(each), Number(each.amount))),
    ...aside.map((each) => said(each.received_at, "SET_ASIDE", each.reason)),
    ...messages.map((each) => said(each.at, "MESSAGE", messageText(each))),
    ...acts.map((each) => said(each.at, "STAFF", actText(each))),
    ...tickets.map((each) => said(each.created_at, "TICKET", `Ticket ${each.number}`)),
  ].filter((each) => each !== null);
  // The order within one instant is that of the books above.
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const said = (
  at: Date | string,
  what: ChargeStep["what"],
  text: string,
  amount: number | null = null,
): ChargeStep => ({
  at: typeof at === "string" ? at : at.toISOString(),
  what,
  text,
  amount_minor: amount,
});

const STEPS: Record<SessionRow["step"], string> = {
  SENT: "The driver pressed Start",
  ACCEPTED: "The operator accepted the start",
  STARTED: "The operator opened the session",
  FLOWING: "Energy flows",
  STOPPING: "A stop was asked for",
  ENDED: "The charge ended",
  BILLED: "The charge was billed",
  REJECTED: "The operator refused the start",
  NOT_PLUGGED: "The charger found no vehicle",
  FAILED: "The start failed",
  UNKNOWN: "No clear answer: the operator is asked",
  EXPIRED: "The start was given up",
};

const ENDS: ReadonlySet<string> = new Set(["ENDED", "BILLED", "UNKNOWN", "EXPIRED", "FAILED"]);
/** A stop that was refused leads back to an earlier step. */
const GOES_ON = "The stop was refused: the session goes on";

const billText = ({ id, number, credit_of, provisional }: BillRow) =>
  [
    credit_of ? "Credit note" : provisional ? "Provisional bill" : "Bill",
    number ?? id,
    credit_of && `for ${credit_of}`,
  ]
    .filter(Boolean)
    .join(" ");

const messageText = (m: MessageRow) =>
  `${m.direction === "IN" ? "from" : "to"} the operator: ${m.method} ${m.path}, ${
    m.failure ?? [m.http_status, m.status_code].filter((each) => each !== null).join(" ")
  }`;

const actText = ({ credential, method, route, outcome, reason }: ActRow) =>
  [`${credential}: ${method} ${route.replace("/provider/v1", "")}`, outcome, reason]
    .filter((each) => each !== null)
    .join(", ");
