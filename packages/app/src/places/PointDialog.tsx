import { MapPin } from "@phosphor-icons/react/dist/csr/MapPin";
import { useRef, useState } from "react";
import { language } from "../language/current-language.ts";
import { useView } from "../locations/view.ts";
import type { Camera } from "../map/camera.ts";
import type { MapContent } from "../map/engine.ts";
import { MapStage } from "../map/MapStage.tsx";
import { useMapStyle } from "../map/use-map-style.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Banner } from "../ui/Message.tsx";
import { cityNear } from "./city-places.ts";
import { placesCopy as copy } from "./copy.ts";
import { isInIndia, type Place } from "./place.ts";

const NOTHING: MapContent = { pins: [], selected: null, me: null };
const ZOOM = 13;

/** A point chosen by moving the map under a mark in its middle; the arrow keys move it as well. */
export function PointDialog({
  from,
  onPoint,
  onClose,
}: {
  from: Place | null;
  onPoint: (place: Place) => void;
  onClose: () => void;
}) {
  const me = useView((view) => view.me);
  const seen = useView((view) => view.camera);
  const [start] = useState<Camera>(
    from
      ? { lat: from.latitude, lon: from.longitude, zoom: ZOOM }
      : me
        ? { ...me, zoom: ZOOM }
        : seen,
  );
  const middle = useRef(start);
  const [outside, setOutside] = useState(false);
  const styleUrl = useMapStyle();
  function done(): void {
    const at = { latitude: middle.current.lat, longitude: middle.current.lon };
    if (!isInIndia(at)) return setOutside(true);
    const city = cityNear(at, language());
    onPoint({ ...at, name: city ? copy.pointNear(city) : copy.onMap });
  }
  return (
    <Dialog title={copy.pointTitle} onClose={onClose}>
      <p className="sub ink2 dialog-text">{copy.pointHow}</p>
      <MapStage
        className="point-map"
        camera={start}
        content={NOTHING}
        styleUrl={styleUrl}
        failure={copy.mapFailed}
        onMove={(camera) => {
          middle.current = camera;
          setOutside(false);
        }}
      >
        <MapPin className="point-mark" size={44} weight="fill" aria-hidden="true" />
      </MapStage>
      {outside ? <Banner kind="err">{copy.problems.OUTSIDE_INDIA}</Banner> : null}
      <Button onClick={done}>{copy.takePoint}</Button>
    </Dialog>
  );
}
