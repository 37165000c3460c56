import "../../styles/prices.css";
import type { RetailEntry } from "@voltmarg/contract";
import { Link } from "react-router";
import { useMay } from "../../api/member.ts";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { dayOf } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";
import { addressOf, ruleWords, typeWords } from "./rule-words.ts";

const WHOM: readonly Column<RetailEntry>[] = [
  { head: "Operator", cell: ({ operator }) => operator?.name ?? "Every operator" },
  { head: "Who pays", cell: ({ customer_type }) => typeWords(customer_type) },
  { head: "Our price", cell: ({ rule }) => ruleWords(rule) },
];
const NOW: readonly Column<RetailEntry>[] = [
  ...WHOM,
  { head: "Since", cell: ({ from, updated_at }) => (from ? dayOf(from) : <At at={updated_at} />) },
  { head: "Set by", cell: ({ by }) => by ?? "not known" },
  { head: "Changes", cell: (entry) => <Changes of={entry} /> },
];
const PLANNED: readonly Column<RetailEntry>[] = [
  { head: "From", cell: ({ from }) => (from ? dayOf(from) : null) },
  ...WHOM,
  { head: "Planned by", cell: ({ by }) => by ?? "not known" },
  { head: "Changes", cell: (entry) => <Changes of={entry} isPlanned /> },
];

/** What drivers pay for what operators sell: now, and from a day on. */
export default function RetailRules() {
  const rules = useOperation("listRetailRules", {});
  const may = useMay();
  return (
    <Page
      title="Prices"
      about="What drivers pay for what operators sell. Where several rules fit, the one for the operator wins, then the one for who pays."
      actions={
        may("putRetailRule") ? (
          <Link className="btn btn--primary" to="/retail-rules/preview">
            Change a price
          </Link>
        ) : null
      }
    >
      <Answered query={rules}>
        {({ data }) => (
          <>
            <Section title="Now">
              {data.rules.length === 0 ? (
                <Empty>Every tariff is sold as the operator has it.</Empty>
              ) : (
                <Table caption="Rules now" rows={data.rules} keyOf={keyOf} columns={NOW} />
              )}
            </Section>
            <Section title="Planned">
              {data.planned.length === 0 ? (
                <Empty>No other price is planned.</Empty>
              ) : (
                <Table
                  caption="Planned rules"
                  rows={data.planned}
                  keyOf={keyOf}
                  columns={PLANNED}
                />
              )}
            </Section>
          </>
        )}
      </Answered>
    </Page>
  );
}

const keyOf = ({ operator, customer_type, from }: RetailEntry) =>
  `${operator?.id} ${customer_type} ${from}`;

function Changes({ of, isPlanned }: { of: RetailEntry; isPlanned?: boolean }) {
  const may = useMay();
  const query = {
    ...(of.operator && { operator: of.operator.id }),
    ...(of.customer_type && { customer_type: of.customer_type }),
    ...(isPlanned && { from: of.from }),
  };
  return (
    <span className="row">
      {may("putRetailRule") && !isPlanned ? (
        <Link className="btn" to={addressOf({ ...of, from: null })}>
          Change
        </Link>
      ) : null}
      <Operation
        name="deleteRetailRule"
        label="Remove"
        danger
        query={query}
        fields={[]}
        now={{}}
        about={
          <>
            <p>{`${of.operator?.name ?? "Every operator"}, ${typeWords(of.customer_type).toLowerCase()}: ${ruleWords(of.rule)}.`}</p>
            <p>
              {isPlanned
                ? "Prices stay as they are on that day."
                : "A more general rule holds from now on, or the operator’s own price. Charging sessions under way keep theirs."}
            </p>
          </>
        }
        done="The rule is removed."
      />
    </span>
  );
}
