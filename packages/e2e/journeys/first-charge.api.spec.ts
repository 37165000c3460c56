import type { Session } from "@voltmarg/contract";
import { freePlug, newDriver, operatorCdrs } from "@voltmarg/testkit/driver";
import { expect, test, world } from "./world.ts";

test("[A-1] [V-1] [L-1] [S-1] [S-2] [S-3] [B-1] [B-3] a first charge, from sign-up to the bill, by the API alone", async () => {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  expect((await driver.user()).customer_type).toBe("PERSONAL");
  expect(await driver.wallet()).toMatchObject({ balance_minor: 50_000, held_minor: 0 });

  const plug = await freePlug(driver);
  const listening = new AbortController();
  const live = driver.live(listening.signal);
  const started = await driver.start(plug, 200);
  expect(started.status).toBe("PENDING");
  const held = (await driver.wallet()).held_minor;
  expect(held).toBeGreaterThanOrEqual(20_000);

  const news: Session[] = [];
  for await (const session of live) {
    if (session.id !== started.id) continue;
    news.push(session);
    const moved = new Set(news.flatMap((one) => one.kwh ?? []).filter((kwh) => kwh > 0));
    if (session.status === "ACTIVE" && moved.size >= 3) break;
    expect(["PENDING", "ACTIVE"]).toContain(session.status);
  }
  expect(news.map((one) => one.version)).toEqual(
    news.map((one) => one.version).toSorted((a, b) => a - b),
  );
  const latest = news.at(-1);
  expect(latest?.cost_minor).toBeGreaterThan(0);
  expect(latest?.state_of_charge ?? 1).toBeGreaterThan(0);

  await driver.stop(started.id);
  await expect
    .poll(async () => (await driver.session(started.id)).cdr_id, {
      message: "the bill arrives",
      timeout: 30_000,
    })
    .not.toBeNull();
  listening.abort();

  const session = await driver.session(started.id);
  expect(session).toMatchObject({ status: "COMPLETED", step: "BILLED" });
  const bill = await driver.cdrOfSession(started.id);
  const records = await operatorCdrs(world);
  const [record, ...others] = records.filter((cdr) => cdr.cdr_location.evse_uid === plug.evse_uid);
  expect(others, "the operator bills once").toEqual([]);
  expect(Math.round((record?.total_cost.incl_vat ?? Number.NaN) * 100)).toBe(bill.amount_minor);
  expect(record?.total_energy).toBeCloseTo(bill.total_energy, 6);
  expect(bill.dispute).toBeNull();
  expect(bill.net_minor + bill.gst_minor).toBe(bill.amount_minor);
  expect(bill.cgst_minor + bill.sgst_minor + bill.igst_minor).toBe(bill.gst_minor);
  expect(bill.lines.reduce((sum, line) => sum + line.excl_vat_minor, 0)).toBe(bill.net_minor);

  expect(await driver.wallet()).toMatchObject({
    balance_minor: 50_000 - bill.amount_minor,
    held_minor: 0,
  });
  const movements = await driver.movements();
  const captured = movements.filter((one) => one.kind === "CHARGE");
  expect(captured).toMatchObject([{ amount_minor: -bill.amount_minor, session_id: started.id }]);
  expect((await driver.history()).map((one) => one.id)).toEqual([bill.id]);
});
