import { QueryClient } from "@tanstack/react-query";
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
