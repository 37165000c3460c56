import { defineConfig, type Plugin } from "vite";
import react from "@vitejs/plugin-react";
import tailwindcss from "@tailwindcss/vite";

const service = process.env["VOLTMARG_SERVICE"] ?? "http://127.0.0.1:8080";

/** The design uses three of the six weights every icon brings; the other three stay out of the bundle. */
const iconWeights: Plugin = {
  name: "icon-weights",
  transform: {
    filter: { id: /@phosphor-icons\/react\/dist\/defs\// },
    handler: (code) => code.replace(/ {2}\[\n {4}"(?:duotone|light|thin)",\n.*\n {2}\],?\n/g, ""),
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), iconWeights],
  // maplibre-gl 6 is ESM with its own worker file; pre-bundling would tear the two apart.
  optimizeDeps: { exclude: ["maplibre-gl"] },
  build: {
    target: "es2022",
    manifest: true,
    // The content security policy has no data: for scripts and styles, and fonts must stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Neither package does anything when it is loaded, so each screen takes only what it calls.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /packages\/(?:rules|contract)\//, sideEffects: false }],
      },
    },
  },
  server: {
    proxy: {
      "/api": service,
      "/auth": service,
      "/dev": service,
      "/pay": service,
      "/logos": service,
      "/pictures": service,
    },
  },
});
