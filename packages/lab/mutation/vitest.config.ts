import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Of a copy of one package, whose tests run again and again beside other work. */
export default defineConfig({
  test: {
    include: ["{src,test}/**/*.test.ts"],
    setupFiles: [join(import.meta.dirname, "short-properties.ts")],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
