import { PEER_CLIENT, startOidcPeer, type OidcPeer } from "@voltmarg/testkit/oidc-peer";
import { addressOf, type WorldAddress } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { agreeToNotice } from "./agree.ts";
import { expectAccessible } from "./screens.ts";
import { forgetAll, expect, test as plain } from "./world.ts";

type Own = { own: WorldAddress; peer: OidcPeer };

/** A world whose drivers may sign in with an OpenID provider, which really runs. */
const test = plain.extend<object, { both: Own }>({
  both: [
    async ({}, give) => {
      const peer = await startOidcPeer();
      const provider = { id: "peer", name: "Peer", issuer: peer.issuer, ...PEER_CLIENT };
      const world = await startTemporaryWorld({
        TRAFFIC: "0",
        LOCATIONS: "20",
        SOCIAL_PROVIDERS: JSON.stringify([provider]),
      });
      const own = addressOf(world);
      peer.register(`${own.url}/auth/oauth/social/callback`);
      await give({ own, peer });
      await world.stop();
      await peer.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
// In one worker, so that this world is started once.
test.describe.configure({ mode: "default" });

// Asking for a number and signing up a new one both start with an error status.
test.use({ refusals: [409] });

test("[A-8] [R-2] [R-3] somebody new comes with another account, proves a number once, and needs only that account next time", async ({
  page,
  both: { own, peer },
}) => {
  await page.goto(`${own.url}/login`);
  const button = page.getByRole("button", { name: "Continue with Peer" });
  await expect(button).toBeVisible();
  await expectAccessible(page, "login with a provider");

  peer.person = null;
  await button.click();
  await expect(page.getByText("You went back without signing in")).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");

  peer.person = { sub: "priya", name: "Priya", email: "priya@example.in", email_verified: true };
  await button.click();
  await expect(
    page.getByText("Hello Priya. One more step: your mobile number. Next time Peer is enough."),
  ).toBeVisible();
  await expectAccessible(page, "login that waits for a number");
  await page.getByLabel("Mobile number").fill("9811122233");
  await page.getByRole("button", { name: "Send OTP" }).click();
  const code = /\d{4,}/.exec((await page.getByText(/Demo OTP/).textContent())!)![0];
  await page.getByLabel(/-digit OTP/).fill(code);
  await expect(page).toHaveURL(/\/signup/);
  await expect(page.getByLabel("Name")).toHaveValue("Priya");
  await expect(page.getByLabel("E-mail (optional)")).toHaveValue("priya@example.in");
  await page.getByRole("button", { name: "Create account" }).click();
  await agreeToNotice(page);
  await expect(page).toHaveURL(/\/tabs/);

  await forgetAll(page, own.url);
  await page.goto(`${own.url}/login`);
  await button.click();
  await expect(page).toHaveURL(/\/tabs/);
  expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeTruthy();
});
