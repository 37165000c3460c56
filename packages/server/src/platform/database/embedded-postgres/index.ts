export { assertDatabase } from "./assert-database.ts";
export { DatabaseStartError } from "./start-error.ts";
export { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";
export { createTestDatabases, type TestDatabases } from "./test-databases.ts";
