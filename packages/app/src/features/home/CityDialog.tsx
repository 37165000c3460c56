import { useState } from "react";
import { language } from "../../language/current-language.ts";
import type { Camera } from "../../map/camera.ts";
import { findCities } from "../../places/city-places.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { placeCopy as copy } from "./ask-place-copy.ts";

/** A large city, and what is near its centre. */
const CITY_ZOOM = 11.5;

/** India's large cities, the largest first, found by their names in three scripts. */
export function CityDialog({
  onCity,
  onClose,
}: {
  onCity: (name: string, camera: Camera) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const found = findCities(typed, language());
  return (
    <Dialog title={copy.chooseCity} onClose={onClose}>
      <TextField
        label={copy.city}
        className="cities-field"
        type="search"
        autoComplete="off"
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.target.value)}
      />
      <output className="sub ink2 dialog-text">{found.length === 0 ? copy.noCity : null}</output>
      <ul className="rows cities">
        {found.map(({ key, place: { name, latitude, longitude } }) => (
          <li key={key}>
            <button
              type="button"
              className="row"
              onClick={() => onCity(name, { lat: latitude, lon: longitude, zoom: CITY_ZOOM })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
