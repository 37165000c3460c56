import { staff, type StaffRole } from "@voltmarg/contract";
import { PROVIDER_TOKEN, type Harness } from "./harness.ts";
import type { OpenidProvider } from "./openid-provider.ts";
import { keepCookies, openBrowser, type Browser } from "./staff.ts";

/** Where the console leads from the callback: a path, or the refusal behind it. */
export type Returned = { location: URL; refusal: string | null; set: string[] };

/** Members who sign in with the company account, in browsers of their own. */
export function companyAccounts(world: Harness, origin: string, provider: OpenidProvider) {
  /** Follows the provider's page, as the person `sub`. The address of the callback it leads to. */
  async function signInThere(url: string, sub: string | null): Promise<URL> {
    provider.sub = sub;
    const response = await fetch(url, { redirect: "manual" });
    return new URL(response.headers.get("location")!);
  }

  /** Comes back from the provider. The strict cookie of a session is not sent: another site led here. */
  async function comeBack(browser: Browser, callback: URL): Promise<Returned> {
    const response = await fetch(`${world.url}${callback.pathname}${callback.search}`, {
      redirect: "manual",
      headers: browser.attempt ? { cookie: browser.attempt } : {},
    });
    if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
    keepCookies(browser, response);
    const location = new URL(response.headers.get("location")!);
    const set = response.headers.getSetCookie();
    return { location, refusal: location.searchParams.get("openid"), set };
  }

  const begin = async (browser: Browser, returnTo = "/console/") => {
    const { body } = await browser.ask(staff.beginStaffOpenid, { body: { return_to: returnTo } });
    return body.data.url;
  };
  const beginAccept = async (browser: Browser, token: string) =>
    (await browser.ask(staff.acceptByOpenid, { body: { token } })).body.data.url;
  const beginAgain = async (browser: Browser, returnTo = "/console/") => {
    const body = { return_to: returnTo };
    return (await browser.ask(staff.openidAgain, { body })).body.data.url;
  };

  const through = async (browser: Browser, url: string, sub: string | null) =>
    comeBack(browser, await signInThere(url, sub));
  const signIn = async (browser: Browser, sub: string | null, returnTo?: string) =>
    through(browser, await begin(browser, returnTo), sub);
  const accept = async (browser: Browser, token: string, sub: string | null) =>
    through(browser, await beginAccept(browser, token), sub);
  const again = async (browser: Browser, sub: string | null, returnTo?: string) =>
    through(browser, await beginAgain(browser, returnTo), sub);

  const invite = async (name: string, role: StaffRole) => {
    const call = { token: PROVIDER_TOKEN, body: { name, role } };
    return (await world.call(staff.inviteStaff, call)).body.data.token;
  };
  /** A new member with the account of the same name, signed in. */
  async function newMember(name: string, role: StaffRole): Promise<Browser> {
    const browser = openBrowser(world, origin, name);
    const { refusal } = await accept(browser, await invite(name, role), name);
    if (refusal) throw new Error(`${name}: ${refusal}`);
    return browser;
  }

  return {
    signInThere,
    comeBack,
    begin,
    beginAccept,
    beginAgain,
    signIn,
    accept,
    again,
    invite,
    newMember,
    open: () => openBrowser(world, origin),
  };
}
