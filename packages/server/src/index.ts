export { compose, type Service, type ServiceParts } from "./compose.ts";
