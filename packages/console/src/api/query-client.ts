import { Refusal } from "@voltmarg/client";
import {
  QueryClient,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { call, type AnswerOf, type InputOf } from "./call.ts";
import { wasUsedLately } from "./last-use.ts";
import type { OperationName } from "./operations.ts";

/** What was refused once is refused again; what could not be reached is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && !(error instanceof Refusal && error.status < 500),
      staleTime: 5_000,
    },
  },
});

const LIVE_MS = 15_000;

/**
 * What an operation answers, read anew every 15 s where it is `live`: not in a hidden tab, and not when nobody has touched
 * the page for ten minutes, because a call counts as use of the session.
 */
export const useOperation = <N extends OperationName>(
  name: N,
  input: InputOf<N>,
  {
    live,
    ...options
  }: { live?: boolean } & Pick<UseQueryOptions<AnswerOf<N>>, "enabled" | "placeholderData"> = {},
): UseQueryResult<AnswerOf<N>> =>
  useQuery<AnswerOf<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, { ...input, signal }),
    ...options,
    ...(live ? { refetchInterval: () => (wasUsedLately() ? LIVE_MS : false) } : {}),
  });
