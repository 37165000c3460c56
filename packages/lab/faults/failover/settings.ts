/** The ports of one database machine of a run; all machines are this one. */
export type Ports = {
  postgres: number;
  /** Patroni's health checks. */
  health: number;
  /** Where others reach its PostgreSQL, and where it reaches etcd: these can fall silent. */
  reachedAt: number;
  etcd: number;
};

export const PASSWORDS = {
  superuser: "superuser-of-failover",
  replication: "replication-of-failover",
  rewind: "rewind-of-failover",
  service: "service-of-failover",
};

/** Which of etcd's programming interfaces is safe with this Patroni (deploy/patroni/patroni.env says why). */
export function etcdOf(patroni: string): "ETCD" | "ETCD3" {
  const [major = 0, minor = 0] = patroni.split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 1) ? "ETCD3" : "ETCD";
}

/** The values of deploy/patroni/patroni.env for a machine of this run. */
export function machineEnv(
  name: string,
  ports: Ports,
  folders: { data: string; programs: string; home: string },
  etcd: "ETCD" | "ETCD3",
): Record<string, string> {
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${ports.health}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${ports.health}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${ports.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${ports.reachedAt}`,
    PATRONI_POSTGRESQL_DATA_DIR: folders.data,
    PATRONI_POSTGRESQL_BIN_DIR: folders.programs,
    PATRONI_POSTGRESQL_PGPASS: `${folders.home}/${name}.pgpass`,
    [`PATRONI_${etcd}_HOSTS`]: `'127.0.0.1:${ports.etcd}'`,
    // Otherwise it asks etcd for its addresses, and goes around the link.
    [`PATRONI_${etcd}_USE_PROXIES`]: "true",
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: PASSWORDS.superuser,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: PASSWORDS.replication,
    PATRONI_REWIND_USERNAME: "rewinder",
    PATRONI_REWIND_PASSWORD: PASSWORDS.rewind,
  };
}

/** deploy/patroni/patroni.yaml with its sockets in a folder of this run. */
export const withSocketsIn = (text: string, folder: string): string =>
  text.replace("/var/run/postgresql", folder);

/** deploy/patroni/haproxy.cfg with the addresses of this run. */
export function withAddresses(
  text: string,
  binds: { primary: number; standby: number },
  machines: ReadonlyMap<string, Pick<Ports, "postgres" | "health">>,
): string {
  return text
    .replace("127.0.0.1:5432", `127.0.0.1:${binds.primary}`)
    .replace("127.0.0.1:5433", `127.0.0.1:${binds.standby}`)
    .replaceAll(/server (\w+) \S+ check port \d+/g, (line, name: string) => {
      const ports = machines.get(name);
      return ports
        ? `server ${name} 127.0.0.1:${ports.postgres} check port ${ports.health}`
        : `# ${line}`;
    });
}

/** What `GET /cluster` of Patroni says. */
export type Members = { members: { name: string; role: string; state: string }[] };

const LEADERS = new Set(["leader", "master", "primary"]);

export const leaderOf = ({ members }: Members): string | undefined =>
  members.find(({ role }) => LEADERS.has(role))?.name;

/** All machines follow one primary, and one of them confirms its commits if any has to. */
export function isWhole(cluster: Members, machines: number, synchronous: boolean): boolean {
  const { members } = cluster;
  return (
    members.length === machines &&
    members.every(({ state }) => state === "running" || state === "streaming") &&
    members.filter(({ role }) => LEADERS.has(role)).length === 1 &&
    members.some(({ role }) => role === "sync_standby") === synchronous
  );
}

/** Which programs of those needed are missing: a sentence for who starts the run, or null. */
export function whatIsMissing(found: Readonly<Record<string, string | undefined>>): string | null {
  const missing = Object.keys(found).filter((name) => found[name] === undefined);
  if (missing.length === 0) return null;
  return `A failover needs ${missing.join(", ")}: install them (Debian: apt-get install patroni etcd-server haproxy postgresql), or say where they are with ${missing.map((name) => `${name.toUpperCase()}=<path>`).join(", ")}.`;
}

/** The longest time between two answers, in seconds, of the times at which there was one. */
export function longestGap(times: readonly number[]): number {
  let longest = 0;
  for (let nth = 1; nth < times.length; nth += 1)
    longest = Math.max(longest, times[nth]! - times[nth - 1]!);
  return longest / 1_000;
}
