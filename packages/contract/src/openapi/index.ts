export { exampleFor, openApi, type OpenApiDocument } from "./document.ts";
export { apiReference } from "./reference.ts";
export { operations } from "./operations.ts";
export { fieldSchemas, type Schema } from "./schemas.ts";
export { codesOf } from "./responses.ts";
export type { Operation } from "./route-texts.ts";
