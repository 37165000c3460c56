import type { Pin } from "@voltmarg/contract";
import { toSvg } from "../../map/drawing.ts";
import { drawCluster, drawPin } from "../../map/pin-drawing.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Drawing } from "../../ui/Drawing.tsx";
import { copy } from "../../locations/copy.ts";

const plain = { favourite: false, selected: false } as const;
const counts = { free: 2, total: 4 };

/** What shapes and colours of the pins mean, in words. */
export function PinKey({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={copy.keyTitle} onClose={onClose}>
      <ul className="pin-key">
        {(Object.entries(copy.keyStates) as [Pin["state"], string][]).map(([state, words]) => (
          <li key={state}>
            <Drawing
              svg={toSvg(
                drawPin({
                  ...plain,
                  state,
                  power: "fast",
                  free: state === "busy" ? 0 : counts.free,
                  total: counts.total,
                }),
                0.74,
              )}
            />
            {words}
          </li>
        ))}
        {(Object.entries(copy.keyPower) as [Pin["power"], string][]).map(([power, words]) => (
          <li key={power}>
            <Drawing
              svg={toSvg(drawPin({ ...plain, ...counts, state: "available", power }), 0.74)}
            />
            {words}
          </li>
        ))}
        <li>
          <Drawing svg={toSvg(drawCluster(12, 8), 0.84)} />
          {copy.keyCluster}
        </li>
      </ul>
    </Dialog>
  );
}
