import { useState } from "react";
import { Chip, Segment, Switch } from "../../ui/Choice.tsx";
import { SelectField, TextArea, TextField } from "../../ui/TextField.tsx";

const periods = [
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "year", label: "Year" },
] as const;

export function Forms() {
  const [chip, setChip] = useState(true);
  const [period, setPeriod] = useState<"week" | "month" | "year">("month");
  const [on, setOn] = useState(true);
  return (
    <section aria-labelledby="g-forms">
      <h2 className="t2" id="g-forms">
        Fields and choices
      </h2>
      <div className="g-fields">
        <TextField label="Default" placeholder="98765 43210" inputMode="numeric" />
        <TextField label="With help" help="Invoices go here." defaultValue="asha@example.in" />
        <TextField label="With a unit" unit="kWh" defaultValue="40.5" />
        <TextField label="Error" error="Enter all 10 digits" defaultValue="98765 43" />
        <TextField label="Disabled" disabled defaultValue="+91 98765 43210" />
        <SelectField label="Select" defaultValue="b">
          <option value="a">Bill</option>
          <option value="b">Charging</option>
        </SelectField>
        <SelectField label="Select, error" error="Choose what it is about" defaultValue="">
          <option value="">Choose</option>
        </SelectField>
        <TextArea
          label="Several lines"
          rows={3}
          defaultValue={"The plug does not click.\nTwice."}
        />
      </div>
      <div className="g-row">
        <h3 className="sub ink2">chips</h3>
        <Chip on={false}>Off</Chip>
        <Chip on={chip} onClick={() => setChip(!chip)}>
          On
        </Chip>
        <Chip on plain>
          On, one of many
        </Chip>
        <Chip on={false} disabled>
          Disabled
        </Chip>
      </div>
      <Segment label="Segment" showLabel value={period} options={periods} onChange={setPeriod} />
      <div className="g-row">
        <h3 className="sub ink2">switches</h3>
        <Switch label="A switch" on={on} onChange={setOn} />
        <Switch label="A switch that is off" on={false} onChange={() => undefined} />
        <Switch label="A switch that is being set" on busy onChange={() => undefined} />
      </div>
    </section>
  );
}
