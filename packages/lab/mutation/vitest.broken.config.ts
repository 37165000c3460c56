import { defineConfig } from "vitest/config";

/** A test suite that checks almost nothing: its surviving mutants must be reported. */
export default defineConfig({
  test: { include: ["src/**/{texts,wire-forms}.test.ts"], testTimeout: 120_000 },
});
