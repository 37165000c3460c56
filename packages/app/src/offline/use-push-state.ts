import { useQuery } from "@tanstack/react-query";
import { keys } from "../api/queries/keys.ts";
import type { PushState } from "../native/native-app.ts";
import { pushState } from "./push.ts";

/** Whether push notifications reach this device, asked anew by each screen; undefined: not known yet. */
export const usePushState = (): PushState | undefined =>
  useQuery({ queryKey: keys.pushState, queryFn: pushState, staleTime: 0, gcTime: 0 }).data;
