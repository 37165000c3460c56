import type { Cdr, Session } from "@voltmarg/contract";
import { headlinePrice } from "@voltmarg/rules";
import { readable } from "../../prices/lead-price.ts";

/**
 * Paise for each kWh, GST included: the price shown when the session was asked for, and what its energy was billed at.
 * Null: not known, or the price of energy turned on the way, as was shown as well.
 */
export function promiseOf(
  { lines }: Pick<Cdr, "lines">,
  session: Pick<Session, "tariff" | "location" | "requested_at" | "connector">,
): { promised: number; paid: number } | null {
  const energy = onlyEnergy(lines);
  const { tariff, location, requested_at: at, connector } = session;
  if (!energy || !tariff) return null;
  const price = readable(() =>
    headlinePrice(tariff, location.time_zone, new Date(at), connector.powerInKwh ?? undefined),
  );
  if (price?.perKwhMinor == null) return null;
  const promised = Number(price.perKwhMinor);
  // What is shown is rounded to a paisa for each kWh, the bill's line once: that is no difference.
  const { kwh, minor } = energy;
  const isKept = Math.abs(minor - promised * kwh) <= 0.5 * kwh + 1;
  return { promised, paid: isKept ? promised : Math.round(minor / kwh) };
}

/** Paise for each kWh, GST included, as far as the bill alone says it; null: there is no promise to compare it with. */
export function paidPerKwh({ lines }: Pick<Cdr, "lines">): number | null {
  const energy = onlyEnergy(lines);
  return energy && Math.round(energy.minor / energy.kwh);
}

function onlyEnergy(lines: Cdr["lines"]): { kwh: number; minor: number } | null {
  const [energy, another] = lines.filter(({ dimension }) => dimension === "ENERGY");
  const kwh = Number(energy?.quantity ?? 0);
  return energy && !another && kwh > 0 ? { kwh, minor: energy.incl_vat_minor } : null;
}
