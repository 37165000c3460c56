import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";
import { iconWeights } from "./scripts/lean-packages.ts";
import { messages } from "./scripts/messages.ts";
import { serviceWorker } from "./scripts/service-worker.ts";
import { smallCopies } from "./scripts/small-copies.ts";

const service = process.env["VOLTMARG_SERVICE"] ?? "http://127.0.0.1:8080";

const isEntry = /main[.]tsx|index[.]html/;
const isShell =
  /src\/(?:shell\/(?:SignedInShell|Stage|TabBar|PopupHost|use-active)|api\/(?:live\/|queries\/sessions|http\/endpoints\/sessions))|\/(?:MapTrifold|QrCode|Heart)[.]es/;
const isDialogs = /base-ui|floating-ui|reselect|tabbable|use-sync-external-store|src\/ui\/.*Dialog/;
const isOfFew =
  /ui\/format|SavedSince|maplibre|pmtiles|connectors[.]ts|src\/(?:locations|features\/(?:home|station|scan|search|favourites))\/|src\/shell\/HomePage/;
const isStations =
  /src\/(?:prices|map|locations|api\/queries\/(?:locations|pin)|features\/(?:home|station|scan|search|favourites))\/?|connectors[.]ts|ConnectorIcon|packages\/rules\/src\/(?!mobile|gst)/;
const isCommon = (id: string) => !isOfFew.test(id);
const alone = { includeDependenciesRecursively: false };
const isPocket =
  /src\/(?:offline\/(?!SavedSince)|native\/push|api\/(?:offline\/(?:persist-|persisted-q|optim)|http\/idempotency|queries\/notif|http\/endpoints\/(?:notif|support)))/;
const isSignIn =
  /src\/(?:features\/sign-in|api\/http\/endpoints\/sign-ins|native\/passkeys)|rules\/src\/mobile/;
const isMoney = /src\/(?:features\/wallet\/|ui\/by-month)/;
const isParts =
  /src\/(?:ui|api|native)\/(?!queries\/config|http\/endpoints\/sign-ins)|SavedSince|node_modules\/(?!@capacitor|@aparajita|@phosphor)/;

export default defineConfig({
  plugins: [...messages(), react(), iconWeights(), smallCopies, serviceWorker],
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
      output: {
        // Every screen's list of files stands in the first one.
        chunkFileNames: ({ name }) => `assets/${name.replace(/[.]es$/, "")}-[hash:8].js`,
        codeSplitting: {
          groups: [
            // What the entry imports is one file: it packs better, and no visit needs a part of it.
            { name: "start", tags: ["$initial"], test: (id) => !isEntry.test(id), priority: 7 },
            // And what whoever is signed in loads next, but for what others share with it.
            { name: "shell", test: isShell, priority: 6, ...alone },
            // What many screens share comes in a few files: each request costs a phone more than what it brings.
            { name: "dialogs", test: isDialogs, priority: 5, minShareCount: 2, ...alone },
            { name: "common", test: isCommon, priority: 4, minShareCount: 12, ...alone },
            {
              name: "icons",
              test: /phosphor(?!.*(?:Translate|CheckCircle)[.])/,
              priority: 3,
              minShareCount: 2,
              ...alone,
            },
            { name: "pocket", test: isPocket, priority: 3, minShareCount: 2, ...alone },
            { name: "sign-in", test: isSignIn, priority: 3, minShareCount: 2, ...alone },
            { name: "money", test: isMoney, priority: 3, minShareCount: 2, ...alone },
            { name: "stations", test: isStations, priority: 2, minShareCount: 3, ...alone },
            { name: "parts", test: isParts, priority: 1, minShareCount: 3, ...alone },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [{ test: /packages\/(?:rules|contract)\//, sideEffects: false }],
      },
    },
  },
  server: {
    // Whole segments: a screen may be called /payments.
    proxy: {
      "^/(api|auth|dev|pay|logos|pictures|webhooks|provider|ocpi|openapi[.]json|readyz)(/|[?]|$)":
        service,
    },
  },
});
