import { plugsFor } from "@voltmarg/rules";
import { Button } from "../../ui/Button.tsx";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { chooseCopy as copy } from "./choose/copy.ts";
import { variantName } from "./choose/find-models.ts";
import { VehicleArt } from "./VehicleArt.tsx";
import { nameOf, type VehicleForm } from "./vehicle-form.ts";

/** The chosen vehicle: its picture, name and plugs, and the way to another one. */
export function VehicleHead({
  form,
  onChange,
}: {
  form: VehicleForm;
  /** null: there is no list of models to choose from. */
  onChange: (() => void) | null;
}) {
  const plugs = plugsFor({ vehicle_type: form.kind, ...form });
  return (
    <section className="veh-head f">
      <VehicleArt
        vehicle={{ vehicle_type: form.kind, body_type: form.body, paint: form.paint }}
        width={form.kind === "FOUR_WHEELER" ? 128 : 84}
      />
      <div className="grow">
        <h2 className="t2">{nameOf(form)}</h2>
        {form.variant ? <p className="ink2 num">{variantName(form)}</p> : null}
        <p className="plugs-line">
          {plugs.length === 0
            ? copy.noPlug
            : plugs.map((standard) => (
                <span key={standard}>
                  <ConnectorIcon standard={standard} size={22} />
                  {connectorName(standard)}
                </span>
              ))}
        </p>
        {onChange ? (
          <Button kind="quiet" small onClick={onChange}>
            {copy.change}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
