import { INDIA_ZONE } from "@voltmarg/rules";
import { when } from "../../ui/format.ts";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import { tripCopy as copy } from "./copy.ts";
import { atIndia, DEPARTURE_DAYS } from "./departure.ts";

const DAY_MS = 86_400_000;
/** Most long trips begin early. */
const MORNING = "07:00";

/** A day by its name, as a browser's own calendar writes it in the order of its language; then the time. */
export function DepartureFields({
  departs,
  now,
  error,
  onChange,
}: {
  /** `2026-11-25T07:30` by India's clock; empty: now. */
  departs: string;
  now: number;
  error: string | undefined;
  onChange: (departs: string) => void;
}) {
  const [day = "", time = ""] = departs.split("T");
  const days = Array.from({ length: DEPARTURE_DAYS }, (_, ahead) => now + ahead * DAY_MS);
  const chooseDay = (next: string) => {
    const soon = atIndia(now + 3_600_000).slice(11, 13);
    const first = next === atIndia(now).slice(0, 10) ? `${soon}:00` : MORNING;
    onChange(next && `${next}T${time || first}`);
  };
  return (
    <div className="trip-pair">
      <SelectField
        label={copy.departs}
        value={day}
        error={error}
        onChange={({ target }) => chooseDay(target.value)}
      >
        <option value="">{copy.now}</option>
        {days.map((at, ahead) => (
          <option key={at} value={atIndia(at).slice(0, 10)}>
            {[copy.today, copy.tomorrow][ahead] ??
              when(new Date(at).toISOString(), INDIA_ZONE).date}
          </option>
        ))}
      </SelectField>
      {day ? (
        <TextField
          className="num"
          label={copy.departsTime}
          type="time"
          value={time}
          onChange={({ target }) => onChange(`${day}T${target.value || MORNING}`)}
        />
      ) : null}
    </div>
  );
}
