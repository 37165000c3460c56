import { charging } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { startTraceReceiver, type Received } from "@voltmarg/testkit/trace-receiver";
import { startTracing, traceparent } from "./tracing.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const TAP = `00-${TRACE}-00f067aa0ba902b7-01`;

let own: OwnOperator;
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
beforeAll(async () => {
  own = await openOwnOperator();
  receiver = await startTraceReceiver();
});
afterAll(async () => {
  await own.close();
  await receiver.close();
});

const settings = (share: number) => ({
  endpoint: receiver.endpoint,
  headers: {},
  serviceName: "voltmarg",
  share,
});

/** Starts a session, delivers the command and its result, and returns the spans that were sent. */
async function tap(driver: Driver, evse: string, share: number): Promise<Received[]> {
  const { world, operator, places } = own;
  receiver.spans.length = 0;
  const tracing = await startTracing(settings(share));
  await world.call(charging.startSession, {
    body: {
      location_id: places.get("EVEN")!,
      evse_uid: evse,
      connector_id: "1",
      estimation_info: { selectedMoney: 100 },
    },
    token: driver.token,
    send: { traceparent: TAP },
  });
  await world.drain();
  const { body } = operator.commands.at(-1)!;
  const path = new URL(String(body["response_url"])).pathname.replace("/ocpi/emsp/2.2.1", "");
  await operator.call("POST", path, { result: "ACCEPTED" });
  await world.drain();
  await tracing.stop();
  return receiver.spans.filter(({ traceId }) => traceId === TRACE);
}

const attribute = (span: Received, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test("[S-1] one trace covers the driver's request, the outbox, the operator's call and its result", async () => {
  const driver = await own.driver(50_000);
  const heard = own.operator.heard.length;
  const spans = await tap(driver, "EVEN-1", 1);
  const named = (name: string) => {
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`no span ${name} among ${spans.map((s) => s.name).join(", ")}`);
    return found;
  };
  const press = named("POST /api/ocpi/v1/commands/START_SESSION");
  expect(press.parentSpanId).toBe("00f067aa0ba902b7");
  expect(attribute(press, "http.response.status_code")).toBe(200);
  expect(named("insert outbox").parentSpanId).toBe(press.spanId);
  const work = named("outbox roaming.command");
  expect(work.parentSpanId).toBe(press.spanId);
  expect(named("insert operator_command").parentSpanId).toBe(work.spanId);
  const call = spans.find(({ kind, name }) => kind === 3 && name === "POST")!;
  expect(call.parentSpanId).toBe(work.spanId);
  expect(attribute(call, "server.address")).toMatch(/^127\.0\.0\.1:/);
  // The operator gets the trace, and the ids in its request link its log with ours.
  const command = own.operator.heard.slice(heard).find((each) => each["traceparent"])!;
  expect(command["traceparent"]).toBe(`00-${TRACE}-${call.spanId}-01`);
  expect(attribute(call, "http.request.id")).toBe(command["x-request-id"]);
  expect(attribute(call, "ocpi.correlation_id")).toBe(command["x-correlation-id"]);
  expect(named("result of START_SESSION").parentSpanId).toBe(work.spanId);
  // No personal data of the driver was sent.
  const sent = receiver.texts.join("");
  for (const secret of [driver.mobile, driver.id, driver.token, driver.refresh, "their-token"])
    expect(sent).not.toContain(secret);
});

test("unsampled traces are not sent, whatever the caller requests", async () => {
  const driver = await own.driver(50_000);
  expect(await tap(driver, "EVEN-2", 0)).toEqual([]);
  expect(receiver.spans).toEqual([]);
});

test("an invalid trace header begins a new trace; without a receiver nothing is traced", async () => {
  expect(traceparent()).toBeNull();
  receiver.spans.length = 0;
  const tracing = await startTracing(settings(1));
  const zeros = `00-${"0".repeat(32)}-00f067aa0ba902b7-01`;
  for (const sent of ["rubbish", zeros])
    await fetch(`${own.world.url}/healthz`, { headers: { traceparent: sent } });
  await tracing.stop();
  const asked = receiver.spans.filter(({ name }) => name === "GET /healthz");
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ traceId }) => traceId)).size).toBe(2);
  expect(asked.map(({ parentSpanId }) => parentSpanId ?? "")).toEqual(["", ""]);
});
