export { createContent } from "./create-content.ts";
export { versionOf } from "./messages.store.ts";
export { loadBuiltInTexts } from "./built-in-texts.ts";
