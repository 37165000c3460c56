import type { ConsoleCharge, ConsoleTicket } from "@voltmarg/contract";
import { languageName } from "@voltmarg/contract/languages";
import { Link } from "react-router";
import { kwh } from "../../ui/format.ts";
import { GoodwillNote } from "../../ui/GoodwillNote.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Section } from "../../ui/Page.tsx";
import { At, Facts, Money, State } from "../../ui/values.tsx";
import { STEPS, WAITS } from "../charges/charge-words.ts";
import { ShowDriver } from "../drivers/ShowDriver.tsx";

/** What belongs to a ticket: its driver, its charging session, and what the driver was given. */
export const Beside = ({ of }: { of: ConsoleTicket }) => (
  <>
    <Section title="Driver" actions={<ShowDriver id={of.driver.id} />}>
      <Facts
        of={[
          ["Name", of.driver.name_masked ?? "none given"],
          [
            "Number",
            <Link key="n" to={`/drivers/${of.driver.id}`}>
              {of.driver.mobile_masked}
            </Link>,
          ],
          ["Language", of.driver.language ? languageName(of.driver.language) : "not chosen"],
        ]}
      />
    </Section>
    <Section title="Charging session">
      {of.charge ? (
        <Facts of={chargeFacts(of.charge)} />
      ) : (
        <p className="empty">The ticket is about none.</p>
      )}
    </Section>
    <Section
      title="Goodwill"
      actions={
        <Operation
          name="giveGoodwill"
          label="Give goodwill"
          params={{ mobile: of.driver.id }}
          now={{ reference: `T-${of.number}` }}
          fields={["amount_minor", "reason", "reference"]}
          about={<GoodwillNote />}
        />
      }
    >
      {of.goodwill.length === 0 ? (
        <p className="empty">The driver was given none.</p>
      ) : (
        <ul className="gifts">
          {of.goodwill.map(({ at, amount_minor, reason }) => (
            <li key={`${at} ${reason}`}>
              <Money minor={amount_minor} />
              <span dir="auto">{reason}</span>
              <At at={at} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  </>
);

const chargeFacts = (of: ConsoleCharge) =>
  [
    [
      "Station",
      <Link key="s" to={`/charges/${of.id}`}>
        {`${of.location.name}, ${of.location.city}`}
      </Link>,
    ],
    [
      "State",
      <span key="t" className="stack">
        <State of={of.step}>{STEPS[of.step] ?? of.step}</State>
        {of.waits_for ? <State of={of.waits_for}>{WAITS[of.waits_for]}</State> : null}
        {of.failure ? <code>{of.failure}</code> : null}
      </span>,
    ],
    ["Asked for", <At key="a" at={of.requested_at} />],
    ["Operator", of.operator.name],
    ["Energy", of.kwh === null ? null : kwh(of.kwh)],
    ["Cost", <Money key="c" minor={of.cost_minor} />],
  ] as const;
