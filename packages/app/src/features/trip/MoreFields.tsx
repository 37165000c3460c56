import type { Vehicle } from "@voltmarg/contract";
import { useNow } from "../../ui/use-now.ts";
import { Segment, Switch } from "../../ui/Choice.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import { tripCopy as copy } from "./copy.ts";
import { DepartureFields } from "./DepartureFields.tsx";
import type { Draft } from "./trip-draft.ts";

/** Plans are made for these. */
export const isCar = ({ vehicle_type }: Pick<Vehicle, "vehicle_type">): boolean =>
  vehicle_type === "FOUR_WHEELER";

const styles = ["CALM", "USUAL", "FAST"] as const;
type Errors = Partial<
  Record<"departs" | "end" | "people" | "luggage" | "odometer", string | undefined>
>;

/** The fields of a trip whose values stay from one trip to the next until the driver changes them. */
export function MoreFields({
  draft,
  cars,
  shown,
  open,
  onOpen,
  onChange,
}: {
  draft: Draft;
  cars: readonly Vehicle[];
  shown: Errors;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (part: Partial<Draft>) => void;
}) {
  const now = useNow();
  return (
    <details
      className="trip-more"
      open={open}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
    >
      <summary>{copy.more}</summary>
      <div className="trip-fields">
        {cars.length > 1 ? (
          <SelectField
            label={copy.vehicle}
            value={draft.vehicle || (cars.find((one) => one.is_primary)?.id ?? "")}
            onChange={({ target }) => onChange({ vehicle: target.value })}
          >
            {cars.map((one) => (
              <option key={one.id} value={one.id}>
                {[one.make, one.model, one.variant].filter(Boolean).join(" ")}
              </option>
            ))}
          </SelectField>
        ) : null}
        <DepartureFields
          departs={draft.departs}
          now={now}
          error={shown.departs}
          onChange={(departs) => onChange({ departs })}
        />
        <TextField
          className="num"
          label={copy.batteryEnd}
          unit="%"
          inputMode="numeric"
          value={draft.end}
          error={shown.end}
          onChange={({ target }) => onChange({ end: target.value })}
        />
        <div className="trip-pair">
          <TextField
            className="num"
            label={copy.people}
            inputMode="numeric"
            value={draft.people}
            error={shown.people}
            onChange={({ target }) => onChange({ people: target.value })}
          />
          <TextField
            className="num"
            label={copy.luggage}
            unit="kg"
            inputMode="numeric"
            value={draft.luggage}
            error={shown.luggage}
            onChange={({ target }) => onChange({ luggage: target.value })}
          />
        </div>
        <TextField
          className="num"
          label={copy.odometer}
          unit="km"
          inputMode="numeric"
          value={draft.odometer}
          help={copy.odometerHelp}
          error={shown.odometer}
          onChange={({ target }) => onChange({ odometer: target.value })}
        />
        <Segment
          showLabel
          label={copy.style}
          value={draft.style}
          options={styles.map((value) => ({ value, label: copy.styles[value] }))}
          onChange={(style) => onChange({ style })}
        />
        <div className="row trip-switch">
          <b className="grow title--m">{copy.cooling}</b>
          <Switch
            label={copy.cooling}
            on={draft.cooling}
            onChange={(cooling) => onChange({ cooling })}
          />
        </div>
      </div>
    </details>
  );
}
