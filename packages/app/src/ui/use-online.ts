import { useSyncExternalStore } from "react";
import { isOnline, whenReachChanges } from "../api/reach.ts";

/** Whether the service can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(whenReachChanges, isOnline);
