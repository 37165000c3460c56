import "../../styles/prices.css";
import type { PartnerRecord } from "@voltmarg/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { count } from "../../ui/format.ts";
import { At, State } from "../../ui/values.tsx";
import { isWaiting, missingModules, partyWords, STATES } from "./partner-words.ts";

type Check = { name: string; state: "OK" | "WAITING" | "FAILED"; says: ReactNode };
const TAGS = { OK: "In order", WAITING: "Open", FAILED: "Look here" };

const LANES: Record<PartnerRecord["health"]["lanes"][number]["lane"], string> = {
  BULK: "Pulls",
  COMMAND: "Starts",
  STOP: "Stops",
};

/** What must be true of a connection before drivers can charge, in the order in which it becomes true. */
export function Checks({ of }: { of: PartnerRecord }) {
  const isRegistered = of.state === "REGISTERED";
  const findings = useOperation(
    "listPartnerFindings",
    { params: { id: of.id }, query: {} },
    { enabled: isRegistered },
  );
  const found = findings.data?.data;
  const checks = [
    registered(of),
    modules(of),
    parties(of),
    pulled(of),
    calls(of),
    ...pauses(of),
    ...(isRegistered && found
      ? [
          {
            name: "What it sends is read",
            state: found.refused > 0 ? ("FAILED" as const) : ("OK" as const),
            says: (
              <Link to={`/partners/${of.id}/findings`}>
                {`${count(found.refused)} refused, ${count(found.left_out + found.read_as)} read with changes`}
              </Link>
            ),
          },
        ]
      : []),
  ];
  return (
    <ol className="checks">
      {checks.map(({ name, state, says }) => (
        <li key={name}>
          <State of={state}>{TAGS[state]}</State>
          <b>{name}</b>
          <span>{says}</span>
        </li>
      ))}
    </ol>
  );
}

function registered({ state, registered_at, health }: PartnerRecord): Check {
  const name = "Both sides have their tokens";
  if (state === "REGISTERED")
    return {
      name,
      state: "OK",
      says: (
        <>
          since <At at={registered_at} />
        </>
      ),
    };
  if (state === "INVITED")
    return {
      name,
      state: "WAITING",
      says: "It has not called our versions URL with its token yet.",
    };
  if (state === "INTRODUCING")
    return {
      name,
      state: health.last_failure ? "FAILED" : "WAITING",
      says: `${health.last_failure ?? "It has not answered yet."} We try again every minute.`,
    };
  return { name, state: "FAILED", says: STATES[state] };
}

function modules(of: PartnerRecord): Check {
  const name = "It offers every module";
  if (of.endpoints.length === 0)
    return { name, state: "WAITING", says: "Known after the registration." };
  const missing = missingModules(of);
  return missing.length === 0
    ? { name, state: "OK", says: "locations, tariffs, sessions, cdrs and commands" }
    : { name, state: "FAILED", says: `Missing: ${missing.join(", ")}` };
}

function parties(of: PartnerRecord): Check {
  const name = "It may speak for its parties";
  if (isWaiting(of)) return { name, state: "FAILED", says: "Claims wait for you, below." };
  if (of.parties.length === 0)
    return { name, state: "WAITING", says: "Known after the registration." };
  return { name, state: "OK", says: of.parties.map(partyWords).join(", ") };
}

const pulled = ({ pulled_at }: PartnerRecord): Check => ({
  name: "Locations and tariffs were read",
  state: pulled_at ? "OK" : "WAITING",
  says: pulled_at ? (
    <>
      last <At at={pulled_at} />
    </>
  ) : (
    "Not yet. Synchronise to read them now."
  ),
});

function calls({ health }: PartnerRecord): Check {
  const name = "It answers our calls";
  const isBad = health.state === "FAILING" || health.state === "REJECTED";
  if (isBad || health.failures > 0)
    return {
      name,
      state: isBad ? "FAILED" : "WAITING",
      says: (
        <>
          {`${health.failures} of ${health.calls} failed in five minutes. ${health.last_failure ?? ""} `}
          <At at={health.last_failure_at} />
        </>
      ),
    };
  return {
    name,
    state: health.last_success_at ? "OK" : "WAITING",
    says: health.last_success_at ? (
      <>
        last <At at={health.last_success_at} />
      </>
    ) : (
      "We have not called it yet."
    ),
  };
}

/** What it asked us to wait with; nothing where it did not. */
function pauses({ health }: PartnerRecord): Check[] {
  const waiting = health.lanes.filter(({ state }) => state === "PAUSED");
  if (waiting.length === 0) return [];
  const says = waiting.map(({ lane, next_try_at }) => (
    <span key={lane}>
      {LANES[lane]} wait until <At at={next_try_at} />.{" "}
    </span>
  ));
  return [{ name: "It takes as many calls as we have", state: "WAITING", says }];
}
