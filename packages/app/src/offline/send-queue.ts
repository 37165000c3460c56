import type { QueryKey } from "@tanstack/react-query";
import { whenForgotten } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { addToWishlist, removeFromWishlist } from "../api/http/endpoints/charging.ts";
import { forgetHeart, heartIsKnown } from "../api/offline/optimistic-favourites.ts";
import { keys } from "../api/queries/keys.ts";
import { isOnline, whenReachChanges } from "../api/http/connectivity.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { sentence } from "../api/http/refusal.ts";
import { createTicket, rateSession, replyToTicket } from "../api/http/endpoints/support.ts";
import { showToast } from "../ui/toast.ts";
import { pocketCopy as copy } from "./copy.ts";
import { type Delivery, forgetQueue, sendQueue, type Waiting, type Wish } from "./queue.ts";

/** Between two tries while the network is there and the service is not. */
const AGAIN_MS = 30_000;

const delivery: Delivery = {
  send: ({ wish, key, user }: Waiting) => {
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
    if (wish.kind === "favourite") heartIsKnown(wish.locationId);
    void queryClient.invalidateQueries({ queryKey: touchedBy(wish) });
    if (wish.kind !== "favourite") showToast(copy.sentNow[wish.kind]);
  },
  onRefused: ({ wish }, error) => {
    if (wish.kind === "favourite") forgetHeart(wish.locationId);
    void queryClient.invalidateQueries({ queryKey: touchedBy(wish) });
    showToast(`${copy.notSent[wish.kind]} ${sentence(error)}`, "error");
  },
};

function touchedBy(wish: Wish): QueryKey {
  if (wish.kind === "favourite") return keys.wishlist;
  return wish.kind === "rating" ? keys.rating(wish.sessionId) : keys.tickets;
}

/** Sends what waits as soon as there is a network, and when the driver comes back to the app. Call it once. */
export function startDelivery(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = async () => {
    clearTimeout(timer);
    if (document.hidden || !isOnline()) return;
    if (await sendQueue(delivery)) timer = setTimeout(() => void go(), AGAIN_MS);
  };
  whenReachChanges(() => void go());
  document.addEventListener("visibilitychange", () => void go());
  whenForgotten(forgetQueue);
  void go();
}
