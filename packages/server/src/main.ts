import { flushCompileCache } from "node:module";
import { compose } from "./compose.ts";
import { forgetOldRows } from "./composition/retention.ts";
import { createWakeTimer } from "./platform/outbox/wake-timer.ts";
import { systemClock } from "./platform/clock.ts";
import { ConfigError } from "./platform/config/config.ts";
import { readConfigHere } from "./platform/config/folders.ts";
import { clockAgrees } from "./platform/database/clock-agrees.ts";
import { afterCommit, openDatabase } from "./platform/database/database.ts";
import { leave } from "./platform/shutdown.ts";
import { createEventStream } from "./platform/bus/event-stream.ts";
import { keepTrying } from "./platform/keep-trying.ts";
import { startInterval } from "./platform/interval.ts";
import { listenForMetrics } from "./platform/http/metrics-listener.ts";
import { adviceOn } from "./platform/config/production-checks.ts";
import { createLogger } from "./platform/observability/logger.ts";
import { DatabaseTooOld, ensurePartitions, migrate } from "./platform/database/migrate.ts";
import { createNatsBus } from "./platform/bus/nats-bus.ts";
import { createRingers } from "./platform/outbox/ringers.ts";
import { QUEUES } from "./platform/outbox/outbox.ts";
import { dropOutboxDays } from "./platform/outbox/outbox-days.ts";
import { createPgBus } from "./platform/bus/pg-bus.ts";
import { startTracing } from "./platform/observability/tracing.ts";
import { everyDay, everyHour, everyMinute, startSchedule } from "./platform/schedule.ts";

const LOOK_MS = 1_000;
const OCPI_LOG_MS = 500;
const FINDINGS_MS = 1_000;
const STOPS_MS = 60_000;

/** Runs the service until a stop signal. */
async function main(): Promise<void> {
  const config = readConfigHere(process.env);
  const { scale } = config;
  const logger = createLogger(config.logLevel);
  for (const each of adviceOn(config)) logger.warn(each);
  const tracing = config.tracing && (await startTracing(config.tracing));
  const onBroken = (error: Error) => logger.warn({ err: error }, "a database connection broke");
  const direct = openDatabase(scale.databaseDirectUrl, onBroken, 2);
  await migrate(direct);
  await ensurePartitions(direct.db, systemClock.now());
  await direct.close();
  // With a pooler between, the addresses differ.
  const keepsPlans = config.databaseUrl === scale.databaseDirectUrl;
  const { databaseConnections } = scale;
  const database = openDatabase(config.databaseUrl, onBroken, databaseConnections, keepsPlans);
  const standby = scale.databaseReplicaUrl
    ? openDatabase(scale.databaseReplicaUrl, onBroken, databaseConnections)
    : null;

  const bus = scale.nats
    ? createNatsBus(scale.nats.servers, logger)
    : createPgBus(database.pool, scale.databaseDirectUrl, logger);
  const events = scale.nats?.events ? createEventStream(scale.nats.servers, logger) : null;
  const ringers = createRingers(() => service.outbox, logger);
  const drainAll = () => QUEUES.forEach((queue) => ringers[queue]());
  /** One statement instead of a claim in each queue: most of the time no row is due. */
  const look = async () => {
    try {
      for (const { queue, shard } of await service.outbox.due()) ringers[queue](shard);
    } catch (error) {
      logger.warn({ err: error }, "the outbox could not be looked at");
    }
  };
  const alarm = createWakeTimer(systemClock, () => void look());
  const service = await compose({
    config,
    database,
    clock: systemClock,
    logger,
    bus,
    ...(events && { events }),
    ...(standby && { standby }),
    wake: async (tx, at, queue, shard) => {
      alarm.at(at);
      // A ring for a row that is due much later would look for nothing.
      if (at.getTime() - systemClock.now().getTime() < LOOK_MS)
        afterCommit(tx, () => ringers[queue](shard));
    },
    checkAnswers: config.profile === "TEST",
  });
  /** What cannot be undone is not done by a clock that is wrong. */
  const byTheClock = (work: () => Promise<void>) => async () => {
    if (await clockAgrees({ database, clock: systemClock, logger })) await work();
  };
  const schedule = await startSchedule(database, logger, {
    synchronise: everyMinute(service.askDueSyncs),
    register_documents: everyMinute(service.registerDocuments),
    make_partitions: everyHour(0, () => ensurePartitions(database.db, systemClock.now())),
    escalate_overdue: everyHour(5, service.escalateOverdue),
    sweep_closed_wallets: everyHour(7, service.sweepClosedWallets),
    check_books: everyHour(17, service.checkBooks),
    close_money_days: everyHour(33, service.closeMoneyDays),
    drop_outbox_days: everyHour(53, () => dropOutboxDays({ database, clock: systemClock, logger })),
    // Late in the evening of India, so that what was settled at the end of a month is booked in it.
    read_settlements: everyDay("17:37", service.readSettlements),
    forget_old_rows: everyDay(
      "20:11",
      byTheClock(() =>
        forgetOldRows({ database, clock: systemClock, logger, auditDays: config.staffAuditDays }),
      ),
    ),
    forget_meter: everyDay("20:23", service.forgetMeter),
    forget_intervals: everyDay("20:29", service.forgetIntervals),
    forget_ocpi_log: everyDay("20:41", service.forgetOcpiLog),
    roll_up_hours: everyDay("20:47", service.rollUpHours),
    end_accounts: everyDay("21:03", byTheClock(service.endAccounts)),
  });

  const { metrics, readiness } = service;
  const { host, port } = config.metrics;
  const watched =
    port === null ? null : await listenForMetrics({ host, port }, { metrics, readiness, logger });
  // Nothing rings for rows of a killed replica whose lease has ended, and for those that were due in more than an hour.
  const stopLooking = startInterval(LOOK_MS, look);
  const stopLogging = startInterval(OCPI_LOG_MS, service.flushOcpiLog);
  const stopFinding = startInterval(FINDINGS_MS, service.flushFindings);
  const stopWatching = startInterval(STOPS_MS, service.watchStops);
  // Before the first request, so that a stop signal from then on shuts down in order.
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    logger.info({}, "leaving");
    const { http, outbox, draining } = service;
    const cut = await leave(draining, scale.drainSeconds, [
      { name: "requests", atMost: 10_000, run: () => http.close() },
      {
        name: "jobs",
        atMost: 20_000,
        run: async () => {
          stopLooking();
          stopWatching();
          alarm.stop();
          await Promise.all([outbox.stop(), schedule.stop()]);
        },
      },
      {
        name: "OCPI log",
        atMost: 3_000,
        run: () => {
          stopLogging();
          stopFinding();
          return Promise.all([service.flushOcpiLog(), service.flushFindings()]);
        },
      },
      { name: "signals", atMost: 3_000, run: () => Promise.all([bus.close(), events?.close()]) },
      {
        name: "database",
        atMost: 3_000,
        run: () => Promise.all([database.close(), standby?.close()]),
      },
      { name: "traces", atMost: 3_000, run: async () => tracing?.stop() },
      { name: "metrics", atMost: 1_000, run: async () => watched?.close() },
    ]);
    logger.info({ cut }, "left");
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  // The program that started us is gone: nothing would stop us any more.
  process.on("disconnect", () => void stop());

  const address = await service.http.listen({ host: config.host, port: config.port });
  logger.info({ address, profile: config.profile }, "listening");
  // Who started it may search then, and finds it ready.
  void service.searches.then(() => process.send?.({ ready: true, url: config.publicUrl }));
  // Kept now: a process that is killed keeps nothing.
  flushCompileCache();
  await service.resume();
  drainAll();
  // Operators may come up after us: tries again until all are in step.
  void keepTrying(service.connectOperators);
}

main().catch((error: unknown) => {
  const told =
    error instanceof ConfigError || error instanceof DatabaseTooOld
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${told}\n`);
  process.exit(1);
});
