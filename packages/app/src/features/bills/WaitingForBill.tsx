import { unitCopy } from "../../ui/copy.ts";
import { HourglassMedium } from "@phosphor-icons/react/dist/csr/HourglassMedium";
import { useSession } from "../../api/queries/sessions.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { clock, inr, kwh, when } from "../../ui/format.ts";
import { Screen } from "../../ui/Screen.tsx";
import { chargerOf } from "../../ui/charger-of.ts";
import { billCopy as copy } from "./copy.ts";
import { Fact } from "./Fact.tsx";
import "./bills.css";

/** The charge is over and its record is not here: the same layout with what was metered so far. */
export function WaitingForBill({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId).data;
  return (
    <Screen
      title={copy.title}
      className="bill"
      footer={<ButtonLink to={paths.map}>{copy.done}</ButtonLink>}
    >
      <output className="status unknown">
        <HourglassMedium size={22} weight="bold" aria-hidden="true" />
        {copy.waitingTitle}
      </output>
      {session && session.cost_minor !== null ? (
        <>
          <p className="amt num">{inr(session.cost_minor)}</p>
          <p className="ink2 paid">{copy.soFar}</p>
        </>
      ) : null}
      <p className="ink2 paid">{copy.waitingText}</p>
      <p className="ink2 paid">{copy.waitingDay}</p>
      {session ? (
        <>
          <h2 className="t3 place">{session.location.name}</h2>
          <p className="sub ink2 num">
            {chargerOf(session.evse_label)}
            {session.start_date_time
              ? ` · ${when(session.start_date_time, session.location.time_zone).dateTime}`
              : null}
          </p>
          <dl className="four num">
            <Fact
              name={copy.energy}
              value={session.kwh === null ? copy.notKnown : kwh(session.kwh)}
            />
            <Fact
              name={copy.time}
              value={
                session.duration_s === null
                  ? copy.notKnown
                  : `${clock(session.duration_s)} ${unitCopy.minute}`
              }
            />
          </dl>
        </>
      ) : null}
    </Screen>
  );
}
