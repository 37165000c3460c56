import { officerOf, readSeller } from "../features/backoffice/index.ts";
import { createNotice, type Notice } from "../features/personal-data/index.ts";
import { recipientsOf } from "../platform/http/recipients.ts";
import { AGES } from "./retention.ts";
import type { FeatureParts } from "./service-parts.ts";

/** How long the log of what accounts went through has IP addresses. */
const ADDRESS_DAYS = AGES.find(({ strips }) => strips === "address")!.days;

/** The privacy notice as settings and periods of this installation make it. */
export const wireNotice = ({ config, database, clock }: FeatureParts): Notice =>
  createNotice({
    database,
    clock,
    name: config.party.name,
    recipients: recipientsOf(config),
    periods: {
      ages: AGES,
      closedDays: config.closedAccountDays,
      auditDays: config.staffAuditDays,
      addressDays: ADDRESS_DAYS,
    },
    seller: () => readSeller(database.db),
    officerOf,
  });
