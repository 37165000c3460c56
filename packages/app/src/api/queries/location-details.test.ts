import type { Location } from "@voltmarg/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { location } from "../../../test/location.ts";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { keepTokensOf } from "../../../test/tokens.ts";
import { writeServer } from "../../native/storage.ts";
import { keys } from "./keys.ts";
import { type Check, checkBeforeStart } from "./location-details.ts";
import { queryClient } from "./query-client.ts";

let service: Awaited<ReturnType<typeof startService>>;
let status: number;
const before = location({ name: "Before" });
const now = location({ name: "Now" });

beforeEach(async () => {
  installStorage();
  status = 200;
  service = await startService((_, response) =>
    status === 200
      ? json(response, { data: { ...now, checked: "now" } })
      : json(response, { code: "LOCATION_NOT_FOUND", message: "No." }, status),
  );
  writeServer(service.address);
  keepTokensOf("u1");
  queryClient.setQueryData<Location>(keys.location("l"), before);
});
afterEach(async () => {
  queryClient.clear();
  await service.close();
});

const check = (answer: Check["answer"], secondsAgo: number): Check => ({
  answer,
  at: Date.now() - secondsAgo * 1000,
});
const name = async (known: Check | undefined) => (await checkBeforeStart("l", known))?.name;

test("an operator that answered just now is not asked again before a start", async () => {
  expect(await name(check("now", 10))).toBe("Before");
  expect(await name(check("recent", 10))).toBe("Before");
  expect(service.seen).toEqual([]);
});

test("an operator that answered more than 15 seconds ago, not in time or never is asked", async () => {
  for (const known of [check("now", 15.1), check("failed", 1), undefined]) {
    queryClient.setQueryData<Location>(keys.location("l"), before);
    expect(await name(known)).toBe("Now");
  }
  expect(service.seen).toHaveLength(3);
  expect(service.seen.every(({ url }) => url === "/api/ocpi/v1/locations/l?fresh=true")).toBe(true);
  expect(queryClient.getQueryData<Check>(keys.checked("l"))?.answer).toBe("now");
});

test("a station of which nothing is known is asked for", async () => {
  queryClient.removeQueries({ queryKey: keys.location("l") });
  expect(await name(check("now", 1))).toBe("Now");
});

test("without an answer nothing is said to be known", async () => {
  status = 404;
  expect(await checkBeforeStart("l", undefined)).toBeNull();
});
