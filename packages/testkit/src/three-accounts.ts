import { sql } from "../../server/src/platform/database/database.ts";
import type { Harness } from "./harness.ts";

/** An open account, a closed one, and one that was erased. */
export const addThreeAccounts = ({ database }: Harness) =>
  sql`insert into app_user (id, mobile, customer_type, created_at, deactivated_at, erased_at) values
    ('usr_open', '+919800000001', 'PERSONAL', '2026-01-01T00:00:00Z', null, null),
    ('usr_closed', '+919800000002', 'PERSONAL', '2026-01-02T00:00:00Z', '2026-01-04T00:00:00Z', null),
    ('usr_erased', 'erased', 'PERSONAL', '2026-01-03T00:00:00Z', '2026-01-05T00:00:00Z', '2026-01-05T00:00:00Z')`.execute(
    database.db,
  );
