import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useSearchParams } from "../ui/router.tsx";
import { useUser } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { searchCdrs } from "../api/http/endpoints/charging.ts";
import { begunTrip } from "../native/storage.ts";
import { sentence } from "../api/http/refusal.ts";
import { paths } from "../paths.ts";
import { followDeepLink, pushLink, takeDeepLink, useDeepLink } from "../offline/deep-link.ts";
import { showToast } from "../ui/toast.ts";
import { useActiveSessionEntry } from "./use-active-session.ts";

/**
 * Takes whoever came from outside to their screen, now that the driver is signed in and the app is there. A notification
 * that opened the app names itself in the address, `?push=`.
 */
export function DeepLinks() {
  const waiting = useDeepLink((store) => store.link);
  const asked = useSearchParams()[0].get("push");
  const navigate = useNavigate();
  const user = useUser();
  const openActiveSession = useActiveSessionEntry();
  const go = async () => {
    const link = takeDeepLink();
    if (link === null) return;
    if ("path" in link) return navigate(link.path);
    if (link.push === "notifications") return navigate(paths.notifications);
    if (link.push === "active_session") return openActiveSession();
    if (link.push === "trip") {
      // Begun on another device, it is the first of the list.
      const id = begunTrip.read();
      return navigate(id ? paths.tripOf(id) : paths.trip);
    }
    const params = { userId: user.id };
    const { content } = await call(searchCdrs, { params, query: { page_no: 0, page_size: 10 } });
    if (content[0]) await navigate(paths.bill(content[0].id));
  };
  const latest = useRef({ go, navigate });
  useEffect(() => {
    latest.current = { go, navigate };
  });
  useEffect(() => {
    if (asked === null) return;
    followDeepLink(pushLink(asked));
    // A reload does not follow it again.
    void latest.current.navigate(paths.tabs, { replace: true });
  }, [asked]);
  useEffect(() => {
    // Once the tabs stand, so that a step back from there leads to them.
    if (waiting !== null && asked === null)
      latest.current.go().catch((error: unknown) => showToast(sentence(error), "error"));
  }, [waiting, asked]);
  return null;
}
