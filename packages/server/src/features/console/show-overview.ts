import type { Overview } from "@voltmarg/contract";
import { WAITS } from "../billing/index.ts";
import { stuckCharges, type Waits } from "../charging/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import {
  failedMessages,
  failedRefunds,
  failedStarts,
  openDisputes,
  openMoneyDays,
  openProblems,
  openTickets,
  undecidedCdrs,
  waitingApprovals,
  waitingRefunds,
  type Counted,
  type FailedStarts,
  type Refunds,
} from "./overview.store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A refund that failed goes back into the wallet: after a month nobody asks. */
const FAILED_REFUNDS_MS = 30 * DAY_MS;

const MONEY_DAYS_MS = 31 * DAY_MS;

const API = "/provider/v1";
const LISTS = {
  running: `${API}/charges?state=RUNNING`,
  stuck: `${API}/charges?state=STUCK`,
  failed: `${API}/charges?state=FAILED`,
  unbilled: `${API}/charges?state=UNBILLED`,
  tickets: `${API}/tickets?state=OPEN`,
  problems: `${API}/station-problems?state=OPEN`,
  quarantined: `${API}/quarantined-cdrs`,
  disputes: `${API}/disputes?state=OPEN`,
  money: `${API}/customer-money?state=OPEN`,
  messages: `${API}/message-counts`,
};

/** What needs somebody now. One query after the other, so that a page takes one connection. */
export async function showOverview(deps: ConsoleDeps): Promise<Overview> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const stuck = await stuckCharges(db, now);
  const waits: [Waits, number][] = [
    ["START", stuck.start],
    ["NEWS", stuck.news],
    ["STOP", stuck.stop],
    ["BILL", stuck.bill],
    ["RECORD", stuck.record],
    ["UNCLEAR", stuck.unclear],
  ];
  const starts = await failedStarts(db, ago(DAY_MS));
  const [waiting, failed] = [
    await waitingRefunds(db),
    await failedRefunds(db, ago(FAILED_REFUNDS_MS)),
  ];
  const [tickets, oldTickets] = [await openTickets(db, now), await openTickets(db, ago(DAY_MS))];
  const books = await deps.lastBooksCheck();
  return {
    at: now.toISOString(),
    charges_open: { count: stuck.open, since: null, list: LISTS.running },
    charges_stuck: waits
      .filter(([, count]) => count > 0)
      .map(([waits_for, count]) => ({ waits_for, count, since: null, list: LISTS.stuck })),
    starts_failed: starts.map(failedToWire),
    bills_overdue: {
      count: stuck.bill,
      since: stuck.bill > 0 ? (stuck.unbilled_since?.toISOString() ?? null) : null,
      list: LISTS.unbilled,
    },
    refunds_waiting: amount(waiting, `${API}/refunds?state=WAITING`),
    refunds_failed: amount(failed, `${API}/refunds?state=FAILED`),
    approvals_waiting: amount(await waitingApprovals(db), `${API}/approvals?state=WAITING`),
    tickets_open: shown(tickets, LISTS.tickets),
    tickets_over_a_day: shown(oldTickets, `${LISTS.tickets}&age=DAY`),
    station_problems: shown(await openProblems(db), LISTS.problems),
    quarantined_cdrs: shown(await undecidedCdrs(db, WAITS, now), LISTS.quarantined),
    disputes: shown(await openDisputes(db), LISTS.disputes),
    operators: (await deps.operators(now)).map(({ id, name, heard, health }) => ({
      id,
      name,
      since: heard.toISOString(),
      health,
    })),
    books: books && {
      at: books.at,
      sound: Object.values(books.faults).every((count) => count === 0),
      faults: books.faults,
    },
    queues: (await deps.queues(now)).map(({ queue, waiting: due, oldest }) => ({
      queue,
      waiting: due,
      oldest_seconds: Math.max(0, oldest),
    })),
    customer_money: shown(await openMoneyDays(db, ago(MONEY_DAYS_MS)), LISTS.money),
    messages_failed: shown(await failedMessages(db, ago(DAY_MS)), LISTS.messages),
  };
}

const shown = ({ count, since }: Counted, list: string) => ({
  count,
  since: since?.toISOString() ?? null,
  list,
});
const failedToWire = (row: FailedStarts) => ({
  operator: { id: row.operator_id, name: row.operator_name ?? row.operator_id },
  code: row.code,
  ...shown(row, `${LISTS.failed}&operator=${encodeURIComponent(row.operator_id)}`),
});
const amount = (refunds: Refunds, list: string) => ({
  ...shown(refunds, list),
  amount_minor: Number(refunds.amount),
});
