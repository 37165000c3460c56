import { charging, stations, type Connector } from "@voltmarg/contract";
import type { Locator, Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { newMobile } from "@voltmarg/testkit/driver";
import { codeFor } from "@voltmarg/world/seed";
import { agreeToNotice } from "./agree.ts";
import { standAt } from "./free-station.ts";
import { expect, rupees, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [409] });

const WORDS = {
  hi: {
    create: "नए हैं? खाता बनाएँ",
    yourNumber: "आपका मोबाइल नंबर",
    number: "मोबाइल नंबर",
    next: "आगे बढ़ें",
    name: "नाम",
    createAccount: "खाता बनाएँ",
    otp: "6 अंकों का OTP",
    addVehicle: "अपनी गाड़ी जोड़ें",
    yes: "हाँ, जोड़ें",
    searchVehicle: "अपनी गाड़ी खोजें",
    saveVehicle: "गाड़ी सेव करें",
    load: "अपने वॉलेट में ₹500 जोड़ें",
    wallet: "वॉलेट",
    pay: "₹500 का भुगतान करें",
    added: "₹500.00 जुड़ गए",
    setLimit: "लिमिट तय करें",
    start: "चार्जिंग शुरू करें",
    hold: "रोकने के लिए दबाए रखें",
    stopped: "आपने चार्जिंग रोकी",
    charger: /^चार्जर \d/,
    refund: "रिफ़ंड लें",
  },
  ur: {
    create: "نئے ہیں؟ اکاؤنٹ بنائیں",
    yourNumber: "آپ کا موبائل نمبر",
    number: "موبائل نمبر",
    next: "آگے بڑھیں",
    name: "نام",
    createAccount: "اکاؤنٹ بنائیں",
    otp: "6 ہندسوں کا OTP",
    addVehicle: "اپنی گاڑی شامل کریں",
    yes: "ہاں، شامل کریں",
    searchVehicle: "اپنی گاڑی تلاش کریں",
    saveVehicle: "گاڑی سیو کریں",
    load: "اپنے والیٹ میں ₹500 شامل کریں",
    wallet: "والیٹ",
    pay: "₹500 ادا کریں",
    added: "₹500.00 شامل ہو گئے",
    setLimit: "حد طے کریں",
    start: "چارجنگ شروع کریں",
    hold: "روکنے کے لیے دبائے رکھیں",
    stopped: "آپ نے چارجنگ روکی",
    charger: /^چارجر .*\d/,
    refund: "ریفنڈ لیں",
  },
} as const;

/** The words wherever they stand, also with the marks that keep amounts in order. */
const said = (words: string) =>
  new RegExp(
    Array.from(words, (letter) => letter.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(
      "[\\u2066-\\u2069\\u200f]*",
    ),
  );

for (const [language, words] of Object.entries(WORDS))
  test.describe(`a browser in ${language}`, () => {
    test.use({ locale: `${language}-IN` });

    test(`[R-20] [M-4] [M-5] [V-1] [S-1] [S-3] [B-1] [B-3] from sign-up to a refund in ${language}`, async ({
      page,
    }) => {
      test.setTimeout(240_000);
      await signUp(page, words);
      await addVehicleAndMoney(page, words);
      await chargeAt(page, words);
      const token = (await page.evaluate(() => localStorage.getItem("access_token"))) ?? "";
      const bill = page.url().split("/").at(-1)!;
      const { data } = await callRoute(world.url, charging.getCdr, { token, params: { id: bill } });
      await expect(page.getByText(said(rupees(data.amount_minor))).first()).toBeVisible();

      await page.goto("/wallet?view=send-back");
      const rest = rupees(50_000 - data.amount_minor);
      await button(page, said(rest)).last().click();
      await button(page.getByRole("dialog"), said(words.refund)).click();
      // It may be paid out by now, so only what stays is looked for.
      const refunds = page.getByRole("listitem").filter({ hasText: said(rest) });
      await expect(refunds.filter({ hasText: "UPI" })).toBeVisible();
    });
  });

type Words = (typeof WORDS)[keyof typeof WORDS];
const button = (on: Page | Locator, name: RegExp | string) => on.getByRole("button", { name });

async function signUp(page: Page, words: Words): Promise<void> {
  const mobile = newMobile();
  await page.goto("/");
  await page.getByRole("link", { name: words.create }).click();
  await expect(page.getByRole("heading", { name: words.yourNumber })).toBeVisible();
  await page.getByLabel(words.number).fill(mobile);
  await button(page, words.next).click();
  await page.getByLabel(words.name, { exact: true }).fill("Meera Khan");
  await button(page, words.createAccount).click();
  await page.getByRole("textbox", { name: said(words.otp) }).fill(await codeFor(world.url, mobile));
  await agreeToNotice(page);
  await expect(page).toHaveURL(/\/tabs/);
}

async function addVehicleAndMoney(page: Page, words: Words): Promise<void> {
  await button(page.getByRole("dialog", { name: words.addVehicle }), words.yes).click();
  await page.getByLabel(words.searchVehicle).fill("nexon 45");
  await button(page, /Tata Nexon.ev/).click();
  await button(page, words.saveVehicle).click();
  const popup = page.getByRole("dialog", { name: said(words.load) });
  await button(popup, words.wallet).click();
  await button(page, said(words.pay)).click();
  await page.frameLocator("iframe").getByRole("button", { name: "Pay by UPI" }).click();
  await expect(page.getByRole("heading", { name: said(words.added) })).toBeVisible();
}

/** At a slow plug: at a fast one the session reaches its limit too early. */
async function chargeAt(page: Page, words: Words): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem("access_token"))) ?? "";
  const query = {
    latitude: 12.9716,
    longitude: 77.5946,
    distance: 300,
    power_type: "AC_1_PHASE",
    standard: "IEC_62196_T2",
  } as const;
  const { content } = await callRoute(world.url, stations.searchLocations, { token, query });
  const isSlow = ({ power_type, status, tariff }: Connector) =>
    power_type === "AC_1_PHASE" && status === "AVAILABLE" && tariff !== null;
  const slow = content.find(
    ({ restricted, isOpened, evses }) =>
      !restricted &&
      isOpened !== false &&
      evses.every(({ connectors }) => connectors.every(isSlow)),
  );
  await standAt(page, slow!);
  await page.goto(`/charging-details/${slow!.id}`);
  await page.getByRole("link", { name: said(words.setLimit) }).click();
  await button(page, /^[\u2066-\u2069]*₹/)
    .first()
    .click();
  await button(page, words.start).click();
  await expect(page).toHaveURL(/\/charging-started\?session=/, { timeout: 60_000 });
  await expect(
    page
      .locator("dl")
      .getByText(/0\.[1-9]|[1-9]\.\d/)
      .first(),
  ).toBeVisible({
    timeout: 30_000,
  });
  // The button must be held for 1200 ms.
  await button(page, words.hold).click({ delay: 1500 });
  await expect(page).toHaveURL(/\/billsummary\//, { timeout: 60_000 });
  await expect(page.getByText(words.stopped)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(words.charger)).toBeVisible();
}
