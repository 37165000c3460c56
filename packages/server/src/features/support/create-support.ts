import { routesOnly, type Feature } from "../../platform/feature.ts";
import { answerTemplateRoutes } from "./answer-templates.routes.ts";
import { supportRoutes, type SupportDeps } from "./support.routes.ts";

/** Tickets of drivers, and the contact details shown to drivers. */
export const createSupport = (deps: SupportDeps): Feature =>
  routesOnly((mounts) => {
    supportRoutes(mounts, deps);
    answerTemplateRoutes(mounts, deps);
  });
