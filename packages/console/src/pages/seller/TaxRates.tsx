import type { TaxRate } from "@voltmarg/contract";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";

const KINDS: Record<NonNullable<TaxRate["kind"]>, string> = {
  ENERGY: "Energy",
  TIME: "Time of charging",
  FLAT: "Start",
  PARKING_TIME: "Parking",
  RESERVATION: "Reservation",
};
const STATES = { PLANNED: "Planned", IN_FORCE: "In force", ENDED: "Ended" };
const TAGS = { PLANNED: "WAITING", IN_FORCE: "OK", ENDED: "PLAIN" };

const COLUMNS: readonly Column<TaxRate>[] = [
  { head: "What is sold", cell: ({ kind }) => (kind ? KINDS[kind] : "Everything else") },
  { head: "GST", num: true, cell: ({ percent }) => `${percent} %` },
  { head: "SAC", cell: ({ sac }) => <code>{sac}</code> },
  { head: "From", cell: ({ from }) => <At at={from} /> },
  { head: "State", cell: ({ state }) => <State of={TAGS[state]}>{STATES[state]}</State> },
  { head: "By", cell: ({ by }) => by ?? "Nobody yet: a preset" },
];

/** The seller's tax on what it sells. */
export function TaxRates() {
  const rates = useOperation("listTaxRates", {});
  const now = rates.data?.data.rates.find(
    ({ kind, state }) => kind === null && state === "IN_FORCE",
  );
  return (
    <Section
      title="Tax rates"
      actions={
        now ? (
          <Operation
            name="putTaxRate"
            label={now.by === null ? "Confirm or change" : "Change"}
            now={{ percent: now.percent, sac: now.sac }}
            labels={{
              kind: "What is sold (empty: everything without a rate of its own)",
              sac: "Services Accounting Code",
              from: "From the beginning of (empty: at once)",
            }}
            about="Prices and bills of what starts from then on have this tax, whatever an operator says of VAT. A running charging session keeps its own."
            done="The tax rate is set."
          />
        ) : null
      }
    >
      <Answered query={rates}>
        {({ data }) => (
          <>
            {now?.by === null ? (
              <p className="note note--bad">
                <b>Nobody has confirmed the tax rate.</b> In production the service takes no
                requests until somebody does.
              </p>
            ) : null}
            <Table
              caption="Tax rates"
              rows={data.rates}
              keyOf={({ kind, from }) => `${kind} ${from}`}
              columns={COLUMNS}
            />
          </>
        )}
      </Answered>
    </Section>
  );
}
