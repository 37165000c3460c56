import { cdrOf, sessionOf, tariffOf } from "@voltmarg/testkit/partner";
import { stubEvse, stubLocation } from "@voltmarg/testkit/stub-partner";

export type Party = { country_code: string; party_id: string };
type ValidPush = { method: string; path: string; body?: object };

const at = "2026-06-01T10:00:00Z";

/** One valid push for every receiver route, by a separate party. */
export function validPushes(party: Party, n: number): ValidPush[] {
  const own = `${party.country_code}/${party.party_id}`;
  const place = `L${n % 50}`;
  const evse = stubEvse(`${place}-1`);
  const token = { ...sessionOf("any").cdr_token, uid: `usr_${n % 9}` };
  const charge = { ...party, cdr_token: token, start_date_time: at };
  const periods = [
    {
      start_date_time: at,
      dimensions: [
        { type: "ENERGY", volume: 5 },
        { type: "TIME", volume: 0.5 },
      ],
    },
  ];
  const session = sessionOf(`S${n % 500}`, {
    ...charge,
    kwh: 5,
    location_id: place,
    evse_uid: evse.uid,
    charging_periods: periods,
    last_updated: at,
  });
  const whole = cdrOf(`C${n}`);
  const cdr = {
    ...whole,
    ...charge,
    end_date_time: "2026-06-01T10:30:00Z",
    session_id: session.id,
    cdr_location: { ...whole.cdr_location, id: place, evse_uid: evse.uid, evse_id: evse.evse_id },
    charging_periods: periods,
    total_cost: { excl_vat: 100, incl_vat: 118 },
    total_energy: 5,
    last_updated: at,
  };
  const tariff = tariffOf(`T${n % 20}`, {
    ...party,
    elements: [
      {
        price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }],
        restrictions: { start_time: "08:00", end_time: "20:00", day_of_week: ["MONDAY"] },
      },
    ],
    last_updated: at,
  });
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
