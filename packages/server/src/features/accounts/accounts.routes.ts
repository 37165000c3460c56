import { accounts, type User } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { OtpSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { spokenBy } from "../../platform/http/language.ts";
import type { Mount, RequestFacts } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { deviceOf } from "./device.ts";
import { getUser, updateUser } from "./user.ts";
import { otpExpiryTime, sendOtp, type SendCode } from "./send-otp.ts";
import type { SignIn } from "./sign-in.ts";
import { verifyOtp, type VerifyOtpDeps } from "./verify-otp.ts";

export type AccountsDeps = {
  database: Database;
  clock: Clock;
  settings: OtpSettings;
  signIn: SignIn;
  sms: SendCode;
  writeAudit: WriteAudit;
  companyOfNumber: VerifyOtpDeps["companyOfNumber"];
  consent: VerifyOtpDeps["consent"];
};

/** Sending costs money: a prefetching browser or a followed link must not do it. */
function isPrefetchOrNavigation({ headers }: RequestFacts): boolean {
  const purpose = `${headers["sec-purpose"] ?? ""} ${headers.purpose ?? ""}`;
  return /prefetch|prerender/i.test(purpose) || headers["sec-fetch-mode"] === "navigate";
}

export function accountsRoutes({ mount }: Mount, deps: AccountsDeps): void {
  mount(accounts.sendOtp, async ({ params, query, request }) => {
    if (isPrefetchOrNavigation(request)) return refuse("FORBIDDEN");
    const sent = await sendOtp(deps, {
      mobile: params.mobile,
      otpType: query.otpType,
      customerType: query.customer_type,
      deviceType: query.device_type,
      address: request.address,
      language: spokenBy(request),
    });
    return sent.ok ? done({ data: sent.value }) : sent;
  });

  mount(accounts.otpExpiryTime, async ({ params }) => {
    const left = otpExpiryTime(deps.settings, params.mobile);
    return left.ok ? done({ data: left.value }) : left;
  });

  mount(accounts.verifyOtp, async ({ params, body, request }) => {
    // The code belongs to one number: path and body must name the same one.
    const mobile = mobileToE164(params.mobile);
    if (!mobile || mobileToE164(body.mobile) !== mobile) return refuse("MOBILE_INVALID");
    return verifyOtp(deps, {
      mobile,
      otp: body.otp,
      type: body.type,
      device: deviceOf(request, body.device_type),
      language: spokenBy(request),
      socialLink: body.social_link,
      consent: body.consent,
    });
  });

  mount(accounts.refreshToken, async ({ query, body }) => {
    const token = query.refresh_token ?? body?.refresh_token ?? "";
    return deps.signIn.refresh(token);
  });

  mount(accounts.logout, async ({ caller }) => {
    await deps.signIn.close(caller.userId, caller.sid);
    return done({ data: { signed_out: true } });
  });

  const answer = (user: User | null) => (user ? done({ data: user }) : refuse("NOT_FOUND"));
  mount(accounts.getUser, async ({ params }) => answer(await getUser(deps.database.db, params.id)));
  mount(accounts.updateUser, async ({ params, body }) => {
    const changed = await updateUser(deps, params.id, body);
    return changed.ok ? answer(changed.value) : changed;
  });
  mount(accounts.findUserByUsername, async ({ params, caller }) => {
    // Answers for the caller only: any other user id is answered as not found.
    const user = await getUser(deps.database.db, caller.userId);
    const names = user ? [user.id, user.username, user.mobile, user.mobile.slice(3)] : [];
    return answer(names.includes(params.name) ? user : null);
  });
}
