export { createConsole } from "./create-desk.ts";
export { greatChange } from "./great-change.ts";
