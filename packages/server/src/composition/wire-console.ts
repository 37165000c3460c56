import { createAudit } from "../features/audit/index.ts";
import {
  createBackoffice,
  isCredential,
  lastBooksCheck,
  writeStaffAct,
} from "../features/backoffice/index.ts";
import { createBooks } from "../features/books/index.ts";
import type { ChargingDeps } from "../features/charging/index.ts";
import { createConsole, greatChange } from "../features/console/index.ts";
import { listHealth } from "../features/roaming/index.ts";
import type { StationsDeps } from "../features/stations/index.ts";
import { createStaff, OPENID_CALLBACK } from "../features/staff/index.ts";
import { createTariffs, type Retail } from "../features/tariffs/index.ts";
import type { WalletApi } from "../features/wallet/index.ts";
import { staffSite } from "../platform/config/passkey-site.ts";
import { createEncryption } from "../platform/encryption.ts";
import { createOidc } from "../platform/http/oidc.ts";
import { outboxFigures } from "../platform/outbox/queue-metrics.ts";
import type { AccessParts } from "./access-rules.ts";
import type { FeatureParts } from "./service-parts.ts";

/** The features for the provider's staff alone. */
export function wireConsole(
  parts: FeatureParts,
  of: {
    operatorNamed(name: string): Promise<{ id: string; name: string } | null>;
    charging: ChargingDeps;
    retail: Retail;
    search: StationsDeps["search"];
    wallet: WalletApi;
    writeAudit: AccessParts["writeAudit"];
  },
) {
  const { config, database, clock, logger, metrics, outbox, key } = parts;
  const { operatorNamed, charging, retail, search, wallet, writeAudit } = of;
  const { party, fourEyesFrom, writeOffAfterDays } = config;
  return {
    audit: createAudit({ database }),
    backoffice: createBackoffice({
      database,
      clock,
      outbox,
      fourEyesFrom,
      writeOffAfterDays,
      party,
      operatorNamed,
    }),
    books: createBooks({ database, clock }),
    console: createConsole({
      database,
      clock,
      writeAudit,
      charging,
      retail,
      wallet,
      operatorNamed,
      operators: (now) => listHealth(database.db, now),
      // No operator said it: none counts as heard.
      searchChanged: (id) => search.changed("", [{ id, freed: [] }]),
      lastBooksCheck: () => lastBooksCheck(database.db),
      queues: (now) => outboxFigures(database, now),
    }),
    tariffs: createTariffs({
      database,
      clock,
      retail,
      operatorNamed,
      greatChange: (rule) => greatChange({ database, clock, retail }, rule),
    }),
    staff: createStaff({
      database,
      clock,
      logger,
      metrics,
      key,
      origin: config.consoleOrigin,
      site: staffSite(config),
      openid: staffOpenid(parts),
      writeAct: (on, act) => writeStaffAct(on, act, clock.now()),
      isCredential,
    }),
  };
}

/** A person waits for each of its answers. */
const OPENID_SECONDS = 5;

function staffOpenid({ config, key }: FeatureParts) {
  const { staffOpenid: provider, consoleOrigin, profile } = config;
  if (!provider) return null;
  const client = createOidc({
    providers: [provider],
    redirectUri: `${consoleOrigin}${OPENID_CALLBACK}`,
    insecure: profile !== "PROD",
    scope: "openid",
    timeoutSeconds: OPENID_SECONDS,
  });
  return { name: provider.name, client, seal: createEncryption(key, "staff-openid") };
}
