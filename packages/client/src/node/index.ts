/** For programs in a terminal: calls with files, and errors as sentences. */
export { callRoute, fetchDocument, saveDocument } from "./call-route.ts";
export { sentenceOf, StartError } from "./start-error.ts";
