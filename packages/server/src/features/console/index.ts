export { createConsole } from "./create-console.ts";
export { greatChange } from "./great-change.ts";
