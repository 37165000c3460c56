export { createPersonalData } from "./create-personal-data.ts";
