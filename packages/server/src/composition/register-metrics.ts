import { numbersUsed, oldestUnregistered } from "../features/billing/index.ts";
import { stuckCharges } from "../features/charging/index.ts";
import { lastBooksCheck } from "../features/backoffice/index.ts";
import { listHealth } from "../features/roaming/index.ts";
import { databaseSizes } from "../platform/database/database-sizes.ts";
import { walArchivedAt } from "../platform/database/wal-archive.ts";
import { outboxFigures } from "../platform/outbox/queue-metrics.ts";
import type { FeatureParts } from "./service-parts.ts";
import type { Features } from "./wire-features.ts";

/** Gauges from the database and the circuit breakers, updated when the metrics are read. */
export function updateGauges(
  { config, database, clock, metrics }: FeatureParts,
  { roaming }: Features,
): void {
  const { db, pool } = database;
  metrics.before("connections", () => {
    metrics.poolConnections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    metrics.poolConnections.set({ state: "idle" }, pool.idleCount);
    metrics.poolConnections.set({ state: "waited_for" }, pool.waitingCount);
    metrics.poolSize.set(pool.options.max);
  });
  metrics.before("outbox", async () => {
    for (const { queue, waiting, oldest } of await outboxFigures(database, clock.now())) {
      metrics.outboxWaiting.set({ queue }, waiting);
      metrics.outboxAge.set({ queue }, oldest);
    }
  });
  metrics.before("sizes", async () => {
    const { partitions, tables } = await databaseSizes(database);
    metrics.outboxPartitions.set(partitions);
    metrics.tableBytes.reset();
    for (const { table, bytes } of tables) metrics.tableBytes.set({ table }, bytes);
  });
  metrics.before("archive", async () => {
    const at = await walArchivedAt(database);
    metrics.walArchived.set(at ? at.getTime() / 1000 : 0);
  });
  metrics.before("charges", async () => {
    const { open, unbilled_since, ...stuck } = await stuckCharges(db, clock.now());
    const unbilled = unbilled_since ? clock.now().getTime() - unbilled_since.getTime() : 0;
    metrics.oldestUnbilled.set(unbilled / 1000);
    metrics.charges.set(open);
    for (const [waits_for, count] of Object.entries(stuck))
      metrics.stuckCharges.set({ waits_for }, count);
  });
  metrics.before("operators", async () => {
    const operators = await listHealth(db, clock.now());
    // One that was removed or renamed must not go on being reported.
    for (const gauge of [metrics.operatorState, metrics.operatorCalls, metrics.operatorSilence])
      gauge.reset();
    for (const { id, name: operator, heard, health } of operators) {
      const { calls, failures } = roaming.api.circuitBreakers.of(id).health();
      metrics.operatorState.set({ operator, state: health.state.toLowerCase() }, 1);
      metrics.operatorCalls.set({ operator, failed: "no" }, calls - failures);
      metrics.operatorCalls.set({ operator, failed: "yes" }, failures);
      const silence = (clock.now().getTime() - heard.getTime()) / 1000;
      metrics.operatorSilence.set({ operator }, Math.max(0, silence));
      // A figure that begins with its first finding shows no jump.
      for (const outcome of ["refused", "left_out", "read_as"])
        metrics.operatorFindings.inc({ operator, outcome }, 0);
    }
  });
  metrics.before("invoice numbers", async () => {
    metrics.invoiceNumbersUsed.reset();
    for (const { series, used } of await numbersUsed(db, clock.now()))
      metrics.invoiceNumbersUsed.set({ series }, used);
  });
  metrics.before("registration", async () => {
    const oldest = config.eInvoice && (await oldestUnregistered(db));
    metrics.unregisteredInvoice.set(oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0);
  });
  metrics.before("books", async () => {
    const last = await lastBooksCheck(db);
    metrics.ledgerChecked.set(last ? Date.parse(last.at) / 1000 : 0);
    for (const [kind, count] of Object.entries(last?.faults ?? {}))
      metrics.ledgerFaults.set({ kind }, count);
  });
}
