/** A country of two letters and a party of three. */
export type Party = { country_code: string; party_id: string };

/** OCPI CiString: stored as received, compared without regard to case. */
export function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The identity of an OCPI object, as a key in a map or an index: its country, its party and its id. */
export function objectKey({ country_code, party_id }: Party, id: string): string {
  return `${country_code}/${party_id}/${id}`.toLowerCase();
}

/** Whether both are the same party. */
export function sameParty(a: Party, b: Party): boolean {
  return sameId(a.country_code, b.country_code) && sameId(a.party_id, b.party_id);
}
