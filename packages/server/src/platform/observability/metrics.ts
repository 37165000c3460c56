import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** Buckets in seconds, from half a second to a day, for the time that drivers wait for operators. */
const LONG = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400];
/** Timeout for a source of gauges, so that the other metrics are served in any case. */
const ASK_MS = 2_000;

/** Prometheus metrics of one service instance. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const sources = new Map<string, () => Promise<void> | void>();
  const unread = new Gauge({
    name: "figures_unread",
    help: "1 while figures that stand in the database could not be read",
    registers,
  });
  return {
    registry,
    /** Registers a source that sets gauges right before they are read; the last source of a name wins. */
    before: (name: string, source: () => Promise<void> | void) => void sources.set(name, source),
    /** All metrics in the Prometheus format. A gauge whose source fails keeps its last value. */
    text: async () => {
      const asked = Promise.allSettled([...sources.values()].map(async (source) => source()));
      const late = new Promise<null>((give) => setTimeout(give, ASK_MS, null).unref());
      const said = await Promise.race([asked, late]);
      unread.set(said?.every(({ status }) => status === "fulfilled") ? 0 : 1);
      return registry.metrics();
    },
    chargeStarts: new Counter({
      name: "charge_starts_total",
      help: "Starts by operator and what became of them: started, or the reason it did not",
      labelNames: ["operator", "outcome"],
      registers,
    }),
    startSeconds: new Histogram({
      name: "charge_start_seconds",
      help: "From the driver's press of Start until the operator says that it charges",
      buckets: LONG,
      registers,
    }),
    pushToVisible: new Histogram({
      name: "push_to_visible_seconds",
      help: "From an operator's push until drivers see it: a status in searches, a session in live screens",
      labelNames: ["what"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    billDelay: new Histogram({
      name: "bill_delay_seconds",
      help: "From the end of a charge until the operator's record is billed",
      buckets: LONG,
      registers,
    }),
    poolConnections: new Gauge({
      name: "database_connections",
      help: "Connections of this replica's pool: busy, idle, and calls that wait for one",
      labelNames: ["state"],
      registers,
    }),
    poolSize: new Gauge({
      name: "database_connections_most",
      help: "Connections this replica's pool may open",
      registers,
    }),
    outboxWaiting: new Gauge({
      name: "outbox_waiting_rows",
      help: "Outbox rows that are due, by queue; the same in every replica",
      labelNames: ["queue"],
      registers,
    }),
    outboxAge: new Gauge({
      name: "outbox_oldest_seconds",
      help: "How long the oldest due outbox row is overdue, by queue; the same in every replica",
      labelNames: ["queue"],
      registers,
    }),
    outboxPartitions: new Gauge({
      name: "outbox_partitions",
      help: "Days of the outbox that are kept; the same in every replica",
      registers,
    }),
    tableBytes: new Gauge({
      name: "table_bytes",
      help: "The ten largest tables with their indexes, partitions together; the same in every replica",
      labelNames: ["table"],
      registers,
    }),
    walArchived: new Gauge({
      name: "wal_archived_timestamp_seconds",
      help: "When PostgreSQL last archived a segment of its WAL; 0: it archives none; the same in every replica",
      registers,
    }),
    oldestUnbilled: new Gauge({
      name: "oldest_unbilled_seconds",
      help: "How long the charge that has waited longest for its bill has been over; the same in every replica",
      registers,
    }),
    operatorPulls: new Counter({
      name: "operator_pulls_total",
      help: "Pulls from an operator: its catalogue, its sessions or its CDRs",
      labelNames: ["operator"],
      registers,
    }),
    charges: new Gauge({
      name: "charges_open",
      help: "Charges that are not over; the same in every replica",
      registers,
    }),
    stuckCharges: new Gauge({
      name: "stuck_charges",
      help: "Charges that wait longer than they should, by what for; the same in every replica",
      labelNames: ["waits_for"],
      registers,
    }),
    operatorState: new Gauge({
      name: "operator_state",
      help: "1 for how an operator is: healthy, rejected, failing, suspended, silent; the same in every replica",
      labelNames: ["operator", "state"],
      registers,
    }),
    operatorCalls: new Gauge({
      name: "operator_calls_recent",
      help: "This replica's calls to an operator within five minutes, by whether they failed",
      labelNames: ["operator", "failed"],
      registers,
    }),
    operatorSilence: new Gauge({
      name: "operator_silence_seconds",
      help: "Since an operator was last heard; the same in every replica",
      labelNames: ["operator"],
      registers,
    }),
    operatorFindings: new Counter({
      name: "operator_findings_total",
      help: "What this replica read of an operator otherwise than it came: refused, left_out, read_as",
      labelNames: ["operator", "outcome"],
      registers,
    }),
    ledgerFaults: new Gauge({
      name: "ledger_faults",
      help: "What the last check of the books found, by kind; zero when they are sound",
      labelNames: ["kind"],
      registers,
    }),
    invoiceNumbersUsed: new Gauge({
      name: "invoice_numbers_used_ratio",
      help: "Of a series of invoices or credit notes in this financial year; 1: none is left",
      labelNames: ["series"],
      registers,
    }),
    unregisteredInvoice: new Gauge({
      name: "invoice_unregistered_seconds",
      help: "Age of the oldest invoice or credit note that the registration portal has not taken; 0: it has all",
      registers,
    }),
    ledgerChecked: new Gauge({
      name: "ledger_checked_timestamp_seconds",
      help: "When the books were last checked; 0: never",
      registers,
    }),
    httpSeconds: new Histogram({
      name: "http_request_seconds",
      help: "Time to answer, by route and status",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    outboxDone: new Counter({
      name: "outbox_rows_total",
      help: "Outbox rows handled, by topic and outcome: done, again, failed, given_up",
      labelNames: ["topic", "outcome"],
      registers,
    }),
    liveStreams: new Gauge({
      name: "live_streams",
      help: "Open live streams",
      registers,
    }),
    cdrs: new Counter({
      name: "charge_records_total",
      help: "Charge records by the outcome of their audit: agreed, disputed, set_aside, credited, provisional, lost",
      labelNames: ["outcome"],
      registers,
    }),
    indexedLocations: new Gauge({
      name: "indexed_locations",
      help: "Locations the search index answers from; 0 while it loads",
      registers,
    }),
    ocpiLog: new Counter({
      name: "ocpi_log_messages_total",
      help: "Messages over OCPI by what the log made of them: kept, full (no room was left), refused",
      labelNames: ["outcome"],
      registers,
    }),
    messages: new Counter({
      name: "messages_total",
      help: "SMS and mail by what a carrier made of them: sent, refused, unclear, delivered, failed, over_budget",
      labelNames: ["channel", "carrier", "outcome"],
      registers,
    }),
    pushes: new Counter({
      name: "pushes_total",
      help: "Tries to push to a device: sent, gone, too_large, later, refused, too_late, signed_out, no_carrier",
      labelNames: ["transport", "outcome"],
      registers,
    }),
    staffSignIns: new Counter({
      name: "staff_sign_ins_total",
      help: "Passkeys of the provider's staff by outcome: opened, refused, locked",
      labelNames: ["outcome"],
      registers,
    }),
    sessionSteps: new Counter({
      name: "session_steps_total",
      help: "Steps sessions have taken",
      labelNames: ["step"],
      registers,
    }),
  };
}
