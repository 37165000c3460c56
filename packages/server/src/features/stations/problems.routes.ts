import { stations, type StationProblem } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData, page } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { closeProblem, countProblems, listProblems, type ProblemRow } from "./problems.store.ts";
import { reportProblem } from "./report-problem.ts";
import type { StationsDeps } from "./stations-deps.ts";

/** Drivers report what is wrong at a station; the provider's desk reads and closes it. */
export function problemsRoutes({ mount }: Mount, deps: StationsDeps): void {
  mount(stations.reportStationProblem, async ({ params, body }) => {
    const made = await reportProblem(deps, params.userId, body);
    return typeof made === "string" ? refuse(made) : done(ocpiData(made, deps.clock.now()));
  });

  mount(stations.listStationProblems, async ({ query }) => {
    const { db } = deps.database;
    const open = query.state === "OPEN";
    const found = await listProblems(db, open, query);
    const total = await countProblems(db, open);
    return done(page(found.map(toWire), query.page_no, query.page_size, total));
  });

  mount(stations.closeStationProblem, async ({ params, desk }) =>
    desk.transact(async (tx) => {
      const at = await closeProblem(tx, params.id, deps.clock.now());
      return at
        ? done({ data: { id: params.id, closed_at: at.toISOString() } })
        : refuse("NOT_FOUND");
    }),
  );
}

const toWire = ({ body, ...row }: ProblemRow): StationProblem => ({
  ...row,
  text: body,
  created_at: row.created_at.toISOString(),
  closed_at: row.closed_at && row.closed_at.toISOString(),
});
