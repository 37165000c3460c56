export type { AppConfigDeps } from "./app-config.routes.ts";
export { createAppConfig } from "./create-app-config.ts";
