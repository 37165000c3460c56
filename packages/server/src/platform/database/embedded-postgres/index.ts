export { assertDatabase } from "./assert-database.ts";
export { DatabaseStartError } from "./start-error.ts";
export { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";
export {
  createTestDatabases,
  startTestServer,
  type TestDatabases,
  testServerVariable,
} from "./test-databases.ts";
