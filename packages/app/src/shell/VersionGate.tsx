import { Suspense } from "react";
import { useAppVersion } from "../api/queries/app-version.ts";
import { lazyOptional } from "../ui/lazy-component.ts";

const VersionNotice = lazyOptional(() => import("./VersionNotice.tsx"), "VersionNotice");

/** Checks for a newer version of the app. A failure blocks nothing. */
export function VersionGate() {
  const version = useAppVersion().data;
  return version?.update === "AVAILABLE" || version?.update === "REQUIRED" ? (
    <Suspense fallback={null}>
      <VersionNotice version={version} required={version.update === "REQUIRED"} />
    </Suspense>
  ) : null;
}
