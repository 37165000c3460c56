import type { Session } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { call } from "../../api/http/call.ts";
import { stopSession } from "../../api/http/endpoints/charging.ts";
import { isRefusal } from "../../api/http/refusal.ts";
import { applySessionUpdate } from "../../api/live/session-stream.ts";
import { buzz } from "../../native/haptics.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { CallLink } from "../../ui/CallLink.tsx";
import { HoldButton } from "../../ui/HoldButton.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { useOnline } from "../../ui/use-online.ts";
import { limitWords } from "./limit-text.ts";
import { liveCopy } from "./live-copy.ts";
import { limitOfSession } from "./live-state.ts";

const StopDialog = lazyNamed(() => import("./StopDialog.tsx"), "StopDialog");

/** The Stop button, always on the screen, with the state of the stop above it. */
export function StopBar({ session }: { session: Session }) {
  const [asked, setAsked] = useState(false);
  const stop = useMutation({
    mutationFn: async () => (await call(stopSession, { body: { session_id: session.id } })).data,
    onSuccess: (news) => {
      buzz(60);
      applySessionUpdate(news);
    },
  });
  const online = useOnline();
  const { isError, error, reset } = stop;
  const unsent = isError && isRefusal(error, "OFFLINE");
  // With the network back the next press may well be heard.
  useEffect(() => {
    if (online && unsent) reset();
  }, [online, unsent, reset]);
  const { operator_name, operator_phone } = session.location;
  const limit = limitOfSession(session.estimation_info);
  if (session.status !== "ACTIVE")
    return (
      <ButtonLink to={paths.billOfSession(session.id)} replace>
        {liveCopy.showBill}
      </ButtonLink>
    );
  return (
    <div className="stopbar">
      {isError && session.step !== "STOPPING" ? (
        <p className="help err" role="alert">
          <span>
            {unsent
              ? liveCopy.stopUnsent(limit && limitWords(limit.by, limit.value))
              : liveCopy.didNotStop}{" "}
            {operator_phone ? <CallLink name={operator_name} phone={operator_phone} /> : null}
          </span>
        </p>
      ) : null}
      <HoldButton
        label={liveCopy.holdToStop}
        holdingLabel={liveCopy.keepHolding}
        busy={(stop.isPending || session.step === "STOPPING") && liveCopy.stopping}
        onHeld={() => stop.mutate()}
        onAsk={() => setAsked(true)}
      />
      {asked ? (
        <Suspense fallback={null}>
          <StopDialog
            onClose={() => setAsked(false)}
            onStop={() => {
              setAsked(false);
              stop.mutate();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
