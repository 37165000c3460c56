import { useEffect, useState } from "react";
import { language } from "../../language/current-language.ts";
import { SelectField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { tripCopy as copy } from "./copy.ts";
import type { CityPlace, Place } from "./places.ts";

const loadCities = async () => (await import("./city-places.ts")).cityPlaces(language());

export function CityField({ label, value, error, onChange }: { label: string; value: Place | null; error: string | undefined; onChange: (place: Place | null) => void }) {
  const [cities, setCities] = useState<CityPlace[]>([]);
  useEffect(() => void loadCities().then((loaded) => setCities(loaded)), []);
  const key = value === null ? "" : (cities.find(({ place }) => place.latitude === value.latitude && place.longitude === value.longitude)?.key ?? "other");
  const choose = async (next: string) => {
    if (next !== "here") return onChange(cities.find((city) => city.key === next)?.place ?? null);
    const { locate } = await import("../../locations/use-locate.ts");
    const me = await locate();
    if (me) onChange({ latitude: me.lat, longitude: me.lon, name: copy.here });
    else showToast(copy.noPosition);
  };
  return (
    <SelectField label={label} value={key} error={error} onChange={({ target }) => void choose(target.value)}>
      <option value="">{copy.choose}</option>
      <option value="here">{copy.here}</option>
      {key === "other" ? <option value="other">{value?.name ?? copy.end}</option> : null}
      {cities.map(({ key: city, place }) => (
        <option key={city} value={city}>
          {place.name}
        </option>
      ))}
    </SelectField>
  );
}
