import { useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import { listWatches } from "../http/endpoints/locations.ts";
import { keys } from "./keys.ts";

/** While the driver waits for a plug, the service is polled this often. */
const WAITING_MS = 10_000;

/** The watches of the driver, and the plugs that became free. */
export function useWatches() {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.watches,
    queryFn: async ({ signal }) => (await call(listWatches, { params: { userId } }, signal)).data,
    staleTime: WAITING_MS / 2,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.watches.length ? WAITING_MS : false),
  });
}
