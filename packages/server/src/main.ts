import { compose } from "./compose.ts";
import { createAlarm } from "./platform/alarm.ts";
import { createPgBus } from "./platform/bus.ts";
import { systemClock } from "./platform/clock.ts";
import { ConfigError, readConfig } from "./platform/config.ts";
import { openDatabase } from "./platform/database.ts";
import { createLogger } from "./platform/logger.ts";
import { ensurePartitions, migrate } from "./platform/migrate.ts";
import { startWorker, wakeWorker } from "./platform/worker.ts";

/** Runs the service until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const database = openDatabase(config.databaseUrl, (error) =>
    logger.warn({ err: error }, "a database connection broke"),
  );
  await migrate(database.db);
  await ensurePartitions(database.db, systemClock.now());

  const bus = createPgBus(database.pool, config.databaseUrl, logger);
  // Whatever broke is tried again when the worker looks.
  const drain = () =>
    service.outbox
      .drain()
      .catch((error: unknown) => logger.warn({ err: error }, "drain broke off"));
  const alarm = createAlarm(systemClock, () => void drain());
  const service = await compose({
    config,
    database,
    clock: systemClock,
    logger,
    bus,
    wake: async (tx, at) => {
      alarm.at(at);
      await wakeWorker(tx, at);
    },
    checkAnswers: config.profile === "TEST",
  });
  const worker = await startWorker(config.databaseUrl, logger, {
    drain: { schedule: "* * * * *", run: () => service.outbox.drain() },
    synchronise: { schedule: "* * * * *", run: service.askDueSyncs },
    make_partitions: {
      schedule: "0 * * * *",
      run: () => ensurePartitions(database.db, systemClock.now()),
    },
  });

  const address = await service.http.listen({ host: config.host, port: config.port });
  logger.info({ address, profile: config.profile }, "listening");
  process.send?.({ ready: true, url: config.publicUrl });
  await service.resume();
  void drain();
  // What a killed run had taken on is free again when its lease is over.
  alarm.at(new Date(systemClock.now().getTime() + (config.outboxLeaseSeconds + 1) * 1000));
  void keepConnecting(service.connectOperators);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    service.http.server.closeAllConnections();
    await service.http.close();
    alarm.stop();
    await worker.stop();
    await bus.close();
    await database.close();
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  // The program that started us is gone: nothing would stop us any more.
  process.on("disconnect", () => void stop());
}

/** Operators may come up after us: tries again until all are in step. */
async function keepConnecting(connect: () => Promise<boolean>): Promise<void> {
  for (let wait = 250; !(await connect().catch(() => false)); wait = Math.min(wait * 2, 30_000)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

main().catch((error: unknown) => {
  const told =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${told}\n`);
  process.exit(1);
});
