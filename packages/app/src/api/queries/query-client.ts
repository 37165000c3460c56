import { QueryClient } from "@tanstack/react-query";
import { hasClockJumped, serviceNow } from "../../clock.ts";
import { Refusal } from "../http/refusal.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "offlineFirst",
      staleTime: 30_000,
      // A refusal is an answer; only silence and a broken service are worth another try.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Refusal && error.status >= 400 && error.status < 500),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/**
 * The service's time, ms. After the device's clock was set everything is asked for anew: the answers say what time it is,
 * and by that clock the cache does not know what is stale.
 */
export function tick(): number {
  if (hasClockJumped()) void queryClient.invalidateQueries();
  return serviceNow();
}
