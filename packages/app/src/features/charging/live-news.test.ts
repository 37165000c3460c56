import type { Session } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { type LiveFacts, type LiveView, liveFacts, liveNews } from "./live-news.ts";

const T0 = Date.parse("2026-11-20T04:43:00Z");
const iso = (ms: number) => new Date(T0 + ms).toISOString();

type Change = Partial<Omit<LiveView, "session">> & { session?: Partial<Session> };
const view = ({ session, ...rest }: Change = {}): LiveView => ({
  session: {
    status: "ACTIVE",
    step: "FLOWING",
    start_date_time: iso(0),
    requested_at: iso(0),
    news_at: iso(600_000),
    duration_s: 600,
    speed: 1,
    state_of_charge: null,
    parking_fee: null,
    location: { operator_name: "Urjapath", time_zone: "Asia/Kolkata" },
    ...session,
  } as Session,
  now: T0 + 600_000,
  online: true,
  silent: false,
  full: false,
  way: { by: "MONEY", limit: 300, share: 0.5 },
  left: 10,
  ...rest,
});
const way = (share: number | null): LiveView["way"] => ({ by: "MONEY", limit: 300, share });

/** What is said as the screen goes through these. */
function heard(...views: LiveView[]): string[] {
  let before: LiveFacts | null = null;
  return views.flatMap((one) => {
    const facts = liveFacts(one, before);
    const news = liveNews(one, before, facts);
    before = facts;
    return news;
  });
}

test("[S-2] figures that move, and how the screen was when it opened, are not said", () => {
  const moving = Array.from({ length: 40 }, (_, i) => view({ way: way(i / 50), left: 45 - i }));
  expect(heard(...moving)).toEqual([]);
  expect(heard(view({ silent: true }), view({ silent: true }))).toEqual([]);
});

test("[S-2] nearly done is said once, by share or by minutes, however the pace changes", () => {
  const near = ["Your limit is almost reached, in about 4 min."];
  expect(heard(view(), view({ left: 4 }), view({ left: 7 }), view({ left: 4 }))).toEqual(near);
  expect(heard(view(), view({ way: way(0.9), left: null }))).toEqual([
    "Your limit is almost reached.",
  ]);
  const free = { way: null, left: null };
  const charged = (state_of_charge: number) => view({ ...free, session: { state_of_charge } });
  expect(heard(charged(79), charged(80), charged(81))).toEqual(["The battery is at 80%."]);
});

test("[S-2] [S-7] the limit and the end are said, and not that they are near", () => {
  const reached = view({ way: way(1), left: 0 });
  const over = view({ way: way(1), left: null, session: { step: "ENDED" } });
  expect(heard(view(), reached, over, over)).toEqual([
    "Your limit is reached. Charging stops by itself.",
    "Charging has ended.",
  ]);
  expect(heard(view(), view({ left: null, session: { status: "COMPLETED" } }))).toEqual([
    "Charging has ended.",
  ]);
});

test("[S-2] silence is said each time it begins, and whether operator or network are silent", () => {
  const silent = view({ silent: true, left: null });
  const offline = view({ silent: true, online: false, left: null });
  const said = heard(view(), silent, silent, view(), silent, offline);
  expect(said.map((one) => one.slice(0, 24))).toEqual([
    "Urjapath has not reporte",
    "Urjapath has not reporte",
    "No network. These figure",
  ]);
});

test("[S-2] no power, that a parking fee will begin, and that it has", () => {
  const full = (ms: number) =>
    view({
      full: true,
      left: null,
      session: { parking_fee: { starts_at: iso(ms), per_minute_minor: 236 } },
    });
  expect(heard(view(), full(600_001), full(600_001), full(600_000))).toEqual([
    "Your vehicle has stopped drawing power. It may be full.",
    "Parking fee starts at 10:23: ₹2.36 per min. Unplug before then.",
    "Parking has cost ₹2.36 per min since 10:23. Unplug to end it.",
  ]);
});
