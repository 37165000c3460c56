import { Check } from "@phosphor-icons/react/dist/csr/Check";
import { PencilSimple } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { Trash } from "@phosphor-icons/react/dist/csr/Trash";
import type { Vehicle } from "@voltmarg/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { useDeleteVehicle, useMakePrimary } from "./change-vehicles.ts";
import { vehicleCopy as copy } from "./copy.ts";
import { nameOf } from "./vehicle-form.ts";

/** What can be done with a vehicle, and the question before it is deleted. */
export function VehicleDialog({
  vehicle,
  askDelete = false,
  onClose,
  onDeleted,
}: {
  vehicle: Vehicle;
  askDelete?: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const name = nameOf(vehicle);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(askDelete);
  const remove = useDeleteVehicle();
  const makePrimary = useMakePrimary();
  const failed = (error: Error) => {
    const gone = isRefusal(error, "NOT_FOUND");
    showToast(gone ? copy.goneTitle : sentence(error), "error");
    if (gone) onClose();
  };

  if (asking)
    return (
      <Dialog key="delete" title={copy.deleteTitle(name)} onClose={onClose} closeButton={false}>
        <p className="ink2 dialog-lead">{copy.deleteText}</p>
        <div className="dialog-stack">
          <Button
            kind="danger"
            busy={remove.isPending && copy.deleting}
            onClick={() =>
              remove.mutate(vehicle.id, {
                onSuccess: () => {
                  showToast(copy.deleted(name));
                  onClose();
                  onDeleted?.();
                },
                onError: failed,
              })
            }
          >
            {copy.deleteConfirm}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {copy.keep}
          </Button>
        </div>
      </Dialog>
    );

  return (
    <Dialog key="actions" title={name} onClose={onClose}>
      <ul className="rows dialog-actions">
        {vehicle.is_primary ? null : (
          <li>
            <button
              type="button"
              className="row"
              onClick={() => {
                makePrimary.mutate(vehicle, {
                  onSuccess: () => showToast(copy.nowPrimary(name)),
                  onError: failed,
                });
                onClose();
              }}
            >
              <Check size={24} aria-hidden="true" />
              <span className="body title--m">{copy.makePrimary}</span>
            </button>
          </li>
        )}
        <li>
          <button
            type="button"
            className="row"
            onClick={() => void navigate(paths.editVehicle(vehicle.id))}
          >
            <PencilSimple size={24} aria-hidden="true" />
            <span className="body title--m">{copy.editEntry}</span>
          </button>
        </li>
        <li>
          <button type="button" className="row is-danger" onClick={() => setAsking(true)}>
            <Trash size={24} aria-hidden="true" />
            <span className="body title--m">{copy.delete}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
