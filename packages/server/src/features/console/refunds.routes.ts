import { desk as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { searchPayments, searchRefunds } from "./list-payments.ts";

/** Payments and refunds of all drivers. */
export function refundsRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  mount(routes.listPayments, ({ query }) => searchPayments(deps, query));
  mount(routes.listRefunds, ({ query }) => searchRefunds(deps, query));
}
