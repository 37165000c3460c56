import { defineConfig } from "vitest/config";

/** Hardly a test: what it lets pass must be seen. */
export default defineConfig({
  test: { include: ["src/**/{texts,wire-forms}.test.ts"], testTimeout: 120_000 },
});
