import { afterEach, expect, test } from "vitest";
import { json, startService } from "../../test/service.ts";
import { answers, isAllowed, serverAddress } from "./servers.ts";

test("[R-29] [N-2] only the origin of a server counts, and nothing that hides another one", () => {
  expect(serverAddress(" https://test.voltmarg.example/ ")).toBe("https://test.voltmarg.example");
  expect(serverAddress("http://10.0.0.5:8080")).toBe("http://10.0.0.5:8080");
  for (const wrong of [
    "",
    "voltmarg.example",
    "javascript:alert(1)",
    "ftp://voltmarg.example",
    "https://voltmarg.example@evil.example",
    "https://voltmarg.example/api",
    "https://voltmarg.example/?a=1",
    "https://voltmarg.example/#a",
  ])
    expect(serverAddress(wrong), wrong).toBeNull();
});

test("[N-2] an app of PROD, or of nobody knows what, speaks to no server it was not built with", () => {
  const known = { TEST: "https://test.voltmarg.example" };
  const prod = { origin: "https://voltmarg.example", environment: "PROD" } as const;
  expect(isAllowed("https://evil.example", prod, known)).toBe(false);
  expect(isAllowed("https://evil.example", { ...prod, environment: null }, known)).toBe(false);
  expect(isAllowed("https://voltmarg.example", prod, known)).toBe(true);
  expect(isAllowed("https://test.voltmarg.example", prod, known)).toBe(true);
  expect(isAllowed("http://127.0.0.1:9", { ...prod, environment: "DEV" }, known)).toBe(true);
});

let service: Awaited<ReturnType<typeof startService>> | undefined;
afterEach(() => service?.close());

test("[N-2] a server is asked whether it is well before it is chosen", async () => {
  let said: unknown = { status: "ok" };
  service = await startService((_, response) => json(response, said));
  expect(await answers(service.address, 2000)).toBe(true);
  expect(service.seen.at(-1)?.url).toBe("/healthz");
  said = { hello: "world" };
  expect(await answers(service.address, 2000)).toBe(false);
  expect(await answers("http://127.0.0.1:1", 2000)).toBe(false);
});
