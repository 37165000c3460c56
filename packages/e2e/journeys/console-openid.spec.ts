import { staff } from "@voltmarg/contract";
import { addressOf, type WorldAddress } from "@voltmarg/testkit/driver";
import { PEER_CLIENT, startOidcPeer, type OidcPeer } from "@voltmarg/testkit/oidc-peer";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { callRoute } from "@voltmarg/client/node";
import { withAuthenticator } from "./authenticator.ts";
import { expectAccessible } from "./screens.ts";
import { expect, test as plain } from "./world.ts";

type Own = { own: WorldAddress & { providerToken: string }; peer: OidcPeer };

/** A world whose staff may sign in with the company's OpenID provider, which really runs. */
const test = plain.extend<object, { both: Own }>({
  both: [
    async ({}, give) => {
      const peer = await startOidcPeer();
      const world = await startTemporaryWorld({
        TRAFFIC: "0",
        LOCATIONS: "20",
        STAFF_OPENID_ISSUER: peer.issuer,
        STAFF_OPENID_CLIENT_ID: PEER_CLIENT.client_id,
        STAFF_OPENID_CLIENT_SECRET: PEER_CLIENT.client_secret,
        STAFF_OPENID_NAME: "Acme",
      });
      const own = addressOf(world);
      peer.register(`${own.url}/provider/v1/session/openid/callback`);
      await give({ own, peer });
      await world.stop();
      await peer.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
// Whoever is not signed in is refused once before the sign-in shows, and what needs the account again is.
test.use({ refusals: [401, 403], viewport: { width: 1440, height: 900 } });

test("[D-27] a member accepts with the company account, signs in with it, and once more before what needs it", async ({
  page,
  both: { own, peer },
}) => {
  const { data } = await callRoute(own.url, staff.inviteStaff, {
    token: own.providerToken,
    body: { name: "asha", role: "admin" },
  });
  const company = page.getByRole("button", { name: "Continue with Acme" });
  const overview = page.getByRole("heading", { name: "Overview" });

  peer.person = null;
  await page.goto(data.link);
  await expect(company).toBeVisible();
  await expectAccessible(page, "invitation with a company account");
  await company.click();
  await expect(page.getByText("You went back without signing in.")).toBeVisible();
  await expect(page.getByText("Code: OPENID_CANCELLED")).toBeVisible();
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe("");

  // The link is still good, and this page still has it.
  peer.person = { sub: "u-asha" };
  await company.click();
  await expect(overview).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/console/");

  await page.getByRole("button", { name: "asha, admin" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in with passkey" })).toBeVisible();
  await expectAccessible(page, "sign-in with a company account");
  await page.goto(`${own.url}/console/staff?state=any`);
  await company.click();
  // The cookie is strict, and the page came from another site: its calls send it all the same.
  await expect(page.getByRole("heading", { name: "Staff" })).toBeVisible();
  expect(page.url()).toBe(`${own.url}/console/staff?state=any`);
  await expect(page.getByText("by company account")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Staff" })).toBeVisible();

  const again = page.getByRole("button", { name: "Sign in with Acme again" });
  const invite = async () => {
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("ravi");
    await dialog.getByLabel("Role").selectOption("read");
    await dialog.getByRole("button", { name: "Invite" }).click();
    return dialog;
  };
  const dialog = await invite();
  await expect(again).toBeVisible();
  await expectAccessible(page, "the company account again");
  peer.person = { sub: "u-other" };
  await again.click();
  await expect(page.getByText("Code: OPENID_OTHER_ACCOUNT")).toBeVisible();
  await expectAccessible(page, "the company account of somebody else");
  await page.getByRole("button", { name: "Close" }).click();
  peer.person = { sub: "u-asha" };
  await invite();
  await again.click();
  await expect(page).toHaveURL(`${own.url}/console/staff?state=any`);
  await expect(dialog).toBeHidden();
  await invite();
  await expect(page.getByRole("dialog").getByText("For ravi, as read.")).toBeVisible();
  await expect(again).toBeHidden();
});

test("[D-27] an account that nobody invited stays outside, with the reason; passkeys go on", async ({
  page,
  both: { own, peer },
}) => {
  await withAuthenticator(page);
  const { data } = await callRoute(own.url, staff.inviteStaff, {
    token: own.providerToken,
    body: { name: "by-key", role: "read" },
  });
  const overview = page.getByRole("heading", { name: "Overview" });
  await page.goto(data.link);
  await page.getByRole("button", { name: "Make a passkey and sign in" }).click();
  await page.getByRole("button", { name: "by-key, read" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();

  peer.person = { sub: "u-stranger" };
  await page.getByRole("button", { name: "Continue with Acme" }).click();
  await expect(page.getByText("No member of the staff signs in with this account.")).toBeVisible();
  await expect(page.getByText("Code: OPENID_NOT_INVITED")).toBeVisible();
  await page.getByRole("button", { name: "Sign in with passkey" }).click();
  await expect(overview).toBeVisible();
  await expect(page.getByText("OPENID_NOT_INVITED")).toBeHidden();
});
