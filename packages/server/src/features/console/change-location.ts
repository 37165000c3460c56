import type { ConsoleLocation } from "@voltmarg/contract";
import { gstStateOf } from "@voltmarg/rules";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { hideLocation, setGstState, showLocation } from "../stations/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { hiddenToWire } from "./list-locations.ts";

type Hidden = Outcome<Pick<ConsoleLocation, "id" | "hidden">, "LOCATION_NOT_FOUND" | "CONFLICT">;

/** Takes a station out of the app, with its line in the audit log. */
export const hideOne = (
  deps: ConsoleDeps,
  backoffice: BackofficeCall,
  id: string,
  because: string,
): Promise<Hidden> =>
  change(deps, backoffice, (tx) =>
    hideLocation(tx, id, { by: backoffice.name, because, at: deps.clock.now() }),
  );

/** Puts a hidden station back. */
export const showOne = (
  deps: ConsoleDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Hidden> => change(deps, backoffice, (tx) => showLocation(tx, id));

async function change(
  deps: ConsoleDeps,
  backoffice: BackofficeCall,
  work: (
    tx: Parameters<Parameters<BackofficeCall["transact"]>[0]>[0],
  ) => ReturnType<typeof hideLocation>,
): Promise<Hidden> {
  const changed = await backoffice.transact(work);
  if (!changed.ok) return changed;
  const { id } = changed.value;
  await deps.searchChanged(id);
  return done({ id, hidden: hiddenToWire(changed.value) });
}

/** Confirms in which state a station is; null: as its operator says. `state` names one of India's. */
export const confirmState = (
  backoffice: BackofficeCall,
  id: string,
  state: string | null,
): Promise<Outcome<{ id: string; gst_state: string | null }, "LOCATION_NOT_FOUND">> => {
  const gst_state = state && gstStateOf(state);
  return backoffice.transact(async (tx) =>
    (await setGstState(tx, id, gst_state)) ? done({ id, gst_state }) : refuse("LOCATION_NOT_FOUND"),
  );
};
