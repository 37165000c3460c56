import type { Database } from "../../platform/database/database.ts";
import { routesOnly, type Feature } from "../../platform/feature.ts";
import { auditRoutes } from "./audit.routes.ts";

/** The audit log of accounts, for the back office. */
export const createAudit = (deps: { database: Database }): Feature =>
  routesOnly((mounts) => auditRoutes(mounts, deps));
