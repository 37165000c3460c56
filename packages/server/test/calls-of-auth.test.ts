import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCall, openSpecWorld, type SpecWorld } from "@voltmarg/testkit/spec-calls";

let at: SpecWorld;
beforeAll(async () => {
  at = await openSpecWorld();
});
afterAll(() => at.stop());

test("[N-4] [A-3] [A-4] tokens are refreshed and given back under /auth/oauth", async () => {
  // The client's own credential of the specification, which says nothing of a driver.
  const basic = { authorization: `Basic ${Buffer.from("client:secret").toString("base64")}` };
  const fresh = (await makeCall(at, "/auth/oauth", {
    call: "POST /token",
    query: { grant_type: "refresh_token", refresh_token: at.driver.refresh },
    headers: basic,
    reads: ["access_token", "refresh_token"],
  })) as { access_token: string };
  const headers = { authorization: `Bearer ${fresh.access_token}` };
  await makeCall(at, "/auth/oauth", { call: "POST /logout", headers, reads: ["data"] });
  const after = await fetch(`${at.world.url}/api/user/v1/users/${at.driver.id}`, { headers });
  expect(after.status).toBe(401);
});
