import type { Connector, Location } from "@voltmarg/contract";
import { DirectionsLink } from "../../locations/DirectionsLink.tsx";
import { distanceWords } from "../../locations/location-text.ts";
import { plugTitle } from "../../locations/plugs.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { doubtCopy as copy } from "./doubt-copy.ts";
import type { StartDoubt } from "./start-doubts.ts";

/** Asks before a start that is probably a mistake. */
export function StartDoubtsDialog({
  location,
  connector,
  doubts,
  onStart,
  onClose,
}: {
  location: Location;
  connector: Connector;
  doubts: readonly StartDoubt[];
  onStart: () => void;
  onClose: () => void;
}) {
  const [first] = doubts;
  const far = doubts.find((doubt) => doubt.kind === "far");
  return (
    <Dialog
      title={first?.kind === "far" ? copy.farTitle(distanceWords(first.km) ?? "") : copy.noFitTitle}
      onClose={onClose}
      closeButton={false}
    >
      {doubts.map((doubt) => (
        <p key={doubt.kind} className="ink2 dialog-text">
          {doubt.kind === "far"
            ? copy.farText(location.name)
            : copy.noFitText(plugTitle(connector), doubt.vehicle.model)}
        </p>
      ))}
      <div className="choices">
        {far ? (
          <DirectionsLink location={location} wide />
        ) : (
          <Button onClick={onClose}>{copy.choosePlug}</Button>
        )}
        <Button kind="secondary" onClick={onStart}>
          {copy.startAnyway}
        </Button>
        {far ? (
          <Button kind="quiet" onClick={onClose}>
            {copy.notNow}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
