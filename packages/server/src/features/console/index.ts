export { createConsole } from "./create-desk.ts";
