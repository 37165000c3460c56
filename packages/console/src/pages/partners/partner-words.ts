import type { PartnerRecord } from "@voltmarg/contract";

export const STATES: Record<PartnerRecord["state"], string> = {
  INVITED: "Invited",
  INTRODUCING: "We are registering",
  REGISTERED: "Registered",
  LEFT: "Left",
  REMOVED: "Removed",
};

type Party = { country_code: string; party_id: string };
export const partyWords = ({ country_code, party_id }: Party): string =>
  `${country_code}*${party_id}`;

export const isWaiting = ({ waiting }: PartnerRecord): boolean =>
  waiting !== null && (waiting.parties.length > 0 || waiting.name !== null);

/** What an operator must offer: OCPI's module, and the side of it. */
export const MODULES = [
  ["locations", "SENDER"],
  ["tariffs", "SENDER"],
  ["sessions", "SENDER"],
  ["cdrs", "SENDER"],
  ["commands", "RECEIVER"],
] as const;

export const missingModules = ({ endpoints }: PartnerRecord): string[] =>
  MODULES.flatMap(([module, role]) =>
    endpoints.some((each) => each.identifier === module && each.role === role)
      ? []
      : [`${module} (${role.toLowerCase()})`],
  );
