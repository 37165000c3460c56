import { personalData } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { eraseDriver, type EraseDeps } from "./erase-driver.ts";
import { exportDriver } from "./export-driver.ts";

/** A driver's legal rights: an export of all their data, and its erasure. */
export function personalDataRoutes({ mount }: Mount, deps: EraseDeps): void {
  mount(personalData.exportDriver, async ({ params, backoffice }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const opened = await exportDriver(deps, backoffice, mobile);
    if (!opened.ok) return opened;
    const { userId, text } = opened.value;
    const type = "application/json; charset=utf-8";
    return { ok: true, document: { type, fileName: `${userId}.json`, bytes: text } };
  });
  mount(personalData.eraseDriver, async ({ params, body, backoffice }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const { reference } = body;
    const erased = await eraseDriver(deps, backoffice, { mobile, reference });
    return erased.ok ? done({ data: erased.value }) : erased;
  });
}
