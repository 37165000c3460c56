import type { Vehicle } from "@voltmarg/contract";
import { Check } from "@phosphor-icons/react/dist/csr/Check";
import { Dialog } from "../../ui/Dialog.tsx";
import { copy } from "./copy.ts";

/** Which vehicle is charged: the driver's own, then the company's. */
export function VehiclesDialog({
  vehicle,
  vehicles,
  onChoose,
  onClose,
}: {
  vehicle: Vehicle | undefined;
  vehicles: readonly Vehicle[];
  onChoose: (vehicle: Vehicle) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={copy.whichVehicle} onClose={onClose}>
      <ul className="rows vehicles">
        {vehicles.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="row"
              aria-pressed={one.id === vehicle?.id}
              onClick={() => onChoose(one)}
            >
              <span className="body">
                <span className="title">{`${one.make} ${one.model}`}</span>
                {one.registration ? <span className="sub ink2 num">{one.registration}</span> : null}
              </span>
              <span className="trail">
                {one.id === vehicle?.id ? (
                  <Check size={22} weight="bold" aria-hidden="true" />
                ) : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
