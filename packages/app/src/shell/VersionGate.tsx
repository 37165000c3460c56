import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { call } from "../api/http/call.ts";
import { getAppVersion } from "../api/http/endpoints/account.ts";
import { keys } from "../api/queries/keys.ts";
import { appVersion, deviceType } from "../native/device.ts";

const appName = "voltmarg";
const askEveryMs = 60 * 60_000;

const VersionNotice = lazy(() =>
  import("./VersionNotice.tsx").then(
    (file) => ({ default: file.VersionNotice }),
    // It may not stand in anybody's way.
    () => ({ default: () => null }),
  ),
);

/** Asks whether there is a newer version of the app. Whatever fails here blocks nothing. */
export function VersionGate() {
  const version = useQuery({
    queryKey: keys.appVersion,
    queryFn: async ({ signal }) => {
      const query = { device_type: deviceType(), version: appVersion };
      return (await call(getAppVersion, { params: { name: appName }, query }, signal)).data;
    },
    retry: false,
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
  }).data;
  return version?.update === "AVAILABLE" || version?.update === "REQUIRED" ? (
    <Suspense fallback={null}>
      <VersionNotice version={version} required={version.update === "REQUIRED"} />
    </Suspense>
  ) : null;
}
