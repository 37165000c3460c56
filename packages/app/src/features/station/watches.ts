import type { StationWatch } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useMutation } from "@tanstack/react-query";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { seeNotice, unwatchStation, watchStation } from "../../api/http/endpoints/locations.ts";
import { keys } from "../../api/queries/keys.ts";
import type { useWatches } from "../../api/queries/watches.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { when } from "../../ui/format.ts";
import { showToast } from "../../ui/toast.ts";
import { stationCopy as copy } from "./copy.ts";

const again = () => queryClient.invalidateQueries({ queryKey: keys.watches });

/** `evseUid` null: any plug of the station. */
export type Wish = { locationId: string; evseUid: string | null; minutes: number };

export function useWatch(onDone: () => void) {
  const userId = useUser().id;
  return useMutation({
    mutationFn: async ({ locationId, evseUid, minutes }: Wish) =>
      (
        await call(watchStation, {
          params: { userId },
          body: { location_id: locationId, evse_uid: evseUid, minutes },
        })
      ).data,
    onSuccess: ({ expires_at }) => {
      showToast(copy.waitSet(when(expires_at, INDIA_ZONE).time));
      onDone();
    },
    onError: (error, { locationId }) => {
      if (!isRefusal(error, "ALREADY_FREE")) return;
      // The plug is free already: the page shows it.
      showToast(sentence(error), "info");
      void queryClient.invalidateQueries({ queryKey: keys.location(locationId) });
      onDone();
    },
    onSettled: again,
  });
}

export function useUnwatch() {
  const userId = useUser().id;
  return useMutation({
    mutationFn: ({ id }: StationWatch) => call(unwatchStation, { params: { userId, id } }),
    onSuccess: () => showToast(copy.waitGone),
    onError: (error) => {
      // It was answered or has expired: it is gone either way.
      if (!isRefusal(error, "WATCH_NOT_FOUND")) showToast(sentence(error), "error");
    },
    onSettled: again,
  });
}

/** A notice disappears at once; when the call fails, the next poll brings it back. */
export function useSeeNotice() {
  const userId = useUser().id;
  return useMutation({
    mutationFn: (id: string) => call(seeNotice, { params: { userId, id } }),
    onMutate: (id) => {
      queryClient.setQueryData<ReturnType<typeof useWatches>["data"]>(
        keys.watches,
        (known) => known && { ...known, notices: known.notices.filter((one) => one.id !== id) },
      );
    },
    onSettled: again,
  });
}
