import type { GivenConsent, User } from "@voltmarg/contract";
import { create } from "zustand";
import { serviceNow } from "../../clock.ts";
import { storeTokens, loadAccount, setUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { sendOtp, updateUser, verifyOtp } from "../../api/http/endpoints/account.ts";
import { deviceType } from "../../native/device.ts";
import { queuePopup } from "../../ui/popups.ts";
import { showToast } from "../../ui/toast.ts";
import { signInCopy as copy } from "./copy.ts";
import { currentLink, forgetLink } from "./social.ts";

/** SU in sign-up, CCS for a fleet, else LG. */
export type OtpType = "SU" | "LG" | "CCS";
export type Person = { name: string; email: string | null; customerType: "PERSONAL" | "CORPORATE" };

export type Flow = {
  /** Ten digits. */
  mobile: string;
  type: OtpType;
  codeLength: number | null;
  sentAt: number | null;
};

const nobody: Flow = { mobile: "", type: "LG", codeLength: null, sentAt: null };
const key = "vm.sign-in";
/** Two sentences take longer to read than a toast stays. */
const NOTICE_MS = 8000;

/** The number survives a reload: phones drop the page while the SMS is read. Code and name stay in memory. */
function restore(): Flow {
  try {
    return { ...nobody, ...(JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Flow>) };
  } catch {
    return nobody;
  }
}

/** `person` is who the code was asked for, `typed` what stands in the form, for whoever goes back and comes again. */
type Store = { flow: Flow; code: string | null; person: Person | null; typed: Person | null };
const useStore = create<Store>(() => ({ flow: restore(), code: null, person: null, typed: null }));

type Agreed = Pick<GivenConsent, "version" | "language">;
/** Whether a right code waits for consent to the privacy notice. */
export const useWaitsForConsent = (): boolean => useStore(({ code }) => code !== null);

export const useFlow = (): Flow => useStore((store) => store.flow);
/** What was typed of the person who signs up. */
export const useTyped = (): Person | null => useStore((store) => store.typed);
export const keepTyped = (typed: Person): void => useStore.setState({ typed });

function setFlow(flow: Flow): void {
  useStore.setState({ flow });
  try {
    sessionStorage.setItem(key, JSON.stringify(flow));
  } catch {
    // Memory is enough.
  }
}

export function beginSignUp(mobile: string): void {
  useStore.setState({ code: null, person: null });
  setFlow({ ...nobody, mobile, type: "SU" });
}

/** Asks for a code. Throws the service's refusal. */
export async function askForCode(mobile: string, type: OtpType): Promise<void> {
  const { person } = useStore.getState();
  const customerType = type === "CCS" ? "CORPORATE" : (person?.customerType ?? "PERSONAL");
  const { data } = await call(sendOtp, {
    params: { mobile },
    query: { otpType: type, customer_type: customerType, device_type: deviceType() },
  });
  // The corporate sign-in proposes another kind of account.
  useStore.setState(type === "CCS" ? { code: null, typed: null } : { code: null });
  setFlow({ mobile, type, codeLength: data.code_length, sentAt: serviceNow() });
}

/** A code was sent a moment ago, from here or elsewhere: goes on to where it is entered. */
export const continueWithCode = (mobile: string, type: OtpType): void =>
  setFlow({ mobile, type, codeLength: null, sentAt: serviceNow() });

/**
 * Signs in with a code. SIGN_UP_NEEDED keeps it for the sign-up form, CONSENT_NEEDED for the privacy notice; both are
 * thrown like every refusal.
 */
export async function enterCode(code: string, agreed?: Agreed): Promise<void> {
  const { flow, person } = useStore.getState();
  useStore.setState({ code });
  if (flow.type === "SU") return createAccount(code, person, agreed);
  const tokens = await verify(flow, code, agreed);
  storeTokens(tokens);
  if (flow.type === "CCS") queuePopup({ name: "add-vehicle" });
  if (tokens.notice) showToast(tokens.notice, "info", NOTICE_MS);
  leave();
  await loadAccount();
}

/** Ends the sign-up for a number whose code was already right, or asks for a code first. True: a code was asked for. */
export async function signUp(person: Person): Promise<boolean> {
  useStore.setState({ person });
  const { flow, code } = useStore.getState();
  if (code === null) {
    await askForCode(flow.mobile, "SU");
    return true;
  }
  await createAccount(code, person);
  return false;
}

/** Goes on with the code that waits, now that the notice was agreed to. */
export async function agree(agreed: Agreed): Promise<void> {
  const { flow, code, person } = useStore.getState();
  if (code === null) return;
  await (flow.type === "LG" ? createAccount(code, person, agreed) : enterCode(code, agreed));
}

async function createAccount(code: string, person: Person | null, agreed?: Agreed): Promise<void> {
  const { flow } = useStore.getState();
  const id = storeTokens(await verify({ ...flow, type: "SU" }, code, agreed));
  leave();
  const user = person ? await savePerson(id, person) : null;
  if (user) endSignUp(user);
  else {
    queuePopup({ name: "add-vehicle" });
    await loadAccount();
  }
}

async function savePerson(id: string, person: Person): Promise<User | null> {
  const body = { name: person.name, ...(person.email ? { email: person.email } : {}) };
  try {
    return (await call(updateUser, { params: { id }, body })).data;
  } catch {
    showToast(copy.nameNotSaved, "error");
    return null;
  }
}

/** Both popups, one after the other; a company pays for its drivers, so they have no wallet to load. */
function endSignUp(user: User): void {
  queuePopup({ name: "add-vehicle" });
  if (user.customer_type === "PERSONAL") queuePopup({ name: "wallet" });
  setUser(user);
}

const verify = ({ mobile, type }: Flow, otp: string, agreed?: Agreed) =>
  call(verifyOtp, {
    params: { mobile },
    body: {
      mobile,
      otp,
      userType: "DRIVER",
      type,
      device_type: deviceType(),
      ...(agreed && { consent: { ...agreed, is_adult: true } }),
      ...(currentLink() && { social_link: currentLink()!.link }),
    },
  });

function leave(): void {
  forgetLink();
  useStore.setState({ code: null, person: null, typed: null });
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
