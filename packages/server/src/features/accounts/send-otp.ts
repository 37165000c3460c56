import type { Language } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { OtpSettings } from "../../platform/config/config.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { addressBlock } from "../../platform/http/address-block.ts";
import { newId } from "../../platform/ids.ts";
import { findUserByMobile } from "./accounts.store.ts";
import { newCode, spentByStrangers, tooManyWrong } from "./one-time-code.ts";
import {
  insertChallenge,
  lockAddress,
  lockNumber,
  sendCounts,
  wrongCounts,
  type OtpType,
} from "./otp.store.ts";

export type SendOtpInput = {
  mobile: string;
  otpType: OtpType;
  customerType: "PERSONAL" | "CORPORATE";
  deviceType: string;
  address: string;
  language: Language;
};
type Sent = { expires_in: number; resend_in: number; code_length: number };
type Refusals = "MOBILE_INVALID" | "OTP_TOO_SOON" | "OTP_LIMIT" | "OTP_LOCKED" | "SMS_BUDGET_SPENT";

/** Queues a code as a message in the transaction; false: the budget of the day is spent. */
export type SendCode = (
  tx: Tx,
  message: {
    to: string;
    /** The language of the request. */
    language: Language;
    code: string;
    /** The number has an account: it may use the reserved part of the budget. */
    isDriver: boolean;
    variables: { code: string; minutes: string };
    validSeconds: number;
  },
) => Promise<boolean>;

/** Sends a one-time code to a number. Numbers with and without an account get the same answer. */
export async function sendOtp(
  deps: { database: Database; clock: Clock; settings: OtpSettings; sms: SendCode },
  input: SendOtpInput,
): Promise<Outcome<Sent, Refusals>> {
  const { settings, clock } = deps;
  const mobile = mobileToE164(input.mobile);
  if (!mobile) return refuse("MOBILE_INVALID");
  const made = await newCode(settings.length);
  return deps.database.transact(async (tx) => {
    await lockNumber(tx, mobile);
    const address = addressBlock(input.address);
    await lockAddress(tx, address);
    const now = clock.now();
    if (tooManyWrong(await wrongCounts(tx, mobile, address, now), settings))
      return refuse("OTP_LOCKED");
    const counts = await sendCounts(tx, mobile, address, now);
    const since = counts.last_at ? (now.getTime() - counts.last_at.getTime()) / 1000 : Infinity;
    if (since < settings.resendAfterSeconds) {
      return refuse("OTP_TOO_SOON", {
        extra: { retry_in: Math.ceil(settings.resendAfterSeconds - since) },
      });
    }
    if (
      counts.own.hour >= settings.sendsPerHour ||
      counts.own.day >= settings.sendsPerDay ||
      spentByStrangers(
        counts,
        { hour: settings.strangersSendsPerHour, day: settings.strangersSendsPerDay },
        settings.sendsReserved,
      ) ||
      counts.address_hour >= settings.sendsPerHourAndAddress
    ) {
      return refuse("OTP_LIMIT");
    }
    const { code } = made;
    const minutes = Math.round(settings.validSeconds / 60);
    // Before the new code, which would replace the one the driver may still have.
    const queued = await deps.sms(tx, {
      to: mobile,
      language: input.language,
      code,
      // Done for every number, so that the response time reveals nothing.
      isDriver: (await findUserByMobile(tx, mobile)) !== null,
      variables: { code, minutes: String(minutes) },
      validSeconds: settings.validSeconds,
    });
    if (!queued) return refuse("SMS_BUDGET_SPENT");
    await insertChallenge(tx, {
      id: newId("otp", now),
      mobile,
      otp_type: input.otpType,
      customer_type: input.customerType,
      device_type: input.deviceType,
      code_hash: made.hash,
      salt: made.salt,
      address,
      created_at: now,
      expires_at: new Date(now.getTime() + settings.validSeconds * 1000),
    });
    return done({
      expires_in: settings.validSeconds,
      resend_in: settings.resendAfterSeconds,
      code_length: settings.length,
    });
  });
}

/** Seconds until a code expires: the same answer whether one was sent or not. */
export function otpExpiryTime(
  settings: OtpSettings,
  mobile: string,
): Outcome<{ expiry_time: number }, "MOBILE_INVALID"> {
  return mobileToE164(mobile)
    ? done({ expiry_time: settings.validSeconds })
    : refuse("MOBILE_INVALID");
}
