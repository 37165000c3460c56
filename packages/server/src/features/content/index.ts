export { createContent } from "./create-content.ts";
