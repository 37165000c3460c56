/**
 * Share of the range certified by an Indian cycle (MIDC, IDC, ARAI) that a vehicle goes in everyday use: the median of the
 * vehicles of the catalogue for which both are stated, 0.71 for two-wheelers, 0.74 for cars and three-wheelers.
 */
const EVERYDAY_SHARE = 0.72;

/** km in everyday use, of a vehicle of which only the certified or claimed range is known. */
export const everydayRangeKm = (certifiedKm: number): number =>
  Math.round(certifiedKm * EVERYDAY_SHARE);
