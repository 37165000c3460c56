import type { Plugin } from "vite";
import { tableOfOperations } from "@voltmarg/contract/openapi";

const NAME = "virtual:operations";

/**
 * Generates the table of all back-office operations from the contract when the console is built. So the page has the
 * path, the role and the fields of each, without the contract's schemas and the validation library.
 */
export const operationsTable: Plugin = {
  name: "operations-table",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) =>
    id === `\0${NAME}` ? `export const table = ${JSON.stringify(tableOfOperations())};` : undefined,
};
