import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { charging } from "@voltmarg/contract";
import { expect } from "vitest";
import { startHarness, type Driver, type Harness } from "./harness.ts";

/**
 * One call as the specification defines it, typed from its text and not from our contract: method and path below the
 * service's prefix, the input, and the fields read from the answer (`content[0].id`; `?` at the end: may be null).
 */
export type SpecCall = {
  call: string;
  /** Values for the `{names}` of the path; `{userId}` and the like are filled in automatically. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: () => FormData;
  headers?: Record<string, string>;
  reads: readonly string[];
  /** The error code when the answer is not 200 and JSON. */
  refusal?: string;
  type?: string;
};

export type SpecWorld = {
  world: Harness;
  driver: Driver;
  /** Ids of the driver's objects, by the names used in paths. */
  ids: Record<string, string>;
  stop(): Promise<void>;
};

/** A world with a driver who has one billed charge and one running charge. */
export async function openSpecWorld(): Promise<SpecWorld> {
  const folder = await mkdtemp(join(tmpdir(), "voltmarg-calls-"));
  const world = await startHarness({ locations: 60, env: { FILES_DIR: folder } });
  const driver = await world.signUp();
  await world.topUp(driver, 200_000);
  const plug = await world.freePlug(driver);
  const place = { location_id: plug.location.id, evse_uid: plug.evse.uid };
  const start = async () => {
    const body = { ...place, connector_id: plug.connector.id };
    const started = await world.call(charging.startSession, { body, token: driver.token });
    await world.pass(20, 5);
    return started.body.data.id;
  };
  const session_id = await start();
  await world.call(charging.stopSession, { body: { session_id }, token: driver.token });
  await world.pass(30, 5);
  const bill = await world.call(charging.getCdrOfSession, {
    params: { id: session_id },
    token: driver.token,
  });
  return {
    world,
    driver,
    ids: {
      userId: driver.id,
      mobile: driver.mobile,
      sessionId: session_id,
      cdrId: bill.body.data.id,
      locationId: plug.location.id,
      evse: plug.evse.uid,
      connector: plug.connector.id,
      tariffId: plug.connector.tariff_id!,
      evseId: plug.evse.evse_id!,
      operatorId: plug.location.operator.id,
    },
    stop: async () => {
      await world.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Makes the call as a client of the specification does and checks the fields it reads. Returns the answer. */
export async function makeCall(
  { world, driver, ids }: SpecWorld,
  prefix: string,
  { call, path = {}, query = {}, body, form, headers = {}, reads, refusal, type }: SpecCall,
): Promise<unknown> {
  const [method = "", template = ""] = call.split(" ");
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name] ?? ids[name];
    if (value === undefined) throw new Error(`${call}: what is {${name}}?`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${world.url}${prefix}${filled}${search ? `?${search}` : ""}`, {
    method,
    headers: {
      authorization: `Bearer ${driver.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form ? { body: form() } : {}),
  });
  if (type) {
    expect([call, response.status, response.headers.get("content-type")]).toEqual([
      call,
      200,
      type,
    ]);
    return Buffer.from(await response.arrayBuffer());
  }
  const answer = (await response.json()) as { code?: string };
  expect([call, response.status === 200 ? "OK" : answer.code]).toEqual([call, refusal ?? "OK"]);
  for (const field of reads) expect([call, field, has(answer, field)]).toEqual([call, field, true]);
  return answer;
}

/** Whether a field exists; `?` allows null, `[]` is the first of a list that is not empty. */
function has(answer: unknown, field: string): boolean {
  const mayBeNull = field.endsWith("?");
  const steps = field.replace("?", "").replaceAll("[0]", ".0").replaceAll("[]", ".0").split(".");
  let at: unknown = answer;
  for (const step of steps) {
    if (typeof at !== "object" || at === null || !(step in at)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return at !== undefined && (mayBeNull || at !== null);
}
