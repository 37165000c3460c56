import type { Page } from "@playwright/test";
import { failToRefund, freePlug, newDriver, scenario } from "@voltmarg/testkit/driver";
import { assistive } from "./assistive.ts";
import { memberOf } from "./console-staff.ts";
import { tabTo } from "./tab-to.ts";
import { expect, test, world } from "./world.ts";

const told: string[] = [];
// The scenario of a plug outlives the test, and another test may use the plug.
test.afterEach(async () => {
  for (const evse of told.splice(0)) await scenario(world, "happy", evse);
});

type Hands = {
  press: (role: "button" | "link", name: string | RegExp, inDialog?: boolean) => Promise<void>;
  write: (role: "textbox" | "searchbox", name: string | RegExp, text: string) => Promise<void>;
};

/** By the accessibility tree alone; a dialog comes last in it. */
async function byTree(page: Page): Promise<Hands> {
  const reader = await assistive(page);
  return {
    press: (role, name, inDialog) => reader.press(role, name, inDialog ? -1 : 0),
    write: reader.write,
  };
}
/** By Tab and Enter alone. */
function byKeys(page: Page): Hands {
  return {
    press: async (role, name, inDialog) => {
      const within = inDialog ? page.getByRole("dialog") : page;
      await tabTo(page, within.getByRole(role, { name, exact: true }).first(), 200);
      await page.keyboard.press("Enter");
    },
    write: async (role, name, text) => {
      await tabTo(page, page.getByRole("dialog").getByRole(role, { name, exact: true }));
      await page.keyboard.type(text);
    },
  };
}

for (const [how, handsOf] of Object.entries({ keyboard: byKeys, "screen reader": byTree }))
  test(`[D-4] [D-6] by ${how} alone support stops a charging session, and finance records a refund`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const driver = await newDriver(world, { vehicle: true });
    // Money goes to a bank account only after its payment took no refund, and only to one in the driver's name.
    await failToRefund(world, driver, { name: "Asha Rao", rupees: 500 });
    const plug = await freePlug(driver);
    told.push(plug.evse_uid);
    await scenario(world, "never_answers", plug.evse_uid);
    await driver.start(plug, 200);

    /** The driver's page, found by the digits they read out. */
    const findDriver = async (page: Page, hands: Hands) => {
      await page.keyboard.press("/");
      await hands.write("searchbox", /./, driver.mobile.slice(-5));
      await hands.press("link", /^Driver/, true);
      await expect(page).toHaveURL(/\/console\/drivers\//);
    };

    const support = await memberOf(browser, "support");
    const atSupport = await handsOf(support.page);
    await findDriver(support.page, atSupport);
    await atSupport.press("link", /^Charging session: /);
    await atSupport.press("button", "Stop");
    await atSupport.write("textbox", "Reason", "The driver is on the phone, nothing charges");
    await atSupport.press("button", "Stop", true);
    await expect(support.page.getByText("The stop is on its way.")).toBeVisible();

    const finance = await memberOf(browser, "finance");
    const atFinance = await handsOf(finance.page);
    await findDriver(finance.page, atFinance);
    await atFinance.press("button", "Record a bank transfer");
    await atFinance.write("textbox", "Amount in rupees", "100");
    await atFinance.write("textbox", "Owner of the bank account", "RAO ASHA");
    await atFinance.write("textbox", "The bank’s reference (UTR)", `UTR${driver.mobile}`);
    await atFinance.write("textbox", "Reason", "The card is closed");
    await atFinance.press("button", "Record a bank transfer", true);
    await expect(finance.page.getByRole("dialog")).toHaveCount(0);
    expect(await driver.wallet()).toMatchObject({ balance_minor: 40_000 });
  });
