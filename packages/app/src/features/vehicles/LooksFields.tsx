import type { Vehicle } from "@voltmarg/contract";
import type { CSSProperties } from "react";
import { Switch } from "../../ui/Choice.tsx";
import { vehicleCopy as copy } from "./copy.ts";
import { paints } from "./paints.ts";
import type { VehicleForm } from "./vehicle-form.ts";

type Paint = NonNullable<Vehicle["paint"]>;
const choices: (Paint | null)[] = [null, ...(Object.keys(paints) as Paint[])];

/** How the vehicle looks in the app: its paint and its plate. */
export const LooksFields = ({
  form,
  onChange,
}: {
  form: VehicleForm;
  onChange: (part: Partial<VehicleForm>) => void;
}) => (
  <>
    <fieldset className="f">
      <legend className="label">{copy.paint}</legend>
      <div className="paints">
        {choices.map((paint) => (
          <label
            key={paint}
            className={paint === form.paint ? "is-on" : undefined}
            title={paint ? copy.paints[paint] : copy.noPaint}
            style={(paint ? { "--swatch": paints[paint] } : {}) as CSSProperties}
          >
            <input
              className="sr-only"
              type="radio"
              name="paint"
              aria-label={paint ? copy.paints[paint] : copy.noPaint}
              checked={paint === form.paint}
              onChange={() => onChange({ paint })}
            />
          </label>
        ))}
      </div>
    </fieldset>
    <div className="row use">
      <span className="body">
        <span className="title--m">{copy.commercial}</span>
        <span className="sub ink2">{copy.commercialHelp}</span>
      </span>
      <Switch
        label={copy.commercial}
        on={form.commercial}
        onChange={(commercial) => onChange({ commercial })}
      />
    </div>
  </>
);
