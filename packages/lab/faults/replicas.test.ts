import { expect, test } from "vitest";
import { breakReplicas } from "./replicas.ts";

test(
  "[B-1] three replicas are killed, drained and cut off from signals and database: nothing is lost, nothing done twice",
  { timeout: 300_000 },
  async () => {
    const lines: string[] = [];
    const end = await breakReplicas(
      {
        seconds: 60,
        replicas: 3,
        drivers: 6,
        seed: 1,
        // One of each first, then in the order of the seed.
        first: ["kill", "drain", "nats", "database"],
        pauseMs: [2_000, 6_000],
        nats: true,
        pooler: true,
        broken: null,
      },
      (line) => lines.push(line),
    );
    const told = lines.join("\n");
    expect(end, told).toMatchObject({ ok: true, lost: 0, doubled: 0 });
    expect(end.line, told).toMatch(/ kills=[1-9]\d* drains=[1-9]\d* nats_restarts=[1-9]/);
    expect(end.line, told).toMatch(/ db_restarts=[1-9]\d* streams_resumed=[1-9]/);
    expect(told).toContain("signals by NATS, PgBouncer before the database");
  },
);
