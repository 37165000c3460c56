import type { Session } from "@voltmarg/contract";
import { Suspense } from "react";
import { begunTrip } from "../native/storage.ts";
import { lazyOptional } from "../ui/lazy-component.ts";
import { SessionBar } from "./SessionBar.tsx";

const TripBar = lazyOptional(() => import("../features/trip/TripBar.tsx"), "TripBar");

/** Above the tab bar: the trip on the way, and below it what charges. */
export function Bars({ sessions }: { sessions: Session[] }) {
  const trip = begunTrip.read();
  return (
    <>
      {trip ? (
        <Suspense fallback={null}>
          <TripBar id={trip} />
        </Suspense>
      ) : null}
      <SessionBar sessions={sessions} />
    </>
  );
}
