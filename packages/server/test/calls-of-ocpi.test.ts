import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeCall,
  openSpecWorld,
  type SpecCall,
  type SpecWorld,
} from "@voltmarg/testkit/spec-calls";

let at: SpecWorld;
beforeAll(async () => {
  at = await openSpecWorld();
});
afterAll(() => at.stop());

const PREFIX = "/api/ocpi/v1";
const call = (one: SpecCall) => makeCall(at, PREFIX, one);

const LOCATION = [
  "id",
  "evses[0].status",
  "evses[0].connectors[0].status",
  "totalConnectors",
  "availableConnectors",
  "opening_times?",
  "isOpened?",
  "openTime?",
  "closeTime?",
  "isWishListItem",
];
const CONNECTOR = [
  "tariff_id?",
  "power_type",
  "max_electric_power?",
  "voltage",
  "amperage",
  "status",
  "powerInKwh?",
  "powerTypeName",
  "tariff?",
  "estimation?",
];
const inPlug = CONNECTOR.map((field) => `evses[0].connectors[0].${field}`);
const inData = (fields: readonly string[]) => fields.map((field) => `data.${field}`);
const inContent = (fields: readonly string[]) => fields.map((field) => `content[0].${field}`);

describe("[N-4] the ocpi service answers", () => {
  test.each<SpecCall>([
    {
      call: "GET /locations/search",
      query: {
        longitude: "73.85",
        latitude: "18.52",
        page_no: "0",
        page_size: "5000",
        distance: "500",
        apply_tariff_restrictions: "true",
      },
      reads: inContent([...LOCATION, ...inPlug]),
    },
    {
      call: "GET /locations/search",
      query: {
        longitude: "73.85",
        latitude: "18.52",
        distance: "500",
        status: "AVAILABLE",
        power_type: "DC",
        standard: "IEC_62196_T2_COMBO",
        "search-text": "no such place anywhere",
        party_id: "X%23Y",
        publish: "true",
        power_range: "0-50",
      },
      reads: ["content", "page_no", "page_size", "total_elements", "total_pages"],
    },
    { call: "GET /locations/{locationId}", reads: inData([...LOCATION, ...inPlug]) },
    { call: "GET /locations/{locationId}/{evse}/{connector}", reads: ["data"] },
    { call: "GET /locations/evseid/{evseId}", reads: ["data"] },
    { call: "GET /locations/evse/connector/qr_code/{evseId}", reads: ["data"] },
    { call: "GET /locations/location-count-by-state", reads: [] },
    { call: "GET /whitelist/driver/{userId}/location/{locationId}", reads: ["data"] },
    {
      call: "GET /wishlist/{userId}",
      query: { latitude: "18.52", longitude: "73.85" },
      reads: ["data.locations"],
    },
    { call: "GET /sessions/{userId}/latest", reads: ["data.status"] },
    { call: "GET /sessions/{userId}/active", reads: ["content"] },
    { call: "GET /sessions/{sessionId}", reads: ["data.id", "data.status"] },
    {
      call: "GET /sessions/endpoint/{operatorId}/session/{sessionId}",
      reads: ["data.id", "data.status"],
    },
    { call: "GET /cdrs/session/{sessionId}", reads: ["data.id"] },
    {
      call: "GET /cdrs/{userId}/search",
      query: { page_no: "0", page_size: "10" },
      reads: ["content[0].id"],
    },
    { call: "GET /cdrs/{cdrId}", reads: ["data.id"] },
    {
      call: "GET /cdrs/{cdrId}",
      headers: { accept: "application/pdf" },
      type: "application/pdf",
      reads: [],
    },
    {
      call: "GET /tariffs/location/{locationId}/{tariffId}",
      reads: inData([
        "country_code",
        "party_id",
        "id",
        "currency",
        "last_updated",
        "elements[0].price_components[0].type",
        "elements[0].price_components[0].price",
        "elements[0].price_components[0].step_size",
      ]),
    },
  ])("$call", async (one) => {
    expect(await call(one)).toBeDefined();
  });

  test("power consumption between days", async () => {
    const query = { user_id: at.driver.id, date_from: "2026-11-01", date_to: "2026-11-30" };
    const usage = await call({ call: "GET /cdrs/stats/power-consumption", query, reads: ["data"] });
    expect(usage).toHaveProperty("data");
  });

  test("a QR code by body, and the wish list", async () => {
    const { evseId, locationId } = at.ids;
    const body = { qr_code: evseId };
    await call({ call: "POST /locations/evse/connector/qr_code", body, reads: ["data"] });
    await call({ call: "POST /wishlist/{userId}", body: { location_id: locationId }, reads: [] });
    const wishes = (await call({
      call: "GET /wishlist/{userId}",
      reads: ["data.locations[0].id", "data.locations[0].isWishListItem"],
    })) as { data: { locations: { id: string }[] } };
    expect(wishes.data.locations.map(({ id }) => id)).toEqual([locationId]);
    await call({ call: "DELETE /wishlist/{userId}/{locationId}", reads: [] });
  });

  test("start and stop, each once more", async () => {
    const { locationId, evse, connector } = at.ids;
    const body = {
      location_id: locationId,
      evse_uid: evse,
      connector_id: connector,
      estimation_info: {
        isPrimaryVehicle: true,
        selectedMoney: null,
        selectedTime: 30,
        selectedRange: null,
        selectedPower: null,
        isCorporateCustomer: false,
      },
    };
    const started = (await call({
      call: "POST /commands/START_SESSION",
      body,
      reads: ["data.id", "data.status"],
    })) as { data: { id: string } };
    await at.world.pass(20, 5);
    const session_id = started.data.id;
    const stopped = await call({
      call: "POST /commands/STOP_SESSION",
      body: { session_id },
      reads: ["data.status"],
    });
    expect(stopped).toMatchObject({ data: { id: session_id } });
  });
});
