import { partsOf } from "./read-settings.ts";
import type { SettingName, SettingsEnv } from "./settings.ts";

/** How many replicas share one database and find each other. */
export type ScaleSettings = {
  /** Around any pooler: for LISTEN, the job worker and migrations, which need a session of their own. */
  databaseDirectUrl: string;
  /** A standby, for reads that may be a moment old; null: the database itself answers them. */
  databaseReplicaUrl: string | null;
  /** Connections of this replica to the database at most, the direct ones aside. */
  databaseConnections: number;
  /** Null: signals between replicas go through PostgreSQL. */
  nats: { servers: string[]; events: boolean } | null;
  /** Seconds between the word that this replica leaves and its end to new requests: what a balancer needs to see it. */
  drainSeconds: number;
};

/** Reads them; `fault` is told of what cannot be used, in one sentence. */
export function readScaleSettings(
  env: SettingsEnv,
  prod: boolean,
  fault: (sentence: string) => void,
): ScaleSettings {
  const count = (name: SettingName, initial: number, least: number, most: number) => {
    const value = env[name] ? Number(env[name]) : initial;
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    fault(`${name} must be a whole number from ${least} to ${most}, not "${env[name]}".`);
    return initial;
  };
  const servers = partsOf(env, "NATS_URL", fault);
  for (const each of servers) {
    if (!/^(nats|tls|wss?):\/\/\S+$/.test(each))
      fault(`NATS_URL must be nats://host:port, several with commas between, not "${each}".`);
  }
  const events = env.NATS_EVENTS || "off";
  if (events !== "on" && events !== "off") fault(`NATS_EVENTS must be on or off, not "${events}".`);
  if (events === "on" && servers.length === 0)
    fault("NATS_EVENTS is on, but NATS_URL does not say where.");
  return {
    databaseDirectUrl: env.DATABASE_DIRECT_URL || env.DATABASE_URL || "",
    databaseReplicaUrl: env.DATABASE_REPLICA_URL || null,
    databaseConnections: count("DATABASE_CONNECTIONS", 16, 4, 200),
    nats: servers.length > 0 ? { servers, events: events === "on" } : null,
    drainSeconds: count("DRAIN_SECONDS", prod ? 5 : 0, 0, 300),
  };
}
