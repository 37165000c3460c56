export { openApi } from "./document.ts";
export { apiReference } from "./reference.ts";
export { fieldSchemas, type Schema } from "./schemas.ts";
export type { Operation } from "./route-texts.ts";
/** @public For the console's build, and for tests that go through all operations. */
export { operations } from "./operations.ts";
/** @public */
export { exampleFor } from "./document.ts";
export { tableOfOperations, type Field, type OperationFacts } from "./table-of-operations.ts";
