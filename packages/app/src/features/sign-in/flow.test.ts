import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { currentAccount, signOut } from "../../api/account/account.ts";
import { readTokens, writeServer } from "../../native/storage.ts";
import { usePopups } from "../../ui/popups.ts";
import { useToasts } from "../../ui/toast.ts";
import { askForCode, beginSignUp, enterCode, keepTyped, signUp, type Person } from "./flow.ts";

const MOBILE = "9876543210";
const ID = "usr_1";
const PERSON: Person = { name: "Asha Rao", email: "asha@example.in", customerType: "PERSONAL" };
const page = new Map<string, string>();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => page.get(key) ?? null,
    setItem: (key: string, value: string) => void page.set(key, value),
    removeItem: (key: string) => void page.delete(key),
    clear: () => page.clear(),
  },
});
/** What survives a reload of the page. */
const stored = () => JSON.parse(page.get("vm.sign-in") ?? "null") as Record<string, unknown> | null;

const tokenOf = (id: string) =>
  `h.${Buffer.from(JSON.stringify({ user_name: `${id}:1` })).toString("base64url")}.s`;
let service: Awaited<ReturnType<typeof startService>>;
let verified: (response: ServerResponse) => void;
let named: (response: ServerResponse) => void;
let customer: "PERSONAL" | "CORPORATE";
const signedIn =
  (more: object = {}) =>
  (response: ServerResponse) =>
    json(response, { access_token: tokenOf(ID), refresh_token: "r", ...more });
const user = () => ({ data: { id: ID, customer_type: customer, name: PERSON.name } });

beforeEach(async () => {
  installStorage();
  page.clear();
  customer = "PERSONAL";
  verified = signedIn();
  named = (response) => json(response, user());
  usePopups.setState({ queue: [], awayOn: null });
  useToasts.setState({ toasts: [] });
  service = await startService(({ url = "", method }: IncomingMessage, response) => {
    if (url.includes("/send?")) json(response, { data: { code_length: 6 } });
    else if (url.includes("/verify")) verified(response);
    else if (method === "PUT" || method === "PATCH") named(response);
    else json(response, user());
  });
  writeServer(service.address);
});
afterEach(async () => {
  await signOut();
  await service.close();
});

const sent = (part: string) => {
  const { method, url, body } = service.seen.findLast((each) => each.url.includes(part))!;
  const query = Object.fromEntries(new URL(url, "http://x").searchParams);
  return { method, query, body: body ? (JSON.parse(body) as object) : null };
};
const popups = () => usePopups.getState().queue.map(({ name }) => name);
const said = () => useToasts.getState().toasts.map(({ kind, text, ms }) => ({ kind, text, ms }));

test("[A-1] a code is asked for by number and purpose, and the page knows it after a reload", async () => {
  await askForCode(MOBILE, "LG");
  expect(sent("/send?").query).toMatchObject({ otpType: "LG", customer_type: "PERSONAL" });
  expect(stored()).toMatchObject({ mobile: MOBILE, type: "LG", codeLength: 6 });
  await askForCode(MOBILE, "CCS");
  expect(sent("/send?").query).toMatchObject({ otpType: "CCS", customer_type: "CORPORATE" });
});

test("[A-1] the right code signs in: the account is loaded, and nothing of the sign-in stays", async () => {
  await askForCode(MOBILE, "LG");
  verified = signedIn({ notice: "Your number was linked." });
  await enterCode("123456");
  expect(sent("/verify").body).toMatchObject({ mobile: MOBILE, otp: "123456", type: "LG" });
  expect(readTokens()?.access_token).toBe(tokenOf(ID));
  expect(currentAccount()).toMatchObject({ state: "signed-in", user: { id: ID } });
  expect([stored(), popups()]).toEqual([null, []]);
  expect(said()).toEqual([{ kind: "info", text: "Your number was linked.", ms: 8_000 }]);
});

test("[M-7] a fleet's driver is asked for a vehicle", async () => {
  customer = "CORPORATE";
  await askForCode(MOBILE, "CCS");
  await enterCode("123456");
  expect(popups()).toEqual(["add-vehicle"]);
});

test("[A-2] a number without an account keeps its code for the sign-up, which asks for no second one", async () => {
  await askForCode(MOBILE, "LG");
  verified = (response) => json(response, { code: "SIGN_UP_NEEDED", message: "Sign up." }, 404);
  await expect(enterCode("123456")).rejects.toMatchObject({ code: "SIGN_UP_NEEDED" });
  expect(readTokens()).toBeNull();
  verified = signedIn();
  const asked = service.seen.filter(({ url }) => url.includes("/send?")).length;
  expect(await signUp(PERSON)).toBe(false);
  expect(service.seen.filter(({ url }) => url.includes("/send?"))).toHaveLength(asked);
  expect(sent("/verify").body).toMatchObject({ otp: "123456", type: "SU" });
  const { name, email } = PERSON;
  expect(service.seen.at(-1)).toMatchObject({ body: JSON.stringify({ name, email }) });
  expect(currentAccount()).toMatchObject({ state: "signed-in", user: { name } });
  expect(popups()).toEqual(["add-vehicle", "wallet"]);
});

test("[A-2] whoever signs up first is asked for a code, for the kind of account that was chosen", async () => {
  customer = "CORPORATE";
  beginSignUp(MOBILE);
  keepTyped(PERSON);
  expect(await signUp({ ...PERSON, email: null, customerType: "CORPORATE" })).toBe(true);
  expect(sent("/send?").query).toMatchObject({ otpType: "SU", customer_type: "CORPORATE" });
  await enterCode("654321");
  expect(sent("/verify").body).toMatchObject({ otp: "654321", type: "SU" });
  expect(service.seen.at(-1)).toMatchObject({ body: JSON.stringify({ name: PERSON.name }) });
  // A company pays: there is no wallet to load.
  expect(popups()).toEqual(["add-vehicle"]);
});

test("[A-2] an account whose name could not be saved is an account all the same, and that is said", async () => {
  beginSignUp(MOBILE);
  await signUp(PERSON);
  named = (response) => json(response, { code: "INTERNAL", message: "No." }, 500);
  await enterCode("654321");
  expect(currentAccount()).toMatchObject({ state: "signed-in" });
  expect(said()).toMatchObject([
    {
      kind: "error",
      text: "Your account is ready, but your name was not saved. Add it in My Profile.",
    },
  ]);
  expect(popups()).toEqual(["add-vehicle"]);
});

test("[A-1] a wrong code signs nobody in and keeps the number", async () => {
  await askForCode(MOBILE, "LG");
  verified = (response) => json(response, { code: "OTP_WRONG", message: "Wrong." }, 401);
  await expect(enterCode("000000")).rejects.toMatchObject({ code: "OTP_WRONG" });
  expect(readTokens()).toBeNull();
  expect(stored()).toMatchObject({ mobile: MOBILE });
});
