import { useSyncExternalStore } from "react";
import { isOnline, onConnectivityChange } from "../api/http/connectivity.ts";

/** Whether the service can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline);
