import { indianDayOf } from "@voltmarg/rules";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { clock } from "../../api/clock.ts";
import { useOperation } from "../../api/query-client.ts";
import { typeWords } from "./rule-words.ts";

const DAY_MS = 86_400_000;
const tomorrow = () => indianDayOf(new Date(clock.now() + DAY_MS));

/** The parts of a rule; they go to the address, and the preview follows it. */
export function RuleForm({ of }: { of: URLSearchParams }) {
  const [, setSearch] = useSearchParams();
  const operators = useOperation("listPartnerRecords", {});
  const registered = (operators.data?.data.partners ?? []).filter(
    ({ state }) => state === "REGISTERED",
  );
  const chosen = of.get("operator") ?? "";
  const text = (name: string) => of.get(name) ?? "";
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const written = new FormData(event.currentTarget);
        const parts = [...written].flatMap(([name, value]) =>
          typeof value === "string" && value.trim() ? [[name, value.trim()]] : [],
        );
        setSearch(parts as [string, string][]);
      }}
    >
      <Labelled label="Operator">
        <select name="operator" key={registered.length} defaultValue={chosen}>
          <option value="">Every operator</option>
          {registered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {chosen && !registered.some(({ id }) => id === chosen) ? (
            <option value={chosen}>{chosen}</option>
          ) : null}
        </select>
      </Labelled>
      <Labelled label="Who pays">
        <select name="customer_type" defaultValue={text("customer_type")}>
          {["", "PERSONAL", "CORPORATE"].map((type) => (
            <option key={type} value={type}>
              {typeWords(type || null)}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled label="Percent on every price, such as 10 or -5">
        <Amount name="markup_percent" value={text("markup_percent")} />
      </Labelled>
      <Labelled label="Rupees more a kWh, without GST">
        <Amount name="per_kwh_add" value={text("per_kwh_add")} />
      </Labelled>
      <Labelled label="From the beginning of (empty: at once)">
        <input type="date" name="from" min={tomorrow()} defaultValue={text("from")} />
      </Labelled>
      <button type="submit" className="btn btn--primary">
        Show prices
      </button>
    </form>
  );
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is the child
  <label>
    <span>{label}</span>
    {children}
  </label>
);

const Amount = ({ name, value }: { name: string; value: string }) => (
  <input
    name={name}
    defaultValue={value}
    inputMode="text"
    autoComplete="off"
    pattern="[\-−+]?[0-9]{1,4}([.,][0-9]{1,4})?"
    title="A number with at most four decimals"
  />
);
