export { createDevOutbox } from "./create-dev-outbox.ts";
