import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { lazyNamed } from "../ui/lazy-component.ts";
import { isAtOnce, popupDelayMs, usePopups, visitForPopups } from "../ui/popups.ts";

const Popups = lazyNamed(() => import("../features/menu/Popups.tsx"), "Popups");

/** Shows the first popup that waits: the insufficient-balance one at once, the others after 1000 ms. */
export function PopupHost() {
  const { pathname } = useLocation();
  const arrived = useRef(false);
  useEffect(() => visitForPopups(pathname, arrived), [pathname]);
  const { queue, awayOn } = usePopups();
  const first = awayOn === null ? queue[0] : undefined;
  const [due, setDue] = useState<typeof first>(undefined);
  const atOnce = first !== undefined && isAtOnce(first);
  useEffect(() => {
    if (!first || atOnce) return;
    const timer = setTimeout(() => setDue(first), popupDelayMs);
    return () => clearTimeout(timer);
  }, [first, atOnce]);
  if (!first || !(atOnce || due === first)) return null;
  return (
    <Suspense fallback={null}>
      <Popups popup={first} />
    </Suspense>
  );
}
