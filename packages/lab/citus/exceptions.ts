/** A statement that Citus refuses or sends to every machine, by its first words, and why it is so today. */
export type Exception = { begins: string; why: string };

const STAFF =
  "staff or a job look for one row by its id; every machine is asked, some times a minute";
const START = "a service that starts asks every machine once";
const TEST = "only the test's own preparation sends it";

/** Transactions that touch more than one driver's shard, by the first words of a statement that only they have. */
export const TRANSACTIONS: readonly Exception[] = [
  {
    begins: "insert into operator_cost",
    why: "a bill books in the same transaction what its operator costs, in the operator's books; to go, an outbox row books it",
  },
];

/** Statements. */
export const EXCEPTIONS: readonly Exception[] = [
  // Sent to every machine.
  { begins: "select order_id from payment_order where user_id = $1", why: STAFF },
  { begins: "select r.*, p.source from withdrawal_refund r join wallet_payment p", why: STAFF },
  {
    begins: "select min(created_at) as oldest from outbox",
    why: "each replica asks every machine once an hour",
  },
  {
    begins: "select user_id, id, requested_at from session where (open or step = 'ENDED'",
    why: START,
  },
  { begins: "select operator_id, min(requested_at) as requested_at from session", why: START },
  { begins: "with at as ( select location_id, max(until_at) as until_at", why: START },
  // Not the service's.
  {
    begins: "insert into token_authorization (id, operator_id, user_id, allowed, location_id",
    why: TEST,
  },
  {
    begins: "update message_attempt set reason = $1, reference = $2 where message_id in",
    why: TEST,
  },
  { begins: "update outbox set payload = jsonb_set(payload, '{payment}'", why: TEST },
];
