import { accounts, signIns } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { newDriver } from "@voltmarg/testkit/driver";
import { signIn as signInByCode } from "@voltmarg/world/seed";
import { withAuthenticator } from "./authenticator.ts";
import { expectAccessible } from "./screens.ts";
import { forgetAll, expect, signInOnce, test, world } from "./world.ts";

test("[G-3] a passkey is added in the profile, signs in without a code, and is removed", async ({
  page,
}) => {
  await withAuthenticator(page);
  const driver = await newDriver(world);
  await signInOnce(page, driver);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Passkeys" }).click();
  await expect(page.getByText("No passkey yet")).toBeVisible();
  await expectAccessible(page, "passkeys, none");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Chrome on", { exact: false })).toBeVisible();
  await expect(page.getByText("Not used yet")).toBeVisible();
  await expectAccessible(page, "passkeys");

  await forgetAll(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/tabs/);
  const token = await page.evaluate(() => localStorage.getItem("access_token"));
  const { data } = await callRoute(world.url, accounts.getUser, {
    params: { id: driver.userId },
    token: token!,
  });
  expect(data.mobile).toBe(`+91${driver.mobile}`);

  await page.goto("/profile?view=passkeys");
  await expect(page.getByText("Last used just now")).toBeVisible();
  await page.getByRole("button", { name: /^Remove the passkey of/ }).click();
  await expect(page.getByRole("dialog", { name: "Remove this passkey?" })).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("No passkey yet")).toBeVisible();
});

test.describe("a passkey that is gone", () => {
  test.use({ refusals: [400] });

  test("is refused with a message, and the number still works", async ({ page }) => {
    await withAuthenticator(page);
    const driver = await newDriver(world);
    await signInOnce(page, driver);
    await page.goto("/profile?view=passkeys");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("Not used yet")).toBeVisible();
    const { data } = await callRoute(world.url, signIns.listPasskeys, {
      params: { id: driver.userId },
      token: driver.token,
    });
    await callRoute(world.url, signIns.removePasskey, {
      params: { id: driver.userId, passkey: data.passkeys[0]!.id },
      token: driver.token,
    });
    await forgetAll(page);
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("That passkey did not work.", { exact: false })).toBeVisible();
    await expect(page.getByRole("button", { name: "Send OTP" })).toBeEnabled();
  });
});

test("whoever does not unlock their device stays where they were", async ({ page }) => {
  const authenticator = await withAuthenticator(page);
  const driver = await newDriver(world);
  await signInOnce(page, driver);
  await page.goto("/profile?view=passkeys");
  await authenticator.unlocks(false);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("No passkey was added")).toBeVisible();
  await expect(page.getByText("No passkey yet")).toBeVisible();
});

test("[A-4] the profile lists where one is signed in, and signs out of one and of all others", async ({
  page,
}) => {
  const driver = await newDriver(world);
  const elsewhere: string[] = [];
  for (let n = 0; n < 3; n++)
    elsewhere.push((await signInByCode(world.url, driver.mobile, "LG")).token);
  const listed = async () =>
    (
      await callRoute(world.url, signIns.listSignIns, {
        params: { id: driver.userId },
        token: driver.token,
      })
    ).data.sign_ins;
  expect(await listed()).toHaveLength(4);

  await signInOnce(page, driver);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Devices" }).click();
  await expect(page.getByText("This device")).toBeVisible();
  await expectAccessible(page, "devices");
  await page.getByRole("button", { name: "Log out of A browser" }).first().click();
  await expect(page.getByRole("button", { name: "Log out of A browser" })).toHaveCount(2);
  expect(await listed()).toHaveLength(3);

  await page.getByRole("button", { name: "Log out of all others" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByText("You are signed in on no other device.")).toBeVisible();
  expect(await listed()).toHaveLength(1);
  for (const token of elsewhere)
    await expect(
      callRoute(world.url, accounts.getUser, { params: { id: driver.userId }, token }),
    ).rejects.toThrow(/401/);
  await page.reload();
  await expect(page.getByText("This device")).toBeVisible();
});
