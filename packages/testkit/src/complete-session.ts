import type { Partner } from "./partner.ts";

/** Pushes the end of a session, as an operator does before its CDR. `party`: whose session it is; `end`: not now. */
export async function completeSession(
  partner: Partner,
  sessionId: string,
  now: Date,
  { party = partner.party, end }: { party?: Partner["party"]; end?: string | undefined } = {},
): Promise<void> {
  const at = now.toISOString();
  await partner.call("PATCH", `/sessions/${party.country_code}/${party.party_id}/${sessionId}`, {
    status: "COMPLETED",
    end_date_time: end ?? at,
    last_updated: at,
  });
}
