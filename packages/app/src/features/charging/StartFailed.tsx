import type { Session } from "@voltmarg/contract";
import { Lifebuoy } from "@phosphor-icons/react/dist/csr/Lifebuoy";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useNavigate } from "react-router";
import { Link } from "../../ui/router.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { CallLink } from "../../ui/CallLink.tsx";
import { chargerOf } from "../../ui/charger-of.ts";
import { when } from "../../ui/format.ts";
import { Screen } from "../../ui/Screen.tsx";
import { liveCopy } from "./live-copy.ts";
import { startCopy } from "./start-copy.ts";
import { showToast } from "../../ui/toast.ts";
import { limitOfSession } from "./live-state.ts";
import { startFailure, startSteps } from "./start-steps.ts";
import { Stepper } from "./Stepper.tsx";

/** No charge began: why, what it cost, what happened to the hold, and what to do. */
export function StartFailed({ session }: { session: Session }) {
  const navigate = useNavigate();
  const failure = startFailure(session)!;
  const { location } = session;
  const again = session.failure !== null && ANOTHER_TRY.has(session.failure.code);
  const ended = when(session.timeline.at(-1)?.at ?? session.requested_at, location.time_zone);
  return (
    <Screen
      title={chargerOf(session.evse_label)}
      small={location.name}
      back={<X size={26} aria-hidden="true" />}
      backLabel={startCopy.closeStart}
      onBack={() => void navigate(paths.tabs)}
      actions={
        <Link className="iconbtn" to={paths.support} aria-label={liveCopy.help}>
          <Lifebuoy size={26} aria-hidden="true" />
        </Link>
      }
      footer={
        <>
          <ButtonLink
            kind={again ? "secondary" : "primary"}
            to={paths.station(location.id)}
            replace
          >
            {startCopy.otherPlug}
          </ButtonLink>
          <ButtonLink kind={again ? "primary" : "secondary"} to={sameChoice(session)} replace>
            {startCopy.tryAgain}
          </ButtonLink>
        </>
      }
    >
      <div className="go er">
        <div role="alert">
          <h2 className="t1">{failure.title}</h2>
          <p className="ink2">{failure.text.join(" ")}</p>
        </div>
        {session.hold ? (
          <p>
            <Link className="plain-link" to={paths.wallet}>
              {startCopy.toWallet}
            </Link>
          </p>
        ) : null}
        <Stepper steps={startSteps(session)} timeZone={location.time_zone} />
        {failure.help.length > 0 ? (
          <section className="helps">
            <h3 className="t3">{startCopy.whatHelps}</h3>
            <ol className="ink2">
              {failure.help.map((text, i) => (
                <li key={text}>
                  <b className="num">{i + 1}</b>
                  {text}
                </li>
              ))}
            </ol>
          </section>
        ) : null}
        {location.operator_phone ? (
          <p>
            <CallLink name={location.operator_name} phone={location.operator_phone} />
          </p>
        ) : null}
        <p className="sub ink2 num go-code">
          {startCopy.code(session.id.slice(-CODE_LENGTH), ended.dateTime)}{" "}
          <button type="button" className="plain-link" onClick={() => void copyCode(session.id)}>
            {startCopy.copyCode}
          </button>
        </p>
      </div>
    </Screen>
  );
}

/** Ids begin with their time, so that only their ends differ. */
const CODE_LENGTH = 8;

/** What the same plug may do at the next try; after the others another plug is the way. */
const ANOTHER_TRY = new Set(["NOT_PLUGGED", "UNREACHABLE", "FAILED", "CANCELLED"]);

async function copyCode(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
    showToast(startCopy.codeCopied);
  } catch {
    // The browser does not let us: the code can be read.
  }
}

/** Back to Set a limit, with the same choice. */
function sameChoice(session: Session): string {
  const limit = limitOfSession(session.estimation_info);
  const address = paths.estimateMoney({
    location: session.location.id,
    evse: session.evse_uid,
    connector: session.connector.id,
  });
  return limit ? `${address}&by=${limit.by}&value=${limit.value}` : address;
}
