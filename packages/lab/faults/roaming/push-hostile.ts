import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { registerStub, stubLocation, type StubPartner } from "@voltmarg/testkit/stub-partner";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { UNLIMITED } from "../../operator.ts";
import { quantile, resultLine, type Say } from "../../report.ts";
import { type Push, pushOf } from "./hostile-pushes.ts";

export type HostileOptions = { pushes: number; seed: number; atOnce: number };

const GOAL_P99_MS = 250;
const GOAL_GROWTH_MB = 100;
/** A process grows while it warms up: growth is measured after so many pushes. */
const WARM_PUSHES = 20_000;

/**
 * Sends malformed and hostile pushes to every receiver route, then checks the service and the other parties'
 * objects.
 */
export async function pushHostile({ pushes, seed, atOnce }: HostileOptions, say: Say) {
  const world = await startTemporaryWorld(
    {
      DEMO_SPEED: "1",
      TRAFFIC: "0",
      LOCATIONS: "100",
      LOG_LEVEL: "fatal",
      ...UNLIMITED,
    },
    say,
  );
  const database = openDatabase(world.databaseUrl, () => {}, 2);
  const stubs: StubPartner[] = [];
  try {
    const [hostile, victim] = [await registerStub(world, "EVL"), await registerStub(world, "VIC")];
    stubs.push(hostile, victim);
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    await send(agent, victim, {
      method: "PUT",
      path: "/locations/IN/VIC/L1",
      body: JSON.stringify(stubLocation(victim.party, "L1", 2)),
      headers: { "content-type": "application/json" },
      valid: true,
    });
    const others = async () => {
      const { rows } = await sql<{ all: string }>`
        select coalesce(string_agg(line, '|' order by line), '') as all from (
          select to_jsonb(l)::text as line from location l where party_id <> 'EVL'
          union all select to_jsonb(e)::text from evse e join location l on l.id = e.location_id where l.party_id <> 'EVL'
          union all select to_jsonb(t)::text from tariff t where party_id <> 'EVL'
          union all select to_jsonb(s)::text from partner_session s where party_id <> 'EVL'
          union all select to_jsonb(p)::text from partner_party p where operator_id <> ${hostile.id}
          union all select id || party_id || coalesce(their_token, '') from operator where id <> ${hostile.id}) x`.execute(
        database.db,
      );
      return createHash("sha256").update(rows[0]!.all).digest("hex");
    };
    const before = await others();
    let processBefore = await processOf(world.url);

    const end = { http5xx: 0, broken: 0, refusedThoughValid: 0 };
    const times: number[] = [];
    const codes = new Map<string, number>();
    let next = 0;
    const hand = async () => {
      while (next < pushes) {
        const n = next++;
        if (n === WARM_PUSHES) processBefore = await processOf(world.url);
        if (n > 0 && n % 10_000 === 0) say(`${n} of ${pushes}`);
        const push = pushOf(seed + n, hostile.party, victim.party);
        const started = performance.now();
        const answer = await send(agent, hostile, push);
        times.push(performance.now() - started);
        const code = codeOf(answer.body);
        const key = `${answer.status}/${code}`;
        codes.set(key, (codes.get(key) ?? 0) + 1);
        if (answer.status >= 500) end.http5xx++;
        if (answer.status === 0 || code === "none" || Number(code) >= 3000) end.broken++;
        if (push.valid && code !== "1000") end.refusedThoughValid++;
        const isWrong = answer.status >= 500 || code === "none" || Number(code) >= 3000;
        if (
          (isWrong || (push.valid && code !== "1000")) &&
          end.broken + end.refusedThoughValid < 10
        )
          say(
            `seed ${seed + n}: ${push.method} ${push.path.slice(0, 80)} → ${answer.status} ${answer.body.slice(0, 120)}`,
          );
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: atOnce }, hand));
    const seconds = (performance.now() - began) / 1000;
    agent.destroy();

    const processAfter = await processOf(world.url);
    const crossParty = (await others()) === before ? 0 : 1;
    const crashes = processAfter.startedAt === processBefore.startedAt ? 0 : 1;
    const growth = (processAfter.bytes - processBefore.bytes) / 1e6;
    const p99 = quantile(times, 0.99);
    for (const [code, count] of [...codes].toSorted((a, b) => b[1] - a[1]).slice(0, 8))
      say(`${code}: ${count}`);
    say(
      resultLine("roaming", {
        pushes,
        http5xx: end.http5xx,
        broken: end.broken,
        valid_refused: end.refusedThoughValid,
        cross_party: crossParty,
        crashes,
        p99: `${p99.toFixed(0)}ms`,
        growth: `${growth.toFixed(0)}MB`,
        rate: `${Math.round(pushes / seconds)}/s`,
        seed,
      }),
    );
    const ok =
      end.http5xx + end.broken + end.refusedThoughValid + crossParty + crashes === 0 &&
      p99 < GOAL_P99_MS &&
      (pushes < 2 * WARM_PUSHES || growth < GOAL_GROWTH_MB);
    return { ok, ...end, crossParty, crashes, p99 };
  } finally {
    for (const stub of stubs) await stub.close();
    await database.close();
    await world.stop();
  }
}

function codeOf(body: string): string {
  try {
    const { status_code } = JSON.parse(body) as { status_code?: unknown };
    return typeof status_code === "number" ? String(status_code) : "none";
  } catch {
    return "none";
  }
}

/** A raw request, as fetch would correct addresses that are wrong on purpose. */
function send(
  agent: Agent,
  { receiver, authorization }: StubPartner,
  push: Push,
): Promise<{ status: number; body: string }> {
  const { hostname, port, pathname } = new URL(receiver);
  return new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: push.method,
        path: `${pathname}${push.path}`,
        headers: {
          authorization,
          ...push.headers,
          ...(push.body === undefined ? {} : { "content-length": Buffer.byteLength(push.body) }),
        },
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (body += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
        response.on("error", () => resolve({ status: 0, body: "" }));
      },
    );
    outgoing.on("error", (error) => resolve({ status: 0, body: error.message }));
    outgoing.end(push.body);
  });
}

async function processOf(url: string): Promise<{ startedAt: string; bytes: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1] ?? "";
  return {
    startedAt: figure("process_start_time_seconds"),
    bytes: Number(figure("process_resident_memory_bytes")),
  };
}
