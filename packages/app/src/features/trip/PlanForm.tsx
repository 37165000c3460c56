import { useEffect, useState } from "react";
import { useTrips } from "../../api/queries/trips.ts";
import { useVehicles } from "../../api/queries/vehicles.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Segment } from "../../ui/Choice.tsx";
import { ago } from "../../ui/format.ts";
import { FormScreen } from "../../ui/FormScreen.tsx";
import { Banner, Empty } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { useSearchParams } from "../../ui/router.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useOnline } from "../../ui/use-online.ts";
import { PlaceField } from "../../places/PlaceField.tsx";
import { tripCopy as copy } from "./copy.ts";
import { isDeparture } from "./departure.ts";
import { GapAnswer } from "./GapAnswer.tsx";
import { KeptTrips } from "./KeptTrips.tsx";
import { isCar, MoreFields } from "./MoreFields.tsx";
import { isSamePlace } from "../../places/place.ts";
import { endsIn } from "../../places/way-path.ts";
import {
  askOf,
  bounds,
  changeDraft,
  numbersOf,
  preferences,
  usualCharge,
  useTripForm,
} from "./trip-draft.ts";
import { usePlan } from "./use-plan.ts";

/** What is known of the battery for so long, ms, is likely still so. */
const HOLDS_MS = 12 * 3_600_000;

/** The form, for who has a car; the others are told what there is for them. */
export function PlanForm() {
  const { data: vehicles } = useVehicles();
  const isForOthers = vehicles?.length && !vehicles.some(isCar);
  return isForOthers ? <NoPlanner /> : <Form />;
}

function NoPlanner() {
  return (
    <Screen title={copy.title}>
      <Empty
        title={copy.carsOnly}
        action={<ButtonLink to={paths.withinReach}>{copy.reach}</ButtonLink>}
      >
        {copy.carsOnlyText}
      </Empty>
    </Screen>
  );
}

/** Where from, where to and how full; the rest is folded in and as it was last time. Below it the trips that are kept. */
function Form() {
  const [query] = useSearchParams();
  const { draft, gap } = useTripForm();
  const kept = useTrips();
  const online = useOnline();
  const plan = usePlan();
  const [more, setMore] = useState(false);
  useEffect(() => {
    const { from, to } = endsIn(query);
    changeDraft({ ...(from && { from }), ...(to && { to }) });
  }, [query]);
  const moment = useNow();
  const battery = kept.data?.battery;
  const known = battery && moment - Date.parse(battery.at) < HOLDS_MS ? battery : null;
  const cars = (useVehicles().data ?? []).filter(isCar);
  // The primary vehicle may be none that trips are planned for.
  const vehicle = draft.vehicle || (cars.some((car) => car.is_primary) ? "" : (cars[0]?.id ?? ""));
  const charge = draft.now ?? (known ? String(known.percent) : usualCharge());
  const filled = { ...draft, vehicle, now: charge };
  const change: typeof changeDraft = (part) => {
    changeDraft(part);
    plan.reset();
  };

  const numbers = numbersOf(filled);
  const wrong = (field: keyof typeof bounds) =>
    numbers[field] === null ? copy.wholeWrong(bounds[field][0], bounds[field][1]) : undefined;
  const isSame = draft.from !== null && draft.to !== null && isSamePlace(draft.from, draft.to);
  const folded = {
    end: wrong("end"),
    people: wrong("people"),
    luggage: wrong("luggage"),
    odometer: numbers.odometer === null ? copy.odometerWrong : undefined,
    departs: isDeparture(draft.departs, moment) ? undefined : copy.departsWrong,
  };
  const errors = {
    from: draft.from ? undefined : copy.fromMissing,
    to: draft.to ? (isSame ? copy.same : undefined) : copy.toMissing,
    now: wrong("now"),
    ...folded,
  };
  const isFoldedWrong = Object.values(folded).some((error) => error !== undefined);

  return (
    <FormScreen
      title={copy.title}
      className="trip"
      submit={copy.plan}
      busy={plan.isPending && copy.planning}
      errors={errors}
      refusal={plan.error}
      onSubmit={() => {
        const ask = askOf(filled);
        if (ask) plan.mutate({ ask });
      }}
      below={
        <>
          {gap ? (
            <GapAnswer
              key={plan.submittedAt}
              {...gap}
              busy={plan.isPending}
              onTry={(ask) => plan.mutate({ ask })}
            />
          ) : null}
          <KeptTrips trips={kept.data?.trips ?? []} at={kept.dataUpdatedAt} failed={kept.isError} />
        </>
      }
    >
      {(shown) => (
        <>
          {online ? null : <Banner kind="info">{copy.offline}</Banner>}
          <PlaceField
            label={copy.from}
            value={draft.from}
            error={shown.from}
            onChange={(from) => change({ from })}
          />
          <PlaceField
            label={copy.to}
            value={draft.to}
            error={shown.to}
            onChange={(to) => change({ to })}
          />
          <TextField
            className="trip-battery num"
            label={copy.batteryNow}
            unit="%"
            inputMode="numeric"
            value={filled.now}
            help={draft.now === null && known ? copy.batteryAsOf(ago(known.at)) : undefined}
            error={shown.now}
            onChange={({ target }) => change({ now: target.value })}
          />
          <Segment
            showLabel
            label={copy.preference}
            value={draft.preference}
            options={preferences.map((value) => ({ value, label: copy.preferences[value] }))}
            onChange={(preference) => change({ preference })}
          />
          <MoreFields
            draft={filled}
            cars={cars}
            shown={shown}
            open={more || (isFoldedWrong && shown.from !== undefined)}
            onOpen={setMore}
            onChange={change}
          />
        </>
      )}
    </FormScreen>
  );
}
