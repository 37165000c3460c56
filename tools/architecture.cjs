/**
 * The import rules: which module may import which. `.dependency-cruiser.cjs` turns them into lint rules;
 * `tools/architecture.test.ts` fails for a module that is missing here.
 */
module.exports = {
  /** Package → packages it may import; `inTests` also from tests. A package is entered by its `exports` only. */
  packages: {
    rules: { imports: [] },
    contract: { imports: ["rules"] },
    client: { imports: ["contract", "rules"] },
    ocpi: { imports: [] },
    // The independent reference implementation: without `rules`, a bug in the price engine shows up as a difference.
    "cpo-sim": { imports: ["ocpi"] },
    "pay-sim": { imports: [] },
    // Draws its streets where the operators' stations are.
    "road-sim": { imports: ["cpo-sim"] },
    server: { imports: ["rules", "contract", "ocpi"], inTests: ["client", "testkit", "road-sim"] },
    // Its tests ask a service of their own, over HTTP.
    app: { imports: ["client", "contract", "rules"], inTests: ["testkit"] },
    // Of the app the design tokens and the fonts alone.
    console: { imports: ["app", "client", "contract", "rules"] },
    // Starts, seeds and supervises the whole product in one command.
    world: {
      imports: ["server", "cpo-sim", "pay-sim", "road-sim", "client", "contract"],
      inTests: ["testkit"],
    },
    // Runs where the service does, without simulators.
    cli: { imports: ["client", "contract", "rules", "server"], inTests: ["testkit", "world"] },
    // For tests only: nothing that ships imports these three.
    testkit: {
      imports: [
        "rules",
        "contract",
        "client",
        "ocpi",
        "server",
        "cpo-sim",
        "pay-sim",
        "road-sim",
        "world",
      ],
      // The harness runs the service in its own process, with the test's clock, database and network.
      looksInside: ["server"],
    },
    e2e: { imports: ["client", "contract", "testkit", "world"] },
    // The one place where the price engine meets its reference implementation.
    lab: {
      imports: ["rules", "client", "contract", "server", "cpo-sim", "road-sim", "testkit", "world"],
    },
  },

  /** Server feature → features whose index.ts it may import. A new edge is a decision: add it here first. */
  serverFeatures: {
    accounts: [],
    audit: [],
    roaming: [],
    files: [],
    vehicles: [],
    tariffs: [],
    notifications: [],
    "personal-data": [],
    wallet: [],
    "app-config": ["wallet"],
    "dev-outbox": [],
    companies: ["accounts", "wallet"],
    stations: ["tariffs", "vehicles"],
    "station-search": ["stations", "tariffs"],
    "station-reports": ["files", "stations", "vehicles"],
    charging: ["accounts", "companies", "stations", "vehicles", "wallet"],
    billing: ["accounts", "charging", "companies", "tariffs", "wallet"],
    staff: [],
    console: [
      "accounts",
      "billing",
      "charging",
      "staff",
      "stations",
      "support",
      "tariffs",
      "wallet",
    ],
    books: ["billing", "wallet"],
    backoffice: ["accounts", "billing", "companies", "staff", "wallet"],
    support: ["files", "notifications"],
    content: [],
    ratings: ["charging"],
    trips: [],
  },

  /** App features do not import each other; `shell/` and `routes.tsx` compose them. */
  appFeatures: [
    "account",
    "bills",
    "charging",
    "favourites",
    "gallery",
    "home",
    "info",
    "menu",
    "notifications",
    "on-my-way",
    "rating",
    "scan",
    "search",
    "sign-in",
    "station",
    "support",
    "trip",
    "usage",
    "vehicles",
    "wallet",
  ],

  /** App modules every feature may use; they know no feature. */
  appRooms: [
    "api",
    "language",
    "locales",
    "locations",
    "map",
    "native",
    "offline",
    "places",
    "prices",
    "privacy",
    "sw",
    "ui",
  ],
};
