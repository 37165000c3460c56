import type { Vehicle } from "@voltmarg/contract";
import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import { Suspense, useState } from "react";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { copy } from "./copy.ts";

const VehiclesDialog = lazyNamed(() => import("./VehiclesDialog.tsx"), "VehiclesDialog");

/** The vehicle of the plan; with several vehicles another can be chosen. */
export function VehicleChoice({
  vehicle,
  vehicles,
  onChoose,
}: {
  vehicle: Vehicle | undefined;
  vehicles: readonly Vehicle[];
  onChoose: (vehicle: Vehicle) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  if (vehicle && vehicles.length < 2) return <span>{vehicle.model}</span>;
  if (vehicles.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="pick"
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <span className="sr-only">{copy.vehicle}</span>
        <span className="one">{vehicle?.model ?? copy.chooseVehicle}</span>
        <CaretDown size={16} weight="bold" aria-hidden="true" />
      </button>
      {choosing ? (
        <Suspense fallback={null}>
          <VehiclesDialog
            {...{ vehicle, vehicles }}
            onChoose={(one) => {
              setChoosing(false);
              onChoose(one);
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
