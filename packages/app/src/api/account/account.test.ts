import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { forgetTokens, keepTokensOf } from "../../../test/tokens.ts";
import { personal, readServer, readTokens, writeServer } from "../../native/storage.ts";
import { currentAccount, loadAccount, signOut } from "./account.ts";
import { keys } from "../queries/keys.ts";
import { queryClient } from "../queries/query-client.ts";

const aditi = { id: "u1", name: "Aditi", customer_type: "PERSONAL" };

let service: Awaited<ReturnType<typeof startService>>;
let status: number;
beforeEach(async () => {
  installStorage();
  status = 200;
  service = await startService((incoming, response) =>
    incoming.url?.startsWith("/auth/oauth/token")
      ? json(response, { code: "REFRESH_REJECTED" }, 401)
      : status === 200
        ? json(response, { data: aditi })
        : json(response, { code: "INTERNAL", message: "No." }, status),
  );
  writeServer(service.address);
  await loadAccount();
});
afterEach(() => service.close());

const signIn = () => keepTokensOf("u1");

test("[G-3] the stored token finds the user", async () => {
  signIn();
  await loadAccount();
  expect(currentAccount()).toEqual({ state: "signed-in", user: aditi });
  expect(service.seen.at(-1)?.url).toBe("/api/user/v1/users/u1");
});

test("[G-3] an answer that comes after the driver has left signs nobody in", async () => {
  signIn();
  const looking = loadAccount();
  forgetTokens();
  await looking;
  expect(currentAccount().state).not.toBe("signed-in");
  expect(personal.read("user")).toBeNull();
});

test.each([401, 403, 404])("[G-3] a look-up answered with %i signs out", async (refused) => {
  signIn();
  await loadAccount();
  status = refused;
  await loadAccount();
  expect(currentAccount()).toEqual({ state: "signed-out" });
  expect(readTokens()).toBeNull();
});

test("[G-3] a service in trouble keeps the user known from before", async () => {
  signIn();
  await loadAccount();
  status = 500;
  await loadAccount();
  expect(currentAccount()).toEqual({ state: "signed-in", user: aditi });
});

test("[G-3] a service in trouble with nobody known from before is said to be unreachable", async () => {
  signIn();
  status = 503;
  await loadAccount();
  expect(currentAccount()).toEqual({ state: "unreachable" });
  expect(readTokens()).not.toBeNull();
});

test("[A-4] logout tells the service with the old token and leaves nothing of the driver", async () => {
  signIn();
  await loadAccount();
  personal.write("filter", { distance: 5 });
  queryClient.setQueryData(keys.wallet, { balance_minor: 1 });
  await signOut();
  const told = service.seen.at(-1);
  expect(told?.url).toBe("/auth/oauth/logout");
  expect(told?.headers.authorization).toMatch(/^Bearer h\./);
  expect(readTokens()).toBeNull();
  expect(personal.read("filter")).toBeNull();
  expect(personal.read("user")).toBeNull();
  expect(queryClient.getQueryData(keys.wallet)).toBeUndefined();
  expect(currentAccount()).toEqual({ state: "looking" });
  expect(readServer()).toBe(service.address);
});
