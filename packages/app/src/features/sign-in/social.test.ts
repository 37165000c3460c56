import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderHook } from "../../../test/render-hook.ts";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { currentAccount, signOut } from "../../api/account/account.ts";
import { readTokens, writeServer } from "../../native/storage.ts";
import { useToasts } from "../../ui/toast.ts";
import { signInCopy as copy } from "./copy.ts";

const kept = new Map<string, string>();
let isForbidden = false;
const allowed = () => {
  if (isForbidden) throw new Error("forbidden");
};
const wentTo: string[] = [];
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => (allowed(), kept.get(key) ?? null),
    setItem: (key: string, value: string) => (allowed(), void kept.set(key, value)),
    clear: () => kept.clear(),
  },
  location: { assign: (url: string) => void wentTo.push(url) },
});

const LINK = { provider: "Google", link: "lnk_1", name: "Asha", email: "asha@example.in" };
// A page that was loaded anew between the provider and the code.
kept.set("vm.social", JSON.stringify({ link: LINK }));
const { comeBack, currentLink, forgetLink, leaveFor, returned, useReturning } =
  await import("./social.ts");
const foundAtStart = currentLink();

const token = `h.${Buffer.from('{"user_name":"u1:1"}').toString("base64url")}.s`;
type Answer = { status: number; body: unknown };
let service: Awaited<ReturnType<typeof startService>>;
let finished: Answer;
let onFinish: () => void;
beforeEach(async () => {
  installStorage();
  kept.clear();
  isForbidden = false;
  wentTo.length = 0;
  useToasts.setState({ toasts: [] });
  onFinish = () => undefined;
  finished = { status: 200, body: { access_token: token, refresh_token: "r" } };
  service = await startService(({ url = "" }, response) => {
    if (url.includes("/authorize")) json(response, { data: { url: "https://google.example/in" } });
    else if (url.includes("/finish")) {
      onFinish();
      json(response, finished.body, finished.status);
    } else json(response, { data: { id: "u1", name: "Asha" } });
  });
  writeServer(service.address);
});
afterEach(async () => {
  await signOut();
  forgetLink();
  await service.close();
});

const said = () => useToasts.getState().toasts.map(({ kind, text }) => [kind, text]);
const remembered = () => JSON.parse(kept.get("vm.social") ?? "null") as Record<string, string>;
const google = { id: "google", name: "Google" };
const tokenAsked = () => service.seen.filter(({ url }) => url.includes("/finish"));

test("[A-8] an identity that waits for a number is still there after the page was loaded anew", () => {
  expect(foundAtStart).toEqual(LINK);
});

test("[A-8] the driver leaves for the provider with a challenge whose verifier stays here", async () => {
  await leaveFor(google);
  expect(wentTo).toEqual(["https://google.example/in"]);
  const { verifier = "", provider } = remembered();
  expect(provider).toBe("Google");
  expect(verifier).toMatch(/^[\w-]{43}$/);
  const asked = new URL(service.seen[0]!.url, service.address);
  expect(asked.pathname).toBe("/api/user/v1/social/google/authorize");
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    challenge: createHash("sha256").update(verifier).digest("base64url"),
    device_type: "web",
  });
});

test("[A-8] what came back behind the # is used once", () => {
  expect(returned("#social=tck_1")).toEqual({ ticket: "tck_1" });
  expect(returned("#social=tck_1")).toBeNull();
  expect(returned("#social_error=cancelled")).toEqual({ error: "cancelled" });
  expect(returned("social=tck_2")).toEqual({ ticket: "tck_2" });
  expect(returned("#prices")).toBeNull();
});

test("[A-8] the ticket and the verifier sign in, and cannot be used a second time", async () => {
  await leaveFor(google);
  const { verifier } = remembered();
  await comeBack({ ticket: "tck_1" });
  expect(currentAccount()).toMatchObject({ state: "signed-in", user: { name: "Asha" } });
  expect(JSON.parse(tokenAsked()[0]!.body)).toEqual({ ticket: "tck_1", verifier });
  expect([said(), currentLink(), remembered()]).toEqual([[], null, {}]);
  await comeBack({ ticket: "tck_1" });
  expect(tokenAsked()).toHaveLength(1);
  expect(said()).toEqual([["error", copy.socialFailed]]);
});

test("[A-8] the screen says that it signs in until it has", async () => {
  const isReturning = renderHook(useReturning, undefined);
  const whileAsked: boolean[] = [];
  onFinish = () => void whileAsked.push(isReturning.now());
  await leaveFor(google);
  await comeBack({ ticket: "tck_1" });
  expect(whileAsked).toEqual([true]);
  await expect.poll(isReturning.now).toBe(false);
  isReturning.leave();
});

test.each([
  ["cancelled", copy.socialCancelled],
  ["rejected", copy.socialFailed],
])("[A-8] a way back with the error %s is said, and signs nobody in", async (error, text) => {
  await leaveFor(google);
  await comeBack({ error });
  expect(said()).toEqual([["error", text]]);
  expect([tokenAsked(), readTokens(), remembered()]).toEqual([[], null, {}]);
});

test("[A-8] an identity without an account waits for a number, until it is forgotten", async () => {
  await leaveFor(google);
  const { link, name, email } = LINK;
  finished = {
    status: 409,
    body: { code: "MOBILE_NEEDED", message: "Number?", link, name, email },
  };
  await comeBack({ ticket: "tck_1" });
  expect([currentLink(), remembered()]).toEqual([LINK, { link: LINK }]);
  expect([said(), readTokens()]).toEqual([[], null]);
  forgetLink();
  expect([currentLink(), remembered()]).toEqual([null, {}]);
});

test("[A-8] an identity may have neither name nor e-mail", async () => {
  await leaveFor(google);
  finished = { status: 409, body: { code: "MOBILE_NEEDED", link: "lnk_2" } };
  await comeBack({ ticket: "tck_1" });
  expect(currentLink()).toEqual({ provider: "Google", link: "lnk_2", name: null, email: null });
});

test("[A-8] a refused ticket is said in the service's words", async () => {
  await leaveFor(google);
  finished = { status: 401, body: { code: "SOCIAL_REJECTED", message: "Too late." } };
  await comeBack({ ticket: "tck_1" });
  expect(said()).toEqual([["error", "Too late."]]);
  expect(currentLink()).toBeNull();
});

test("[A-8] without storage the way out works, and the way back says that it did not", async () => {
  isForbidden = true;
  await leaveFor(google);
  expect(wentTo).toHaveLength(1);
  await comeBack({ ticket: "tck_1" });
  expect(said()).toEqual([["error", copy.socialFailed]]);
});
