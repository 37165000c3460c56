import { userIdOf } from "@voltmarg/client";
import type { Tokens, User } from "@voltmarg/contract";
import { create } from "zustand";
import { personal, readTokens, wipePersonal, writeTokens } from "../../native/storage.ts";
import { call } from "../http/call.ts";
import { getUser, logout } from "../http/endpoints/account.ts";
import { queryClient } from "../queries/query-client.ts";
import { onRefreshRejected } from "../http/refresh-token.ts";
import { isRefusal } from "../http/refusal.ts";

/**
 * Who is signed in. `looking`: there are tokens, and the account is being loaded. `unreachable`: the same, and the service
 * did not answer, which is no reason to sign anybody out.
 */
export type Account =
  | { state: "signed-out" }
  | { state: "looking" }
  | { state: "unreachable" }
  | { state: "signed-in"; user: User };

const useAccountStore = create<{ account: Account }>(() => ({ account: { state: "signed-out" } }));

export const useAccount = (): Account => useAccountStore((store) => store.account);
export const currentAccount = (): Account => useAccountStore.getState().account;

/** The signed-in driver. Only for screens behind the guard. */
export function useUser(): User {
  const account = useAccount();
  if (account.state !== "signed-in") throw new Error("used outside the signed-in part of the app");
  return account.user;
}

const set = (account: Account) => useAccountStore.setState({ account });

const onForgotten: (() => unknown)[] = [];
/** Called when the driver's data is removed from this device, for data outside the `personal` storage. */
export const onSignedOut = (listener: () => unknown): void => void onForgotten.push(listener);

/** Called when a driver signs in, and at once when one is signed in already. */
export function onSignedIn(listener: () => void): void {
  if (currentAccount().state === "signed-in") listener();
  useAccountStore.subscribe(({ account }, before) => {
    if (account.state === "signed-in" && before.account.state !== "signed-in") listener();
  });
}

/** Not part of the first load. Calls run in order. */
const keeping = () => import("../offline/persisted-queries.ts");

const persistFor = (user: string) => void keeping().then((kept) => kept.persistFor(user), offline);
// Without this code nothing was persisted either.
const offline = () => undefined;

/** Removes the driver's data from this device, but does not sign out. Settles when all of it is gone. */
async function wipe(): Promise<void> {
  wipePersonal();
  queryClient.clear();
  const kept = keeping().then(({ wipePersisted }) => wipePersisted());
  await Promise.allSettled([kept, ...onForgotten.map((listener) => listener())]);
}

function forget(): void {
  void wipe();
  set({ state: "signed-out" });
}

/** Signs the driver in. An answer that arrives after the sign-out is ignored. */
export function setUser(user: User): void {
  if (userIdOf(readTokens()?.access_token ?? "") !== user.id) return;
  personal.write("user", user);
  persistFor(user.id);
  set({ state: "signed-in", user });
}

/** Looks the driver up by the stored access token. Only 401, 403 and 404 sign out. */
export async function loadAccount(): Promise<void> {
  const tokens = readTokens();
  const id = tokens ? userIdOf(tokens.access_token) : null;
  if (!id) {
    // Also removes what a screen wrote after the sign-out.
    forget();
    return;
  }
  const cached = personal.read<User>("user");
  if (cached?.id === id) {
    persistFor(id);
    set({ state: "signed-in", user: cached });
  } else if (currentAccount().state !== "signed-in") set({ state: "looking" });
  try {
    const { data } = await call(getUser, { params: { id } });
    setUser(data);
  } catch (error) {
    if (isRefusal(error) && [401, 403, 404].includes(error.status)) forget();
    else if (currentAccount().state === "looking") set({ state: "unreachable" });
  }
}

/** Stores the tokens of a sign-in. The account counts as signed in once `setUser` or `loadAccount` has finished. */
export function storeTokens(tokens: Tokens): string {
  const id = userIdOf(tokens.access_token);
  if (!id) throw new Error("the access token names no user");
  const before = personal.read<User>("user");
  if (before && before.id !== id) forget();
  writeTokens({ access_token: tokens.access_token, refresh_token: tokens.refresh_token });
  return id;
}

/** Deep links and the purpose of a payment. */
function wipeVisit(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
}

/** How long a sign-out waits for the service at most, ms. */
const tellMs = 2000;

/**
 * Signs out at the service and removes the driver's data from this device, also when the service does not answer. State in
 * memory goes with the document: the caller opens the login page as a new one.
 */
export async function signOut(): Promise<void> {
  const told = readTokens() ? call(logout, {}).catch(() => undefined) : undefined;
  // The request has read the token already.
  const wiped = wipe();
  wipeVisit();
  set({ state: "looking" });
  await Promise.race([
    Promise.all([told, wiped]),
    new Promise((resolve) => setTimeout(resolve, tellMs)),
  ]);
}

/** Starts the account: call once. Other tabs' sign-ins and sign-outs are followed. */
export function startAccount(): void {
  onRefreshRejected(forget);
  addEventListener("storage", (event) => {
    if (event.key !== "access_token") return;
    if (event.newValue === null) forget();
    else if (currentAccount().state !== "signed-in") void loadAccount();
    else if (userIdOf(event.newValue) !== userIdOf(event.oldValue ?? "")) location.reload();
  });
  void loadAccount();
}
