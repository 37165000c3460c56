import { support } from "@voltmarg/contract";
import { routesOnly, type Feature } from "../../platform/feature.ts";
import { answerTemplateRoutes } from "./answer-templates.routes.ts";
import { supportRoutes, takeTicketPhoto, type SupportDeps } from "./support.routes.ts";

/** Tickets of drivers, and the contact details shown to drivers. */
export const createSupport = (deps: SupportDeps): Feature =>
  routesOnly(async (mounts) => {
    supportRoutes(mounts, deps);
    answerTemplateRoutes(mounts, deps);
    await mounts.upload(support.addTicketPhoto, takeTicketPhoto(deps));
  });
