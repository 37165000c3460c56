import { stations } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import {
  checkIn,
  readCheckIns,
  readPhoto,
  removeCheckIn,
  reportCheckIn,
  type CheckInsDeps,
} from "./check-in.ts";
import { readReported, setCheckInHidden } from "./manage-check-ins.ts";

/** Drivers say whether charging works at a station; the back office hides what should not be shown. */
export function checkInsRoutes({ mount }: Mount, deps: CheckInsDeps): void {
  const wire = <T>(value: T) => ocpiData(value, deps.clock.now());
  mount(stations.checkIn, async ({ params, body, caller }) => {
    const made = await checkIn(deps, caller.userId, params.id, body);
    return made.ok ? done(wire(made.value)) : made;
  });
  mount(stations.listCheckIns, ({ params, query, caller }) =>
    readCheckIns(deps, caller.userId, params.id, query),
  );
  mount(stations.removeCheckIn, async ({ params, caller }) => {
    const gone = await removeCheckIn(deps, caller.userId, params.id);
    return gone.ok ? done(wire(gone.value)) : gone;
  });
  mount(stations.reportCheckIn, async ({ params, body, caller }) => {
    const made = await reportCheckIn(deps, caller.userId, params.id, body.reason);
    return made.ok ? done(wire(made.value)) : made;
  });
  mount(stations.getCheckInPhoto, async ({ params, caller }) => {
    const bytes = await readPhoto(deps, caller.userId, params.id);
    if (!bytes) return refuse("NOT_FOUND");
    return { ok: true, document: { type: "image/jpeg", fileName: `${params.id}.jpg`, bytes } };
  });
  mount(stations.listReportedCheckIns, async ({ query }) => done(await readReported(deps, query)));
  mount(stations.hideCheckIn, async ({ params, backoffice }) => {
    const hidden = await setCheckInHidden(deps, backoffice, params.id, true);
    return hidden.ok ? done({ data: hidden.value }) : hidden;
  });
  mount(stations.restoreCheckIn, async ({ params, backoffice }) => {
    const shown = await setCheckInHidden(deps, backoffice, params.id, false);
    return shown.ok ? done({ data: shown.value }) : shown;
  });
}
