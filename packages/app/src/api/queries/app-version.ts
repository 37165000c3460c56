import { useQuery } from "@tanstack/react-query";
import { appVersion, deviceType } from "../../native/device.ts";
import { call } from "../http/call.ts";
import { getAppVersion } from "../http/endpoints/account.ts";
import { keys } from "./keys.ts";

const appName = "voltmarg";
const askEveryMs = 60 * 60_000;

/** Whether there is a newer version of the app. */
export const useAppVersion = () =>
  useQuery({
    queryKey: keys.appVersion,
    queryFn: async ({ signal }) => {
      const query = { device_type: deviceType(), version: appVersion };
      return (await call(getAppVersion, { params: { name: appName }, query }, signal)).data;
    },
    retry: false,
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
  });
