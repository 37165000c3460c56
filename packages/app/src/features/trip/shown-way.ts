import type { SharedTrip } from "@voltmarg/contract";
import { useMemo } from "react";
import type { WayShown } from "../../map/way-content.ts";

const NOWHERE: WayShown = { line: "" };

/** What the map draws of a plan: the same as long as the plan is. */
export const useShownWay = (plan: SharedTrip | undefined): WayShown =>
  useMemo(
    () =>
      plan
        ? {
            line: plan.line,
            start: plan.start,
            end: plan.end,
            stops: plan.stops.map(({ station }) => station),
          }
        : NOWHERE,
    [plan],
  );
