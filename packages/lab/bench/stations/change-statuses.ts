import pg from "pg";

const EVERY_MS = 50;

/**
 * Changes statuses the way another replica with the operators' pushes would: writes rows, then sends one packed
 * signal on the bus. Returns the number of changes when stopped.
 */
export async function changeStatuses(
  databaseUrl: string,
  perSecond: number,
  locations: number,
): Promise<{
  tell(id: string, uid: string, status: string): Promise<void>;
  stop(): Promise<number>;
}> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  const stopping = new AbortController();
  let changed = 0;
  const write = async (ids: string[], uids: string[], statuses: string[]) => {
    const { rows } = await pool.query(
      `update evse e set status = n.status, status_since = now(), version = nextval('location_version'),
         last_updated = now(), body = e.body || jsonb_build_object('status', n.status)
       from unnest($1::text[], $2::text[], $3::text[]) as n (id, uid, status)
       where e.location_id = n.id and e.uid = n.uid returning e.location_id as id, e.version::float8 as version`,
      [ids, uids, statuses],
    );
    const signals = (rows as { id: string; version: number }[]).map(({ id, version }) => ({
      topic: "location",
      key: "opr_1",
      id,
      version,
    }));
    for (let at = 0; at < signals.length; at += 60)
      await pool.query("select pg_notify('voltmarg', $1)", [
        JSON.stringify(signals.slice(at, at + 60)),
      ]);
    changed += rows.length;
  };
  const work = (async () => {
    const began = performance.now();
    for (let tick = 1; !stopping.signal.aborted; tick++) {
      const count = Math.round((perSecond * EVERY_MS) / 1000);
      const chosen = new Set<number>();
      while (chosen.size < count) chosen.add(2 + Math.floor(Math.random() * (locations - 2)));
      const numbers = [...chosen].sort((a, b) => a - b);
      await write(
        numbers.map((n) => `loc_${String(n).padStart(26, "0")}`),
        numbers.map((n) => `L${n}-1`),
        numbers.map(() => (Math.random() < 0.5 ? "AVAILABLE" : "CHARGING")),
      );
      const early = began + tick * EVERY_MS - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    }
  })();
  return {
    tell: (id, uid, status) => write([id], [uid], [status]),
    stop: async () => {
      stopping.abort();
      await work;
      await pool.end();
      return changed;
    },
  };
}
