import { stations } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { newDriver } from "@voltmarg/testkit/driver";
import { expectAccessible } from "./screens.ts";
import { expect, placesUrl, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** The same in Devanagari, or in Urdu's digits. */
const inDigits = (zero: number, text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const [DEVANAGARI, URDU] = [0x966, 0x6f0];

test("[A-1] [A-9] number and OTP in one's own digits; nothing vanishes or moves while it is typed", async ({
  page,
}) => {
  const driver = await newDriver(world);
  await page.goto("/login");
  const number = page.getByLabel("Mobile number");
  const send = page.getByRole("button", { name: "Send OTP" });
  for (const typed of ["91234567800", "98765a43210", "+44 7700 900123"]) {
    await number.fill("");
    await number.pressSequentially(typed);
    await expect(number).toHaveValue(typed);
    await send.click();
    await expect(page.getByRole("alert")).toContainText("Enter all 10 digits");
    await expect(number).toHaveValue(typed);
  }
  // As a phone's contacts copy it.
  const ten = driver.mobile.slice(-10);
  await number.fill(`\u202a+91\u00a0${ten.slice(0, 5)}\u2011${ten.slice(5)}\u202c`);
  await number.blur();
  await expect(number).toHaveValue(`${ten.slice(0, 5)} ${ten.slice(5)}`);
  await number.fill(inDigits(DEVANAGARI, ten));
  await send.click();

  const cells = page.getByRole("textbox", { name: /-digit OTP/ });
  const demo = await page.getByText(/^Demo OTP \d+$/).innerText();
  const code = demo.replaceAll(/\D/g, "");
  await cells.pressSequentially(inDigits(URDU, code.slice(0, 3)));
  await expect(cells).toHaveValue(code.slice(0, 3));
  await cells.pressSequentially("x");
  await expect(page.getByRole("alert")).toContainText("Enter only the 6 digits of the OTP");
  await expect(cells).toHaveValue(code.slice(0, 3));
  await expectAccessible(page, "otp: a letter");
  await cells.pressSequentially(code.slice(3, 4));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await cells.fill(`${code} is your Voltmarg OTP`);
  await expect(page).toHaveURL(/\/tabs/);
});

test("[B-1] an amount is what was typed, to the paisa and in any digits, or a sentence", async ({
  page,
}) => {
  await signInOnce(page, await newDriver(world));
  await page.goto("/add-money");
  const amount = page.getByLabel("Amount in rupees");
  const pay = page.getByRole("button", { name: /^Pay/ });
  for (const [typed, shown, left] of [
    ["99,50", "Pay ₹99.50", "99.50"],
    ["₹ 1,500", "Pay ₹1,500", "1,500"],
    [inDigits(DEVANAGARI, "1,500.50"), "Pay ₹1,500.50", "1,500.50"],
    [inDigits(URDU, "250"), "Pay ₹250", "250"],
    ["Rs. 500/-", "Pay ₹500", "500"],
  ] as const) {
    await amount.fill("");
    await amount.pressSequentially(typed);
    await expect(amount).toHaveValue(typed);
    await expect(pay).toHaveText(shown);
    await amount.blur();
    await expect(amount).toHaveValue(left);
  }
  for (const wrong of ["1.500", "5OO", "1,23,45"]) {
    await amount.fill(wrong);
    await amount.blur();
    await expect(page.getByRole("alert")).toContainText("Enter rupees, such as 250 or 250.50");
    await expect(amount).toHaveValue(wrong);
    await expect(pay).toHaveText("Pay");
  }
  await expectAccessible(page, "add money: no amount");
  await amount.fill("99.50");
  await pay.click();
  await expect(page.getByRole("heading", { name: "Pay ₹99.50" })).toBeVisible();
});

test("[L-10] [T-9] a position typed or pasted into the search is gone to, under one name everywhere, and nobody else learns of it", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  const rows = page
    .getByRole("region", { name: "Stations" })
    .getByRole("listitem")
    .getByRole("link");
  await expect(rows.first()).toBeVisible();
  const search = page.getByRole("combobox", { name: /^Place, station/ });
  const gone: string[] = [];
  page.on("request", (request) => gone.push(new URL(request.url()).host));
  const there = { latitude: 18.52, longitude: 73.86, distance: 100, page_size: 200 };
  const answer = await callRoute(world.url, stations.searchLocations, {
    token: driver.token,
    query: { ...there, standard: "IEC_62196_T2_COMBO,IEC_62196_T2" },
  });
  const around = answer.content.map(({ name }) => name);
  const camera = () =>
    page.evaluate(() => {
      const { camera: at } = JSON.parse(localStorage.getItem("vm.me.map-view") ?? "{}") as {
        camera: { lat: number; lon: number };
      };
      return [at.lat.toFixed(2), at.lon.toFixed(2)];
    });
  const clear = page.getByRole("button", { name: "Clear the search" });

  for (const [text, name, left] of [
    ["18.52, 73.86", "18.52, 73.86", "18.52, 73.86"],
    [inDigits(DEVANAGARI, "18.52,73.86"), "18.52, 73.86", inDigits(DEVANAGARI, "18.52,73.86")],
    [`18°31'12"N 73°51'36"E`, "18.52, 73.86", `18°31'12"N 73°51'36"E`],
    ["geo:18.52,73.86", "18.52, 73.86", "18.52, 73.86"],
    ["geo:0,0?q=18.52,73.86(Shaniwar Wada)", "Shaniwar Wada", "Shaniwar Wada"],
    ["https://maps.google.com/?q=18.52,73.86", "18.52, 73.86", "18.52, 73.86"],
    [`https://maps.apple.com/?ll=18.52,73.86&x=${"y".repeat(200)}`, "18.52, 73.86", "18.52, 73.86"],
  ] as const)
    await test.step(text.slice(0, 40), async () => {
      await search.fill(text);
      await expect(
        page.getByRole("link", { name: `Stations on the way to ${name}`, exact: true }),
      ).toBeVisible();
      await expect(search).toHaveValue(left);
      await expect.poll(camera).toEqual(["18.52", "73.86"]);
      await expect(page.getByText("Distances from the place you searched")).toBeVisible();
      await expect
        .poll(async () => around.includes(await rows.first().locator(".title").innerText()))
        .toBe(true);
      if (text.startsWith("18.52")) await expectAccessible(page, "search: a position");
      await clear.click();
      await expect(search).toHaveValue("");
      await expect(page.getByRole("link", { name: /on the way to/ })).toHaveCount(0);
    });

  for (const [text, sentence] of [
    ["https://maps.app.goo.gl/AbC", "This short link does not say where it leads"],
    ["https://example.org/there", "This link has no position in it"],
    ["geo:0,0?q=India+Gate", "This link has no position in it"],
    ["51.5, -0.12", "This place is not in India"],
  ] as const)
    await test.step(text, async () => {
      await search.fill(text);
      await expect(page.getByRole("alert")).toContainText(sentence);
      await expect(search).toHaveValue(text);
      await expect(rows.first()).toBeVisible();
    });
  await expectAccessible(page, "search: a link that is none");
  const hosts = [world.url, placesUrl].map((url) => new URL(url).host);
  expect(gone.filter((host) => host !== hosts[0])).toEqual([]);

  await test.step("a trip and the way there call it the same", async () => {
    await search.fill("geo:18.52,73.86");
    await page.getByRole("link", { name: /^Stations on the way to/ }).click();
    const to = page.getByRole("combobox", { name: "To", exact: true });
    await expect(to).toHaveValue("18.52, 73.86");
    await to.fill(inDigits(URDU, "18.52, 73.86"));
    await page.getByRole("option", { name: "18.52, 73.86" }).click();
    await expect(to).toHaveValue("18.52, 73.86");
    await page.getByRole("link", { name: "Plan stops" }).click();
    await expect(page.getByRole("combobox", { name: "To", exact: true })).toHaveValue(
      "18.52, 73.86",
    );
  });
});
