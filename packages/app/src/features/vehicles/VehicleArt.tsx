import type { Vehicle } from "@voltmarg/contract";
import { Drawing } from "../../ui/Drawing.tsx";
import { rickshaw, scooter, suv } from "../../ui/drawings/brand.ts";

const drawings = { TWO_WHEELER: scooter, THREE_WHEELER: rickshaw, FOUR_WHEELER: suv };

export const VehicleArt = ({ kind, width }: { kind: Vehicle["vehicle_type"]; width: number }) => (
  <Drawing svg={drawings[kind](width)} />
);
