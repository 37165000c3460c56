import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { json, startService } from "../../test/service.ts";
import { keepTokensOf } from "../../test/tokens.ts";
import { setUser, signOut } from "../api/account/account.ts";
import { speak } from "../language/language.ts";
import { personal, writeServer } from "../native/storage.ts";
import { startReportingLanguage } from "./report-language.ts";

Object.assign(globalThis, { document: { documentElement: { lang: "en-IN", dir: "ltr" } } });
const aditi = { id: "u1", name: "Aditi" } as Parameters<typeof setUser>[0];

let service: Awaited<ReturnType<typeof startService>>;
let status = 200;
beforeEach(async () => {
  installStorage();
  service = await startService((_, response) => json(response, { data: {} }, status));
  writeServer(service.address);
});
afterEach(async () => {
  await speak("en");
  await service.close();
});

/** In which languages the service was told to write. */
const told = () =>
  service.seen
    .filter(({ method, url }) => method === "PATCH" && url.endsWith("/notifications/preferences"))
    .map(({ headers }) => headers["accept-language"]);

test("the service is told the driver's language at the sign-in and with every change, each once", async () => {
  startReportingLanguage();
  await speak("hi");
  expect(told()).toEqual([]);
  keepTokensOf(aditi.id);
  setUser(aditi);
  await expect.poll(told).toEqual(["hi"]);
  await speak("ur");
  await expect.poll(told).toEqual(["hi", "ur"]);
  // What it did not hear is told again.
  status = 500;
  await speak("en");
  await expect.poll(told).toEqual(["hi", "ur", "en"]);
  status = 200;
  await speak("en");
  await expect.poll(told).toEqual(["hi", "ur", "en", "en"]);
  // The answer has arrived too.
  await expect.poll(() => personal.read("language-told")).toBe("en");
  await speak("en");
  await signOut();
  expect(told()).toHaveLength(4);
});
