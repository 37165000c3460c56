export { advisoryMark } from "./advisory-ceilings.ts";
export {
  cityMinutes,
  offerState,
  stationMinutes,
  type StationOffer,
  type StationProof,
} from "./best-station.ts";
export { amountInWords, type WordsLanguage } from "./amount-in-words.ts";
export {
  INDIA_AHEAD_MS,
  INDIA_ZONE,
  indianDayBounds,
  indianDayOf,
  indianTimeOf,
  monthBounds,
  monthOf,
} from "./india-calendar.ts";
export * from "./charging-curve.ts";
export * from "./currency.ts";
export type { PriceChange } from "./charge-costs.ts";
export * from "./estimate.ts";
export * from "./exact.ts";
export * from "./fit.ts";
export {
  creditReducesTax,
  financialYear,
  invoiceCapacity,
  invoiceNumber,
} from "./financial-year.ts";
export * from "./geo.ts";
export { currentStateCode, gstStateName, gstStateOf, stateTaxName } from "./gst-states.ts";
export * from "./gstin.ts";
export * from "./headline-price.ts";
export * from "./hold.ts";
export { type SellerTax, type SellerTaxes, type SoldKind } from "./seller-tax.ts";
export { pinFitsGstin } from "./pin-states.ts";
export { otherStateIn, stateOfStation } from "./state-of-station.ts";
export { invoiceGst, NO_TAX, supplyOf, type Supply, type TaxedLine } from "./invoice-gst.ts";
export { instantMs } from "./instant.ts";
export { maskedMobile, maskedName, withoutContacts } from "./masked.ts";
export { isTariffValidAt } from "./match-element.ts";
export { learnedUse, type VehicleCharge, type VehicleReading } from "./learned-use.ts";
export * from "./mobile.ts";
export * from "./money.ts";
export * from "./ocpi-periods.ts";
export * from "./opening-hours.ts";
export { parkingFee, type ParkingFee } from "./parking-fee.ts";
export * from "./choose-plug.ts";
export { comparedPrice, type ComparedPrice } from "./compared-price.ts";
export * from "./plan-charge.ts";
export * from "./plan-trip.ts";
export * from "./polyline.ts";
export * from "./power.ts";
export { priceSchedule, type Prices, type ScheduledPrices } from "./price-schedule.ts";
export { clockTurns, priceTurn, type PriceTurn } from "./price-turn.ts";
export type { PriceLine } from "./price-lines.ts";
export type { PricedTotals } from "./price-limits.ts";
export * from "./price-session.ts";
export { physicalOf, type SentConnector, wrongPower } from "./rated-power.ts";
export { everydayRangeKm } from "./real-range.ts";
export { pricesOf } from "./net-price.ts";
export { restrictionFacts, type RestrictionFact } from "./restriction-facts.ts";
export * from "./retail.ts";
export { seenCurve, type SeenSession } from "./seen-curve.ts";
export { seenPower, type SeenPower } from "./seen-power.ts";
export { isSameName } from "./same-name.ts";
export * from "./session-state.ts";
export * from "./sound-key.ts";
export * from "./place-names.ts";
export * from "./pin-places.ts";
export * from "./station-state.ts";
export { DAYS_OF_WEEK, type DayOfWeek } from "./days-of-week.ts";
export * from "./tariff.ts";
export { tariffNow } from "./tariff-now.ts";
export * from "./trip-energy.ts";
export type { TripAim, TripInput, TripPlug, TripStation } from "./trip-input.ts";
export type { TripGap } from "./trip-gap.ts";
export { tripLegs } from "./trip-legs.ts";
export { alongWay, type TripWay } from "./trip-way.ts";
export { instantOf, localTime, offsetAt } from "./time-zone.ts";
export type { LocalTime } from "./time-zone.ts";
export { askOffset } from "./zone-offset.ts";
export { readDigits, typedText } from "./typed-text.ts";
export { readNumber, readPaise, readWhole, type TypedNumber } from "./typed.ts";
export * from "./wire-text.ts";
