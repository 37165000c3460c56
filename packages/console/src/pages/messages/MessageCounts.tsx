import { useSearchParams } from "react-router";
import type { AnswerOf } from "../../api/call.ts";
import { factsOf } from "../../api/operations.ts";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Filters } from "../../ui/Filters.tsx";
import { count } from "../../ui/format.ts";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { State } from "../../ui/values.tsx";

type Counts = AnswerOf<"countMessages">["data"];

const CHANNELS = { sms: "SMS", mail: "Mail" };
const BUDGETS: readonly Column<Counts["budgets"][number]>[] = [
  { head: "Channel", cell: ({ channel }) => CHANNELS[channel] },
  { head: "Sent", num: true, cell: ({ used }) => count(used) },
  { head: "Of a day’s", num: true, cell: ({ per_day }) => count(per_day) },
  { head: "To one address", num: true, cell: ({ per_recipient }) => count(per_recipient) },
  { head: "Not sent, beyond it", num: true, cell: ({ refused }) => count(refused) },
];
const CARRIERS: readonly Column<Counts["carriers"][number]>[] = [
  { head: "Carrier", cell: ({ carrier }) => carrier },
  { head: "Channel", cell: ({ channel }) => CHANNELS[channel] },
  { head: "State", cell: ({ state }) => <State of={state} /> },
  { head: "Messages", num: true, cell: ({ messages }) => count(messages) },
];

/** SMS and mail of a day, by carrier. */
export default function MessageCounts() {
  const [search] = useSearchParams();
  const day = search.get("day");
  const counts = useOperation(
    "countMessages",
    { query: day ? { day } : {} },
    { live: day === null },
  );
  return (
    <Page title="SMS and mail" about="How messages went out today, or on another day in India.">
      <Filters fields={factsOf("countMessages").query ?? []} />
      <Answered query={counts}>
        {({ data }) => (
          <>
            <Section title="What may be sent in a day">
              <Table
                caption="What may be sent in a day"
                rows={data.budgets}
                keyOf={({ channel }) => channel}
                columns={BUDGETS}
              />
            </Section>
            <Section title="What became of them">
              {data.carriers.length === 0 ? (
                <Empty>Nothing was handed to a carrier on {data.day}.</Empty>
              ) : (
                <Table
                  caption="What became of them"
                  rows={data.carriers}
                  keyOf={({ carrier, channel, state }) => `${carrier} ${channel} ${state}`}
                  columns={CARRIERS}
                />
              )}
            </Section>
          </>
        )}
      </Answered>
    </Page>
  );
}
