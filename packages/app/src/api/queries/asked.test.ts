import { renderHook } from "../../../test/render-hook.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { location } from "../../../test/location.ts";
import { json, startService } from "../../../test/service.ts";
import { keepTokensOf } from "../../../test/tokens.ts";
import { setUser, signOut } from "../account/account.ts";
import { writeServer } from "../../native/storage.ts";
import { useCdr, useCdrOfSession, useCdrs, useCdrsBetween, useInvoice, useUsage } from "./cdrs.ts";
import { keys } from "./keys.ts";
import {
  seenPins,
  useCount,
  useFavourites,
  useNearby,
  useOperators,
  usePins,
  useSeen,
  useStation,
  useStationsNamed,
} from "./locations.ts";
import { useMessages } from "./messages.ts";
import { useDemoCode, useOtpExpiry } from "./one-time-code.ts";
import { queryClient } from "./query-client.ts";
import { useOpenSessions, useSession } from "./sessions.ts";
import { useMovements, useTopUp, useWallet, useWithdrawalPlan, useWithdrawals } from "./wallet.ts";

type Answer = { status?: number; body: unknown };
let service: Awaited<ReturnType<typeof startService>>;
let answer: (path: string) => object;
const leaves: (() => void)[] = [];
const page = { content: [], page_no: 0, page_size: 20, total_elements: 0, total_pages: 0 };
beforeEach(async () => {
  installStorage();
  answer = () => ({ data: {}, ...page });
  service = await startService(({ url = "" }, response) => {
    const given = answer(url) as Answer;
    if ("status" in given) json(response, given.body, given.status);
    else json(response, given);
  });
  writeServer(service.address);
  keepTokensOf("u1");
  setUser({ id: "u1", customer_type: "PERSONAL" } as Parameters<typeof setUser>[0]);
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: "always" } });
  queryClient.clear();
});
afterEach(async () => {
  for (const leave of leaves.splice(0)) leave();
  await signOut();
  await service.close();
});

/** A screen with this hook; it is left when the test is over. */
function screen<Props, Result>(hook: (props: Props) => Result, first: Props) {
  const drawn = renderHook(hook, first);
  leaves.push(drawn.leave);
  return drawn;
}
/** What the service was asked: path and query. */
const asked = () =>
  service.seen.map(({ url }) => {
    const { pathname, searchParams } = new URL(url, service.address);
    return [pathname.split("/").slice(4).join("/"), Object.fromEntries(searchParams)] as const;
  });
const queries = () => asked().map(([, query]) => query);
/** In how many ms the only query on the screen is asked again; false: not by itself. */
function again(): number | false | undefined {
  const [query] = queryClient.getQueryCache().findAll({ type: "active" });
  const { refetchInterval } = query!.observers[0]!.options;
  return typeof refetchInterval === "function" ? refetchInterval(query!) : refetchInterval;
}
const soon = async (drawn: { now: () => { isFetching: boolean } }) =>
  expect.poll(() => drawn.now().isFetching).toBe(false);
const asCompany = () =>
  setUser({ id: "u1", customer_type: "CORPORATE" } as Parameters<typeof setUser>[0]);

test("[B-1] a company's driver has no wallet to ask for", async () => {
  asCompany();
  for (const hook of [useWallet, useWithdrawals, () => useMovements({})])
    expect(screen<null, { fetchStatus: string }>(hook, null).now().fetchStatus).toBe("idle");
  expect(asked()).toEqual([]);
});

test("[B-1] movements come by session, 20 at once, unless one kind is asked for", async () => {
  await soon(screen(() => useMovements({}), null));
  await soon(screen(() => useMovements({ kind: "TOP_UP" as never }), null));
  expect(queries()).toEqual([
    { page_no: "0", page_size: "20", per: "session" },
    { page_no: "0", page_size: "20", kind: "TOP_UP" },
  ]);
});

test.each([
  ["REQUESTED", 59_000, 2000],
  ["PROCESSING", 61_000, 30_000],
  ["DONE", 0, false],
])("[B-1] a refund that is %s since %i ms is asked for every %s ms", async (status, age, every) => {
  const created_at = new Date(Date.now() - age).toISOString();
  answer = () => ({ ...page, content: [{ id: "w1", status, created_at }] });
  await soon(screen(useWithdrawals, null));
  expect(again()).toBe(every);
  expect(queries()).toEqual([{ page_no: "0", page_size: "20" }]);
});

test("[B-1] an older refund that is under way is asked for as well", async () => {
  const created_at = new Date(Date.now() - 1000).toISOString();
  const one = (status: string) => ({ id: status, status, created_at });
  answer = () => ({ ...page, content: [one("DONE"), one("PROCESSING")] });
  await soon(screen(useWithdrawals, null));
  expect(again()).toBe(2000);
});

test("[B-1] a payment is asked for often at first, seldom after a failure, and not once it is there", async () => {
  let status = "PENDING";
  answer = () => ({ data: { id: "t1", status } });
  const drawn = screen((id: string | null) => useTopUp(id), null as string | null);
  expect([drawn.now().fetchStatus, asked()]).toEqual(["idle", []]);
  drawn.draw("t1");
  await soon(drawn);
  expect(again()).toBe(2000);
  for (let times = 1; times < 14; times++) await drawn.now().refetch();
  expect(again()).toBe(2000);
  await drawn.now().refetch();
  expect(again()).toBe(10_000);
  status = "CREDITED";
  await drawn.now().refetch();
  expect(again()).toBe(false);
  queryClient.clear();
  status = "FAILED";
  const failed = screen(() => useTopUp("t2"), null);
  await soon(failed);
  expect(again()).toBe(10_000);
});

test("[B-1] where a refund would go is asked for its amount", async () => {
  await soon(screen(() => useWithdrawalPlan(5000), null));
  expect(queries()).toEqual([{ amount_minor: "5000" }]);
});

test("[B-3] bills come ten at once, the ones between two days a hundred", async () => {
  await soon(screen(() => useCdrs({ month: "2026-11" }), null));
  await soon(screen(() => useCdrsBetween("2026-11-01", "2026-11-20"), null));
  const days = { date_from: "2026-11-01", date_to: "2026-11-20" };
  await soon(screen(() => useUsage({ ...days, group_by: "day" }), null));
  expect(queries()).toEqual([
    { page_no: "0", page_size: "10", month: "2026-11" },
    { ...days, page_size: "100" },
    { user_id: "u1", ...days, group_by: "day" },
  ]);
});

test("[B-3] the bill of a session is asked for every 10 s until the operator has sent it", async () => {
  answer = () => ({ status: 404, body: { code: "CDR_NOT_FOUND" } });
  const drawn = screen(
    (id: string | undefined) => useCdrOfSession(id),
    undefined as string | undefined,
  );
  expect(drawn.now().fetchStatus).toBe("idle");
  drawn.draw("s1");
  await soon(drawn);
  expect([drawn.now().data, again()]).toEqual([null, 10_000]);
  answer = () => ({ data: { id: "c1" } });
  await drawn.now().refetch();
  await expect.poll(() => drawn.now().data).toEqual({ id: "c1" });
  expect(again()).toBe(false);
  answer = () => ({ status: 404, body: { code: "NOT_FOUND" } });
  const other = screen(() => useCdrOfSession("s2"), null);
  await expect.poll(() => other.now().isError).toBe(true);
});

test("[B-3] a bill is asked for by its id, its invoice as a PDF of its name, once", async () => {
  const bill = screen((id: string | undefined) => useCdr(id), undefined as string | undefined);
  expect(bill.now().fetchStatus).toBe("idle");
  const invoice = screen(() => useInvoice("c1", "bill.pdf"), null);
  await soon(invoice);
  expect(invoice.now().data).toMatchObject({ name: "bill.pdf", type: "application/pdf" });
  expect(service.seen[0]!.headers.accept).toBe("application/pdf");
  bill.draw("c2");
  await soon(bill);
  expect(asked().map(([path]) => path)).toEqual(["cdr/c1", "cdr/c2"].map(() => expect.anything()));
});

test("[A-1] when a new code may be sent is asked once one was, on the service's clock", async () => {
  answer = () => ({ data: { expiry_time: 30 } });
  const sent = (mobile: string, sentAt: number | null) => ({ mobile, sentAt });
  const drawn = screen(useOtpExpiry, sent("", 5));
  drawn.draw(sent("9876543210", null));
  expect(asked()).toEqual([]);
  const before = Date.now();
  drawn.draw(sent("9876543210", 5));
  await soon(drawn);
  const left = drawn.now().data! - before;
  expect(left).toBeGreaterThanOrEqual(30_000);
  expect(left).toBeLessThan(60_000);
  expect(queries()).toEqual([{ otpType: "CCS" }]);
});

test.each([true, false])(
  "[A-1] a demonstration's outbox (%s) is read for the code",
  async (isDemo) => {
    queryClient.setQueryData(keys.config, { dev_outbox: isDemo });
    answer = (path) =>
      path.includes("outbox")
        ? [{ code: null }, { code: "123456" }, { code: "000000" }]
        : { data: { dev_outbox: isDemo } };
    const drawn = screen(useDemoCode, { mobile: "", sentAt: 1 });
    expect(drawn.now()).toBeNull();
    drawn.draw({ mobile: "9876543210", sentAt: 1 });
    if (isDemo) {
      await expect.poll(drawn.now).toBe("123456");
      expect(queries()).toContainEqual({ to: "+919876543210" });
    } else expect(service.seen.filter(({ url }) => url.includes("outbox"))).toEqual([]);
  },
);

const area = { lat: 18.5, lon: 73.8, km: 10 };
const nearby = { area, text: "", filter: {}, sort: "near" } as const;
const where = { latitude: "18.5", longitude: "73.8" };

test("[L-1] the list is asked round a place in its order, by text anywhere in the best one", async () => {
  const drawn = screen(
    ({ text, on }: { text: string; on: boolean }) => useNearby({ ...nearby, text }, on),
    {
      text: "",
      on: false,
    },
  );
  expect(asked()).toEqual([]);
  drawn.draw({ text: "", on: true });
  await soon(drawn);
  drawn.draw({ text: "plaza", on: true });
  await soon(drawn);
  await soon(screen(() => useCount({ ...nearby, filter: { open_now: "true" } }), null));
  const rules = { ...where, apply_tariff_restrictions: "true" };
  expect(queries()).toEqual([
    { ...rules, distance: "10", sort: "distance", page_size: "200" },
    { ...rules, distance: "5000", "search-text": "plaza", page_size: "200" },
    { ...rules, distance: "10", sort: "distance", open_now: "true", page_size: "1" },
  ]);
});

test("[T-9] stations are looked up by a name, none for an empty one", async () => {
  answer = () => ({ ...page, content: [location()] });
  const drawn = screen((text: string) => useStationsNamed(text, area), "" as string);
  expect(asked()).toEqual([]);
  drawn.draw("plaza");
  await expect.poll(() => drawn.now().data?.length).toBe(1);
  const fixed = { distance: "5000", page_size: "8", total: "false" };
  expect(queries()).toEqual([{ ...where, ...fixed, "search-text": "plaza" }]);
});

test("[L-1] operators are asked for as such; favourites with the place, where that is known", async () => {
  await soon(screen(useOperators, null));
  answer = () => ({ data: { locations: [] } });
  await soon(screen(() => useFavourites(null, false), null));
  await soon(screen(() => useFavourites(null), null));
  queryClient.removeQueries({ queryKey: keys.wishlist });
  await soon(screen(() => useFavourites(area), null));
  expect(queries()).toEqual([{ page_size: "100", partner_type: "CPO" }, {}, where]);
});

test("[R-1] of a box that is known only the changes are asked for", async () => {
  const box = { west: 73, south: 18, east: 74, north: 19 };
  const pin = { id: "p1", latitude: 18.5, longitude: 73.5, state: "available" };
  answer = () => ({ data: { version: "v1", pins: [pin], truncated: false } });
  const drawn = screen((of: typeof box | null) => usePins(of, {}), null as typeof box | null);
  expect([asked(), seenPins()]).toEqual([[], []]);
  drawn.draw(box);
  await soon(drawn);
  await drawn.now().refetch();
  expect(queries().map(({ since, limit }) => [since, limit])).toEqual([
    [undefined, "100000"],
    ["v1", "100000"],
  ]);
});

test("[N-1] what was seen is each station in its newest version, with the time of the newest", () => {
  const drawn = screen((wanted: boolean) => useSeen(wanted), true as boolean);
  expect(drawn.now()).toBeNull();
  const old = location({ id: "a", name: "old" });
  queryClient.setQueryData(
    keys.nearbyOf({ n: 1 } as never),
    { content: [old] },
    { updatedAt: 1000 },
  );
  queryClient.setQueryData(keys.wishlist, [location({ id: "b" })], { updatedAt: 2000 });
  const fresh = location({ id: "a", name: "new" });
  queryClient.setQueryData(
    keys.nearbyOf({ n: 2 } as never),
    { content: [fresh] },
    { updatedAt: 3000 },
  );
  drawn.draw(true);
  expect(drawn.now()?.at).toBe(3000);
  expect(drawn.now()?.stations.map(({ id, name }) => [id, name])).toEqual([
    ["a", "new"],
    ["b", "Lake Garden Kiosk"],
  ]);
  drawn.draw(false);
  expect(drawn.now()).toBeNull();
});

test("[R-2] what the lists know of a station is shown until it is loaded", async () => {
  queryClient.setQueryData(keys.nearbyOf({} as never), { content: [location({ id: "a" })] });
  queryClient.setQueryData(keys.wishlist, [location({ id: "b" })]);
  answer = () => ({ data: location({ id: "a", name: "loaded" }) });
  const drawn = screen((id: string | null) => useStation(id, null), null as string | null);
  expect([drawn.now().data, asked()]).toEqual([undefined, []]);
  drawn.draw("b");
  expect(drawn.now()).toMatchObject({ data: { id: "b" }, isPlaceholderData: true });
  drawn.draw("c");
  expect(drawn.now().data).toBeUndefined();
  drawn.draw("a");
  expect(drawn.now().data).toMatchObject({ id: "a", name: "Lake Garden Kiosk" });
});

test("[S-2] without the live stream an open session is asked for every 10 s, one that is over is not", async () => {
  let status = "ACTIVE";
  answer = () => ({ data: { id: "s1", status, version: 1 } });
  const drawn = screen((id: string | undefined) => useSession(id), undefined as string | undefined);
  expect(drawn.now().fetchStatus).toBe("idle");
  drawn.draw("s1");
  await soon(drawn);
  expect(again()).toBe(10_000);
  status = "COMPLETED";
  await drawn.now().refetch();
  expect(again()).toBe(false);
});

test("[S-2] open sessions are the ones that start or run, in their newest version", async () => {
  const one = (id: string, status: string, version = 1) => ({ id, status, version });
  queryClient.setQueryData(keys.session("a"), one("a", "ACTIVE", 5) as never);
  answer = () => ({
    ...page,
    content: [one("a", "ACTIVE"), one("b", "PENDING"), one("c", "COMPLETED")],
  });
  const drawn = screen(useOpenSessions, null);
  await soon(drawn);
  expect(drawn.now().data).toEqual([one("a", "ACTIVE", 5), one("b", "PENDING")]);
  expect(again()).toBe(10_000);
  expect(queryClient.getQueryData(keys.session("b"))).toEqual(one("b", "PENDING"));
  answer = () => ({ ...page, content: [] });
  await drawn.now().refetch();
  expect(again()).toBe(false);
});

test("[B-6] the provider's texts are asked for by type and words; Urdu keeps amounts in their order", async () => {
  const text = (language: string) => ({ id: language, language, title: "₹500", text: "₹500" });
  answer = () => ({ content: [text("en"), text("ur")] });
  const drawn = screen((search: string) => useMessages("FAQ", search), "" as string);
  await soon(drawn);
  drawn.draw("refund");
  await soon(drawn);
  expect(queries()).toEqual([{ messageTypes: "FAQ" }, { messageTypes: "FAQ", search: "refund" }]);
  expect(drawn.now().data?.map(({ title }) => title)).toEqual(["₹500", "\u2068₹500\u2069"]);
});
