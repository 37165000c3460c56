import type { Tariff } from "@voltmarg/ocpi";
import type { RoamingDeps } from "./roaming-deps.ts";

/** Adds a finding for a tariff without a binding price. It is stored unchanged, and its connectors have no known price. */
export function reportUnpricedTariff(deps: RoamingDeps, operatorId: string, tariff: Tariff): void {
  const why = deps.events.whyUnpriced(tariff);
  if (why === null) return;
  const { country_code, party_id, id } = tariff;
  // It begins with the field: `tariff.elements[0].price_components[0].price is -1: …`.
  const [field = "", ...rest] = why.split(" ");
  deps.findings.note(operatorId, {
    module: "tariffs",
    object: `${country_code}/${party_id}/${id}`,
    findings: [
      {
        path: field.replace(/^tariff\.?/, "").replaceAll(/\[(\d+)\]/g, ".$1"),
        message: `no price can be worked out: ${rest.join(" ")}`,
        outcome: "REFUSED",
        raw: "",
      },
    ],
  });
}
