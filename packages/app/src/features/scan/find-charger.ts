import type { Location } from "@voltmarg/contract";
import { call } from "../../api/http/call.ts";
import { findLocationByQrCode, searchLocations } from "../../api/http/endpoints/locations.ts";
import { isRefusal } from "../../api/http/refusal.ts";
import { readHost, readUbcOperator, searchableCode } from "./charger-code.ts";
import type { Place } from "../../map/camera.ts";

const MOST = 10;

export type Finding =
  | { kind: "charger"; location: Location }
  | { kind: "several"; locations: Location[] }
  /** `host`: the code is an address there, which is not opened. `ubc`: the operator whose code of UBC it is. */
  | { kind: "none"; host: string | null; ubc: string | null };

/**
 * What a scanned or typed code leads to. The service reads it, whatever form it has; what it does not know as a code may
 * be typed words of a station.
 */
export async function findCharger(code: string, typed: boolean, near: Place): Promise<Finding> {
  try {
    const { data } = await call(findLocationByQrCode, { body: { qr_code: code } });
    return { kind: "charger", location: data };
  } catch (error) {
    if (!isRefusal(error, "LOCATION_NOT_FOUND")) throw error;
  }
  const [host, ubc] = [readHost(code), readUbcOperator(code)];
  if (!typed || host || ubc) return { kind: "none", host, ubc };
  const { content } = await call(searchLocations, {
    query: {
      "search-text": searchableCode(code),
      latitude: near.lat,
      longitude: near.lon,
      distance: 5000,
      page_size: MOST,
      apply_tariff_restrictions: "true",
    },
  });
  const [only] = content;
  if (!only) return { kind: "none", host: null, ubc: null };
  return content.length === 1
    ? { kind: "charger", location: only }
    : { kind: "several", locations: content };
}
