export { problemsRoutes } from "./station-reports.routes.ts";
