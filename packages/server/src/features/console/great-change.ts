import type { Tariff } from "@voltmarg/contract";
import type { TriedRule } from "../tariffs/index.ts";
import { previewPrices, priceCharge, type PreviewDeps } from "./preview-prices.ts";

/** A usual tariff, so that a rule is also compared where no operator has tariffs yet. */
const USUAL: Tariff = {
  id: "usual",
  country_code: "IN",
  party_id: "USL",
  currency: "INR",
  elements: [{ price_components: [{ type: "ENERGY", price: 16, vat: 18, step_size: 1 }] }],
  last_updated: "2026-01-01T00:00:00.000Z",
};

/**
 * What is great about a change of prices, in words; null: nothing. Great is a price that can be below what the operator is
 * owed, and a change of more than a quarter, of a usual tariff or of one of those used most.
 */
export async function greatChange(deps: PreviewDeps, asked: TriedRule): Promise<string | null> {
  const { rule, operator } = asked;
  if ((rule?.markup_percent ?? 0) < 0 || (rule?.per_kwh_add ?? 0) < 0)
    return "prices can be below what the operator is owed";
  const tried = await deps.retail.tryRule(asked);
  const preview = await previewPrices(deps, asked);
  if (!tried.ok || !preview.ok) return null;
  const { at, today, after } = tried.value;
  const [now, then] = [today, after].map((sell) =>
    priceCharge(sell(USUAL, operator?.id ?? ""), at),
  );
  if (isGreat(Number(now!.inclMinor), Number(then!.inclMinor)))
    return "it changes prices by more than a quarter";
  for (const each of preview.value.prices) {
    if (each.below_cost && each.margin_minor! < each.margin_today_minor!)
      return `${each.operator.name} is owed more than the price`;
    if (each.today_minor !== null && isGreat(each.today_minor, each.after_minor!))
      return `it changes a price of ${each.operator.name} by more than a quarter`;
  }
  return null;
}

const isGreat = (before: number, after: number) => Math.abs(after - before) * 4 > before;
