import type { WhitelistEntry } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { getUserByMobile } from "../accounts/index.ts";
import { findCompany } from "./companies.store.ts";
import { listEntries, putEntry, removeEntry, type WhitelistRow } from "./whitelist.store.ts";

/** Who: an E.164 number or a company. Where: a location or an operator. One of each pair is null. */
export type WhitelistInput = {
  mobile: string | null;
  companyId: string | null;
  locationId: string | null;
  operatorId: string | null;
};

export async function readWhitelist(on: Queryable): Promise<WhitelistEntry[]> {
  return (await listEntries(on)).map(toWire);
}

/** Adding the same entry twice makes one. */
export function addToWhitelist(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  input: WhitelistInput,
): Promise<Outcome<WhitelistEntry, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const driver = input.mobile === null ? null : await getUserByMobile(tx, input.mobile);
    if (input.mobile !== null && !driver) return refuse("NOT_FOUND");
    if (input.companyId !== null && !(await findCompany(tx, input.companyId)))
      return refuse("NOT_FOUND");
    const at = clock.now();
    return done(
      toWire(
        await putEntry(tx, {
          id: newId("wht", at),
          userId: driver?.id ?? null,
          companyId: input.companyId,
          locationId: input.locationId,
          operatorId: input.operatorId,
          at,
        }),
      ),
    );
  });
}

export function removeFromWhitelist(
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<{ removed: true }, "NOT_FOUND">> {
  return backoffice.transact(async (tx) =>
    (await removeEntry(tx, id)) ? done({ removed: true }) : refuse("NOT_FOUND"),
  );
}

function toWire(row: WhitelistRow): WhitelistEntry {
  return {
    id: row.id,
    driver: row.user_id === null ? null : { id: row.user_id, mobile: row.mobile ?? "" },
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? "" },
    location_id: row.location_id,
    operator_id: row.operator_id,
    created_at: row.created_at.toISOString(),
  };
}
