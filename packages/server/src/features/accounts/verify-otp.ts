import type { GivenConsent, Language, Tokens } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { OtpSettings } from "../../platform/config/config.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { addressBlock } from "../../platform/http/address-block.ts";
import { newId } from "../../platform/ids.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { findUserByMobile, insertUser, openLedger, type UserRow } from "./accounts.store.ts";
import type { Device } from "./device.ts";
import { codeMatches, tooManyWrong } from "./one-time-code.ts";
import {
  challengeFor,
  countTry,
  lockNumber,
  noteFailure,
  prolong,
  turnInto,
  useChallenge,
  wrongCounts,
  type Challenge,
  type OtpType,
} from "./otp.store.ts";
import { signInNotices } from "./sign-in-notices.ts";
import type { SignIn } from "./sign-in.ts";
import { linkSocial } from "./social.ts";

/** How long after it was sent a right code stays valid while its sender reads the privacy notice. */
const READING_MS = 20 * 60_000;

export type VerifyOtpDeps = {
  database: Database;
  clock: Clock;
  settings: OtpSettings;
  signIn: SignIn;
  writeAudit: WriteAudit;
  /** The company that has listed an E.164 number. */
  companyOfNumber(tx: Tx, mobile: string): Promise<string | null>;
  consent: {
    /** Whether it is consent to the privacy notice that holds now. */
    holds(given: GivenConsent): Promise<boolean>;
    keep(tx: Tx, userId: string, given: GivenConsent): Promise<unknown>;
  };
};
type Refusals =
  | "MOBILE_INVALID"
  | "OTP_WRONG"
  | "OTP_EXPIRED"
  | "OTP_LOCKED"
  | "SIGN_UP_NEEDED"
  | "CONSENT_NEEDED"
  | "ACCOUNT_EXISTS"
  | "ACCOUNT_DEACTIVATED";
export type VerifyOtpInput = {
  mobile: string;
  otp: string;
  type: OtpType;
  device: Device;
  /** The driver's language. */
  language: Language;
  /** Links the OpenID identity of a sign-in that came before. */
  socialLink?: string | undefined;
  /** Of whoever gets an account by it. */
  consent?: GivenConsent | undefined;
};

/**
 * Exchanges a correct code for tokens. SU (sign-up) and CCS (fleet sign-in) create the account; CCS is refused for a
 * number that no company has listed. LG (login) for a number without an account answers SIGN_UP_NEEDED, and SU for a
 * number with one answers ACCOUNT_EXISTS. Both leave the code valid for the other purpose, so that the driver needs no
 * second SMS. Nobody gets an account without consent to the privacy notice: CONSENT_NEEDED leaves the code valid long
 * enough to read it.
 */
export async function verifyOtp(
  deps: VerifyOtpDeps,
  input: VerifyOtpInput,
): Promise<Outcome<Tokens, Refusals>> {
  const mobile = mobileToE164(input.mobile);
  if (!mobile) return refuse("MOBILE_INVALID");
  const open = async (tx: Tx, userId: string): Promise<Tokens> => {
    const tokens = await deps.signIn.open(tx, userId, input.device, "CODE");
    const { socialLink } = input;
    if (socialLink === undefined || (await linkSocial(tx, deps.clock, socialLink, userId)))
      return tokens;
    return { ...tokens, notice: signInNotices[input.language].notLinked };
  };
  const { consent } = input;
  const holds = consent !== undefined && (await deps.consent.holds(consent));
  return deps.database.transact(async (tx) => {
    await lockNumber(tx, mobile);
    const checked = await checkCode(deps, tx, mobile, input);
    if (!checked.ok) return checked;
    const { value: challenge } = checked;
    const user = await findUserByMobile(tx, mobile);
    if (user?.deactivated_at) return refuse("ACCOUNT_DEACTIVATED");
    const isNew = !user && challenge.otp_type !== "LG";
    if (isNew && !holds) {
      await prolong(tx, challenge.id, new Date(challenge.created_at.getTime() + READING_MS));
      return refuse("CONSENT_NEEDED");
    }
    const create = async () => {
      const created = await createAccount(deps, tx, challenge);
      if (consent) await deps.consent.keep(tx, created.id, consent);
      return created;
    };
    if (challenge.otp_type === "CCS") {
      await useChallenge(tx, challenge.id, deps.clock.now());
      const { id, company_id } = user ?? (await create());
      const tokens = await open(tx, id);
      const isListed = company_id !== null || (await deps.companyOfNumber(tx, mobile)) !== null;
      return done(
        isListed ? tokens : { ...tokens, notice: signInNotices[input.language].noCompany },
      );
    }
    if (challenge.otp_type === "LG") {
      if (!user) {
        await turnInto(tx, challenge.id, "SU");
        return refuse("SIGN_UP_NEEDED");
      }
      await useChallenge(tx, challenge.id, deps.clock.now());
      return done(await open(tx, user.id));
    }
    if (user) {
      await turnInto(tx, challenge.id, "LG");
      return refuse("ACCOUNT_EXISTS");
    }
    await useChallenge(tx, challenge.id, deps.clock.now());
    return done(await open(tx, (await create()).id));
  });
}

async function checkCode(
  deps: VerifyOtpDeps,
  tx: Tx,
  mobile: string,
  input: VerifyOtpInput,
): Promise<Outcome<Challenge, "OTP_WRONG" | "OTP_EXPIRED" | "OTP_LOCKED">> {
  const now = deps.clock.now();
  const address = addressBlock(input.device.address);
  const isLocked = async () =>
    tooManyWrong(await wrongCounts(tx, mobile, address, now), deps.settings);
  if (await isLocked()) return refuse("OTP_LOCKED");
  const challenge = await challengeFor(tx, mobile, address, now);
  if (!challenge || challenge.used_at || challenge.expires_at <= now) return refuse("OTP_EXPIRED");
  // Wrong codes from other addresses do not use up the requester's tries.
  const tries = challenge.address === address ? challenge.tries : challenge.tries_elsewhere;
  if (tries >= deps.settings.triesPerCode) return refuse("OTP_LOCKED");
  const right = await codeMatches(input.otp, challenge.salt, challenge.code_hash);
  if (!right || challenge.otp_type !== input.type) {
    // A correct code costs no try: SIGN_UP_NEEDED and ACCOUNT_EXISTS must leave it valid.
    await countTry(tx, challenge.id, address);
    await noteFailure(tx, { mobile, address, id: newId("otf", now), at: now });
    if (await isLocked()) {
      const guessed = await findUserByMobile(tx, mobile);
      if (guessed) await deps.writeAudit(tx, guessed.id, "CODES_LOCKED", input.device);
    }
    return refuse("OTP_WRONG", {
      extra: { tries_left: Math.max(0, deps.settings.triesPerCode - tries - 1) },
    });
  }
  return done(challenge);
}

/**
 * CORPORATE is granted only to a number its company has listed, and only to a driver who came for it: a company sees where
 * its drivers charge. Anybody else it may ask in the app.
 */
async function createAccount(deps: VerifyOtpDeps, tx: Tx, challenge: Challenge): Promise<UserRow> {
  const now = deps.clock.now();
  const forCompany = challenge.otp_type === "CCS" || challenge.customer_type === "CORPORATE";
  const companyId = forCompany ? await deps.companyOfNumber(tx, challenge.mobile) : null;
  const user = await insertUser(tx, {
    id: newId("usr", now),
    mobile: challenge.mobile,
    name: null,
    email: null,
    gst_in: null,
    customer_type: companyId ? "CORPORATE" : "PERSONAL",
    company_id: companyId,
    allow_multi_charging: false,
    created_at: now,
    deactivated_at: null,
  });
  await openLedger(tx, user!.id);
  return user!;
}
