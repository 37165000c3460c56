import type { StationsDeps } from "../stations/index.ts";
import { stations } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { closeReport, readProblems } from "./manage-problems.ts";
import { reportProblem } from "./report-problem.ts";

/** Drivers report problems at stations; the back office lists and closes them. */
export function problemsRoutes({ mount }: Mount, deps: StationsDeps): void {
  mount(stations.reportStationProblem, async ({ params, body }) => {
    const made = await reportProblem(deps, params.userId, body);
    return typeof made === "string" ? refuse(made) : done(ocpiData(made, deps.clock.now()));
  });
  mount(stations.listStationProblems, async ({ query }) => done(await readProblems(deps, query)));
  mount(stations.closeStationProblem, async ({ params, backoffice }) => {
    const closed = await closeReport(deps, backoffice, params.id);
    return closed.ok ? done({ data: closed.value }) : closed;
  });
}
