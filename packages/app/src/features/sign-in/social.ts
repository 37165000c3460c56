import { create } from "zustand";
import { storeTokens, loadAccount } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { socialAuthorize, socialFinish } from "../../api/http/endpoints/account.ts";
import { isRefusal, sentence, type Refusal } from "../../api/http/refusal.ts";
import { deviceType } from "../../native/device.ts";
import { showToast } from "../../ui/toast.ts";
import { signInCopy as copy } from "./copy.ts";

/** An identity that waits for a mobile number; `link` ties the two together when the number is proven. */
export type Link = { link: string; provider: string; name: string | null; email: string | null };
/** `verifier` never leaves this device before the ticket has come back to it. */
type Kept = { verifier?: string; provider?: string; link?: Link };

const key = "vm.social";

function read(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage the way back cannot be finished, and says so.
  }
}

const useStore = create<{ link: Link | null; returning: boolean }>(() => ({
  link: read().link ?? null,
  returning: false,
}));
export const useReturning = (): boolean => useStore((store) => store.returning);
export const useLink = (): Link | null => useStore((store) => store.link);
export const currentLink = (): Link | null => useStore.getState().link;

function setLink(link: Link | null): void {
  useStore.setState({ link });
  keep(link ? { link } : {});
}
export const forgetLink = (): void => setLink(null);

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Leaves for the provider. Throws the service's refusal. */
export async function leaveFor(provider: { id: string; name: string }): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const challenge = base64url(new Uint8Array(digest));
  const { data } = await call(socialAuthorize, {
    params: { provider: provider.id },
    query: { challenge, device_type: deviceType() },
  });
  keep({ verifier, provider: provider.name });
  location.assign(data.url);
}

let taken = "";

/** What the provider's page brought back behind the #; null when it is no such return, or was taken before. */
export function returned(hash: string): { ticket: string } | { error: string } | null {
  if (hash === taken) return null;
  taken = hash;
  const brought = new URLSearchParams(hash.replace(/^#/, ""));
  const [ticket, error] = [brought.get("social"), brought.get("social_error")];
  return ticket ? { ticket } : error ? { error } : null;
}

/** Signs in, or keeps the identity until a number is proven; says what went wrong. */
export async function comeBack(brought: { ticket: string } | { error: string }): Promise<void> {
  useStore.setState({ returning: true });
  try {
    const problem = await finish(brought);
    if (problem) showToast(problem, "error");
  } catch (refusal) {
    showToast(sentence(refusal), "error");
  } finally {
    useStore.setState({ returning: false });
  }
}

async function finish(brought: { ticket: string } | { error: string }): Promise<string | null> {
  const { verifier, provider = "" } = read();
  keep({});
  if ("error" in brought)
    return brought.error === "cancelled" ? copy.socialCancelled : copy.socialFailed;
  if (!verifier) return copy.socialFailed;
  try {
    storeTokens(await call(socialFinish, { body: { ticket: brought.ticket, verifier } }));
    await loadAccount();
  } catch (refusal) {
    if (!isRefusal(refusal, "MOBILE_NEEDED")) throw refusal;
    setLink({ provider, ...linkOf(refusal) });
  }
  return null;
}

function linkOf({ problem }: Refusal): Omit<Link, "provider"> {
  const { link, name, email } = problem as { link: string; name?: string; email?: string };
  return { link, name: name ?? null, email: email ?? null };
}
