import { vehicleCopy as copy } from "./copy.ts";
import { VehicleArt } from "./VehicleArt.tsx";
import type { Kind } from "./vehicle-form.ts";

const kinds: { kind: Kind; width: number }[] = [
  { kind: "TWO_WHEELER", width: 64 },
  { kind: "THREE_WHEELER", width: 56 },
  { kind: "FOUR_WHEELER", width: 92 },
];

/** Two, three or four wheels, by their pictures. */
export const KindField = ({
  kind: chosen,
  onChange,
}: {
  kind: Kind;
  onChange: (kind: Kind) => void;
}) => (
  <fieldset>
    <legend className="sr-only">{copy.kind}</legend>
    <div className="kinds">
      {kinds.map(({ kind, width }) => (
        <label key={kind} className={`kind${chosen === kind ? " is-on" : ""}`}>
          <input
            className="sr-only"
            type="radio"
            name="kind"
            checked={chosen === kind}
            onChange={() => onChange(kind)}
          />
          <VehicleArt vehicle={{ vehicle_type: kind }} width={width} />
          {copy.kinds[kind]}
        </label>
      ))}
    </div>
  </fieldset>
);
