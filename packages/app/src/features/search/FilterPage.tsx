import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSearchParams } from "../../ui/router.tsx";
import { primaryOf, useVehicles } from "../../api/queries/vehicles.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip, Segment, Switch } from "../../ui/Choice.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { useCount } from "../../api/queries/locations.ts";
import { setFilter, useView } from "../../locations/view.ts";
import { filterCopy as copy } from "./copy.ts";
import { asked, type Filter, KM_STOPS, NO_FILTER, RUPEE_STOPS } from "../../locations/filter.ts";
import { OperatorList } from "./OperatorList.tsx";
import { PlugTiles, PowerTiles } from "./Tiles.tsx";
import "./filter.css";

/** What the list and the map show. Nothing changes there before the button at the bottom is pressed. */
export default function FilterPage() {
  const { filter, area, text, sort } = useView();
  const vehicle = primaryOf(useVehicles().data);
  const [draft, setDraft] = useState(filter);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const back = useBack(paths.map);
  // For a search along a route the home list's count does not apply, and that screen has its own distance.
  const isAlongWay = search.has("way");
  const change = (part: Partial<Filter>) => setDraft({ ...draft, ...part });
  const count = useCount({
    area: draft.km === filter.km ? area : { ...area, km: draft.km },
    text,
    sort,
    filter: asked(draft, vehicle),
  });

  if (search.get("view") === "operators")
    return (
      <OperatorList
        chosen={draft.operators}
        onChange={(operators) => change({ operators })}
        onBack={() => void navigate(-1)}
      />
    );
  return (
    <Screen
      title={copy.title}
      back={<X size={26} aria-hidden="true" />}
      backLabel={copy.close}
      className="fl"
      actions={
        <Button kind="quiet" small onClick={() => setDraft(NO_FILTER)}>
          {copy.reset}
        </Button>
      }
      footer={
        <Button
          onClick={() => {
            setFilter(draft);
            back();
          }}
        >
          {isAlongWay ? copy.showPlain : <CountWords count={count} />}
        </Button>
      }
    >
      <SwitchRow
        label={copy.freeNow}
        on={draft.freeNow}
        onChange={(freeNow) => change({ freeNow })}
      />
      <SwitchRow
        label={copy.openNow}
        on={draft.openNow}
        onChange={(openNow) => change({ openNow })}
      />
      {vehicle ? (
        <SwitchRow
          label={copy.fits(vehicle.model)}
          on={draft.fits}
          onChange={(fits) => change({ fits })}
        />
      ) : null}
      <PlugTiles chosen={draft.standards} onChange={(standards) => change({ standards })} />
      <PowerTiles
        chosen={draft.powers}
        onChange={(powers) => change({ powers, fast: powers.length === 0 && draft.fast })}
      />
      <div className="fl-pad fl-current">
        <Segment
          label={copy.current}
          value={draft.current ?? "any"}
          options={[
            { value: "any", label: copy.currents.any },
            { value: "AC", label: copy.currents.AC },
            { value: "DC", label: copy.currents.DC },
          ]}
          onChange={(current) => change({ current: current === "any" ? null : current })}
        />
        <Chip on={draft.fast} onClick={() => change({ fast: !draft.fast, powers: [] })}>
          {copy.fast}
        </Chip>
      </div>
      <StopSlider
        title={copy.price}
        stops={[...RUPEE_STOPS, null]}
        value={draft.rupees}
        words={(rupees) => (rupees === null ? copy.anyPrice : copy.upTo(rupees))}
        onChange={(rupees) => change({ rupees })}
      />
      <p className="sub ink3 fl-pad">{copy.priceNote}</p>
      {isAlongWay ? null : (
        <StopSlider
          title={copy.distance}
          stops={KM_STOPS}
          value={draft.km}
          words={copy.within}
          onChange={(km) => change({ km })}
        />
      )}
      <button
        type="button"
        className="row fl-operators"
        onClick={() =>
          void navigate(`${paths.cpoFilter}?view=operators${isAlongWay ? "&way" : ""}`)
        }
      >
        <span className="grow">
          <b className="title--m">{copy.operators}</b>
          <span className="sub ink2">
            {draft.operators.length > 0
              ? copy.chosen(draft.operators.map(({ name }) => name))
              : copy.allOperators}
          </span>
        </span>
        <CaretRight className="mirrored" size={20} weight="bold" aria-hidden="true" />
      </button>
    </Screen>
  );
}

/** How many stations the button leads to; read aloud when it changes. */
function CountWords({ count }: { count: ReturnType<typeof useCount> }) {
  const { data, isPlaceholderData, isPending, isError } = count;
  const words = isError
    ? copy.showPlain
    : isPending
      ? copy.counting
      : data === 0
        ? copy.none
        : copy.show(data ?? 0);
  return (
    <span className="num" aria-live="polite" aria-busy={isPlaceholderData || undefined}>
      {words}
    </span>
  );
}

function SwitchRow({
  label,
  on,
  onChange,
}: {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <div className="row fl-switch">
      <b className="grow title--m">{label}</b>
      <Switch label={label} on={on} onChange={onChange} />
    </div>
  );
}

/** A slider that stops at a few values. */
function StopSlider<T extends number | null>({
  title,
  stops,
  value,
  words,
  onChange,
}: {
  title: string;
  stops: readonly T[];
  value: NoInfer<T>;
  words: (value: T) => string;
  onChange: (value: T) => void;
}) {
  // A value of before that is no stop any more stands at the nearest one.
  const at = Math.max(
    0,
    stops.findLastIndex(
      (stop) => stop === value || (stop !== null && value !== null && stop <= value),
    ),
  );
  const last = stops.length - 1;
  return (
    <section className="fl-slider">
      <h2>
        <span>{title}</span>
        <span className="num">{words(value)}</span>
      </h2>
      <input
        type="range"
        aria-label={title}
        aria-valuetext={words(value)}
        min={0}
        max={last}
        value={at}
        style={{ "--share": `${(at / last) * 100}%` } as React.CSSProperties}
        onChange={(event) => onChange(stops[event.target.valueAsNumber]!)}
      />
    </section>
  );
}
