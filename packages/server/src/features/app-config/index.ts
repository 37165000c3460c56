export { createAppConfig } from "./create-app-config.ts";
