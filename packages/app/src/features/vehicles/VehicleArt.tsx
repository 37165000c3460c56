import type { Vehicle } from "@voltmarg/contract";
import type { CSSProperties } from "react";
import { Drawing } from "../../ui/Drawing.tsx";
import { drawingOf } from "./bodies.ts";
import { paints } from "./paints.ts";

/** A vehicle from the side: its body in its paint, as far as both are known. */
export const VehicleArt = ({
  vehicle,
  width,
}: {
  vehicle: Pick<Vehicle, "vehicle_type" | "body_type" | "paint">;
  width: number;
}) => (
  <span className="veh-art" style={colours(vehicle.paint) as CSSProperties}>
    <Drawing svg={drawingOf(vehicle.vehicle_type, vehicle.body_type)(width)} />
  </span>
);

/** Glass that can be told from the paint around it. */
const colours = (paint: Vehicle["paint"]) =>
  paint
    ? { "--veh-paint": paints[paint], "--veh-glass": paint === "BLACK" ? "#93a5aa" : "#2f3d42" }
    : {};
