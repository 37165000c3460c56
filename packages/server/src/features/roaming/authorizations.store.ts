import { sql, type Queryable } from "../../platform/database/database.ts";

/** Stores the answer that a partner got about a token, and its reference. */
export const insertAuthorization = (
  on: Queryable,
  a: {
    id: string;
    operatorId: string;
    userId: string;
    allowed: string;
    reference: string | null;
    locationId: string;
    evseUids: readonly string[];
    at: Date;
  },
) =>
  sql`insert into token_authorization (id, operator_id, user_id, allowed, authorization_reference, location_id,
        evse_uids, created_at)
      values (${a.id}, ${a.operatorId}, ${a.userId}, ${a.allowed}, ${a.reference}, ${a.locationId}, ${[...a.evseUids]},
        ${a.at})`.execute(on);
