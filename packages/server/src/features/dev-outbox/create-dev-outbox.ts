import { routesOnly, type Feature } from "../../platform/feature.ts";
import { devOutboxRoutes, type DevOutboxDeps } from "./dev-outbox.routes.ts";

/** Shows the messages that were sent, for demonstrations and tests. Not part of a service in PROD. */
export const createDevOutbox = (deps: DevOutboxDeps): Feature =>
  routesOnly((mounts) => devOutboxRoutes(mounts, deps));
