import { routesOnly, type Feature } from "../../platform/feature.ts";
import { contentRoutes } from "./content.routes.ts";
import type { ContentDeps } from "./manage-messages.ts";

/** Messages in the app and versions of the app. */
export const createContent = (deps: ContentDeps): Feature =>
  routesOnly((mounts) => contentRoutes(mounts, deps));
