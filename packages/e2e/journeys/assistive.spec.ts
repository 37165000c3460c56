import { freePlugs, newDriver } from "@voltmarg/testkit/driver";
import { codeFor } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import { assistive } from "./assistive.ts";
import { standAtPlug } from "./free-station.ts";
import { expect, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const WORDS = {
  en: {
    number: "Mobile number",
    send: "Send OTP",
    otp: "6-digit OTP",
    search: "Place, station or PIN code",
    setLimit: /^Set a limit/,
    start: "Start charging",
    hold: "Hold to stop",
    sure: "Stop charging?",
    goOn: "Go on charging",
    stop: "Stop charging",
    bill: "Bill",
    stopped: "Stopped by you",
    back: "Back",
    menu: /menu$/,
    wallet: /^Wallet/,
    sendBack: "Refund to bank or card",
    refundAll: /^Refund ₹/,
    refund: "Refund",
    nothing: "Nothing to refund",
  },
  hi: {
    number: "मोबाइल नंबर",
    send: "OTP भेजें",
    otp: "6 अंकों का OTP",
    search: "जगह, स्टेशन या पिन कोड",
    setLimit: /^लिमिट तय करें/,
    start: "चार्जिंग शुरू करें",
    hold: "रोकने के लिए दबाए रखें",
    sure: "चार्जिंग रोकें?",
    goOn: "चार्जिंग जारी रखें",
    stop: "चार्जिंग रोकें",
    bill: "बिल",
    stopped: "आपने चार्जिंग रोकी",
    back: "वापस",
    menu: /मेन्यू$/,
    wallet: /^वॉलेट/,
    sendBack: "रिफ़ंड लें",
    refundAll: /^₹.* का रिफ़ंड लें$/,
    refund: "रिफ़ंड लें",
    nothing: "रिफ़ंड के लिए कोई रकम नहीं",
  },
  ur: {
    number: "موبائل نمبر",
    send: "OTP بھیجیں",
    otp: "6 ہندسوں کا OTP",
    search: "جگہ، اسٹیشن یا پن کوڈ",
    setLimit: /^حد طے کریں/,
    start: "چارجنگ شروع کریں",
    hold: "روکنے کے لیے دبائے رکھیں",
    sure: "چارجنگ روکیں؟",
    goOn: "چارجنگ جاری رکھیں",
    stop: "چارجنگ روکیں",
    bill: "بل",
    stopped: "آپ نے چارجنگ روکی",
    back: "واپس",
    menu: /مینو$/,
    wallet: /^والیٹ/,
    sendBack: "ریفنڈ لیں",
    refundAll: /^₹.* کا ریفنڈ لیں$/,
    refund: "ریفنڈ لیں",
    nothing: "ریفنڈ کے لیے کوئی رقم نہیں",
  },
} as const;

for (const [language, words] of Object.entries(WORDS))
  test.describe(`a screen reader in ${language}`, () => {
    test.use({ locale: `${language}-IN` });

    test(`[A-1] [S-1] [S-3] [B-1] goes from sign-in to the bill and a refund in ${language} by the accessibility tree alone`, async ({
      page,
    }) => {
      test.setTimeout(240_000);
      const driver = await newDriver(world, { vehicle: true, rupees: 5000 });
      const [plug] = await freePlugs(driver, 1, 500);
      const used = await codeFor(world.url, driver.mobile);
      await standAtPlug(page, world, driver, plug!.location_id);
      const reader = await assistive(page);

      await test.step("sign in", async () => {
        await page.goto("/login");
        await reader.write("textbox", words.number, driver.mobile);
        await reader.press("button", words.send);
        const code = await until("another code", async () => {
          const latest = await codeFor(world.url, driver.mobile);
          return latest !== used && latest;
        });
        await reader.write("textbox", words.otp, code);
      });

      await test.step("find a station, set a limit, start", async () => {
        await reader.write("combobox", words.search, plug!.locationName);
        await reader.press("link", { to: `/charging-details/${plug!.location_id}` });
        await reader.press("link", words.setLimit);
        // A small limit would be reached before the checks are done.
        await reader.press("button", /^₹/, -1);
        await reader.press("button", words.start);
        await reader.meets("button", words.hold, 60_000);
      });

      await test.step("the default action of the bar asks, and does not stop", async () => {
        await reader.press("button", words.hold);
        await reader.meets("dialog", words.sure);
        await reader.press("button", words.goOn);
        await reader.meets("button", words.hold);
        expect(await reader.has("dialog", words.sure)).toBe(false);
      });

      await test.step("stop, and the bill", async () => {
        await reader.press("button", words.hold);
        await reader.meets("dialog", words.sure);
        await reader.press("button", words.stop);
        await reader.meets("heading", words.bill, 60_000);
        await reader.meets("StaticText", words.stopped, 60_000);
      });

      await test.step("what is left goes back", async () => {
        await reader.press("button", words.back);
        await reader.meets("heading", plug!.locationName);
        await reader.press("button", words.back);
        await reader.press("button", words.menu);
        await reader.press("link", words.wallet);
        await reader.press("link", words.sendBack);
        await reader.press("button", words.refundAll);
        await reader.meets("dialog", /₹/);
        await reader.press("button", words.refund);
        await reader.meets("heading", words.nothing);
      });
    });
  });
