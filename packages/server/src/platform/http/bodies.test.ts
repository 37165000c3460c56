import { connect } from "node:net";
import { accounts, stations, support } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { openPartner, type Partner } from "@voltmarg/testkit/partner";

let world: Harness;
let operator: Partner;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

/** The response status of a request whose body is never sent. */
function askWithoutBody(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const { hostname, port } = new URL(world.url);
  const lines = Object.entries({ host: hostname, "content-type": "application/json", ...headers });
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join("")}\r\n`,
      );
    });
    socket.once("data", (bytes) => {
      socket.destroy();
      resolve(Number(bytes.toString().split(" ")[1]));
    });
    socket.once("error", reject);
  });
}
const chunked = { "transfer-encoding": "chunked" };
const large = { "content-length": "200000" };

describe("unauthenticated callers are refused before the body is read", () => {
  test.each([
    ["a partner's push", "PUT", "/ocpi/emsp/2.2.1/sessions/IN/TST/S1"],
    ["a driver's call", "POST", support.createTicket.path],
    ["a driver's question to the index", "POST", stations.findAlongRoute.path],
    ["the back office's call", "PATCH", "/provider/v1/companies/com_1"],
  ])("%s", async (_, method, path) => {
    const token = { authorization: `Token ${Buffer.from("nobody").toString("base64")}` };
    expect(await askWithoutBody(method, path, chunked)).toBe(401);
    expect(await askWithoutBody(method, path, { ...token, ...large })).toBe(401);
  });

  test("public and unknown routes accept only a small body, and are told so", async () => {
    const verify = accounts.verifyOtp.path.replace(":mobile", "9800000001");
    for (const path of [verify, "/api/nothing", "/nothing"])
      expect([path, await askWithoutBody("POST", path, large)]).toEqual([path, 413]);
    expect(await askWithoutBody("POST", "/webhooks/razorpay", large)).toBe(413);
  });
});

test("a partner's push of more than 256 KB is refused, even without a Content-Length", async () => {
  const push = async (bytes: number) => {
    const filler = "x".repeat(bytes);
    const answer = await fetch(`${world.url}/ocpi/emsp/2.2.1/locations/IN/TST/L1`, {
      method: "PUT",
      headers: {
        authorization: `Token ${Buffer.from(operator.token).toString("base64")}`,
        "content-type": "application/json",
      },
      body: new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(`{"id":"${filler}"}`));
          controller.close();
        },
      }),
      duplex: "half",
    });
    return answer.status;
  };
  expect(await push(300_000)).toBe(413);
  // Small enough to be read, so that OCPI answers with its own status code.
  expect(await push(200_000)).toBe(200);
});

test("a driver sends a route of thousands of points", async () => {
  const driver = await world.signUp();
  const points = Array.from({ length: 10_000 }, (_, nth) => ({
    latitude: 18.5 + nth / 1e5,
    longitude: 73.85,
  }));
  const { body } = await world.call(stations.findAlongRoute, {
    body: { points },
    token: driver.token,
  });
  expect(body.total_elements).toBe(0);
});
