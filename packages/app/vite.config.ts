import { defineConfig } from "vite";
import { servicePaths } from "@voltmarg/contract/app-pages";
import react from "@vitejs/plugin-react";
import { iconWeights } from "./scripts/icon-weights.ts";
import { messages } from "./scripts/messages.ts";
import { serviceWorker } from "./scripts/service-worker.ts";
import { precompress } from "./scripts/precompress.ts";

const service = process.env["VOLTMARG_SERVICE"] ?? "http://127.0.0.1:8080";

const isEntry = /main[.]tsx|index[.]html/;
const isDialogs = /base-ui|floating-ui|reselect|tabbable|use-sync-external-store|src\/ui\/.*Dialog/;
/**
 * What shows locations: the login page and the account need none of it. Parts that the screens of a charge do not need are
 * left out, or those screens would load them.
 */
const isLocations =
  /src\/(?:prices\/(?!condition|change)|map\/(?!cities|Way|way|mark|pin-drawing|MapStage|load-engine|copy|use-map|map[.]css)|locations\/(?!Directions|directions|use-locate|far|StationRow|use-favourite|FavouriteButton|FilterChips|use-growing)|api\/queries\/(?:locations|pin)|features\/(?:home|station|scan|search|favourites))\/?|connectors[.]ts|ConnectorIcon|packages\/rules\/src\/(?!mobile|typed|digits|gst|sound-key|polyline)/;
/** Used by many screens, and yet by few that are opened first. */
const isOfFew =
  /ui\/format|SavedSince|rules\/src\/fit|maplibre|pmtiles|connectors[.]ts|src\/(?:locations|features\/(?:home|station|scan|search|favourites))\/|src\/shell\/HomePage/;
const isParts =
  /src\/(?:ui|api|native)\/(?!ImageChooser|pick-image|queries\/(?:config|trip)|http\/endpoints\/(?:sign-ins|trips))|SavedSince|phosphor(?!.*(?:Translate|CheckCircle|CaretUp|ClockCounterClockwise|DotsThreeVertical|MapPin|GpsFix|SlidersHorizontal|Path|PencilSimple|ArrowUDownLeft|HourglassMedium|Question)[.])|node_modules\/(?!@capacitor|@aparajita|@phosphor)/;
/** The map with its filter, for home and the screens of a way. */
const isMaps =
  /src\/(?:map\/(?:pin-drawing|MapStage|load-engine|copy|use-map-style|map[.]css)|locations\/(?:use-growing|FavouriteButton|use-favourite)|places\/google\/suggestions-of)|phosphor.*(?:MapPin|GpsFix|SlidersHorizontal)[.]/;
/** What reads a mobile number, and other texts that are typed. */
const isMobile = /rules\/src\/(?:mobile|typed-text)[.]|sign-in\/mobile-number/;
const isPlaces =
  /src\/(?:places\/(?!city|google|PointDialog|SearchedPlace|PlaceChoice|PlaceList|use-|look-up|read-|plus-code)|map\/[Ww]ay|api\/(?:http\/endpoints\/trips|queries\/trip-list))/;
const isOffline =
  /src\/(?:offline\/(?!SavedSince)|native\/push|api\/(?:offline\/|http\/(?:idempotency|endpoints\/(?:locations|notif|support))))/;
const isTrips = /src\/features\/trip\/(?!trip-draft|use-plan)|api\/queries\/trips/;
const alone = { includeDependenciesRecursively: false };

export default defineConfig({
  plugins: [...messages(), react(), iconWeights(), precompress, serviceWorker],
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
        // The first file lists the files of every screen, so short names make it smaller.
        chunkFileNames: ({ name }) => `assets/${name.replace(/[.]es$/, "")}-[hash:8].js`,
        codeSplitting: {
          groups: [
            // What the entry imports is one file: it packs better, and no visit needs a part of it.
            { name: "start", tags: ["$initial"], test: (id) => !isEntry.test(id), priority: 7 },
            // What screens share comes in four files: each request costs a phone more than what it brings. Without one
            // of them a screen is above its limit in scripts/size.ts.
            { name: "dialogs", test: isDialogs, priority: 5, minShareCount: 2, ...alone },
            {
              name: "common",
              test: (id) => !isOfFew.test(id),
              priority: 4,
              minShareCount: 19,
              ...alone,
            },
            // Loaded beside the first screen, which would bring "parts" along.
            { name: "offline", test: isOffline, priority: 3, minShareCount: 2, ...alone },
            { name: "maps", test: isMaps, priority: 2, minShareCount: 2, ...alone },
            { name: "places", test: isPlaces, priority: 2, minShareCount: 2, ...alone },
            { name: "trips", test: isTrips, priority: 3, minShareCount: 2, ...alone },
            { name: "mobile", test: isMobile, priority: 3, minShareCount: 2, ...alone },
            { name: "locations", test: isLocations, priority: 2, minShareCount: 3, ...alone },
            { name: "parts", test: isParts, priority: 1, minShareCount: 3, ...alone },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [{ test: /packages\/(?:rules|contract|client)\//, sideEffects: false }],
      },
    },
  },
  server: {
    proxy: { [servicePaths.source]: service },
  },
});
