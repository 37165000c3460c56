import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { useNearby } from "../../api/queries/locations.ts";
import { usePrimaryVehicle } from "../../api/queries/vehicles.ts";
import { useReach } from "../../api/queries/ways.ts";
import { asked } from "../../locations/filter.ts";
import { asAsked, wishOf } from "../../locations/as-asked.ts";
import { toPin } from "../../locations/location-text.ts";
import { locateAgain } from "../../locations/use-locate.ts";
import { useView } from "../../locations/view.ts";
import { WaySplit } from "../../map/WaySplit.tsx";
import { paths } from "../../paths.ts";
import { placesCopy } from "../../places/copy.ts";
import type { Place } from "../../places/place.ts";
import { PlaceField } from "../../places/PlaceField.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useNow } from "../../ui/use-now.ts";
import { wayCopy as copy } from "./copy.ts";
import { ReachAnswer } from "./ReachAnswer.tsx";
import { useCharge } from "./use-charge.ts";
import "../../locations/locations.css";
import "./on-my-way.css";

/** What the charge is enough for, for vehicles without a planner of trips: a ring on the map, and the stations in it. */
export function Reach() {
  const me = useView((view) => view.me);
  const [chosen, setChosen] = useState<Place | null | undefined>();
  useEffect(() => void locateAgain(), []);
  const here = me && { latitude: me.lat, longitude: me.lon, name: placesCopy.here };
  const middle = chosen === undefined ? here : chosen;
  const navigate = useNavigate();
  const now = useNow();
  const { vehicle, isWaiting } = usePrimaryVehicle();
  const filter = useView((view) => view.filter);
  const question = useMemo(() => asked(filter, vehicle), [filter, vehicle]);
  const wish = useMemo(() => wishOf(question), [question]);
  const battery = useCharge(vehicle?.id);
  const reach = useReach(battery.charge, vehicle);
  const km = battery.charge === null ? null : (reach.data?.straight_km ?? null);
  const { latitude: lat = 0, longitude: lon = 0 } = middle ?? {};
  const isWhole = middle !== null && km !== null && km > 0;
  const list = useNearby(
    { area: { lat, lon, km: km ?? 0 }, text: "", filter: question, sort: "near" },
    isWhole && !isWaiting,
  );
  const stations = isWhole ? list.data?.content : undefined;
  const shown = useMemo(
    () => ({
      line: "",
      ring: isWhole ? { middle: { latitude: lat, longitude: lon }, km } : null,
      stations: (stations ?? []).map((one) =>
        toPin(asAsked(one, wish, vehicle, now).location, now),
      ),
    }),
    [isWhole, lat, lon, km, stations, wish, vehicle, now],
  );
  return (
    <Screen title={copy.reach}>
      <WaySplit
        onPick={(id) => void navigate(paths.station(id))}
        shown={isWhole ? shown : null}
        above={
          <div className="form way-form">
            <PlaceField label={copy.where} value={middle} onChange={setChosen} />
            <TextField
              label={copy.batteryNow}
              unit="%"
              inputMode="numeric"
              maxLength={10}
              value={battery.text}
              error={battery.isWrong ? copy.wholeWrong(1, 100) : undefined}
              onChange={({ target }) => battery.setText(target.value)}
            />
          </div>
        }
      >
        <ReachAnswer
          {...{ middle, reach, list, stations, vehicle, wish, now, filter, charge: battery.charge }}
        />
      </WaySplit>
    </Screen>
  );
}
