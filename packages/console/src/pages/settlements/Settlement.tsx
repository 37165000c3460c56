import type { Settlement as Shown } from "@voltmarg/contract";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { count, kwh } from "../../ui/format.ts";
import { Empty, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { At, Facts, Money } from "../../ui/values.tsx";

type Line = Shown["records"][number];

const COLUMNS: readonly Column<Line>[] = [
  { head: "CDR", cell: ({ ocpi_id }) => <code>{ocpi_id}</code> },
  { head: "Ended", cell: ({ ended_at }) => <At at={ended_at} /> },
  { head: "Booked", cell: ({ booked_at }) => <At at={booked_at} /> },
  { head: "Energy", num: true, cell: (line) => kwh(line.kwh) },
  { head: "Asked", num: true, cell: ({ asked_minor }) => <Money minor={asked_minor} /> },
  { head: "Our figure", num: true, cell: ({ checked_minor }) => <Money minor={checked_minor} /> },
  { head: "Disputed", num: true, cell: ({ disputed_minor }) => <Money minor={disputed_minor} /> },
  { head: "Owed", num: true, cell: ({ payable_minor }) => <Money minor={payable_minor} /> },
  { head: "Drivers paid", num: true, cell: ({ paid_minor }) => <Money minor={paid_minor} /> },
  { head: "Margin", num: true, cell: ({ margin_minor }) => <Money minor={margin_minor} /> },
];

const PAYMENTS: readonly Column<Shown["payments"][number]>[] = [
  { head: "UTR", cell: ({ utr }) => <code>{utr}</code> },
  { head: "Paid on", cell: ({ paid_on }) => paid_on },
  { head: "Amount", num: true, cell: ({ amount_minor }) => <Money minor={amount_minor} /> },
];

/** The sums of a month, and its CDRs. */
export function Settlement({ month, operator }: { month: string; operator: string }) {
  const settlement = useOperation("getSettlement", { params: { month }, query: { operator } });
  return (
    <Answered query={settlement}>
      {({ data: { operator: of, records, payments, sums } }) =>
        records.length === 0 ? (
          <Empty>{`No CDR of ${of.name} was booked in this month.`}</Empty>
        ) : (
          <>
            <Section title={`${of.name}, the whole month`}>
              <Facts
                of={[
                  [
                    "CDRs",
                    <span key="n" className="num">
                      {count(sums.records)}
                    </span>,
                  ],
                  [
                    "Energy",
                    <span key="k" className="num">
                      {kwh(sums.kwh)}
                    </span>,
                  ],
                  ["Asked", <Money key="a" minor={sums.asked_minor} />],
                  ["Our figure", <Money key="c" minor={sums.checked_minor} />],
                  ["Disputed", <Money key="d" minor={sums.disputed_minor} />],
                  ["Owed", <Money key="o" minor={sums.payable_minor} />],
                  ["Drivers paid", <Money key="p" minor={sums.paid_minor} />],
                  ["Margin", <Money key="m" minor={sums.margin_minor} />],
                  ["Paid to the operator", <Money key="s" minor={sums.settled_minor} />],
                ]}
              />
              <Operation
                name="payOperator"
                label="Book a payment"
                params={{ month }}
                fixed={{ operator }}
                labels={{ utr: "UTR", paid_on: "Paid on" }}
                done="The payment is booked."
                onDone={() => void settlement.refetch()}
              />
            </Section>
            {payments.length === 0 ? null : (
              <Section title="Payments">
                <Table
                  caption="Payments to the operator for the month"
                  rows={payments}
                  keyOf={({ utr }) => utr}
                  columns={PAYMENTS}
                />
                <Operation
                  name="reverseOperatorPayment"
                  label="Take back a payment"
                  danger
                  params={{ month }}
                  fixed={{ operator }}
                  labels={{ utr: "UTR" }}
                  about="One that was booked by mistake. The right one may have the same UTR."
                  done="The payment is taken back."
                  onDone={() => void settlement.refetch()}
                />
              </Section>
            )}
            <Section title="CDRs">
              <Table
                caption="CDRs of the month"
                rows={records}
                keyOf={({ cdr_id }) => cdr_id}
                columns={COLUMNS}
              />
            </Section>
          </>
        )
      }
    </Answered>
  );
}
