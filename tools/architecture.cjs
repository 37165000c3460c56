/**
 * The tables of the house: which room may look into which.
 * `.dependency-cruiser.cjs` turns them into import rules; `tools/architecture.test.ts` fails for a room that is missing here.
 */
module.exports = {
  /** Package → packages it may import; `inTests` also from tests. A package is entered by its `exports` only. */
  packages: {
    rules: { imports: [] },
    contract: { imports: ["rules"] },
    client: { imports: ["contract", "rules"] },
    ocpi: { imports: [] },
    // The independent witness: without `rules`, a bug in the price engine shows up as a disagreement.
    "cpo-sim": { imports: ["ocpi"] },
    "pay-sim": { imports: [] },
    server: { imports: ["rules", "contract", "ocpi"], inTests: ["client", "testkit"] },
    app: { imports: ["client", "contract", "rules"] },
    // Start, seed, supervise: the whole product in one command.
    world: {
      imports: ["server", "cpo-sim", "pay-sim", "client", "contract"],
      inTests: ["testkit"],
    },
    cli: { imports: ["client", "contract", "rules", "server", "world"], inTests: ["testkit"] },
    // For tests alone: nothing that ships imports these three.
    testkit: {
      imports: ["rules", "contract", "client", "ocpi", "server", "cpo-sim", "pay-sim", "world"],
      // The harness runs the service in its own process: on its clock, its database, its wires.
      looksInside: ["server"],
    },
    e2e: { imports: ["client", "contract", "testkit", "world"] },
    // The one place where the price engine meets its reference implementation.
    lab: { imports: ["rules", "client", "contract", "server", "cpo-sim", "testkit", "world"] },
  },

  /** Server feature → features whose index.ts it may import. A new edge is a decision: it is written here first. */
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
    charging: ["accounts", "companies", "stations", "vehicles", "wallet"],
    billing: ["accounts", "charging", "companies", "wallet"],
    backoffice: ["accounts", "billing", "companies", "wallet"],
    support: ["files", "notifications"],
    content: [],
    ratings: ["charging"],
  },

  /** App features are islands; `shell/` and `routes.tsx` compose them. */
  appFeatures: [
    "account",
    "bills",
    "charging",
    "gallery",
    "info",
    "map",
    "menu",
    "notifications",
    "rating",
    "sign-in",
    "stations",
    "support",
    "usage",
    "vehicles",
    "wallet",
  ],

  /** App rooms every feature may use; they know no feature. */
  appRooms: ["api", "language", "locales", "map", "native", "pocket", "prices", "sw", "ui"],
};
