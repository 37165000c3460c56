import { personalData } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import { eraseDriver, type EraseDeps } from "./erase-driver.ts";
import { exportDriver } from "./export-driver.ts";

/** A driver's legal rights: an export of all their data, and its erasure. */
export function personalDataRoutes({ mount }: Mount, deps: EraseDeps): void {
  mount(personalData.exportDriver, async ({ params, backoffice }) => {
    const number = await deps.numberNamed(params.mobile);
    if (!number.ok) return number;
    const opened = await exportDriver(deps, backoffice, number.value);
    if (!opened.ok) return opened;
    const { userId, text } = opened.value;
    const type = "application/json; charset=utf-8";
    return { ok: true, document: { type, fileName: `${userId}.json`, bytes: text } };
  });
  mount(personalData.eraseDriver, async ({ params, body, backoffice }) => {
    const number = await deps.numberNamed(params.mobile);
    if (!number.ok) return number;
    const asked = { mobile: number.value, reference: body.reference };
    const erased = await eraseDriver(deps, backoffice, asked);
    return erased.ok ? done({ data: erased.value }) : erased;
  });
}
