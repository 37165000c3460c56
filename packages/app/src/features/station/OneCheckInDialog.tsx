import type { CheckIn } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/http/call.ts";
import { removeCheckIn, reportCheckIn } from "../../api/http/endpoints/check-ins.ts";
import { sentence } from "../../api/http/refusal.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { showToast } from "../../ui/toast.ts";
import { checkInCopy as copy } from "./check-in-copy.ts";

const complaints = Object.keys(copy.complaints) as (keyof typeof copy.complaints)[];

/** Removes an own check-in, or reports another driver's. */
export function OneCheckInDialog({ said, onClose }: { said: CheckIn; onClose: () => void }) {
  const params = { id: said.id };
  const act = useMutation({
    mutationFn: (reason: keyof typeof copy.complaints | null) =>
      reason ? call(reportCheckIn, { params, body: { reason } }) : call(removeCheckIn, { params }),
    onSuccess: (_, reason) => {
      void queryClient.invalidateQueries({ queryKey: keys.checkIns(said.location_id) });
      showToast(reason ? copy.reported : copy.removed);
      onClose();
    },
  });
  const buttons = said.mine ? (
    <Button busy={act.isPending && copy.removing} onClick={() => act.mutate(null)}>
      {copy.remove}
    </Button>
  ) : (
    complaints.map((reason) => (
      <Button
        key={reason}
        kind="secondary"
        busy={act.isPending && act.variables === reason && copy.sending}
        onClick={() => act.mutate(reason)}
      >
        {copy.complaints[reason]}
      </Button>
    ))
  );
  return (
    <Dialog title={said.mine ? copy.removeTitle : copy.reportTitle} onClose={onClose}>
      <div className="check-in-acts">
        {act.isError ? <Banner kind="err">{sentence(act.error)}</Banner> : null}
        {buttons}
      </div>
    </Dialog>
  );
}
