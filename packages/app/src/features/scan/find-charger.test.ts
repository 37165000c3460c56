import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { keepTokensOf } from "../../../test/tokens.ts";
import { writeServer } from "../../native/storage.ts";
import { findCharger } from "./find-charger.ts";

let service: Awaited<ReturnType<typeof startService>>;
let known: boolean;
let refusal: { code: string; status: number };
let found: { id: string }[];
beforeEach(async () => {
  installStorage();
  known = false;
  refusal = { code: "LOCATION_NOT_FOUND", status: 404 };
  found = [];
  service = await startService((incoming, response) => {
    if (incoming.method === "GET") json(response, { content: found, total_elements: 9 });
    else if (known) json(response, { data: { id: "l1" } });
    else json(response, { code: refusal.code, message: "No." }, refusal.status);
  });
  writeServer(service.address);
  keepTokensOf("u1");
});
afterEach(() => service.close());

const near = { lat: 18.5, lon: 73.8 };
const find = (code: string, typed = true) => findCharger(code, typed, near);
const nothing = { kind: "none", host: null, ubc: null };

test("a code the service reads leads to its station", async () => {
  known = true;
  expect(await find("VOLT:E1", false)).toEqual({ kind: "charger", location: { id: "l1" } });
  expect(service.seen).toHaveLength(1);
  expect(service.seen[0]?.body).toBe('{"qr_code":"VOLT:E1"}');
});

test("typed words lead to the one station or to the several that have them", async () => {
  found = [{ id: "l1" }];
  expect(await find(" volt:Lake ")).toEqual({ kind: "charger", location: { id: "l1" } });
  const { searchParams } = new URL(service.seen.at(-1)!.url, service.address);
  expect(Object.fromEntries(searchParams)).toEqual({
    "search-text": "Lake",
    latitude: "18.5",
    longitude: "73.8",
    distance: "5000",
    page_size: "10",
    apply_tariff_restrictions: "true",
  });
  found = [{ id: "l1" }, { id: "l2" }];
  expect(await find("Lake")).toEqual({ kind: "several", locations: found });
  found = [];
  expect(await find("Lake")).toEqual(nothing);
});

test("a scanned code, an address and a code of UBC are not searched for as words", async () => {
  found = [{ id: "l1" }];
  expect(await find("Lake", false)).toEqual(nothing);
  expect(await find("https://evil.example/x")).toEqual({ ...nothing, host: "evil.example" });
  expect(await find("beckn:x")).toEqual({ ...nothing, ubc: "UBC" });
  expect(service.seen.every(({ method }) => method === "POST")).toBe(true);
});

test("a service in trouble has not said that there is no such charger", async () => {
  refusal = { code: "INVALID_REQUEST", status: 400 };
  await expect(find("Lake")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  expect(service.seen).toHaveLength(1);
});
