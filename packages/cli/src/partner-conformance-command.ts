import { partners, type PartnerConformance } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import type { Subcommand } from "./backoffice-command.ts";
import { onOneLine } from "./escape-terminal.ts";

/** `npm run operator -- conformance`: what a partner does otherwise than OCPI says; meant to be sent to the partner. */
export const conformanceCommand: Subcommand = {
  usage: "conformance <partner>",
  does: "asks it for its versions, credentials and lists, and says what is not as OCPI has it, as a text to send to the partner; nothing is stored",
  run: async ([id], _options, { url, token }) => {
    const { data } = await callRoute(url, partners.checkPartner, { token, params: { id: id! } });
    return { answer: data, text: letter(data) };
  },
};

/** Plain text for the operator's software team: it mentions nothing of our own system. */
function letter({ partner, ocpi_version, requests, objects, faults }: PartnerConformance): string {
  const { name, country_code, party_id } = partner;
  const party = country_code && party_id ? ` (${country_code}*${party_id})` : "";
  const read = objects.map((each) => `${each.read} ${each.module}`).join(", ") || "no lists";
  const count = `${faults.length} ${faults.length === 1 ? "fault" : "faults"}`;
  const head = `${onOneLine(name)}${party} over OCPI ${ocpi_version}: ${count} in ${requests} requests and ${read}.`;
  const lines = faults.map((each, at) =>
    onOneLine(
      `${at + 1}. ${each.module}: asked ${each.asked}; came ${each.came}; OCPI says: ${each.standard}`,
    ),
  );
  return [head, ...lines].join("\n");
}
