import { consent, personalData } from "@voltmarg/contract";
import { spokenBy } from "../../platform/http/language.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import { eraseDriver, type EraseDeps } from "./erase-driver.ts";
import { giveConsent, nominate, readConsent, type ConsentDeps } from "./consent.ts";
import { exportDriver, exportOwn } from "./export-driver.ts";
import { readBreaches, tellBreach, type BreachDeps } from "./tell-breach.ts";

const JSON_FILE = "application/json; charset=utf-8";

/** The privacy notice, and a driver's rights: consent, a nominee, an export of all their data, and its erasure. */
export function personalDataRoutes(
  { mount }: Mount,
  deps: EraseDeps & ConsentDeps & BreachDeps,
): void {
  mount(consent.getPrivacyNotice, async ({ query, request }) =>
    done({ data: await deps.notice.read(query.language ?? spokenBy(request)) }),
  );
  mount(consent.getConsent, async ({ caller }) =>
    done({ data: await readConsent(deps, caller.userId) }),
  );
  mount(consent.giveConsent, async ({ caller, body }) => {
    const given = await giveConsent(deps, caller.userId, body);
    return given.ok ? done({ data: given.value }) : given;
  });
  mount(consent.nominate, async ({ caller, body }) =>
    done({ data: await nominate(deps, caller.userId, body.nominee) }),
  );
  mount(consent.exportOwnData, async ({ caller }) => {
    const bytes = await exportOwn(deps, caller.userId);
    if (!bytes.ok) return bytes;
    const fileName = `${caller.userId}.json`;
    return { ok: true, document: { type: JSON_FILE, fileName, bytes: bytes.value } };
  });
  mount(personalData.exportDriver, async ({ params, backoffice }) => {
    const number = await deps.numberNamed(params.mobile);
    if (!number.ok) return number;
    const opened = await exportDriver(deps, backoffice, number.value);
    if (!opened.ok) return opened;
    const { userId, text } = opened.value;
    return { ok: true, document: { type: JSON_FILE, fileName: `${userId}.json`, bytes: text } };
  });
  mount(personalData.tellBreach, async ({ body, backoffice }) => {
    const told = await tellBreach(deps, backoffice, body);
    return told.ok ? done({ data: told.value }) : told;
  });
  mount(personalData.listBreaches, async () =>
    done({ data: { breaches: await readBreaches(deps) } }),
  );
  mount(personalData.eraseDriver, async ({ params, body, backoffice }) => {
    const number = await deps.numberNamed(params.mobile);
    if (!number.ok) return number;
    const asked = { mobile: number.value, reference: body.reference };
    const erased = await eraseDriver(deps, backoffice, asked);
    return erased.ok ? done({ data: erased.value }) : erased;
  });
}
