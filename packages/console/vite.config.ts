import react from "@vitejs/plugin-react";
import { precompress } from "@voltmarg/app/precompress";
import { below } from "@voltmarg/contract/app-pages";
import { defineConfig } from "vite";
import { operationsTable } from "./scripts/operations-table.ts";

const service = process.env["VOLTMARG_SERVICE"] ?? "http://localhost:8080";

export default defineConfig({
  base: "/console/",
  plugins: [operationsTable, react(), precompress],
  build: {
    target: "es2022",
    // The content security policy has no data: for scripts and styles, and fonts must stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { port: 5174, proxy: { [below("provider").source]: service } },
});
