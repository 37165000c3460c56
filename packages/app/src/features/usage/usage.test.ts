import { expect, test } from "vitest";
import { placesOf } from "./places-of.ts";
import { labelled, ticksUpTo } from "./chart-scale.ts";
import { changeOf, rupeesPerKwh, usageTable } from "./usage-text.ts";
import { earlier, later, periodWords, readPeriod, usualPeriod } from "./usage-period.ts";

const today = "2026-11-20";
const read = (address: string) => readPeriod(new URLSearchParams(address), today);

test("[B-4] the usual stretch is 31 days, 12 weeks from a Monday or 12 months from a first", () => {
  expect(read("")).toEqual({ by: "day", from: "2026-10-21", until: today });
  expect(read("by=week")).toEqual({ by: "week", from: "2026-08-31", until: today });
  expect(read("by=month")).toEqual({ by: "month", from: "2025-12-01", until: today });
});

test("[B-4] dates are taken from the address; wrong ones are left out", () => {
  expect(read("from=2026-02-01&until=2026-02-28")).toEqual({
    by: "day",
    from: "2026-02-01",
    until: "2026-02-28",
  });
  for (const wrong of [
    "from=2026-02-30&until=2026-03-01",
    "from=2026-11-01&until=2026-11-21",
    "from=2026-11-10&until=2026-11-01",
    "from=2020-01-01&until=2026-11-20",
    "from=2026-11-01",
  ])
    expect(read(wrong), wrong).toEqual(usualPeriod("day", today));
});

test("[B-4] earlier and later are whole stretches that touch, and none is still to come", () => {
  for (const by of ["day", "week", "month"] as const) {
    const now = usualPeriod(by, today);
    const before = earlier(now);
    expect(Date.parse(now.from) - Date.parse(before.until), by).toBe(86_400_000);
    expect(later(now, today)).toBeNull();
    expect(later(before, today)).toEqual(now);
  }
  expect(earlier(usualPeriod("month", today))).toEqual({
    by: "month",
    from: "2024-12-01",
    until: "2025-11-30",
  });
  expect(periodWords(usualPeriod("day", today))).toBe("21 Oct to 20 Nov 2026");
  expect(periodWords(usualPeriod("month", today))).toBe("1 Dec 2025 to 20 Nov 2026");
});

test("[B-4] the side of the chart has round values that reach the highest bar", () => {
  expect(ticksUpTo(20)).toEqual([0, 5, 10, 15, 20]);
  expect(ticksUpTo(15.79)).toEqual([0, 5, 10, 15, 20]);
  expect(ticksUpTo(0.3)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(ticksUpTo(0)).toEqual([0, 1]);
  for (let most = 0.01; most < 10_000; most *= 1.37) {
    const ticks = ticksUpTo(most);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * 0.999_999);
    expect(ticks.at(-2)!).toBeLessThan(most);
  }
  expect(labelled(31, 4)).toEqual([0, 10, 20, 30]);
  expect(labelled(12, 4)).toEqual([3, 7, 11]);
  expect(labelled(1, 4)).toEqual([0]);
});

test("[B-4] the average is what was billed for each kWh, and unknown without energy", () => {
  expect(rupeesPerKwh({ kwh: 86.4, charges: 11, amount_minor: 161_962 })).toBe("₹18.75");
  expect(rupeesPerKwh({ kwh: 0, charges: 0, amount_minor: 0 })).toBeNull();
});

test("[B-4] the change against the time before says its direction", () => {
  const was = { kwh: 80, charges: 10, amount_minor: 150_000 };
  const is = { kwh: 86.4, charges: 9, amount_minor: 150_000 };
  expect(changeOf(is, was)).toEqual([
    ["Energy", "+6.4\u00a0kWh"],
    ["Charging sessions", "\u22121"],
    ["Billed", "no change"],
    ["Average per kWh", "\u2212₹1.39"],
  ]);
  expect(changeOf(is, { kwh: 0, charges: 0, amount_minor: 0 })).toBeNull();
});

test("[B-4] the table holds every stretch, readable by a spreadsheet", () => {
  const stretch = { from: "2026-11-19", until: "2026-11-19", kwh: 15.79, charges: 1 };
  expect(
    usageTable([
      { ...stretch, amount_minor: 29_998 },
      { ...stretch, from: "2026-11-20", until: "2026-11-20", kwh: 0, charges: 0, amount_minor: 5 },
    ]),
  ).toBe(
    "\uFEFFFrom,Until,Energy (kWh),Charging sessions,Billed with GST (INR)\r\n" +
      "2026-11-19,2026-11-19,15.79,1,299.98\r\n2026-11-20,2026-11-20,0,0,0.05\r\n",
  );
});

test("[B-4] places are listed by their energy; a bill that was taken back is none", () => {
  const at = (id: string | null, name: string) => ({ id, name, address: "", city: "" });
  const credited_by = { cdr_id: "c9", number: "CN/1", issued_at: "2026-11-20T00:00:00Z" };
  expect(
    placesOf([
      { location: at("a", "Lake Garden"), total_energy: 2.5, credited_by: null },
      { location: at("b", "Sahyadri Plaza"), total_energy: 10, credited_by: null },
      { location: at("a", "Lake Garden"), total_energy: 3, credited_by: null },
      { location: at("b", "Sahyadri Plaza"), total_energy: 40, credited_by },
      { location: at(null, "Gone Kiosk"), total_energy: 1, credited_by: null },
    ]),
  ).toEqual([
    { name: "Sahyadri Plaza", kwh: 10, charges: 1 },
    { name: "Lake Garden", kwh: 5.5, charges: 2 },
    { name: "Gone Kiosk", kwh: 1, charges: 1 },
  ]);
});
