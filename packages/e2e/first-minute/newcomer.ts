import type { Locator, Page } from "@playwright/test";
import { charging, type Session, stations } from "@voltmarg/contract";
import { newMobile, type WorldAddress } from "@voltmarg/testkit/driver";
import { callRoute } from "@voltmarg/client/node";
import { codeFor } from "@voltmarg/world/seed";
import type { Tried } from "./vehicles.ts";

/** What a new driver did, up to the step at which it went wrong. */
export type Attempt = { step: string; taps: number };

/** Opens the app for the first time and charges. Nothing is tried twice. */
export async function firstCharge(
  page: Page,
  { url }: WorldAddress,
  tried: Tried,
  attempt: Attempt,
): Promise<void> {
  const hand = {
    tap: async (what: Locator) => {
      await what.click();
      attempt.taps += 1;
    },
    /** A whole text counts as one. */
    type: async (into: Locator, text: string) => {
      await into.fill(text);
      attempt.taps += 1;
    },
  };
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  attempt.step = "sign up";
  const mobile = newMobile();
  await page.goto(url);
  await hand.tap(page.getByRole("link", { name: "New here? Create an account" }));
  // The field of the same name belongs to the login until then.
  await page.getByRole("heading", { name: "Your mobile number" }).waitFor();
  await hand.type(page.getByLabel("Mobile number"), mobile);
  await hand.tap(button("Continue"));
  await hand.type(page.getByLabel("Name", { exact: true }), "Asha Rao");
  await hand.tap(button("Create account"));
  const code = page.getByRole("textbox", { name: /-digit OTP/ });
  await code.waitFor();
  await hand.type(code, await codeFor(url, mobile));
  await hand.tap(page.getByLabel("I am at least 18 years old"));
  await hand.tap(button("I agree"));

  attempt.step = "choose the vehicle";
  await hand.tap(
    page.getByRole("dialog", { name: "Add your vehicle" }).getByRole("button", { name: "Confirm" }),
  );
  await hand.type(page.getByLabel("Search your vehicle"), tried.words);
  await (tried.typed ? describe(page, hand, tried.typed) : choose(page, hand, tried));

  attempt.step = "save the vehicle";
  if (tried.portable) {
    await hand.tap(page.getByText("Battery, charging power and plugs"));
    await hand.tap(page.getByLabel("15 A socket, with a portable charger"));
  }
  await hand.tap(button("Save vehicle"));

  attempt.step = "put money into the wallet";
  await hand.tap(
    page.getByRole("dialog", { name: /^Load your wallet/ }).getByRole("button", { name: "Wallet" }),
  );
  await hand.tap(button(/^Pay ₹/));
  await hand.tap(page.frameLocator("iframe").getByRole("button", { name: "Pay by UPI" }));
  await page.getByRole("heading", { name: /added$/ }).waitFor();
  await hand.tap(page.getByRole("link", { name: "Go on" }));

  attempt.step = "choose a station";
  const first = page.locator("a[href^='/charging-details/']").first();
  await first.waitFor();
  await hand.tap(first);
  await page.waitForURL(/\/charging-details\//);
  const stationId = new URL(page.url()).pathname.split("/")[2] ?? "";
  await driveTo(page, url, stationId);

  attempt.step = "start at the station";
  const start = page.getByRole("link", { name: /^Set a limit/ });
  await start.waitFor();
  await hand.tap(start);

  attempt.step = "start with a limit";
  await hand.tap(button("Start charging"));
  await page.waitForURL(/\/charging-(proceed|started)\?session=/);
  attempt.step = "wait for the charge";
  await page.waitForURL(/\/charging-started\?session=/);
  await button("Hold to stop").waitFor();
}

type Hand = { tap(what: Locator): Promise<void>; type(into: Locator, text: string): Promise<void> };

/** Looks for the vehicle among what was found. */
async function choose(page: Page, hand: Hand, { row, variant }: Tried): Promise<void> {
  await hand.tap(page.getByRole("button", { name: row }).first());
  const head = page.getByRole("heading", { name: row });
  if (variant) await hand.tap(page.getByRole("button", { name: variant }).first());
  await head.waitFor();
}

async function describe(
  page: Page,
  hand: Hand,
  { make, model, battery, range, kind, plug }: NonNullable<Tried["typed"]>,
): Promise<void> {
  await hand.tap(page.getByRole("button", { name: "My vehicle is not listed" }));
  await hand.tap(page.getByText(kind, { exact: true }));
  await hand.type(page.getByLabel("Make"), make);
  await hand.type(page.getByLabel("Model"), model);
  await hand.type(page.getByLabel("Battery"), battery);
  await hand.type(page.getByLabel("Range in everyday use"), range);
  const plugs = page.getByRole("group", { name: "Plugs of the vehicle" });
  const on = plugs.getByRole("checkbox", { checked: true });
  while ((await on.count()) > 0) await hand.tap(on.first());
  await hand.tap(plugs.getByLabel(plug));
}

async function driveTo(page: Page, url: string, id: string): Promise<void> {
  const { data } = await callRoute(url, stations.getLocation, {
    token: await tokenOf(page),
    params: { id },
  });
  await page.context().setGeolocation(data.coordinates);
}

const tokenOf = async (page: Page) =>
  (await page.evaluate(() => localStorage.getItem("access_token"))) ?? "";

/** The charge on the screen, as the service knows it. */
export async function chargeOn(page: Page, { url }: WorldAddress): Promise<Session> {
  const id = new URL(page.url()).searchParams.get("session") ?? "";
  const token = await tokenOf(page);
  return (await callRoute(url, charging.getSession, { token, params: { id } })).data;
}
