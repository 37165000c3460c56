import type { VehicleModel } from "@voltmarg/contract";
import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { everydayRangeKm } from "@voltmarg/rules";
import { aboutKwh, km } from "../../../ui/format.ts";
import { Empty } from "../../../ui/Message.tsx";
import { Screen } from "../../../ui/Screen.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import { vehicleCopy } from "../copy.ts";
import { VehicleArt } from "../VehicleArt.tsx";
import type { Kind } from "../vehicle-form.ts";
import { chooseCopy as copy } from "./copy.ts";
import {
  findModels,
  groupModels,
  keyOf,
  type ModelGroup,
  mostSold,
  variantName,
} from "./find-models.ts";
import "../vehicles.css";
import "./choose.css";

const KINDS: readonly Kind[] = ["TWO_WHEELER", "THREE_WHEELER", "FOUR_WHEELER"];

/** Chooses a model by typing, or from the most sold and all makes. A model with several variants opens to show them. */
export function VehicleChooser({
  title,
  models,
  onChoose,
  onOther,
}: {
  title: string;
  models: readonly VehicleModel[];
  onChoose: (model: VehicleModel) => void;
  /** The vehicle is not in the list. */
  onOther: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [kind, setKind] = useState<Kind | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const groups = useMemo(() => groupModels(models), [models]);
  const words = useDeferredValue(typed.trim());
  const ofKind = kind ? groups.filter((group) => group.kind === kind) : groups;
  const found = words === "" ? null : findModels(ofKind, words);
  const row = (group: ModelGroup) => {
    const key = groupKey(group);
    return (
      <ModelRow
        key={key}
        group={group}
        open={open === key}
        onToggle={() => setOpen(open === key ? null : key)}
        onChoose={onChoose}
      />
    );
  };

  return (
    <Screen title={title} className="choose">
      <div className="choose-head">
        <TextField
          type="search"
          label={copy.search}
          placeholder={copy.searchExample}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={60}
          value={typed}
          lead={<MagnifyingGlass size={22} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <fieldset className="kinds">
          <legend className="sr-only">{vehicleCopy.kind}</legend>
          {KINDS.map((one) => (
            <button
              key={one}
              type="button"
              className={`kind${kind === one ? " is-on" : ""}`}
              aria-pressed={kind === one}
              onClick={() => setKind(kind === one ? null : one)}
            >
              <VehicleArt
                vehicle={{ vehicle_type: one }}
                width={one === "FOUR_WHEELER" ? 72 : 48}
              />
              {vehicleCopy.kinds[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <output className="sr-only">{found ? copy.found(found.length) : ""}</output>
      {found ? (
        found.length > 0 ? (
          <ul className="rows">{found.slice(0, MOST_SHOWN).map(row)}</ul>
        ) : (
          <Empty title={copy.noneFound}>{copy.noneFoundText}</Empty>
        )
      ) : (
        <>
          <h2 className="sect">{copy.mostSold}</h2>
          <ul className="rows">{mostSold(ofKind).map(row)}</ul>
          <h2 className="sect">{copy.allMakes}</h2>
          <ul className="rows">
            {[...Map.groupBy(ofKind, ({ make }) => make)].map(([make, ofMake]) => (
              <MakeRow key={make} {...{ make, ofMake, row }} />
            ))}
          </ul>
        </>
      )}
      <div className="pad">
        <Button kind="secondary" onClick={onOther}>
          {copy.notListed}
        </Button>
      </div>
    </Screen>
  );
}

/** More do not help: typing another letter does. */
const MOST_SHOWN = 40;
const groupKey = ({ kind, make, model }: ModelGroup) => [kind, make, model].join("\n");

function MakeRow({
  make,
  ofMake,
  row,
}: {
  make: string;
  ofMake: readonly ModelGroup[];
  row: (group: ModelGroup) => React.ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className="row" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="body">
          <b className="title--m">{make}</b>
        </span>
        <span className="trail ink2 num">{ofMake.length}</span>
        <CaretDown className="turn" size={20} weight="bold" aria-hidden="true" />
      </button>
      {open ? <ul className="rows inner">{ofMake.map(row)}</ul> : null}
    </li>
  );
}

function ModelRow({
  group,
  open,
  onToggle,
  onChoose,
}: {
  group: ModelGroup;
  open: boolean;
  onToggle: () => void;
  onChoose: (model: VehicleModel) => void;
}) {
  const { make, model, kind, variants } = group;
  const [only] = variants;
  const art = (
    <span className="lead">
      <VehicleArt vehicle={variants[0]!} width={kind === "FOUR_WHEELER" ? 64 : 44} />
    </span>
  );
  if (variants.length === 1)
    return (
      <li>
        <button type="button" className="row" onClick={() => onChoose(only!)}>
          {art}
          <span className="body">
            <b className="title--m">{`${make} ${model}`}</b>
            <span className="sub ink2 num">{factsOf(only!)}</span>
          </span>
          <CaretRight className="mirrored" size={20} weight="bold" aria-hidden="true" />
        </button>
      </li>
    );
  return (
    <li>
      <button type="button" className="row" aria-expanded={open} onClick={onToggle}>
        {art}
        <span className="body">
          <b className="title--m">{`${make} ${model}`}</b>
          <span className="sub ink2 num">{copy.variants(variants.length)}</span>
        </span>
        <CaretDown className="turn" size={20} weight="bold" aria-hidden="true" />
      </button>
      {open ? (
        <ul className="rows inner">
          {variants.map((one) => (
            <li key={keyOf(one)}>
              <button type="button" className="row" onClick={() => onChoose(one)}>
                <span className="body">
                  <b className="title--m num">{variantName(one)}</b>
                  <span className="sub ink2 num">{factsOf(one)}</span>
                </span>
                <CaretRight className="mirrored" size={20} weight="bold" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** "45 kWh · 350 km in everyday use · since 2024": what tells variants apart. */
const factsOf = (model: VehicleModel): string =>
  [
    aboutKwh(model.battery_capacity),
    copy.everyday(km(model.real_range ?? everydayRangeKm(model.range))),
    model.from_year && copy.years(model.from_year, model.to_year),
  ]
    .filter(Boolean)
    .join(" · ");
