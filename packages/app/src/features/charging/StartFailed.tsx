import type { Session } from "@voltmarg/contract";
import { Lifebuoy } from "@phosphor-icons/react/dist/csr/Lifebuoy";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useNavigate } from "react-router";
import { Link } from "../../ui/router.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { when } from "../../ui/format.ts";
import { Screen } from "../../ui/Screen.tsx";
import { chargerOf } from "./plug-text.ts";
import { liveCopy } from "./live-copy.ts";
import { limitOfSession } from "./live-state.ts";
import { startFailure, startSteps } from "./start-steps.ts";
import { Stepper } from "./Stepper.tsx";

/** No charge began: why, what it cost, what happened to the hold, and what to do. */
export function StartFailed({ session }: { session: Session }) {
  const navigate = useNavigate();
  const failure = startFailure(session)!;
  const { location } = session;
  const ended = when(session.timeline.at(-1)?.at ?? session.requested_at, location.time_zone);
  return (
    <Screen
      title={chargerOf(session.evse_label)}
      small={location.name}
      back={<X size={26} aria-hidden="true" />}
      backLabel={liveCopy.closeStart}
      onBack={() => void navigate(paths.tabs)}
      actions={
        <Link className="iconbtn" to={paths.support} aria-label={liveCopy.help}>
          <Lifebuoy size={26} aria-hidden="true" />
        </Link>
      }
      footer={
        <>
          <ButtonLink kind="secondary" to={paths.station(location.id)} replace>
            {liveCopy.otherPlug}
          </ButtonLink>
          <ButtonLink to={sameChoice(session)} replace>
            {liveCopy.tryAgain}
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
              {liveCopy.toWallet}
            </Link>
          </p>
        ) : null}
        <Stepper steps={startSteps(session)} timeZone={location.time_zone} />
        {failure.help.length > 0 ? (
          <section className="helps">
            <h3 className="t3">{liveCopy.whatHelps}</h3>
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
        <p className="sub ink3 num go-code">
          {liveCopy.code(session.id.slice(0, 8), `${ended.date}, ${ended.time}`)}
        </p>
      </div>
    </Screen>
  );
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
