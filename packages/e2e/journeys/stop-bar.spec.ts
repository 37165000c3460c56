import { freePlugs, newDriver } from "@voltmarg/testkit/driver";
import { expect, signInOnce, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("[S-3] by touch: a tap asks, a hold stops; a drag, a scroll and a second finger do neither", async ({
  page,
}) => {
  test.setTimeout(150_000);
  const driver = await newDriver(world, { vehicle: true, rupees: 5000 });
  const [plug] = await freePlugs(driver, 1, 500);
  const id = (await driver.start(plug!, 2000)).id;
  await signInOnce(page, driver);
  await page.goto(`/charging-started?session=${id}`);
  const bar = page.getByRole("button", { name: /^(Hold to stop|Keep holding)$/ });
  await expect(bar).toBeVisible({ timeout: 60_000 });
  const sure = page.getByRole("dialog", { name: "Stop charging?" });
  const { x, y, width, height } = (await bar.boundingBox())!;
  const at = { x: x + width / 2, y: y + height / 2 };
  const hand = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: (typeof at)[]) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: touchPoints.map((point, finger) => ({ x: point.x, y: point.y, id: finger })),
    });
  const holding = page.getByRole("button", { name: "Keep holding" });
  const running = async () => {
    await expect(bar).toHaveText(/Hold to stop/);
    await expect(sure).toHaveCount(0);
    expect((await driver.session(id)).step).toBe("FLOWING");
  };

  await test.step("a drag from the bar, which would be a scroll, ends the press", async () => {
    await touch("touchStart", at);
    await expect(holding).toBeVisible();
    for (let step = 1; step <= 6; step += 1)
      await touch("touchMove", { ...at, y: at.y - step * 12 });
    // The finger is still down.
    await running();
    await touch("touchEnd");
    await running();
  });

  await test.step("a second finger, on the bar or beside it, ends it too", async () => {
    for (const other of [
      { ...at, x: at.x + 60 },
      { x: at.x, y: 200 },
    ]) {
      await touch("touchStart", at);
      await expect(holding).toBeVisible();
      await touch("touchStart", at, other);
      await running();
      await touch("touchEnd");
      await running();
    }
  });

  await test.step("a short tap asks, and so does a hold that is given up", async () => {
    for (const given of [false, true]) {
      await touch("touchStart", at);
      if (given) await expect(holding).toBeVisible();
      await touch("touchEnd");
      await expect(sure).toBeVisible();
      await sure.getByRole("button", { name: "Go on charging" }).click();
      await running();
    }
  });

  await test.step("a hold stops while the finger is down, and does not ask as well", async () => {
    await touch("touchStart", at);
    await expect(page.getByRole("button", { name: "Stopping" })).toBeVisible();
    await touch("touchEnd");
    await expect(page).toHaveURL(/\/billsummary\//, { timeout: 60_000 });
    await expect(sure).toHaveCount(0);
  });
});
