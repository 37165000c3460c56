import { routesOnly, type Feature } from "../../platform/feature.ts";
import { companiesRoutes } from "./companies.routes.ts";
import type { CompaniesDeps } from "./manage-companies.ts";

/** Companies that pay for their drivers. */
export const createCompanies = (deps: CompaniesDeps): Feature =>
  routesOnly((mounts) => companiesRoutes(mounts, deps));
