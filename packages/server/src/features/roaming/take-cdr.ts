import type { Cdr } from "@voltmarg/ocpi";
import type { RoamingDeps } from "./roaming-deps.ts";

/** Hands on a CDR that was pushed or pulled. A place in another state than its station's is a finding. */
export async function takeCdr(
  { events, findings }: Pick<RoamingDeps, "events" | "findings">,
  operatorId: string,
  cdr: Cdr,
): ReturnType<RoamingDeps["events"]["onCdr"]> {
  const taken = await events.onCdr(operatorId, cdr);
  const other = taken.outcome === "STORED" ? await events.otherPlace(cdr) : null;
  if (other) {
    const { field, message } = other;
    const { postal_code, state } = cdr.cdr_location ?? {};
    findings.note(operatorId, {
      module: "cdrs",
      object: `${cdr.country_code}/${cdr.party_id}/${cdr.id}`,
      findings: [
        {
          path: field,
          message,
          outcome: "READ_AS",
          raw: JSON.stringify({ postal_code, state }).slice(0, 200),
        },
      ],
    });
  }
  return taken;
}
