import type { AppVersion } from "@voltmarg/contract";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import {
  findVersion,
  listVersions,
  putVersion,
  removeVersion,
  type VersionRow,
} from "./app-versions.store.ts";
import type { ContentDeps } from "./manage-messages.ts";

type Update = "NONE" | "AVAILABLE" | "REQUIRED";
type Device = AppVersion["device_type"];

/** Compares versions by number, not as text: 1.10 is newer than 1.9, and 1.8 equals 1.8.0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number));
  for (let i = 0; i < Math.max(left!.length, right!.length); i++) {
    const difference = (left![i] ?? 0) - (right![i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether an app of this version should or must update; null without a version. */
export async function appVersionFor(
  { database }: ContentDeps,
  name: string,
  device: Device,
  version: string | null,
): Promise<(AppVersion & { update: Update | null }) | null> {
  const row = await findVersion(database.db, name, device);
  return row && { ...toWire(row), update: version === null ? null : updateFor(row, version) };
}

function updateFor(row: VersionRow, version: string): Update {
  if (compareVersions(version, row.minimum_version) < 0) return "REQUIRED";
  return compareVersions(version, row.latest_version) < 0 ? "AVAILABLE" : "NONE";
}

export const readAppVersions = async ({ database }: ContentDeps): Promise<AppVersion[]> =>
  (await listVersions(database.db)).map(toWire);

export async function setAppVersion(
  { clock, appLinkHosts }: ContentDeps,
  backoffice: BackofficeCall,
  version: Omit<AppVersion, "updated_at">,
): Promise<Outcome<AppVersion, "INVALID_INPUT" | "SECOND_MEMBER_NEEDED">> {
  if (compareVersions(version.minimum_version, version.latest_version) > 0) {
    return refuse("INVALID_INPUT", {
      message: "The least version cannot be newer than the latest.",
    });
  }
  const { url } = version;
  if (url !== null && !appLinkHosts.includes(new URL(url).hostname)) {
    const message = `The link must lead to one of: ${appLinkHosts.join(", ")} (APP_LINK_HOSTS).`;
    return refuse("INVALID_INPUT", {
      message,
      extra: { errors: [{ path: "url", rule: "WRONG", message }] },
    });
  }
  return backoffice.transact<AppVersion, "SECOND_MEMBER_NEEDED">(async (tx) => {
    const before = await findVersion(tx, version.app_name, version.device_type);
    const waits = await backoffice.second(tx, greatIn(before, version));
    return waits ?? done(toWire(await putVersion(tx, { ...version, updated_at: clock.now() })));
  });
}

/** What drivers would be made to do, in words; null: nothing new. */
function greatIn(
  before: VersionRow | null,
  { minimum_version: least, url }: Pick<AppVersion, "minimum_version" | "url">,
): string | null {
  if (least !== before?.minimum_version) return `every app older than ${least} has to be updated`;
  return url !== null && url !== before.url ? `drivers get the app from ${url}` : null;
}

export const removeAppVersion = (
  backoffice: BackofficeCall,
  name: string,
  device: Device,
): Promise<Outcome<AppVersion, "NOT_FOUND">> =>
  backoffice.transact(async (tx) => {
    const row = await removeVersion(tx, name, device);
    return row ? done(toWire(row)) : refuse("NOT_FOUND");
  });

const toWire = (row: VersionRow): AppVersion => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
});
