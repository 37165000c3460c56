import { stubEvse, stubLocation } from "@voltmarg/testkit/stub-partner";

export type Party = { country_code: string; party_id: string };
type ValidPush = { method: string; path: string; body?: object };

const at = "2026-06-01T10:00:00Z";

/** One valid push for every receiver route, by a separate party. */
export function validPushes(party: Party, n: number): ValidPush[] {
  const own = `${party.country_code}/${party.party_id}`;
  const place = `L${n % 50}`;
  const evse = stubEvse(`${place}-1`);
  const cdr_token = {
    country_code: "IN",
    party_id: "VMG",
    uid: `usr_${n % 9}`,
    type: "APP_USER",
    contract_id: "IN-VMG-1",
  };
  const period = {
    start_date_time: at,
    dimensions: [
      { type: "ENERGY", volume: 5 },
      { type: "TIME", volume: 0.5 },
    ],
  };
  const session = {
    ...party,
    id: `S${n % 500}`,
    start_date_time: at,
    kwh: 5,
    cdr_token,
    auth_method: "COMMAND",
    location_id: place,
    evse_uid: evse.uid,
    connector_id: "1",
    currency: "INR",
    charging_periods: [period],
    status: "ACTIVE",
    last_updated: at,
  };
  const cdr = {
    ...party,
    id: `C${n}`,
    start_date_time: at,
    end_date_time: "2026-06-01T10:30:00Z",
    session_id: session.id,
    cdr_token,
    auth_method: "COMMAND",
    cdr_location: {
      id: place,
      address: "1 Test Road",
      city: "Pune",
      country: "IND",
      coordinates: { latitude: "18.520000", longitude: "73.850000" },
      evse_uid: evse.uid,
      evse_id: evse.evse_id,
      connector_id: "1",
      connector_standard: "IEC_62196_T2_COMBO",
      connector_format: "CABLE",
      connector_power_type: "DC",
    },
    currency: "INR",
    charging_periods: [period],
    total_cost: { excl_vat: 100, incl_vat: 118 },
    total_energy: 5,
    total_time: 0.5,
    last_updated: at,
  };
  const tariff = {
    ...party,
    id: `T${n % 20}`,
    currency: "INR",
    elements: [
      {
        price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }],
        restrictions: { start_time: "08:00", end_time: "20:00", day_of_week: ["MONDAY"] },
      },
    ],
    last_updated: at,
  };
  return [
    { method: "PUT", path: `/locations/${own}/${place}`, body: stubLocation(party, place, 2) },
    {
      method: "PATCH",
      path: `/locations/${own}/${place}`,
      body: { name: "Renamed", last_updated: at },
    },
    { method: "PUT", path: `/locations/${own}/${place}/${evse.uid}`, body: evse },
    {
      method: "PATCH",
      path: `/locations/${own}/${place}/${evse.uid}`,
      body: { status: "CHARGING", last_updated: at },
    },
    { method: "PUT", path: `/locations/${own}/${place}/${evse.uid}/1`, body: evse.connectors[0]! },
    {
      method: "PATCH",
      path: `/locations/${own}/${place}/${evse.uid}/1`,
      body: { tariff_ids: ["T2"], last_updated: at },
    },
    { method: "GET", path: `/locations/${own}/${place}` },
    { method: "PUT", path: `/tariffs/${own}/${tariff.id}`, body: tariff },
    { method: "GET", path: `/tariffs/${own}/${tariff.id}` },
    { method: "DELETE", path: `/tariffs/${own}/T${n % 20}` },
    { method: "PUT", path: `/sessions/${own}/${session.id}`, body: session },
    { method: "PATCH", path: `/sessions/${own}/${session.id}`, body: { kwh: 6, last_updated: at } },
    { method: "GET", path: `/sessions/${own}/${session.id}` },
    { method: "POST", path: "/cdrs", body: cdr },
    { method: "GET", path: `/cdrs/${cdr.id}` },
    { method: "GET", path: "/tokens?limit=5" },
    {
      method: "POST",
      path: `/tokens/usr_${n}/authorize?type=APP_USER`,
      body: { location_id: place },
    },
    { method: "POST", path: `/commands/START_SESSION/unknown-${n}`, body: { result: "ACCEPTED" } },
    {
      method: "PUT",
      path: "/hubclientinfo/IN/XYZ",
      body: {
        country_code: "IN",
        party_id: "XYZ",
        role: "CPO",
        status: "CONNECTED",
        last_updated: at,
      },
    },
    { method: "GET", path: "/credentials" },
  ];
}
