import type { Session } from "@voltmarg/contract";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useMutation } from "@tanstack/react-query";
import { Navigate, useNavigate } from "react-router";
import { useSearchParams } from "../../ui/router.tsx";
import { call } from "../../api/http/call.ts";
import { stopSession } from "../../api/http/endpoints/charging.ts";
import { applySessionUpdate } from "../../api/live/session-stream.ts";
import { useSession } from "../../api/queries/sessions.ts";
import { sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { Banner, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { chargerOf } from "../../ui/charger-of.ts";
import { copy } from "./copy.ts";
import { liveCopy } from "./live-copy.ts";
import { startCopy } from "./start-copy.ts";
import { NoSession } from "./NoSession.tsx";
import { StartFailed } from "./StartFailed.tsx";
import {
  holdFate,
  isUnderWay,
  LONG_WAIT_S,
  startFailure,
  startSteps,
  startTitle,
  waitedSeconds,
} from "./start-steps.ts";
import { Stepper } from "./Stepper.tsx";
import { useNow } from "../../ui/use-now.ts";
import "./charging.css";

/** From the request until power flows, or until it is clear that it does not. */
export default function StartingPage() {
  const id = useSearchParams()[0].get("session") ?? undefined;
  const session = useSession(id);
  if (!id) return <NoSession />;
  if (session.data) {
    if (isUnderWay(session.data)) return <Navigate to={paths.live(id)} replace />;
    if (startFailure(session.data)) return <StartFailed session={session.data} />;
    return <Starting session={session.data} />;
  }
  return (
    <Screen title={copy.startingVerb}>
      {session.isError ? (
        <LoadError
          title={liveCopy.sessionFailed}
          error={session.error}
          onRetry={() => void session.refetch()}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Screen>
  );
}

function Starting({ session }: { session: Session }) {
  const now = useNow(1000);
  const navigate = useNavigate();
  const waited = waitedSeconds(session, now);
  const long = waited >= LONG_WAIT_S;
  const unknown = session.step === "UNKNOWN";
  const cancel = useMutation({
    mutationFn: async () => (await call(stopSession, { body: { session_id: session.id } })).data,
    onSuccess: applySessionUpdate,
    onError: (error) => showToast(sentence(error), "error"),
  });
  return (
    <Screen
      title={chargerOf(session.evse_label)}
      small={session.location.name}
      back={<X size={26} aria-hidden="true" />}
      backLabel={startCopy.closeStart}
      onBack={() => void navigate(paths.tabs)}
      footer={
        session.status === "ACTIVE" ? (
          <ButtonLink kind="secondary" to={paths.live(session.id)} replace>
            {startCopy.showCharge}
          </ButtonLink>
        ) : (
          <Button
            kind="secondary"
            busy={cancel.isPending && startCopy.cancelling}
            onClick={() => cancel.mutate()}
          >
            {startCopy.cancel}
          </Button>
        )
      }
    >
      <div className="go">
        <div className="art" aria-hidden="true">
          <svg className="turning" width="176" height="176" viewBox="0 0 196 196" fill="none">
            <circle cx="98" cy="98" r="90" className="gauge-track" strokeWidth="10" />
            <path d="M98 8A90 90 0 0 1 98 188" className="gauge-arc" strokeWidth="10" />
            <circle cx="98" cy="188" r="8.5" className="gauge-head" strokeWidth="2" />
          </svg>
          <ConnectorIcon standard={session.connector.standard} size={100} />
        </div>
        <h2 aria-live="polite">{startTitle(session)}</h2>
        <p className="ink2 num waited">
          {unknown
            ? startCopy.unknownText
            : long
              ? startCopy.secondsLong(waited)
              : startCopy.secondsUsual(waited)}
        </p>
        <Stepper steps={startSteps(session)} timeZone={session.location.time_zone} />
      </div>
      <div className="pad go-note">
        <Banner kind="info">
          {unknown ? holdFate(session) : long ? startCopy.longHelp : startCopy.leaveGun}
        </Banner>
      </div>
    </Screen>
  );
}
