import type { TariffDimensionType, TariffRestrictions } from "./tariff.ts";

/** What is sold: the dimensions of a tariff, and a reservation, whatever dimension it is priced by. */
export const soldKinds = ["ENERGY", "TIME", "FLAT", "PARKING_TIME", "RESERVATION"] as const;
export type SoldKind = (typeof soldKinds)[number];

/** GST in percent and the Services Accounting Code of one kind. */
export type SellerTax = { percent: number; sac: string };
export type SellerTaxes = (kind: SoldKind) => SellerTax;

export const soldKindOf = (
  dimension: TariffDimensionType,
  restrictions: TariffRestrictions | null | undefined,
): SoldKind => (restrictions?.reservation == null ? dimension : "RESERVATION");
