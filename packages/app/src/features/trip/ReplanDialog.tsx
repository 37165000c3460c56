import type { Trip } from "@voltmarg/contract";
import { readWhole } from "@voltmarg/rules";
import { type FormEvent, useState } from "react";
import { sentence } from "../../api/http/refusal.ts";
import { locate } from "../../locations/use-locate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { tripCopy } from "./copy.ts";
import { askFromHere, bounds } from "./trip-draft.ts";
import { usePlan } from "./use-plan.ts";
import { wayCopy as copy } from "./way-copy.ts";

/** Plans the rest of the trip from where the driver is, with the charge there is now. */
export function ReplanDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const [looking, setLooking] = useState<"idle" | "looking" | "lost">("idle");
  const online = useOnline();
  const plan = usePlan();
  const charge = readWhole(typed, ...bounds.now);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (charge === null) return;
    setLooking("looking");
    const here = await locate();
    setLooking(here ? "idle" : "lost");
    if (!here) return;
    const start = { latitude: here.lat, longitude: here.lon, name: tripCopy.here };
    plan.mutate({ ask: askFromHere(trip, start, charge), replace: true }, { onSuccess: onClose });
  };
  return (
    <Dialog title={copy.replanTitle} onClose={onClose}>
      <p className="ink2 dialog-text">{copy.replanText}</p>
      <form className="trip-dialog" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          className="num"
          label={tripCopy.batteryNow}
          unit="%"
          inputMode="numeric"
          value={typed}
          error={tried && charge === null ? tripCopy.wholeWrong(1, 100) : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        {!online ? <Banner kind="info">{tripCopy.offline}</Banner> : null}
        {looking === "lost" ? <Banner kind="err">{copy.noPosition}</Banner> : null}
        {plan.error ? <Banner kind="err">{sentence(plan.error)}</Banner> : null}
        <Button type="submit" busy={(plan.isPending || looking === "looking") && tripCopy.planning}>
          {copy.planAgain}
        </Button>
      </form>
    </Dialog>
  );
}
