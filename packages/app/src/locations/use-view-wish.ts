import type { Vehicle } from "@voltmarg/contract";
import type { Wish } from "@voltmarg/rules";
import { useMemo } from "react";
import { wishOf } from "./as-asked.ts";
import { asked } from "./filter.ts";
import { useView } from "./view.ts";

/** What the list on the map is searched for: a station that is opened from it shows the same plug first. */
export function useViewWish(vehicle: Vehicle | undefined): Wish {
  const filter = useView((view) => view.filter);
  const isCheapest = useView((view) => view.sort === "cheap" && view.text === "");
  return useMemo(() => wishOf(asked(filter, vehicle), isCheapest), [filter, vehicle, isCheapest]);
}
