import { backoffice as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { searchConsole } from "./search-console.ts";
import { readDriver, readTimeline, revealDriver } from "./show-driver.ts";
import { showOverview } from "./show-overview.ts";

/** What needs somebody now, the search, and drivers. */
export function consoleRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  mount(routes.getOverview, async () => done({ data: await showOverview(deps) }));
  mount(routes.searchConsole, async ({ query }) =>
    done({ data: { found: await searchConsole(deps, query.q) } }),
  );
  mount(routes.getConsoleDriver, async ({ params }) => {
    const driver = await readDriver(deps, params.id);
    return driver.ok ? done({ data: driver.value }) : driver;
  });
  mount(routes.showDriver, async ({ params, backoffice }) => {
    const revealed = await revealDriver(backoffice, params.id);
    return revealed.ok ? done({ data: revealed.value }) : revealed;
  });
  mount(routes.getDriverTimeline, ({ params, query }) => readTimeline(deps, params.id, query));
}
