export { problemsRoutes } from "./problems.routes.ts";
