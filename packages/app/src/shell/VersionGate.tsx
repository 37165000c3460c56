import { lazy, Suspense } from "react";
import { useAppVersion } from "../api/queries/app-version.ts";

const VersionNotice = lazy(() =>
  import("./VersionNotice.tsx").then(
    (file) => ({ default: file.VersionNotice }),
    // A failure here must not block the app.
    () => ({ default: () => null }),
  ),
);

/** Checks for a newer version of the app. A failure blocks nothing. */
export function VersionGate() {
  const version = useAppVersion().data;
  return version?.update === "AVAILABLE" || version?.update === "REQUIRED" ? (
    <Suspense fallback={null}>
      <VersionNotice version={version} required={version.update === "REQUIRED"} />
    </Suspense>
  ) : null;
}
