import type { EstimationInfo } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "../../api/http/call.ts";
import { startSession } from "../../api/http/endpoints/charging.ts";
import { applySessionUpdate } from "../../api/live/session-stream.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { isRefusal } from "../../api/http/refusal.ts";
import { type PlugChoice, paths } from "../../paths.ts";
import { forgetIntent, intentKey } from "./start-intent.ts";

type Start = {
  plug: PlugChoice;
  info: EstimationInfo;
  /** Default: the primary one. */
  vehicleId?: string | undefined;
  /** The wallet holds less than the hold, integer paise, by the service's figures. */
  onShort: (missingMinor: number, holdMinor: number) => void;
};

/** Sends START and opens the screen that shows its progress. */
export function useStart() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ plug, info, vehicleId }: Start) => {
      const { location, evse, connector } = plug;
      const choice = JSON.stringify([plug, info, vehicleId]);
      const { data } = await call(startSession, {
        headers: { "idempotency-key": intentKey(choice) },
        body: {
          location_id: location,
          evse_uid: evse,
          connector_id: connector,
          estimation_info: info,
          ...(vehicleId && { vehicle_id: vehicleId }),
        },
      });
      return data;
    },
    onSuccess: (session) => {
      forgetIntent();
      applySessionUpdate(session);
      void queryClient.invalidateQueries({ queryKey: keys.wallet });
      void navigate(paths.starting(session.id), { replace: true });
    },
    onError: (error, { plug, onShort }) => {
      // Without an answer the service may have received it, so the next attempt has the same key.
      if (isRefusal(error) && error.status >= 400 && error.status < 500) forgetIntent();
      if (isRefusal(error, "INSUFFICIENT_BALANCE")) {
        onShort(Number(error.problem["missing_minor"]), Number(error.problem["hold_minor"]));
      }
      void queryClient.invalidateQueries({ queryKey: keys.location(plug.location) });
    },
  });
}
