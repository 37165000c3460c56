import { backoffice as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import { askAboutCharge, closeChargeUnbilled, stopCharge } from "./change-charge.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { searchCharges } from "./list-charges.ts";
import { showCharge } from "./show-charge.ts";

/** Charges of all drivers, and what the staff may do to them. */
export function chargesRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  mount(routes.listCharges, ({ query }) => searchCharges(deps, query));
  mount(routes.getCharge, async ({ params }) => {
    const shown = await showCharge(deps, params.id);
    return shown.ok ? done({ data: shown.value }) : shown;
  });
  mount(routes.stopCharge, async ({ params, backoffice }) => {
    const stopped = await stopCharge(deps, backoffice, params.id);
    return stopped.ok ? done({ data: stopped.value }) : stopped;
  });
  mount(routes.askAboutCharge, async ({ params, backoffice }) => {
    const asked = await askAboutCharge(deps, backoffice, params.id);
    return asked.ok ? done({ data: asked.value }) : asked;
  });
  mount(routes.closeChargeUnbilled, async ({ params, backoffice }) => {
    const closed = await closeChargeUnbilled(deps, backoffice, params.id);
    return closed.ok ? done({ data: closed.value }) : closed;
  });
}
