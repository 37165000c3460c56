import { requestOf } from "@voltmarg/client";
import {
  staff,
  type Problem,
  type RouteOutput,
  type RouteSpec,
  type StaffRole,
} from "@voltmarg/contract";
import { createAuthenticator, type Authenticator } from "./authenticator.ts";
import type { RouteInput } from "./call-route.ts";
import { PROVIDER_TOKEN, type Harness } from "./harness.ts";

type Answered<R extends RouteSpec> = {
  status: number;
  /** The Set-Cookie header. */
  set: string | null;
  body: RouteOutput<R> & Problem;
};

/** A browser in which a member of the staff may be signed in. It sends its cookie and its origin, as browsers do. */
export type Browser = {
  name: string;
  cookie: string | null;
  /** The cookie of a sign-in with the company account that is under way. */
  attempt: string | null;
  device: Authenticator;
  /** Calls as a page of the console does, or of another origin. */
  ask<R extends RouteSpec>(route: R, input: RouteInput<R>, origin?: string): Promise<Answered<R>>;
  /** Signs in by the passkey of this browser. Answers what the service says. */
  signIn(): Promise<Answered<typeof staff.signInStaff>>;
  /** Uses the passkey once more. */
  confirm(): Promise<Answered<typeof staff.passkeyAgain>>;
};

const ATTEMPT = "__Host-staff-openid";

/** Keeps the cookies of an answer, as browsers do. */
export function keepCookies(browser: Browser, { headers }: Response): void {
  for (const set of headers.getSetCookie()) {
    const kept = set.includes("Max-Age=0") ? null : set.split(";")[0]!;
    browser[set.startsWith(`${ATTEMPT}=`) ? "attempt" : "cookie"] = kept;
  }
}

/** A browser in which nobody is signed in. */
export function openBrowser(world: Harness, origin: string, name = "nobody"): Browser {
  const browser: Browser = {
    name,
    cookie: null,
    attempt: null,
    device: createAuthenticator(origin),
    ask: async (route, input, from = origin) => {
      const { path, ...request } = requestOf(route, input);
      const headers = {
        ...request.headers,
        ...(request.method === "GET" ? {} : { origin: from }),
        cookie: ["other=1", browser.cookie, browser.attempt].filter(Boolean).join("; "),
      };
      const response = await fetch(`${world.url}${path}`, { ...request, headers });
      const set = response.headers.get("set-cookie");
      keepCookies(browser, response);
      return { status: response.status, set, body: (await response.json()) as never };
    },
    signIn: async () => {
      const { body } = await browser.ask(staff.staffSignInOptions, {});
      const passkey = browser.device.sign(body.data, browser.device.held.at(-1)!);
      return browser.ask(staff.signInStaff, { body: { passkey } });
    },
    confirm: async () => {
      const { body } = await browser.ask(staff.passkeyAgainOptions, {});
      const passkey = browser.device.sign(body.data, browser.device.held.at(-1)!);
      return browser.ask(staff.passkeyAgain, { body: { passkey } });
    },
  };
  return browser;
}

/** Accepts an invitation with a new passkey of this browser. Answers what the service says. */
export async function acceptIn(browser: Browser, token: string) {
  const begun = await browser.ask(staff.invitationOptions, { body: { token } });
  if (begun.status !== 200) return begun;
  const passkey = browser.device.make(begun.body.data.options);
  return browser.ask(staff.acceptInvitation, { body: { token, passkey } });
}

/** A new member, signed in. */
export async function newMember(
  world: Harness,
  origin: string,
  name: string,
  role: StaffRole,
): Promise<Browser> {
  const body = { name, role };
  const invited = await world.call(staff.inviteStaff, { token: PROVIDER_TOKEN, body });
  const browser = openBrowser(world, origin, name);
  const accepted = await acceptIn(browser, invited.body.data.token);
  if (accepted.status !== 200) throw new Error(`${name}: ${JSON.stringify(accepted.body)}`);
  return browser;
}
