import type { ConsoleLocationDetails } from "@voltmarg/contract";
import { Link, useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { At, Facts, Raw, State } from "../../ui/values.tsx";
import "../../styles/locations.css";
import { Happened } from "./Happened.tsx";
import { Plugs } from "./Plugs.tsx";

/** One station: what its operator says of it, and what drivers met there. */
export default function Location() {
  const { id = "" } = useParams();
  const location = useOperation("getConsoleLocation", { params: { id } }, { live: true });
  const data = location.data?.data;
  return (
    <Page
      title={data?.name ?? "Station"}
      back={{ to: "/locations", label: "Stations" }}
      about={data ? <Headline of={data} /> : null}
      actions={data ? <Actions of={data} /> : null}
    >
      <Answered query={location}>{({ data: of }) => <Parts of={of} />}</Answered>
    </Page>
  );
}

const Headline = ({ of }: { of: ConsoleLocationDetails }) => (
  <span className="row">
    {of.hidden ? <State of="HIDDEN" /> : null}
    {of.closed_at ? <State of="REMOVED">Closed by its operator</State> : null}
    {of.publish ? null : <State of="PLANNED">For chosen drivers</State>}
    <span>{[of.address, of.city, of.state].filter(Boolean).join(", ")}</span>
  </span>
);

function Actions({ of }: { of: ConsoleLocationDetails }) {
  const params = { id: of.id };
  if (of.hidden)
    return (
      <Operation
        name="showLocation"
        label="Show to drivers"
        primary
        params={params}
        about="Drivers find it again at once."
        done="Drivers find it again."
      />
    );
  const running = of.open_charges.length;
  return (
    <Operation
      name="hideLocation"
      label="Hide from drivers"
      danger
      params={params}
      about={
        <>
          No list, map or code finds it and no charging session starts there, whatever its operator
          sends, until somebody shows it again.
          {running > 0 ? ` ${running} under way will go on.` : ""}
        </>
      }
      done="Drivers do not find it any more."
    />
  );
}

const Parts = ({ of }: { of: ConsoleLocationDetails }) => (
  <>
    {of.hidden ? (
      <p className="note note--bad">
        <b>Hidden by {of.hidden.by}</b> since <At at={of.hidden.at} />: {of.hidden.because}
      </p>
    ) : null}
    <div className="columns">
      <Section title="What it is">
        <Facts of={factsOf(of)} />
      </Section>
      <Section title="Chargers">
        <Plugs of={of} />
      </Section>
    </div>
    <Happened of={of} />
    <Section title="As its operator sent it">
      <details>
        <summary>The location, without its EVSEs</summary>
        <Raw>{of.source}</Raw>
      </details>
    </Section>
  </>
);

function factsOf(of: ConsoleLocationDetails) {
  const { latitude, longitude } = of;
  return [
    [
      "Operator",
      <Link key="o" to={`/partners/${of.operator.id}`}>
        {of.operator.name}
      </Link>,
    ],
    ["Party", <code key="p">{`${of.party.country_code} ${of.party.party_id}`}</code>],
    ["The operator’s id", <code key="oi">{of.ocpi_id}</code>],
    ["Our id", <code key="i">{of.id}</code>],
    ["Position", <code key="at">{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</code>],
    [
      "State, for the tax",
      <span key="g" className="row">
        {stateWords(of.gst_state)}
        <Operation
          name="confirmLocationState"
          label="Confirm the state"
          now={{ state: of.gst_state.name }}
          params={{ id: of.id }}
          about="Bills that are made from now on have it as the place of supply, whatever its operator sends. Without a state it is as PIN code and operator say."
          done="The state is noted."
        />
      </span>,
    ],
    ["Time zone", of.time_zone],
    ["Changed", <At key="c" at={of.last_updated} precise />],
    ["Last sent", <At key="s" at={of.seen_at} precise />],
    ["Favourite of", `${of.favourite_of} drivers`],
    [
      "Charging sessions",
      <Link key="q" to={`/charges?operator=${encodeURIComponent(of.operator.id)}`}>
        All of the operator’s
      </Link>,
    ],
  ] as const;
}

const FROM = {
  STAFF: "confirmed by the staff",
  PIN_CODE: "by its PIN code",
  OPERATOR: "as its operator names it",
};
const stateWords = ({ name, from }: ConsoleLocationDetails["gst_state"]) =>
  from ? `${name}, ${FROM[from]}` : "Not known: the seller’s counts";
