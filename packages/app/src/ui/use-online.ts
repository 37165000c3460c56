import { useSyncExternalStore } from "react";
import { isOnline, whenReachChanges } from "../api/http/connectivity.ts";

/** Whether the service can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(whenReachChanges, isOnline);
