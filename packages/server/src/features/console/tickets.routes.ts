import { backoffice as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { searchTickets } from "./list-tickets.ts";
import { showTicket } from "./show-ticket.ts";

/** Tickets of all drivers. */
export function ticketsRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  mount(routes.listConsoleTickets, ({ query, backoffice }) =>
    searchTickets(deps, backoffice.name, query),
  );
  mount(routes.getConsoleTicket, async ({ params, backoffice }) => {
    const shown = await showTicket(deps, backoffice.name, params.id);
    return shown.ok ? done({ data: shown.value }) : shown;
  });
}
