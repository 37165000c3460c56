import { support } from "@voltmarg/contract";
import type { Feature } from "../../platform/feature.ts";
import { answerTemplateRoutes } from "./answer-templates.routes.ts";
import { escalateOverdue } from "./escalate-ticket.ts";
import { supportRoutes, takeTicketPhoto, type SupportDeps } from "./support.routes.ts";

type SupportApi = {
  /** Hands tickets whose clock has passed to the grievance officer; every hour. */
  escalateOverdue(): Promise<void>;
};

/** Tickets of drivers, and the contact details shown to drivers. */
export const createSupport = (deps: SupportDeps): Feature<SupportApi> => ({
  routes: async (mounts) => {
    supportRoutes(mounts, deps);
    answerTemplateRoutes(mounts, deps);
    await mounts.upload(support.addTicketPhoto, takeTicketPhoto(deps));
  },
  handlers: {},
  api: { escalateOverdue: () => escalateOverdue(deps) },
});
