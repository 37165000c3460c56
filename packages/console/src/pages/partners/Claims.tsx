import type { PartnerRecord } from "@voltmarg/contract";
import { Operation } from "../../ui/Operation.tsx";
import { partyWords } from "./partner-words.ts";

/** What an operator says of itself and the provider has to decide. */
export function Claims({ of }: { of: PartnerRecord }) {
  if (!of.waiting) return null;
  const params = { id: of.id };
  return (
    <ul className="lines">
      {of.waiting.parties.map((party) => (
        <li key={partyWords(party)}>
          <b>{partyWords(party)}</b>
          <span>{`${party.name}, as ${party.role}`}</span>
          <Operation
            name="acceptPartner"
            label="Accept the party"
            params={params}
            fixed={{
              parties: [{ country_code: party.country_code, party_id: party.party_id }],
              name: false,
            }}
            fields={[]}
            about={`${of.name} may then act for ${partyWords(party)}. Its locations come with it, whoever had them before.`}
          />
        </li>
      ))}
      {of.waiting.name === null ? null : (
        <li>
          <b>{of.waiting.name}</b>
          <span>{`as its name, in place of ${of.name}`}</span>
          <Operation
            name="acceptPartner"
            label="Accept the name"
            params={params}
            fixed={{ parties: [], name: true }}
            fields={[]}
            about={`Drivers then see “${of.waiting.name}”.`}
          />
        </li>
      )}
    </ul>
  );
}
