import type { Location } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { useUser } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { addToWishlist, removeFromWishlist } from "../api/http/endpoints/locations.ts";
import {
  dropOptimisticFavourite,
  confirmFavourite,
  setOptimisticFavourite,
} from "../api/offline/optimistic-favourites.ts";
import { keys } from "../api/queries/keys.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { sentence } from "../api/http/refusal.ts";
import { offlineCopy } from "../offline/copy.ts";
import { isOffline, enqueue } from "../offline/queue.ts";
import { showToast } from "../ui/toast.ts";
import { copy } from "./copy.ts";
import type { PinFeed } from "../api/queries/pin-feed.ts";

/**
 * Changes a favourite. Every place that shows the location changes at once. When the service refuses, all of them change
 * back and a toast says why.
 */
export function useFavourite() {
  const userId = useUser().id;
  return useMutation({
    mutationFn: ({ location, on }: { location: Location; on: boolean }) =>
      on
        ? call(addToWishlist, { params: { userId }, body: { location_id: location.id } })
        : call(removeFromWishlist, { params: { userId, locationId: location.id } }),
    onMutate: async ({ location, on }) => {
      await queryClient.cancelQueries({ queryKey: keys.wishlist });
      const before = queryClient.getQueryData<Location[]>(keys.wishlist);
      setOptimisticFavourite(location.id, on);
      show(location, on);
      return { before };
    },
    onSuccess: (_, { location }) => confirmFavourite(location.id),
    onError: (error, { location, on }, kept) => {
      if (isOffline(error)) {
        // The change stays; it is sent later.
        enqueue({ kind: "favourite", locationId: location.id, name: location.name, on });
        showToast(offlineCopy.later.favourite, "info");
        return;
      }
      dropOptimisticFavourite(location.id);
      show(location, !on);
      if (kept?.before) queryClient.setQueryData(keys.wishlist, kept.before);
      const said = on ? copy.notAdded(location.name) : copy.notRemoved(location.name);
      showToast(`${said} ${sentence(error)}`, "error");
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.wishlist }),
  });
}

function show(location: Location, on: boolean): void {
  const mark = (one: Location): Location =>
    one.id === location.id ? { ...one, isWishListItem: on } : one;
  const key = keys.location(location.id);
  // A location known from the lists only counts as stale.
  const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt || 1;
  queryClient.setQueryData<Location>(key, (one) => mark(one ?? location), { updatedAt });
  queryClient.setQueriesData<{ content: Location[] }>(
    { queryKey: keys.nearby },
    (list) => list && { ...list, content: list.content.map(mark) },
  );
  queryClient.setQueriesData<PinFeed>(
    { queryKey: keys.pins },
    (feed) =>
      feed && {
        ...feed,
        pins: feed.pins.map((pin) => (pin.id === location.id ? { ...pin, favourite: on } : pin)),
      },
  );
  queryClient.setQueryData<Location[]>(keys.wishlist, (list) => {
    const others = list?.filter((one) => one.id !== location.id);
    return others && on ? [...others, { ...location, isWishListItem: true }] : others;
  });
}
