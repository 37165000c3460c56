import { freePlug, newDriver, newMobile } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import type { Page } from "@playwright/test";
import { expect, signInOnce, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [401] });

const MINUTE_MS = 60_000;
type Phone = { clockIsAheadBy: number };

/** Gives the phone of this page a clock that is wrong by so much, ms, and that `setClock` sets. Timers stay as they are. */
async function wrongClock(page: Page, aheadBy: number): Promise<void> {
  await page.addInitScript((by) => {
    const Real = Date;
    const phone = Object.assign(globalThis, { clockIsAheadBy: by }) as unknown as Phone;
    const now = () => Real.now() + phone.clockIsAheadBy;
    globalThis.Date = new Proxy(Real, {
      construct: (_, given) => Reflect.construct(Real, given.length > 0 ? given : [now()]) as Date,
      get: (_, name) => (name === "now" ? now : (Reflect.get(Real, name) as unknown)),
    });
  }, aheadBy);
}
const setClock = (page: Page, aheadBy: number) =>
  page.evaluate((by) => void ((globalThis as unknown as Phone).clockIsAheadBy = by), aheadBy);

const seconds = (text: string) =>
  text
    .replaceAll(/[^\d:]/g, "")
    .split(":")
    .reduce((all, part) => all * 60 + Number(part), 0);

const CLOCKS = [
  ["20 minutes fast", 20 * MINUTE_MS],
  ["20 minutes slow", -20 * MINUTE_MS],
  ["3 hours fast", 180 * MINUTE_MS],
  ["3 hours slow", -180 * MINUTE_MS],
] as const;

for (const [wrong, aheadBy] of CLOCKS)
  test(`[S-2] [R-11] a phone that is ${wrong} shows stations and a charge like one that is right`, async ({
    page: right,
    context,
  }) => {
    const driver = await newDriver(world, { vehicle: true, rupees: 1000 });
    const plug = await freePlug(driver);
    await signInOnce(right, driver);
    const page = await context.newPage();
    await wrongClock(page, aheadBy);

    await test.step("as many stations have a free plug", async () => {
      await page.goto("/tabs/tab1");
      await right.goto("/tabs/tab1");
      for (const one of [page, right])
        await expect(one.getByText(/have a free plug$/)).toBeVisible();
      await expect(async () => {
        const head = (one: Page) => one.getByText(/have a free plug$/).innerText();
        expect(await head(page)).toBe(await head(right));
        expect(await head(page)).not.toMatch(/^0 of /);
      }).toPass();
    });

    await test.step("a station is as old", async () => {
      await page.goto(`/charging-details/${plug.location_id}`);
      await right.goto(`/charging-details/${plug.location_id}`);
      await expect(page.locator(".fresh")).toHaveText(/just now/);
      await expect(right.locator(".fresh")).toHaveText(/just now/);
      await expect(page.locator(".plugs-note")).toBeEmpty();
      await expect(page.getByRole("link", { name: /^Set a limit/ })).toBeVisible();
    });

    const { id } = await driver.start(plug, 400);
    await until("energy flows", async () => (await driver.session(id)).step === "FLOWING");

    await test.step("a charge runs as long", async () => {
      await page.goto(`/charging-started?session=${id}`);
      await expectLive(page);
      await page.goto("/notifications");
      await expect(page.getByText(/just now|\b[1-3] min ago/).first()).toBeVisible();
      await page.goto(`/charging-started?session=${id}`);
    });

    await test.step("and goes on when the clock is put right, and when it is set back and forward", async () => {
      for (const next of [0, -180 * MINUTE_MS, 45 * MINUTE_MS]) {
        await setClock(page, next);
        await expectLive(page);
      }
    });

    async function expectLive(one: Page): Promise<void> {
      await expect(async () => {
        const shown = seconds(
          await one.locator(".metric", { hasText: "Time" }).locator("dd").innerText(),
        );
        const { duration_s, news_at, speed } = await driver.session(id);
        const passed = duration_s! + ((Date.now() - Date.parse(news_at!)) / 1000) * speed;
        // A second on either clock.
        expect(Math.abs(shown - passed)).toBeLessThan(3 * speed);
        expect(seconds(await one.getByText(/^Live, \d+ s ago$/).innerText())).toBeLessThan(30);
      }).toPass();
      await expect(one.getByText(/^No news/)).toHaveCount(0);
    }
  });

test("[A-1] the wait for a new OTP is as long on a phone that is slow, and after its clock is set", async ({
  page,
}) => {
  await wrongClock(page, -20 * MINUTE_MS);
  await page.goto("/login");
  const mobile = newMobile();
  await page.getByRole("link", { name: "New here? Create an account" }).click();
  await expect(page.getByRole("heading", { name: "Your mobile number" })).toBeVisible();
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
  await page.getByRole("button", { name: "Create account" }).click();
  const countdown = page.getByText(/^New OTP in /);
  await expect(countdown).toBeVisible();
  const [began, first] = [Date.now(), seconds(await countdown.innerText())];
  const expectLeft = () =>
    expect(async () => {
      const left = first - (Date.now() - began) / 1000;
      expect(Math.abs(seconds(await countdown.innerText()) - left)).toBeLessThan(4);
    }).toPass();
  for (const next of [0, 180 * MINUTE_MS, -180 * MINUTE_MS]) {
    await setClock(page, next);
    await expectLeft();
  }
});
