import { backoffice as routes, content, files, ratings, support } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { Refusal } from "@voltmarg/client";
import { callRoute } from "@voltmarg/client/node";
import {
  addressOf,
  type DriverClient,
  freePlug,
  newDriver,
  type WorldAddress,
} from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { until } from "@voltmarg/world/until";
import { photo } from "./photo.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signInOnce, test as plain } from "./world.ts";

type BackofficeWorld = WorldAddress & { token: string };

/** A world with a back-office credential. */
async function backofficeWorld(
  {}: object,
  give: (backoffice: BackofficeWorld) => Promise<void>,
): Promise<void> {
  const own = await startTemporaryWorld({ DEMO_SPEED: "40", TRAFFIC: "0", LOCATIONS: "40" });
  await give({ ...addressOf(own), token: own.secrets.providerToken });
  await own.stop();
}
const test = plain.extend<object, { backoffice: BackofficeWorld }>({
  backoffice: [backofficeWorld, { scope: "worker", timeout: 60_000 }],
  baseURL: async ({ backoffice }, give) => give(backoffice.url),
});
// In one worker, so that this world is started once.
test.describe.configure({ mode: "default" });

/** The browser itself logs a missing network and a blocked origin. */
const unchecked = test.extend({
  page: async ({ context }, give) => give(await context.newPage()),
});

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const toast = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: new RegExp(`^${text}`) });

/** Chooses a file where the app asks for an image. */
async function choosePhoto(page: Page, press: string, file: Buffer, type = "image/jpeg") {
  await page.getByRole("button", { name: press }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Load from Library" }).click();
  await (await chooser).setFiles({ name: "photo", mimeType: type, buffer: file });
}

test("[R-9] [R-25] [B-6] a problem is written down, outlives a reload, is sent once with photos, answered, gone on with and closed", async ({
  page,
  backoffice,
}) => {
  const driver = await newDriver(backoffice);
  const own = { token: driver.token };
  await signInOnce(page, driver);
  await page.goto("/support");
  await expect(page.getByRole("link", { name: /Call support/ })).toHaveAttribute(
    "href",
    "tel:+911800000000",
  );
  await expect(page.getByRole("link", { name: /WhatsApp/ })).toHaveCount(0);
  await expect(page.getByText("Every day, 6:00\u00a0am–11:00\u00a0pm")).toBeVisible();
  await expect(page.getByText("English, Hindi")).toBeVisible();
  await expect(page.getByText("No tickets yet.")).toBeVisible();
  await expectAccessible(page, "support");

  await page.getByRole("link", { name: /Report a problem/ }).click();
  await expect(page).toHaveURL("/create-ticket");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("What is it about?")).toBeFocused();
  await expect(page.getByLabel("What is it about?")).toHaveAccessibleDescription(/Choose what/);
  await expect(page.getByLabel("What happened?")).toHaveAccessibleDescription(/Write what/);
  await expectAccessible(page, "create-ticket with errors");
  await page.getByLabel("What is it about?").selectOption("Charging");
  await page.getByLabel("What happened?").fill("The plug does not click.\nI tried twice.");
  await choosePhoto(page, "Add photo", await photo(page, 400, 200, { turned: true }));
  await expect(page.getByRole("button", { name: "Photo 1", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("What is it about?")).toHaveValue("CHARGING");
  await expect(page.getByLabel("What happened?")).toHaveValue(/The plug does not click/);
  await page.getByRole("button", { name: "Photo 1", exact: true }).click();
  const large = page.getByRole("dialog").getByRole("img", { name: "Photo 1" });
  await expect(large).toBeVisible();
  // The camera was held sideways, and the picture is upright.
  expect(
    await large.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]),
  ).toEqual([200, 400]);
  await page.keyboard.press("Escape");
  await choosePhoto(page, "Add photo", await photo(page, 60, 60), "image/jpeg");
  await expect(page.getByRole("button", { name: "Photo 2", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove photo 2" }).click();
  await expectAccessible(page, "create-ticket");

  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/support\?ticket=/);
  await expect(page.getByText("We are on it")).toBeVisible();
  await expect(page.getByText("You get a message here and by push when we answer.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Ticket \d{5}/);
  const [ticket, ...more] = (
    await callRoute(backoffice.url, support.listTickets, { ...own, query: {} })
  ).content;
  expect(more).toEqual([]);
  expect(ticket).toMatchObject({ category: "CHARGING", state: "OPEN", session_id: null });
  await expectAccessible(page, "ticket");

  await callRoute(backoffice.url, support.answerTicket, {
    token: backoffice.token,
    params: { id: ticket!.id },
    body: { text: "Please push it until it locks." },
  });
  await page.reload();
  await expect(page.getByText("Please push it until it locks.")).toBeVisible();
  await expect(page.locator(".tag", { hasText: "Answered" })).toBeVisible();
  const send = page.getByRole("button", { name: "Send" });
  await expect(send).toBeInViewport({ ratio: 1 });
  await send.click();
  await expect(page.getByLabel("Your answer")).toBeFocused();
  await page.getByLabel("Your answer").fill("It locks now.");
  await send.click();
  await expect(page.getByRole("list", { name: "What was said" })).toContainText("It locks now.");
  await expect(page.getByLabel("Your answer")).toHaveValue("");

  await page.getByRole("button", { name: "Close ticket" }).click();
  const sure = page.getByRole("dialog", { name: "Close this ticket?" });
  await sure.getByRole("button", { name: "Close ticket" }).click();
  await expect(page.getByText("This ticket is closed.")).toBeVisible();
  await page.getByText("What happened when").click();
  await expect(page.locator(".ticket-steps li b")).toHaveText([
    "Received",
    "Answered",
    "You wrote again",
    "Closed",
  ]);
  await expect(page.getByLabel("Your answer")).toHaveCount(0);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/support");
  await expect(page.getByRole("link", { name: /The plug does not click/ })).toContainText("Closed");
});

unchecked(
  "[R-9] support is asked for with an empty authorization, and stands there offline too",
  async ({ page, context, backoffice }) => {
    await callRoute(backoffice.url, support.updateSupportInformation, {
      token: backoffice.token,
      body: {
        whatsapp: "+919876543210",
        opening: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
          weekday,
          period_begin: "00:00",
          period_end: "00:00",
        })),
      },
    });
    const asked: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().includes("support-information"))
        asked.push(request.headers()["authorization"]);
    });
    await signInOnce(page, await newDriver(backoffice));
    await page.goto("/support");
    await expect(page.getByRole("link", { name: /WhatsApp/ })).toHaveAttribute(
      "href",
      "https://wa.me/919876543210",
    );
    expect(asked).toEqual([""]);
    await expect(page.getByText("Open now", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: /FAQ/ }).click();
    await expect(page.getByText("Which plug fits my vehicle?")).toBeVisible();

    await context.setOffline(true);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("link", { name: /Call support/ })).toBeVisible();
    await page.getByRole("link", { name: /FAQ/ }).click();
    await expect(page.getByText("Which plug fits my vehicle?")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search the questions" }).fill("wallet");
    await expect(page.getByRole("heading", { name: "The questions did not load" })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("How do I get a refund from my wallet?")).toBeVisible();
  },
);

test("[R-16] [B-6] questions by category and words, opened by the keyboard", async ({
  page,
  backoffice,
}) => {
  await signInOnce(page, await newDriver(backoffice));
  await page.goto("/faq");
  const questions = page.locator("details");
  await expect(questions).toHaveCount(15);
  await page.getByRole("button", { name: "Payment" }).click();
  await expect(questions).toHaveCount(5);
  await page.locator("summary", { hasText: "When do I get the bill?" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("As soon as the operator has sent its record")).toBeVisible();
  await expectAccessible(page, "faq");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search the questions" }).fill("parking fee");
  await expect(questions).toHaveCount(1);
  await expect(page.getByText("1 question", { exact: true })).toBeAttached();
  await page.getByRole("searchbox", { name: "Search the questions" }).fill("zebra");
  await expect(page.getByRole("heading", { name: "No matching question found" })).toBeVisible();
  await expectAccessible(page, "faq: nothing fits");
});

test("[R-27] [R-28] [M-4] [M-6] terms, privacy and popups say what the back office wrote", async ({
  page,
  backoffice,
}) => {
  const write = (type: "TOU" | "POPUP", key: string, title: string, text: string) =>
    callRoute(backoffice.url, content.putMessage, {
      token: backoffice.token,
      params: { type, key, language: "en" },
      body: { title, text },
    });
  await page.goto("/privacy");
  await expect(page.getByText(/^Mobile number, name, e-mail address/)).toBeVisible();
  await page.goto("/tou");
  await expect(page.getByRole("heading", { name: "Using a charger" })).toBeVisible();
  await expect(page.getByText("The full text did not load.")).toHaveCount(0);
  await write("TOU", "prices", "What charging costs", "Every price includes GST.");
  await page.reload();
  await expect(page.getByRole("heading", { name: "What charging costs" })).toBeVisible();

  await write("POPUP", "wallet", "Wallet", "Load 500rs; 50 of it is the minimum balance.");
  await signInOnce(page, await newDriver(backoffice));
  await page.goto("/add-money?amount=500&info=1");
  await expect(
    page.getByRole("dialog").getByText("Load 500rs; 50 of it is the minimum balance."),
  ).toBeVisible();
});

/** A session that has ended and is billed. */
async function charged(driver: DriverClient): Promise<string> {
  const { id } = await driver.start(await freePlug(driver), 200);
  await until(`${id} takes energy`, async () => ((await driver.session(id)).kwh ?? 0) > 0);
  await driver.stop(id).catch(() => undefined);
  await until(`the bill of ${id}`, () => driver.cdrOfSession(id).catch(() => undefined));
  return id;
}

test("[R-17] [R-25] a charge is asked about and rated from its bill by the keyboard, and the rating changed", async ({
  page,
  backoffice,
}) => {
  const driver = await newDriver(backoffice, { vehicle: true, rupees: 1000 });
  await signInOnce(page, driver);
  await page.goto("/rate-us");
  await expect(
    page.getByRole("heading", { name: "No charging session to rate yet" }),
  ).toBeVisible();
  await expectAccessible(page, "rating: none");

  const sessionId = await charged(driver);
  await page.goto(`/billsummary/waiting?session=${sessionId}`);
  await page.getByRole("link", { name: "Report a problem" }).click();
  await expect(page.getByLabel("What is it about?")).toHaveValue("BILL");
  await expect(page.getByText(/^About your charging at /)).toBeVisible();
  await expectAccessible(page, "create-ticket: about a bill");
  await page.getByLabel("What happened?").fill("I was charged twice.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("link", { name: "Open the charging session" })).toBeVisible();
  const tickets = await callRoute(backoffice.url, support.listTickets, {
    token: driver.token,
    query: {},
  });
  expect(tickets.content).toMatchObject([{ category: "BILL", session_id: sessionId }]);
  await page.getByRole("link", { name: "Open the charging session" }).click();
  await page.getByRole("link", { name: "3 stars" }).click();
  await expect(page.getByRole("radio", { name: "3 stars: fair" })).toBeChecked();
  await page.goto(`/rating?session=${sessionId}`);
  await page.getByRole("button", { name: "Rate", exact: true }).click();
  await expect(page.getByText("Choose one to five stars")).toBeVisible();
  await expect(page.getByRole("radio", { name: "1 star: bad" })).toBeFocused();
  await expectAccessible(page, "rating with an error");
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "4 stars: good" })).toBeChecked();
  await page.getByRole("button", { name: "Fast" }).click();
  await page.getByLabel("Anything else? (optional)").fill("Well lit.");
  await page.getByRole("button", { name: "Rate", exact: true }).click();
  await expect(toast(page, "Rated")).toBeVisible();
  const said = () =>
    callRoute(backoffice.url, ratings.getRating, {
      token: driver.token,
      params: { id: sessionId },
    });
  expect((await said()).data).toMatchObject({ stars: 4, tags: ["FAST"], text: "Well lit." });
  await page.goto("/rate-us");
  await expect(page.getByRole("radio", { name: "4 stars: good" })).toBeChecked();
  await expect(page.getByText(/You can change it until/)).toBeVisible();
  await expectAccessible(page, "rating");
  await page.getByText("Fast", { exact: true }).click();
  await page.getByRole("radio", { name: "2 stars: poor" }).check({ force: true });
  await page.getByRole("button", { name: "Change rating" }).click();
  await expect.poll(async () => (await said()).data).toMatchObject({ stars: 2, tags: [] });
});

/** A ticket the back office has answered. */
async function answered(
  backoffice: BackofficeWorld,
  driver: DriverClient,
  text: string,
): Promise<void> {
  const { data } = await callRoute(backoffice.url, support.createTicket, {
    token: driver.token,
    body: { category: "APP", text, file_ids: [] },
  });
  await callRoute(backoffice.url, support.answerTicket, {
    token: backoffice.token,
    params: { id: data.id },
    body: { text: "We look at it." },
  });
}

test("[R-26] what a driver was told stands in a list, opens what it is about and is read; how to be told is kept", async ({
  page,
  backoffice,
}) => {
  const driver = await newDriver(backoffice);
  await signInOnce(page, driver);
  await page.goto("/notifications");
  await expect(page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();
  await expectAccessible(page, "notifications: none");
  await answered(backoffice, driver, "The map is empty");
  await answered(backoffice, driver, "The list is empty");

  await test.step("notifications", async () => {
    await page.goto("/notifications");
    const answer = page.getByRole("link", { name: /^Unread: / });
    // Of each ticket that it came, and that there is an answer.
    await expect(answer).toHaveCount(4);
    await expect(answer.first()).toContainText("just now");
    await expectAccessible(page, "notifications");
    await page.goto("/tabs/tab1");
    await page.getByRole("button", { name: /menu$/ }).click();
    await page.getByRole("link", { name: /^Notifications, \d+ unread$/ }).click();
    await answer.first().click();
    await expect(page).toHaveURL(/\/support\?ticket=/);
    await expect(page.getByText("We look at it.")).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(answer).toHaveCount(3);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.getByText("All read")).toBeVisible();
    await page.reload();
    await expect(page.getByText("All read")).toBeVisible();
  });

  await test.step("how to be told", async () => {
    await page.getByRole("link", { name: "Settings" }).click();
    // This browser shows no notifications: its switches of push cannot be pressed once the worker is there.
    const wallet = page.getByRole("switch", { name: "Wallet is low, by e-mail" });
    const mail = page.getByRole("switch", { name: "Bill ready, by e-mail" });
    await expect(mail).toHaveAttribute("aria-checked", "false");
    await mail.click();
    await expect(page.getByText("E-mail needs an address in My Profile.")).toBeVisible();
    await wallet.click();
    await expect(wallet).toHaveAttribute("aria-checked", "true");
    await wallet.click();
    await page.getByRole("switch", { name: "Quiet hours" }).click();
    await page.getByLabel("From").fill("23:30");
    await expectAccessible(page, "notification settings");
    await page.reload();
    await expect(mail).toHaveAttribute("aria-checked", "true");
    await expect(wallet).toHaveAttribute("aria-checked", "false");
    await expect(page.getByLabel("From")).toHaveValue("23:30");
  });
});

test.describe("photo", () => {
  // A file that is not an image gets 400.
  test.use({ refusals: [400, 422] });

  test("[A-5] [M-9] [M-10] [R-8] a profile photo is chosen, shown in profile and menu, replaced by another image, and removed", async ({
    page,
    backoffice,
  }) => {
    const driver = await newDriver(backoffice);
    await signInOnce(page, driver);
    await page.goto("/profile");
    const shown = page.locator(".ph .avatar img");
    await page.getByRole("button", { name: "Add photo" }).click();
    const chooser = page.getByRole("dialog", { name: "Select Image source" });
    await expect(chooser.getByRole("button")).toHaveText([
      "Load from Library",
      "Use Camera",
      "Cancel",
    ]);
    await expectAccessible(page, "image chooser");
    await chooser.getByRole("button", { name: "Cancel" }).click();
    await expect(toast(page, "User cancelled photos app")).toBeVisible();
    await expect(chooser).toBeHidden();

    await test.step("without a camera the file picker opens", async () => {
      await page.getByRole("button", { name: "Add photo" }).click();
      const picker = page.waitForEvent("filechooser");
      await chooser.getByRole("button", { name: "Use Camera" }).click();
      await (await picker).setFiles([]);
      await expect(toast(page, "Not implemented on web.")).toBeVisible();
      await expect(toast(page, "User cancelled photos app")).toBeVisible();
    });

    await choosePhoto(page, "Add photo", await photo(page, 600, 400));
    await expect(toast(page, "Photo saved")).toBeVisible();
    await expect(shown).toBeVisible();
    const kept = async () =>
      (
        await callRoute(backoffice.url, files.listFiles, {
          token: driver.token,
          query: { category: "CUSTOMER", category_resource_id: driver.userId },
        })
      ).content;
    const [first] = await kept();
    expect(first).toMatchObject({ width: 512, height: 512 });

    await test.step("a failed upload is said, and the photo stays", async () => {
      await choosePhoto(page, "Change photo", Buffer.from("no picture"), "image/png");
      await expect(page.getByRole("alert")).toContainText(/picture/);
      await expect(shown).toBeVisible();
      expect(await kept()).toEqual([first]);
      await page.getByLabel("Name", { exact: true }).fill("Ila Sen");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(toast(page, "Saved")).toBeVisible();
    });

    await page.goto("/tabs/tab1");
    await page.getByRole("button", { name: /menu$/ }).click();
    await expect(page.getByRole("dialog", { name: "Menu" }).locator(".who img")).toBeVisible();
    await page.getByRole("link", { name: "My Profile" }).click();
    await page.getByRole("button", { name: "Remove photo" }).click();
    await expect(toast(page, "Photo removed")).toBeVisible();
    await expect(shown).toHaveCount(0);
    expect(await kept()).toEqual([]);
  });
});

test("[A-10] a newer version is said once, a needed one lets nobody go on", async ({
  page,
  backoffice,
}) => {
  const { url } = backoffice;
  const [token, second] = await Promise.all(
    ["releases", "agrees"].map(async (name) => {
      const body = { name, role: "admin" } as const;
      const call = { token: backoffice.token, body };
      return (await callRoute(url, routes.createCredential, call)).data.token;
    }),
  );
  // What every app must be at least, one admin asks for and another confirms.
  const put = async (latest_version: string, minimum_version: string) => {
    const params = { name: "voltmarg", device_type: "web" } as const;
    const body = { latest_version, minimum_version, url: null, notes: "Faster search." };
    await callRoute(url, content.putAppVersion, { token: token!, params, body }).catch(
      async (error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== "SECOND_MEMBER_NEEDED") throw error;
        const { id } = (error.problem as unknown as { approval: { id: string } }).approval;
        await callRoute(url, routes.confirmApproval, { token: second!, params: { id } });
      },
    );
  };
  await put("1.9.0", "1.8.0");
  await page.goto("/tou");
  const banner = page.getByText("Version 1.9.0 is available");
  await expect(banner).toBeVisible();
  await expect(
    page
      .getByRole("heading", { name: "Prices" })
      .or(page.getByRole("heading", { name: "What charging costs" })),
  ).toBeVisible();
  await expectAccessible(page, "a newer version");
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(banner).toHaveCount(0);

  await put("2.0.0", "1.9.0");
  await page.reload();
  const blocked = page.getByRole("dialog", { name: "Update the app to go on" });
  await expect(blocked).toBeVisible();
  await expect(blocked).toContainText("1.9.0 or newer");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(blocked).toBeVisible();
  await expectAccessible(page, "an update is needed");
  await put("1.8.0", "1.8.0");
  await blocked.getByRole("button", { name: "Reload" }).click();
  await expect(blocked).toHaveCount(0);
});

unchecked(
  "[R-29] [N-2] another server is chosen by a press on Save alone, once it answers; everything of the driver's goes",
  async ({ page, backoffice }) => {
    const driver = await newDriver(backoffice);
    await signInOnce(page, driver);
    const server = () => page.evaluate(() => localStorage.getItem("vm.server"));
    await page.goto("/url-config?server=https%3A%2F%2Fevil.example&environment=DEV");
    await expect(page.getByRole("radio", { name: /Test \(TEST\)/ })).toBeChecked();
    await expect(page.getByRole("radio", { name: /Production/ })).toBeDisabled();
    expect(await server()).toBeNull();
    await expectAccessible(page, "url-config");

    await page.getByText("Another address").click();
    const address = page.getByLabel("Address", { exact: true });
    await address.fill("test.example.in");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(address).toHaveAccessibleDescription(/Write it like/);
    await address.fill("http://127.0.0.1:9");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText("This server did not answer");
    await expectAccessible(page, "url-config: silent");
    expect(await server()).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBe(driver.token);

    // A device configured for a server that no longer exists.
    await page.evaluate(() => localStorage.setItem("vm.server", "http://127.0.0.1:9"));
    await page.goto("/url-config");
    await expect(address).toHaveValue("http://127.0.0.1:9");
    await page.getByText("Test (TEST)").click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL("/login");
    await expect(page.getByLabel("Mobile number")).toBeVisible();
    expect(await server()).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
  },
);
