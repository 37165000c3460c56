import type { QueryKey } from "@tanstack/react-query";
import { onSignedOut } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { addToWishlist, removeFromWishlist } from "../api/http/endpoints/locations.ts";
import { dropOptimisticFavourite, confirmFavourite } from "../api/offline/optimistic-favourites.ts";
import { keys } from "../api/queries/keys.ts";
import { isOnline, onConnectivityChange } from "../api/http/connectivity.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { sentence } from "../api/http/refusal.ts";
import { createTicket, rateSession, replyToTicket } from "../api/http/endpoints/support.ts";
import { showToast } from "../ui/toast.ts";
import { offlineCopy as copy } from "./copy.ts";
import {
  type QueueHandler,
  forgetQueue,
  sendQueue,
  type QueuedItem,
  type QueuedAction,
} from "./queue.ts";

/** Between two tries while the service does not answer. */
const AGAIN_MS = 30_000;

const delivery: QueueHandler = {
  send: ({ wish, key, user }: QueuedItem) => {
    const headers = { "idempotency-key": key };
    if (wish.kind === "favourite")
      return wish.on
        ? call(addToWishlist, {
            params: { userId: user },
            body: { location_id: wish.locationId },
          })
        : call(removeFromWishlist, { params: { userId: user, locationId: wish.locationId } });
    if (wish.kind === "rating")
      return call(rateSession, { params: { id: wish.sessionId }, body: wish.body });
    if (wish.kind === "ticket") return call(createTicket, { headers, body: wish.body });
    return call(replyToTicket, { headers, params: { id: wish.ticketId }, body: wish.body });
  },
  onSent: ({ wish }) => {
    if (wish.kind === "favourite") confirmFavourite(wish.locationId);
    void queryClient.invalidateQueries({ queryKey: touchedBy(wish) });
    if (wish.kind !== "favourite") showToast(copy.sentNow[wish.kind]);
  },
  onRefused: ({ wish }, error) => {
    if (wish.kind === "favourite") dropOptimisticFavourite(wish.locationId);
    void queryClient.invalidateQueries({ queryKey: touchedBy(wish) });
    showToast(`${copy.notSent[wish.kind]} ${sentence(error)}`, "error");
  },
};

function touchedBy(wish: QueuedAction): QueryKey {
  if (wish.kind === "favourite") return keys.wishlist;
  return wish.kind === "rating" ? keys.rating(wish.sessionId) : keys.tickets;
}

/** Sends the queue as soon as there is a network, and when the driver comes back to the app. Call it once. */
export function startQueue(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = async () => {
    clearTimeout(timer);
    if (document.hidden || !isOnline()) return;
    if (await sendQueue(delivery)) timer = setTimeout(() => void go(), AGAIN_MS);
  };
  onConnectivityChange(() => void go());
  document.addEventListener("visibilitychange", () => void go());
  onSignedOut(forgetQueue);
  void go();
}
