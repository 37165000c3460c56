import { createAudit } from "../features/audit/index.ts";
import { createBackoffice, isCredential, writeStaffAct } from "../features/backoffice/index.ts";
import { createStaff } from "../features/staff/index.ts";
import { staffSite } from "../platform/config/passkey-site.ts";
import type { Ground } from "./service-parts.ts";

/** The features for the provider's staff alone. */
export function wireDesk(
  ground: Ground,
  { operatorNamed }: { operatorNamed(name: string): Promise<{ id: string; name: string } | null> },
) {
  const { config, database, clock, logger, metrics, key } = ground;
  return {
    audit: createAudit({ database }),
    backoffice: createBackoffice({ database, clock, party: config.party, operatorNamed }),
    staff: createStaff({
      database,
      clock,
      logger,
      metrics,
      key,
      origin: config.deskOrigin,
      site: staffSite(config),
      writeAct: (on, act) => writeStaffAct(on, act, clock.now()),
      isCredential,
    }),
  };
}
