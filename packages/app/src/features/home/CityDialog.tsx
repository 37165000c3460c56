import { findTyped, soundText } from "@voltmarg/rules";
import { useMemo, useState } from "react";
import { language } from "../../language/current-language.ts";
import type { Camera } from "../../map/camera.ts";
import { cities } from "../../map/cities.ts";
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
  const sounds = useMemo(
    () => cities.map((city) => ({ city, sound: soundText([city[0], city[1], city[5]].join(" ")) })),
    [],
  );
  const found = sounds
    .filter(({ sound }) => typed.trim() === "" || findTyped(typed, sound) > 0)
    .map(({ city }) => city)
    .toSorted((a, b) => a[4] - b[4]);
  const name = ([english, devanagari, , , , urdu]: (typeof cities)[number]) =>
    ({ en: english, hi: devanagari, ur: urdu })[language()];
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
        {found.map((city) => (
          <li key={city[0]}>
            <button
              type="button"
              className="row"
              onClick={() => onCity(name(city), { lat: city[2], lon: city[3], zoom: CITY_ZOOM })}
            >
              {name(city)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
