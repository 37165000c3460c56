import { sql } from "../../platform/database/database.ts";
import type { Checks } from "./rows-check.store.ts";

/** The audit log's chain. The oldest row that is left follows on one that went by its age. */
export const auditLog = {
  audit_log: {
    key: { id: "bigint" },
    rows: sql`desk_audit`,
    joins: sql`
      join desk_audit a on a.id = r.id
      left join lateral (select b.id, b.hash from desk_audit b where b.id < r.id order by b.id desc limit 1) b on true`,
    faults: {
      "it was changed": sql`r.hash <> desk_audit_hash(a)`,
      "it has no hash": sql`r.hash is null and b.hash is not null`,
      "the row before it was changed": sql`r.hash is not null and b.id is not null and r.prior <> coalesce(b.hash, '')`,
    },
  },
} satisfies Checks;
