import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { usePrimaryVehicle } from "../../api/queries/vehicles.ts";
import { useWay } from "../../api/queries/ways.ts";
import { asked } from "../../locations/filter.ts";
import { locateAgain } from "../../locations/use-locate.ts";
import { useView } from "../../locations/view.ts";
import { WaySplit } from "../../map/WaySplit.tsx";
import { paths } from "../../paths.ts";
import { placesCopy } from "../../places/copy.ts";
import { isSamePlace, type Place } from "../../places/place.ts";
import { PlaceField } from "../../places/PlaceField.tsx";
import { endsIn, endsQuery } from "../../places/way-path.ts";
import { km as wholeKm } from "../../ui/format.ts";
import { useSearchParams } from "../../ui/router.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import { useNow } from "../../ui/use-now.ts";
import { wayCopy as copy } from "./copy.ts";
import { useAlongShown } from "./use-along-shown.ts";
import { useCharge } from "./use-charge.ts";
import { WayAnswer } from "./WayAnswer.tsx";
import "../../locations/locations.css";
import "./on-my-way.css";

const KM_STOPS = [1, 2, 5, 10, 15, 25];
const DEFAULT_KM = 5;

/** `?from=18.5,73.8&from_name=…&to=…&name=…&km=5`: the query is in the URL, so that a step back shows it again. */
export function OnMyWay() {
  const [query, setQuery] = useSearchParams();
  const linked = useMemo(() => endsIn(query), [query]);
  const km = KM_STOPS.find((stop) => String(stop) === query.get("km")) ?? DEFAULT_KM;
  const [ends, setEnds] = useState(linked);
  const { from, to } = ends;
  const navigate = useNavigate();
  const now = useNow();
  const { vehicle, isWaiting } = usePrimaryVehicle();
  const filter = useView((view) => view.filter);
  const question = useMemo(
    () => (isWaiting ? null : asked(filter, vehicle)),
    [filter, vehicle, isWaiting],
  );
  const battery = useCharge(vehicle?.id);

  const go = (next: typeof ends, nextKm = km) => {
    setEnds(next);
    // Where the driver is, is looked up anew: it has no place in the history of the browser.
    const isHere = next.from?.name === placesCopy.here;
    const said = endsQuery({ from: isHere ? null : next.from, to: next.to });
    if (nextKm !== DEFAULT_KM) said.set("km", String(nextKm));
    setQuery(said, { replace: true });
  };
  useHere(from === null, (here) => setEnds({ from: here, to }));

  const isSame = from !== null && to !== null && isSamePlace(from, to);
  const isAsked = !isSame && !isWaiting;
  const way = useWay(isAsked ? from : null, isAsked ? to : null, battery.charge, vehicle);
  const isWhole = from !== null && to !== null && !isSame;
  const along = useAlongShown({
    line: isWhole ? (way.data?.line ?? "") : "",
    km,
    filter: question,
    vehicle,
    now,
  });
  const shown = useMemo(
    () => ({
      line: isWhole ? (way.data?.line ?? "") : "",
      straight: way.data?.straight ?? false,
      start: from,
      end: to,
      stations: along.pins,
    }),
    [isWhole, way.data, from, to, along.pins],
  );
  return (
    <Screen title={copy.title}>
      <WaySplit
        onPick={(id) => void navigate(paths.station(id))}
        shown={isWhole && way.data ? shown : null}
        above={
          <div className="form way-form">
            <PlaceField
              label={copy.from}
              value={from}
              onChange={(place) => go({ from: place, to })}
            />
            <PlaceField
              label={copy.to}
              value={to}
              error={isSame ? copy.same : undefined}
              onChange={(place) => go({ from, to: place })}
            />
            <div className="way-pair">
              <TextField
                label={copy.batteryNow}
                unit="%"
                inputMode="numeric"
                maxLength={10}
                value={battery.text}
                error={battery.isWrong ? copy.wholeWrong(1, 100) : undefined}
                onChange={({ target }) => battery.setText(target.value)}
              />
              <SelectField
                label={copy.off}
                value={km}
                onChange={({ target }) => go(ends, KM_STOPS[target.selectedIndex])}
              >
                {KM_STOPS.map((stop) => (
                  <option key={stop} value={stop}>
                    {copy.offKm(wholeKm(stop))}
                  </option>
                ))}
              </SelectField>
            </div>
          </div>
        }
      >
        {isWhole ? (
          <WayAnswer
            {...{ ends, way, along, vehicle, now, km, filter, charge: battery.charge }}
            wider={KM_STOPS.find((stop) => stop > km) ?? null}
            onKm={(next) => go(ends, next)}
          />
        ) : (
          <p className="ink2 way-note">{copy.start}</p>
        )}
      </WaySplit>
    </Screen>
  );
}

/** Where the driver is, once, if they allowed it before and have said nothing else by then. */
function useHere(wanted: boolean, found: (place: Place) => void): void {
  const latest = useRef({ wanted, found });
  useEffect(() => {
    latest.current = { wanted, found };
  });
  useEffect(() => {
    const look = async () => {
      const me = latest.current.wanted ? await locateAgain() : null;
      if (!me || !latest.current.wanted) return;
      latest.current.found({ latitude: me.lat, longitude: me.lon, name: placesCopy.here });
    };
    void look();
  }, []);
}
