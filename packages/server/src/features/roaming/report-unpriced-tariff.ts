import type { Tariff } from "@voltmarg/ocpi";
import type { RoamingDeps } from "./roaming-deps.ts";

/** A tariff that is kept as it came and that names no price anybody can be held to: its plugs have an unknown price. */
export function noteUnpriced(deps: RoamingDeps, operatorId: string, tariff: Tariff): void {
  const why = deps.news.whyUnpriced(tariff);
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
