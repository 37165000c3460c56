import type { CompanyAccount } from "@voltmarg/contract";
import { Link, useSearchParams } from "react-router";
import { count } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { Money } from "../../ui/values.tsx";

type Listed = CompanyAccount["numbers"][number] & { company: string };

const COLUMNS: readonly Column<Listed>[] = [
  { head: "Number", cell: ({ mobile }) => <span className="num">{mobile}</span> },
  {
    head: "Driver",
    cell: ({ driver_id }) =>
      driver_id ? (
        <Link to={`/drivers/${driver_id}`}>to the driver</Link>
      ) : (
        "has not signed up, or not agreed yet"
      ),
  },
  {
    head: "Limit a month",
    num: true,
    cell: ({ limit_minor, own_limit }) => (
      <>
        {limit_minor === null ? "no limit" : <Money minor={limit_minor} />}
        {own_limit ? null : <small className="quiet"> as all</small>}
      </>
    ),
  },
  {
    head: "Changes",
    cell: ({ company, mobile, limit_minor }) => (
      <span className="row">
        <Operation
          name="limitCompanyNumber"
          label="Limit"
          params={{ id: company, mobile }}
          now={{ limit_minor }}
          about={`What ${mobile} may spend a month; empty: as much as it likes. It stays when the number is taken off and listed again.`}
          done="The limit is set."
        />
        <Operation
          name="unlistCompanyNumber"
          label="Take off"
          danger
          params={{ id: company, mobile }}
          about={`${mobile} pays for its next charging sessions from the wallet again.`}
          done="The number is off the list."
        />
      </span>
    ),
  },
];

/** So many numbers are drawn at once. */
const SHOWN = 100;

/** The numbers whose charging sessions a company pays, found by their digits. */
export function Numbers({ of }: { of: CompanyAccount }) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("number") ?? "";
  const found = of.numbers.filter(({ mobile }) => mobile.includes(wanted));
  return (
    <Section
      title={`Numbers (${count(of.numbers.length)})`}
      actions={
        <Operation
          name="listCompanyNumber"
          label="Add a number"
          params={{ id: of.id }}
          about="The company pays for its charging sessions. A driver with a wallet is asked in the app first, and gets the wallet’s money back."
          done="The number is on the list."
        />
      }
    >
      {of.numbers.length > SHOWN || wanted ? (
        <search className="filters">
          <label>
            <span>Digits of the number</span>
            <input
              inputMode="numeric"
              autoComplete="off"
              value={wanted}
              onChange={({ target }) =>
                setSearch(target.value ? { number: target.value } : {}, { replace: true })
              }
            />
          </label>
        </search>
      ) : null}
      {found.length === 0 ? (
        <Empty>{wanted ? "No number has these digits." : "It pays for no number yet."}</Empty>
      ) : (
        <Table
          caption="Numbers"
          rows={found.slice(0, SHOWN).map((each) => Object.assign({ company: of.id }, each))}
          keyOf={({ mobile }) => mobile}
          columns={COLUMNS}
        />
      )}
      {found.length > SHOWN ? (
        <p className="quiet">{`${SHOWN} of ${count(found.length)}: write more digits.`}</p>
      ) : null}
    </Section>
  );
}
