const start = { latitude: 28.6139, longitude: 77.209, name: "Connaught Place" };
const end = { latitude: 26.9124, longitude: 75.7873, name: "Jaipur" };
const station = {
  id: "loc_01jd3q8z5m2v7k4x9c6b1n0trw",
  name: "Behror Highway Plaza",
  address: "NH 48",
  city: "Behror",
  operator: "ChargeGrid India",
  latitude: 27.8884,
  longitude: 76.2856,
};
const spare = { ...station, id: "loc_01jd3q8z5m2v7k4x9c6b1n0trx", name: "Kotputli Food Court" };
const line = "_ulpBqfmaMo}@kdB";

/** A trip from New Delhi to Jaipur with one stop. */
const plan = {
  preference: "QUICKEST",
  start,
  end,
  departs_at: "2026-11-20T06:30:00.000Z",
  arrives_at: "2026-11-20T11:12:00.000Z",
  arrive_percent: 21,
  km: 273.4,
  minutes: 282,
  drive_minutes: 245,
  charge_minutes: 24,
  kwh: 43.9,
  price_minor: 38_420,
  petrol_minor: 187_735,
  stops: [
    {
      station,
      evse_uid: "EVSE-BH-01",
      connector_id: "1",
      standard: "IEC_62196_T2_COMBO",
      power_kw: 60,
      doubtful: false,
      km: 131.2,
      arrives_at: "2026-11-20T08:31:00.000Z",
      arrive_percent: 24,
      leave_percent: 71,
      wait_minutes: 5,
      expected: { free: 8, of: 10 },
      charge_minutes: 24,
      kwh: 23.5,
      price_minor: 38_420,
      spare: { ...spare, km: 26.1 },
    },
  ],
  legs: [
    { km: 131.2, minutes: 121, kwh: 21.1 },
    { km: 142.2, minutes: 124, kwh: 22.8 },
  ],
  line,
  assumptions: [
    { of: "RANGE", value: 320 },
    { of: "STYLE", value: null },
    { of: "RESERVE", value: 10 },
    { of: "COOLING", value: 1.2 },
    { of: "HEIGHTS", value: null },
  ],
};

const {
  assumptions: _assumptions,
  petrol_minor: _petrol,
  price_minor: _price,
  kwh: _kwh,
  arrive_percent: _arrive,
  ...shown
} = plan;
const shared = {
  ...shown,
  start: { latitude: 28.62718, longitude: 77.21455, name: "Delhi" },
  end: { latitude: 26.90113, longitude: 75.79926, name: "Jaipur" },
  stops: plan.stops.map(
    ({ arrive_percent: _a, leave_percent: _l, kwh: _k, price_minor: _p, ...open }) => ({
      ...open,
      charge_minutes: 30,
    }),
  ),
  legs: plan.legs.map(({ km, minutes }) => ({ km, minutes })),
};
const summary = {
  id: "trp_01jd3q8z5m2v7k4x9c6b1n0trw",
  name: "To Jaipur",
  start,
  end,
  departs_at: plan.departs_at,
  km: plan.km,
  minutes: plan.minutes,
  stops: 1,
  price_minor: plan.price_minor,
  share_key: "c6b1n0trw5m2v7k4x9c6b1n0trw8z5m2",
  created_at: "2026-11-20T06:29:58.000Z",
  begun_at: "2026-11-20T06:34:10.000Z",
};
const stopNow = { station_id: station.id, state: "FREE", free: 2, of: 3 };
const battery = {
  vehicle_id: "veh_01jd3q8z5m2v7k4x9c6b1n0trw",
  percent: 80,
  at: summary.created_at,
  of: "ASKED",
};

/** Example values of trips, by the names of schemas and fields. */
export const exampleTrips: Record<string, unknown> = {
  "PlanTripRequest.start": start,
  "PlanTripRequest.end": end,
  charge_percent: 80,
  odometer_km: 12_480,
  arrive_percent: 15,
  people: 2,
  luggage_kg: 20,
  departs_at: "2026-11-20T06:30:00.000Z",
  TripPlan: plan,
  TripSummary: summary,
  Trip: { ...summary, plan, stops_now: [stopNow] },
  TripStopNow: stopNow,
  TripBattery: battery,
  "PlanTripRequest.replaces": summary.id,
  "PlanWayRequest.start": start,
  "PlanWayRequest.end": end,
  "PlanWayRequest.through": [{ latitude: 27.8884, longitude: 76.2856, name: "Behror" }],
  "PlanWayResponse.line": line,
  "PlanWayResponse.km": 273.4,
  "PlanWayResponse.minutes": 245,
  "PlanWayResponse.straight": false,
  "PlanWayResponse.charge_at": [
    { km: 0, percent: 80 },
    { km: 4.9, percent: 78.4 },
    { km: 9.8, percent: 76.9 },
  ],
  "GetReachResponse.reach_km": 224,
  "GetReachResponse.straight_km": 172.3,
  "GetReachResponse.reserve_percent": 10,
  SharedTrip: shared,
  "updateTrip.id": summary.id,
  "getTrip.id": summary.id,
  "deleteTrip.id": summary.id,
  "PlanTripResponse.id": summary.id,
  "UpdateTripRequest.name": "To Jaipur",
  "UpdateTripRequest.shared": true,
  "UpdateTripRequest.shared_start": "Delhi",
  "UpdateTripRequest.shared_end": "Jaipur",
  start_name: "Delhi",
  end_name: "Jaipur",
  shown_latitude: 28.62718,
  shown_longitude: 77.21455,
  "getSharedTrip.key": summary.share_key,
  TripGap: {
    from_km: 39,
    to_km: 263.3,
    missing_kwh: 3.1,
    helps: ["SLOWER"],
    km: 271,
    line,
  },
};
