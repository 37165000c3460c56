import type { DayOfWeek } from "./days-of-week.ts";

// OCPI 2.2.1 mod_tariffs. Absent optionals may come as null.

export type TariffDimensionType = "ENERGY" | "TIME" | "PARKING_TIME" | "FLAT";

export type PriceComponent = {
  type: TariffDimensionType;
  /** per kWh, per hour or once; excluding VAT */
  price: number;
  /** percent; absent: no VAT is applicable, which is not 0 % */
  vat?: number | null | undefined;
  /** the price with VAT as the operator sent it (OCPI 2.3.0, `tax_included`): exact, where `price` is rounded */
  price_incl_vat?: number | null | undefined;
  /** Wh or seconds, at least 1; FLAT has no unit for it */
  step_size: number;
};

export type TariffRestrictions = {
  /** HH:MM local; a window whose end is before its start wraps past midnight */
  start_time?: string | null | undefined;
  /** HH:MM local, exclusive; 00:00 is the end of the day */
  end_time?: string | null | undefined;
  /** YYYY-MM-DD local, inclusive */
  start_date?: string | null | undefined;
  /** YYYY-MM-DD local, exclusive */
  end_date?: string | null | undefined;
  min_kwh?: number | null | undefined;
  max_kwh?: number | null | undefined;
  /** A, sum of the phases */
  min_current?: number | null | undefined;
  max_current?: number | null | undefined;
  /** kW */
  min_power?: number | null | undefined;
  max_power?: number | null | undefined;
  /** seconds since the session began */
  min_duration?: number | null | undefined;
  max_duration?: number | null | undefined;
  day_of_week?: readonly DayOfWeek[] | null | undefined;
  reservation?: "RESERVATION" | "RESERVATION_EXPIRES" | null | undefined;
};

export type TariffElement = {
  price_components: readonly PriceComponent[];
  restrictions?: TariffRestrictions | null | undefined;
};

export type PriceLimit = { excl_vat: number; incl_vat?: number | null | undefined };

export type Tariff = {
  country_code: string;
  party_id: string;
  id: string;
  currency: string;
  type?: string | null | undefined;
  /** of OCPI 2.3.0; with another value than NO or N/A the price before tax is not known: refused */
  tax_included?: string | null | undefined;
  elements: readonly TariffElement[];
  min_price?: PriceLimit | null | undefined;
  max_price?: PriceLimit | null | undefined;
  start_date_time?: string | null | undefined;
  end_date_time?: string | null | undefined;
  tariff_alt_text?: readonly { language: string; text: string }[] | null | undefined;
  last_updated: string;
};
