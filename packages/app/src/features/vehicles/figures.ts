import type { Vehicle } from "@voltmarg/contract";
import { aboutKwh, km } from "../../ui/format.ts";
import { vehicleCopy as copy } from "./copy.ts";

/** 45 kWh · 350 km; what is not known is left out. */
export const figuresOf = ({ battery_capacity: battery, range }: Vehicle): string =>
  [battery === null ? null : aboutKwh(battery), range === null ? null : km(range)]
    .filter(Boolean)
    .join(" · ") || copy.figuresUnknown;
