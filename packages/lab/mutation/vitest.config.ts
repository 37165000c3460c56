import { join } from "node:path";
import { defineConfig } from "vitest/config";
import all from "../../../vitest.config.ts";

type Project = {
  test: { name: string; exclude: string[]; setupFiles?: string[]; globalSetup?: string[] };
};

/**
 * The tests that run in one process, on a PostgreSQL that runs already. With MUTATION_COVERAGE each file writes there what
 * it called.
 */
const projects = (all.test!.projects as Project[]).filter(({ test }) => test.name !== "world");
for (const { test } of projects) {
  test.globalSetup = [];
  test.exclude.push("tools/**");
  const setup = process.env.MUTATION_COVERAGE ? [join(import.meta.dirname, "called.setup.ts")] : [];
  test.setupFiles = [...(test.setupFiles ?? []), ...setup];
}

export default defineConfig({ test: { ...all.test, projects } });
