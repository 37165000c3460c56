import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../api/http/call.ts";
import { planTrip } from "../../api/http/endpoints/trips.ts";
import { language } from "../../language/current-language.ts";
import type { CityPlace } from "../../places/city-places.ts";
import { placeIn, type Place } from "../../places/place.ts";
import { Segment, Switch } from "../../ui/Choice.tsx";
import { FormScreen } from "../../ui/FormScreen.tsx";
import { useSearchParams } from "../../ui/router.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { tripCopy as copy } from "./copy.ts";
import { whole } from "./whole.ts";
import { TripAnswer } from "./TripAnswer.tsx";
import "./trip.css";

/** Loaded by the screen alone: the names of the cities are large. */
const loadCities = async () => (await import("../../places/city-places.ts")).cityPlaces(language());

const HERE = "here";
const LINKED = "linked";
type Preference = keyof typeof copy.preferences;
type Style = keyof typeof copy.styles;

const preferences = ["QUICKEST", "FEWEST_STOPS", "CHEAPEST"] as const;
const styles = ["CALM", "USUAL", "FAST"] as const;

/** `?to=18.52,73.85&name=…`: where to, such as a station. */
export default function TripPage() {
  const [query] = useSearchParams();
  const linked = placeIn(query.get("to"), query.get("name"));
  const [draft, setDraft] = useState({
    from: "",
    to: linked ? LINKED : "",
    now: "80",
    end: "15",
    people: "1",
    cooling: true,
    preference: "QUICKEST" as Preference,
    style: "USUAL" as Style,
  });
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    plan.reset();
  };
  const [now, end, people] = [
    whole(draft.now, 1, 100),
    whole(draft.end, 0, 90),
    whole(draft.people, 1, 9),
  ];

  const [cities, setCities] = useState<CityPlace[]>([]);
  useEffect(() => void loadCities().then((loaded) => setCities(loaded)), []);

  const placeOf = async (key: string): Promise<Place | null> => {
    if (key === LINKED) return linked;
    if (key !== HERE) return cities.find((city) => city.key === key)?.place ?? null;
    const { locate } = await import("../../locations/use-locate.ts");
    const me = await locate();
    return me && { latitude: me.lat, longitude: me.lon, name: copy.here };
  };
  const plan = useMutation({
    mutationFn: async () => {
      const [start, destination] = [await placeOf(draft.from), await placeOf(draft.to)];
      if (!start || !destination) {
        showToast(copy.noPosition);
        return null;
      }
      const body = {
        start,
        end: destination,
        charge_percent: now!,
        arrive_percent: end!,
        people: people!,
        air_conditioning: draft.cooling,
        preference: draft.preference,
        style: draft.style,
      };
      return (await call(planTrip, { body })).data;
    },
  });

  const errors = {
    from: draft.from === "" ? copy.fromMissing : undefined,
    to: draft.to === "" ? copy.toMissing : draft.to === draft.from ? copy.same : undefined,
    now: now === null ? copy.percentWrong : undefined,
    end: end === null ? copy.endWrong : undefined,
    people: people === null ? copy.peopleWrong : undefined,
  };
  const cityOptions = cities.map(({ key, place }) => (
    <option key={key} value={key}>
      {place.name}
    </option>
  ));
  return (
    <FormScreen
      title={copy.title}
      className="trip"
      submit={copy.plan}
      busy={plan.isPending && copy.planning}
      errors={errors}
      refusal={plan.error}
      onSubmit={() => plan.mutate()}
      below={plan.data ? <TripAnswer key={plan.submittedAt} answer={plan.data} /> : null}
    >
      {(shown) => (
        <>
          <SelectField
            label={copy.from}
            value={draft.from}
            error={shown.from}
            onChange={({ target }) => change({ from: target.value })}
          >
            <option value="">{copy.choose}</option>
            <option value={HERE}>{copy.here}</option>
            {cityOptions}
          </SelectField>
          <SelectField
            label={copy.to}
            value={draft.to}
            error={shown.to}
            onChange={({ target }) => change({ to: target.value })}
          >
            <option value="">{copy.choose}</option>
            {linked ? <option value={LINKED}>{linked.name ?? copy.end}</option> : null}
            <option value={HERE}>{copy.here}</option>
            {cityOptions}
          </SelectField>
          <div className="trip-pair">
            <TextField
              label={copy.batteryNow}
              unit="%"
              inputMode="numeric"
              value={draft.now}
              error={shown.now}
              onChange={({ target }) => change({ now: target.value })}
            />
            <TextField
              label={copy.batteryEnd}
              unit="%"
              inputMode="numeric"
              value={draft.end}
              error={shown.end}
              onChange={({ target }) => change({ end: target.value })}
            />
          </div>
          <Segment
            showLabel
            label={copy.preference}
            value={draft.preference}
            options={preferences.map((value) => ({ value, label: copy.preferences[value] }))}
            onChange={(preference) => change({ preference })}
          />
          <Segment
            showLabel
            label={copy.style}
            value={draft.style}
            options={styles.map((value) => ({ value, label: copy.styles[value] }))}
            onChange={(style) => change({ style })}
          />
          <TextField
            label={copy.people}
            inputMode="numeric"
            value={draft.people}
            error={shown.people}
            onChange={({ target }) => change({ people: target.value })}
          />
          <div className="row trip-switch">
            <b className="grow title--m">{copy.cooling}</b>
            <Switch
              label={copy.cooling}
              on={draft.cooling}
              onChange={(cooling) => change({ cooling })}
            />
          </div>
        </>
      )}
    </FormScreen>
  );
}
