import type { Session } from "@voltmarg/contract";
import { headlinePrice } from "@voltmarg/rules";

/** Paise per minute, GST included, for a car that stays plugged in; null when there is no such fee. */
export function parkingPerMinute(session: Session): number | null {
  if (!session.tariff) return null;
  try {
    const price = headlinePrice(
      session.tariff,
      session.location.time_zone,
      new Date(session.news_at ?? session.requested_at),
    ).parkingPerMinuteMinor;
    return price === null || price === 0n ? null : Number(price);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
