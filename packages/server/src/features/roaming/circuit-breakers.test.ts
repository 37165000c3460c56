import { describe, expect, test } from "vitest";
import { type Signal } from "../../platform/bus/bus.ts";
import { createLocalBus } from "@voltmarg/testkit/local-bus";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import type { OutboundResponse } from "../../platform/http/outbound.ts";
import { createCircuitBreakers, hostsOf } from "./circuit-breakers.ts";

describe("the hosts that a partner's URLs may have", () => {
  test.each([
    [null, [], []],
    [null, ["Other.example"], ["other.example"]],
    ["https://OCPI.Peer.example/versions", [], ["ocpi.peer.example"]],
    [
      "https://peer.example:8443/versions",
      ["a.example", "B.example:81"],
      ["peer.example:8443", "a.example", "b.example:81"],
    ],
    ["https://peer.example:443/versions", ["PEER.example"], ["peer.example"]],
  ])("of %s, and of those allowed: %j", (versions_url, hosts, expected) => {
    expect([...hostsOf({ versions_url, hosts })]).toEqual(expected);
  });
});

describe("the circuit breakers of two replicas", () => {
  const START = new Date("2026-11-20T06:30:00Z");
  const SECOND = 1_000;

  function twoReplicas(answer: Partial<OutboundResponse> = {}) {
    const clock = fakeClock(START);
    const bus = createLocalBus();
    const published: Signal[] = [];
    bus.subscribe("partner-line", (signal) => published.push(signal));
    const replica = () =>
      createCircuitBreakers({
        outbound: async () => ({ status: 200, headers: {}, body: "", ...answer }),
        clock,
        bus,
      });
    return { clock, bus, published, one: replica(), other: replica() };
  }
  const request = {
    to: "NOBODY" as const,
    method: "POST",
    url: "https://peer.example/",
    headers: {},
  };
  const inSeconds = (seconds: number) => START.getTime() + seconds * SECOND;

  test("are one for each partner", () => {
    const { one } = twoReplicas();
    expect(one.of("opr_1")).toBe(one.of("opr_1"));
    expect(one.of("opr_1")).not.toBe(one.of("opr_2"));
  });

  test("share a pause that the partner asked for, with that partner alone", async () => {
    const { one, other, published } = twoReplicas({ status: 429, headers: { "retry-after": "7" } });
    const [same, another] = [other.of("opr_1"), other.of("opr_2")];
    await one.of("opr_1").send(request);
    expect(published).toMatchObject([
      {
        key: "opr_1",
        id: expect.stringMatching(/^[^/]{12}\/asked\/BULK$/) as string,
        version: inSeconds(7),
      },
    ]);
    expect(same.health().next_try_at).toEqual(new Date(inSeconds(7)));
    expect(another.health().next_try_at).toBeNull();
    await expect(same.send(request)).rejects.toThrow("the partner asked us to wait");
    expect(await another.send(request)).toMatchObject({ status: 429 });
  });

  test("open when another replica's calls were not answered, and allow a call when the partner calls", async () => {
    const { one, other, bus, clock, published } = twoReplicas();
    const [first, second] = [one.of("opr_1"), other.of("opr_1")];
    const silent = { topic: "partner-line", key: "opr_1", id: "third/silent" };
    bus.publish({ ...silent, version: inSeconds(9) });
    for (const { health } of [first, second])
      expect(health()).toMatchObject({ state: "OPEN", next_try_at: new Date(inSeconds(9)) });
    clock.advance(2 * SECOND);
    published.length = 0;
    first.heard();
    expect(published).toMatchObject([{ key: "opr_1", version: 0 }]);
    expect(published[0]!.id).toMatch(/^[^/]{12}\/heard$/);
    for (const { health } of [first, second])
      expect(health()).toMatchObject({ state: "HALF_OPEN", next_try_at: null });
    expect(await second.send(request)).toMatchObject({ status: 200 });
    expect(second.health().state).toBe("CLOSED");
  });

  test.each(["nonsense", "third/", "third/deaf", "third"])(
    "are not changed by a signal %s of a later release",
    (id) => {
      const { one, bus } = twoReplicas();
      const breaker = one.of("opr_1");
      bus.publish({ topic: "partner-line", key: "opr_1", id, version: inSeconds(9) });
      expect(breaker.health()).toMatchObject({ state: "CLOSED", next_try_at: null });
    },
  );
});
