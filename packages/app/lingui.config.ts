import { defineConfig } from "@lingui/conf";
import { languages } from "@voltmarg/contract/languages";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: languages,
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}",
      include: ["<rootDir>/src/**/*copy.ts"],
    },
  ],
  // Where a message stands, but not on which line: else every edit would change the catalogues.
  format: formatter({ lineNumbers: false }),
  orderBy: "origin",
});
