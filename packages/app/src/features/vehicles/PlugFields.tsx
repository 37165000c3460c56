import type { Vehicle } from "@voltmarg/contract";
import { CONNECTOR_STANDARDS, plugsFor } from "@voltmarg/rules";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { chooseCopy as copy } from "./choose/copy.ts";
import type { VehicleForm } from "./vehicle-form.ts";

type Standard = Vehicle["inlets"][number];

/** The plugs of a vehicle, and those its driver carries an adapter or a portable charger for. */
export function PlugFields({
  form,
  onChange,
}: {
  form: VehicleForm;
  onChange: (part: Partial<VehicleForm>) => void;
}) {
  const { inlets, adapters } = form;
  const own = plugsFor({ vehicle_type: form.kind, inlets });
  return (
    <>
      <PlugList
        legend={copy.plugs}
        standards={CONNECTOR_STANDARDS}
        on={inlets}
        onChange={(next) =>
          onChange({ inlets: next, adapters: adapters.filter((one) => !next.includes(one)) })
        }
      />
      <PlugList
        legend={copy.adapters}
        help={copy.adaptersHelp}
        standards={CONNECTOR_STANDARDS.filter((standard) => !own.includes(standard))}
        on={adapters}
        onChange={(next) => onChange({ adapters: next })}
      />
    </>
  );
}

function PlugList({
  legend,
  help,
  standards,
  on,
  onChange,
}: {
  legend: string;
  help?: string;
  standards: readonly Standard[];
  on: readonly Standard[];
  onChange: (next: Standard[]) => void;
}) {
  return (
    <fieldset className="f plug-list">
      <legend className="label">{legend}</legend>
      {help ? <p className="help">{help}</p> : null}
      {standards.map((standard) => (
        <label key={standard}>
          <input
            type="checkbox"
            checked={on.includes(standard)}
            onChange={(event) =>
              onChange(
                standards.filter((one) =>
                  one === standard ? event.target.checked : on.includes(one),
                ),
              )
            }
          />
          <ConnectorIcon standard={standard} size={26} />
          <span>{standard === "DOMESTIC_M" && help ? copy.portable : connectorName(standard)}</span>
        </label>
      ))}
    </fieldset>
  );
}
