import { useNavigate, useParams, useSearchParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Download } from "../../ui/Download.tsx";
import { monthOf } from "@voltmarg/rules";
import { Empty, Page } from "../../ui/Page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Settlement } from "./Settlement.tsx";

/** What an operator is owed for a month. Which one and which month are in the address. */
export default function Settlements() {
  const now = useNow();
  const { month = monthOf(new Date(now)) } = useParams();
  const [search] = useSearchParams();
  const operator = search.get("operator") ?? "";
  return (
    <Page
      title="Settlements"
      about="What an operator is owed for a month, CDR by CDR, beside what drivers paid. GST included."
      actions={operator ? <Download name="getSettlement" params={{ month }} /> : null}
    >
      <Choice month={month} operator={operator} />
      {operator ? (
        <Settlement month={month} operator={operator} />
      ) : (
        <Empty>Choose an operator.</Empty>
      )}
    </Page>
  );
}

function Choice({ month, operator }: { month: string; operator: string }) {
  const operators = useOperation("listPartnerRecords", { query: { removed: "yes" } });
  const go = useNavigate();
  const show = (of: { month: string; operator: string }) => {
    if (!of.month) return;
    const query = of.operator ? `?operator=${encodeURIComponent(of.operator)}` : "";
    void go(`/settlements/${of.month}${query}`, { replace: true });
  };
  return (
    <Answered query={operators}>
      {({ data }) => {
        const isListed = data.partners.some(({ id }) => id === operator);
        return (
          <search className="filters" aria-label="Operator and month">
            <label>
              <span>Operator</span>
              <select
                value={operator}
                onChange={({ target }) => show({ month, operator: target.value })}
              >
                <option value="">–</option>
                {operator && !isListed ? <option value={operator}>{operator}</option> : null}
                {data.partners.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span>Month</span>
              <input
                type="month"
                value={month}
                onChange={({ target }) => show({ month: target.value, operator })}
              />
            </label>
          </search>
        );
      }}
    </Answered>
  );
}
