import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** For a copy of one package, whose tests run repeatedly beside other processes. */
export default defineConfig({
  test: {
    include: ["{src,test}/**/*.test.ts"],
    setupFiles: [join(import.meta.dirname, "short-properties.ts")],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
