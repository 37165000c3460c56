import { backoffice as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { searchLocations } from "./list-locations.ts";
import { confirmState, hideOne, showOne } from "./change-location.ts";
import { showConsoleLocation } from "./show-location.ts";

/** Stations of all operators, and taking them out of the app. */
export function locationsRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  mount(routes.listLocations, ({ query }) => searchLocations(deps, query));
  mount(routes.getConsoleLocation, async ({ params }) => {
    const shown = await showConsoleLocation(deps, params.id);
    return shown.ok ? done({ data: shown.value }) : shown;
  });
  mount(routes.hideLocation, async ({ params, body, backoffice }) => {
    const hidden = await hideOne(deps, backoffice, params.id, body.reason);
    return hidden.ok ? done({ data: hidden.value }) : hidden;
  });
  mount(routes.showLocation, async ({ params, backoffice }) => {
    const shown = await showOne(deps, backoffice, params.id);
    return shown.ok ? done({ data: shown.value }) : shown;
  });
  mount(routes.confirmLocationState, async ({ params, body, backoffice }) => {
    const confirmed = await confirmState(backoffice, params.id, body.state);
    return confirmed.ok ? done({ data: confirmed.value }) : confirmed;
  });
}
