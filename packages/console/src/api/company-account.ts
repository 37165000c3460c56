import type { StaffOpenidRefusal } from "@voltmarg/contract";
import { call } from "./call.ts";
import { useOperation } from "./query-client.ts";

/** Whose accounts open the console beside passkeys, such as "Acme"; null: nobody's, or not known yet. */
export const useCompany = (enabled = true): string | null =>
  useOperation("getStaffOpenid", {}, { enabled }).data?.data.name ?? null;

/** Leads to the company's sign-in, and back to this page. */
export async function signInThere(): Promise<void> {
  leave(await call("beginStaffOpenid", { body: { return_to: thisPage() } }));
}

/** The same for somebody who is signed in: money, erasures and credentials open for five minutes. */
export async function signInThereAgain(): Promise<void> {
  leave(await call("openidAgain", { body: { return_to: thisPage() } }));
}

/** Accepts an invitation there. */
export async function acceptThere(token: string): Promise<void> {
  leave(await call("acceptByOpenid", { body: { token } }));
}

const leave = ({ data }: { data: { url: string } }) => location.assign(data.url);

const LONGEST = 400;

function thisPage(): string {
  const path = location.pathname + location.search;
  return path.startsWith("/console/") && path.length <= LONGEST ? path : "/console/";
}

const SENTENCES: Record<StaffOpenidRefusal, string> = {
  OPENID_CANCELLED: "You went back without signing in.",
  OPENID_EXPIRED:
    "This sign-in was begun in another browser, was used before, or took longer than ten minutes. Begin again.",
  OPENID_REJECTED:
    "What your company’s sign-in sent cannot be trusted. Try again, and tell an admin if it stays so.",
  OPENID_UNAVAILABLE:
    "Your company’s sign-in cannot be reached. Try again in a moment. Passkeys work as before.",
  OPENID_NOT_INVITED:
    "No member of the staff signs in with this account. Ask an admin of your company for an invitation.",
  OPENID_INVITATION_ENDED: "This link has been used or has expired. Ask an admin for a new one.",
  OPENID_TAKEN: "Another member of the staff signs in with this account. Use your own.",
  OPENID_OTHER_ACCOUNT: "That was another account than the one you are signed in with here.",
  OPENID_NOT_RECENT:
    "Your company’s sign-in did not ask you anew: you signed in there more than five minutes ago.",
  OPENID_NO_AUTH_TIME:
    "Your company’s sign-in does not say when you signed in. An admin has to turn on its claim auth_time.",
};

/** Why a sign-in came to nothing. */
export type Refused = { code: StaffOpenidRefusal; sentence: string };
let refused: Refused | null = null;

/** Reads what the address says of a sign-in that came to nothing, and takes it out of the address. */
export function noteReturn(): void {
  const url = new URL(location.href);
  const code = url.searchParams.get("openid");
  if (code === null) return;
  url.searchParams.delete("openid");
  history.replaceState(history.state, "", url);
  if (isRefusal(code)) refused = { code, sentence: SENTENCES[code] };
}

const isRefusal = (code: string): code is StaffOpenidRefusal => Object.hasOwn(SENTENCES, code);

/** What `noteReturn` read, once: it is shown in one place. */
export function takeRefused(): Refused | null {
  const taken = refused;
  refused = null;
  return taken;
}
