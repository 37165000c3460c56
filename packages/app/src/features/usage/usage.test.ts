import { expect, test } from "vitest";
import { placesOf } from "./places-of.ts";
import { labelled, ticksUpTo } from "./chart-scale.ts";
import { dayIn, dayText, withSlashes } from "./date-text.ts";
import { changeOf, rupeesPerKm, rupeesPerKwh, usageTable } from "./usage-text.ts";
import {
  comparedWith,
  daysOf,
  earlier,
  later,
  periodWords,
  readPeriod,
  usualPeriod,
} from "./usage-period.ts";
import { dayOf } from "../../ui/india-days.ts";

const today = "2026-11-20";
const read = (address: string) => readPeriod(new URLSearchParams(address), today);

test("[B-4] a year of months comes first; then 12 weeks from a Monday, or the days of this month", () => {
  expect(read("")).toEqual({ by: "month", from: "2025-12-01", until: today });
  expect(read("by=day")).toEqual({ by: "day", from: "2026-11-01", until: today });
  expect(read("by=week")).toEqual({ by: "week", from: "2026-08-31", until: today });
  expect(read("by=month")).toEqual({ by: "month", from: "2025-12-01", until: today });
});

test("[B-4] dates are taken from the address; wrong ones are left out", () => {
  expect(read("by=day&from=2026-02-01&until=2026-02-28")).toEqual({
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
    expect(read(wrong), wrong).toEqual(usualPeriod("month", today));
});

test("[B-4] earlier and later are whole stretches that touch, and none is still to come", () => {
  for (const by of ["day", "week", "month"] as const) {
    const now = usualPeriod(by, today);
    const before = earlier(now, today);
    expect(Date.parse(now.from) - Date.parse(before.until), by).toBe(86_400_000);
    expect(later(now, today)).toBeNull();
    expect(later(before, today)).toEqual(now);
  }
  expect(earlier(usualPeriod("month", today), today)).toEqual({
    by: "month",
    from: "2024-12-01",
    until: "2025-11-30",
  });
  expect(earlier(usualPeriod("day", today), today)).toEqual(daysOf("2026-10", today));
});

test("[B-4] months are named as months, other days as days", () => {
  const words = (address: string) => periodWords(read(address), today);
  expect(words("")).toBe("Dec 2025 to Nov 2026");
  expect(words("by=day")).toBe("November 2026");
  expect(words("by=day&from=2026-02-01&until=2026-02-28")).toBe("February 2026");
  expect(words("by=day&from=2026-11-01&until=2026-11-10")).toBe("1 Nov to 10 Nov 2026");
  expect(words("by=week")).toBe("31 Aug to 20 Nov 2026");
});

test("[B-4] a month that runs is compared with as many days of the one before", () => {
  const with_ = (address: string, day = today) =>
    comparedWith(readPeriod(new URLSearchParams(address), day), day);
  expect(with_("by=day")).toEqual({ by: "day", from: "2026-10-01", until: "2026-10-20" });
  expect(with_("")).toEqual({ by: "month", from: "2024-12-01", until: "2025-11-20" });
  // A month that is over has all its days.
  expect(with_("by=day&from=2026-02-01&until=2026-02-28").until).toBe("2026-01-31");
  expect(with_("by=day", "2026-03-30").until).toBe("2026-02-28");
});

test("[B-4] a day, a month and a year begin at midnight in India, wherever the phone is", () => {
  expect(dayOf("2026-12-31T18:29:59.999Z")).toBe("2026-12-31");
  expect(dayOf("2026-12-31T18:30:00Z")).toBe("2027-01-01");
  const at = (instant: string) => usualPeriod("day", dayOf(instant));
  expect(at("2026-11-30T18:29:59Z").from).toBe("2026-11-01");
  expect(at("2026-11-30T18:30:00Z")).toEqual({
    by: "day",
    from: "2026-12-01",
    until: "2026-12-01",
  });
});

test("[B-4] days are written and read as 20/11/2026", () => {
  expect(dayText("2026-11-20")).toBe("20/11/2026");
  expect(dayIn("20/11/2026")).toBe("2026-11-20");
  expect(dayIn("1/2/2026")).toBe("2026-02-01");
  for (const wrong of ["", "11/20/2026", "30/02/2026", "20/11/26", "2026-11-20"])
    expect(dayIn(wrong), wrong).toBeNull();
  const typed = "20112026".split("").reduce((text, digit) => withSlashes(text + digit), "");
  expect(typed).toBe("20/11/2026");
  // Whoever has a slash may use it, and what was typed can be taken back.
  expect(withSlashes("1/2/2026")).toBe("1/2/2026");
  expect(withSlashes("20-11-2026")).toBe("20/11/2026");
  expect(withSlashes("20/1")).toBe("20/1");
  expect(withSlashes("20/")).toBe("20");
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
  const used = { kwh: 86.4, charges: 11, amount_minor: 161_962, range_km: 600 };
  expect(rupeesPerKwh(used)).toBe("₹18.75");
  expect(rupeesPerKwh({ ...used, kwh: 0 })).toBeNull();
  expect(rupeesPerKm(used)).toBe("₹2.70");
  expect(rupeesPerKm({ ...used, range_km: null })).toBeNull();
  expect(rupeesPerKm({ ...used, range_km: 0 })).toBeNull();
});

test("[B-4] the change against the time before says its direction", () => {
  const was = { kwh: 80, charges: 10, amount_minor: 150_000, range_km: null };
  const is = { kwh: 86.4, charges: 9, amount_minor: 150_000, range_km: null };
  expect(changeOf(is, was)).toEqual([
    ["Energy", "+6.4\u00a0kWh"],
    ["Charges", "\u22121"],
    ["Billed", "no change"],
    ["Average per kWh", "\u2212₹1.39"],
  ]);
  expect(changeOf(is, { kwh: 0, charges: 0, amount_minor: 0, range_km: 0 })).toBeNull();
});

test("[B-4] the table holds every stretch, readable by a spreadsheet", () => {
  const stretch = {
    from: "2026-11-19",
    until: "2026-11-19",
    kwh: 15.79,
    charges: 1,
    range_km: null,
  };
  expect(
    usageTable([
      { ...stretch, amount_minor: 29_998 },
      {
        ...stretch,
        from: "2026-11-20",
        until: "2026-11-20",
        kwh: 0,
        charges: 0,
        amount_minor: 5,
        range_km: 0.5,
      },
    ]),
  ).toBe(
    "\uFEFFFrom,Until,Energy (kWh),Charges,Billed with GST (INR),Range (km)\r\n" +
      "2026-11-19,2026-11-19,15.79,1,299.98,\r\n2026-11-20,2026-11-20,0,0,0.05,0.5\r\n",
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
