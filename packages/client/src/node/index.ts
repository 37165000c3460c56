/** For programs in a terminal: calls with files, and errors as sentences. */
export { callRoute, saveDocument } from "./call-route.ts";
/** @public */
export { fetchDocument } from "./call-route.ts";
export { sentenceOf, StartError } from "./start-error.ts";
