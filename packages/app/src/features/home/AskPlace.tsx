import { GpsFix } from "@phosphor-icons/react/dist/csr/GpsFix";
import { Suspense, useEffect, useState } from "react";
import { lazyNamed } from "../../ui/lazy-component.ts";
import type { Camera } from "../../map/camera.ts";
import { positionIfAllowed, positionPermission } from "../../native/location.ts";
import { Button } from "../../ui/Button.tsx";
import { copy } from "../../locations/copy.ts";
import { placeCopy } from "./ask-place-copy.ts";
import { locate } from "../../locations/use-locate.ts";
import { searchAt } from "../../locations/view.ts";

const CityDialog = lazyNamed(() => import("./CityDialog.tsx"), "CityDialog");

/** Known before the list is drawn, so that nothing in it moves. */
let permission: PermissionState | undefined;
const known = positionPermission().then((state) => (permission = state));

/**
 * Asks where the driver is, with the reason, before the browser does; a city will do as well. `onPlace` moves the map;
 * the list looks there already.
 */
export function AskPlace({ onPlace }: { onPlace: (camera: Camera) => void }) {
  const [state, setState] = useState(permission);
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState(false);
  useEffect(() => {
    const settle = async () => {
      const allowed = await known;
      setState(allowed);
      // The phone may not know where it is.
      if (allowed === "granted" && !(await positionIfAllowed())) setState("denied");
    };
    void settle();
  }, []);
  if (state === undefined || state === "granted") return null;
  const refused = state === "denied";

  async function goToPosition(): Promise<void> {
    setBusy(true);
    const place = await locate();
    setBusy(false);
    if (!place) return setState("denied");
    searchAt(place);
    onPlace({ ...place, zoom: 14 });
  }

  return (
    <section className="ask-place" aria-labelledby="ask-place">
      <h2 id="ask-place" className="title--m">
        {placeCopy.whereTitle}
      </h2>
      <p className="sub ink2" aria-live="polite">
        {refused ? copy.noPosition : placeCopy.whereWhy}
      </p>
      <div className="ask-place-actions">
        {refused ? null : (
          <Button
            small
            icon={<GpsFix size={20} weight="bold" aria-hidden="true" />}
            busy={busy && placeCopy.locating}
            onClick={() => void goToPosition()}
          >
            {placeCopy.myPosition}
          </Button>
        )}
        <Button kind="secondary" small aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {placeCopy.chooseCity}
        </Button>
      </div>
      {choosing ? (
        <Suspense fallback={null}>
          <CityDialog
            onClose={() => setChoosing(false)}
            onCity={(name, camera) => {
              setChoosing(false);
              searchAt(camera, { text: "", address: name });
              onPlace(camera);
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
