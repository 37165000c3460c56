import { AGREED } from "@voltmarg/testkit/agreed";
import { claimsOf } from "@voltmarg/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeFor, nextMobile } from "@voltmarg/testkit/harness";
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

const PREFIX = "/api/user/v1";
const call = (one: SpecCall) => makeCall(at, PREFIX, one);

const USER = ["id", "name?", "username", "mobile", "email?", "gst_in?", "customer_type"].concat(
  "allow_multi_charging",
);
const VEHICLE = ["id", "is_primary", "battery_capacity", "range", "max_dc_intake?"].concat([
  "onboard_charger_capacity?",
  "make",
  "model",
  "vehicle_type",
]);
const inData = (fields: readonly string[]) => fields.map((field) => `data.${field}`);
const inContent = (fields: readonly string[]) => fields.map((field) => `content[0].${field}`);
const CAR = {
  make: "Tata",
  model: "Nexon EV 30",
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 30.2,
  range: 312,
  max_dc_intake: 50,
  onboard_charger_capacity: 7.2,
};

describe("[N-4] the user service answers", () => {
  test("one-time codes: send, expiry-time, verify", async () => {
    const mobile = nextMobile();
    const path = { mobile };
    const none = { authorization: "" };
    await call({
      call: "GET /otp/DRIVER/{mobile}/send",
      path,
      query: { otpType: "SU", customer_type: "PERSONAL", device_type: "web" },
      headers: none,
      reads: ["data.expires_in"],
    });
    await call({
      call: "GET /otp/DRIVER/{mobile}/expiry-time",
      path,
      query: { otpType: "CCS" },
      headers: none,
      reads: ["data.expiry_time"],
    });
    const otp = await codeFor(at.world, mobile);
    const tokens = await call({
      call: "POST /otp/DRIVER/{mobile}/verify",
      path,
      headers: none,
      body: { mobile, otp, userType: "DRIVER", type: "SU", device_type: "web", consent: AGREED },
      reads: ["access_token", "refresh_token"],
    });
    expect(tokens).toMatchObject({ token_type: "Bearer" });
  });

  test.each<SpecCall>([
    {
      call: "GET /appversion/appName/{name}",
      path: { name: "voltmarg" },
      reads: ["data.latest_version"],
    },
    {
      call: "GET /custom/message/types",
      query: { messageTypes: "FAQ,TOU,PRIVACY,POPUP" },
      reads: inContent(["id", "type", "title", "text"]),
    },
    {
      call: "GET /users/find-by-username/DRIVER/{name}",
      path: { name: "self" },
      refusal: "NOT_FOUND",
      reads: [],
    },
    { call: "GET /users/{userId}", reads: inData(USER) },
    {
      call: "PATCH /users/{userId}",
      body: {
        name: "Asha Rao",
        email: "asha@rao.example",
        gst_in: "29AAFCV4182M1ZO",
        business_name: "Rao Traders",
        business_address: "4 Mill Road",
        business_city: "Bengaluru",
        business_postal_code: "560001",
      },
      reads: inData(USER).map((field) => field.replace("?", "")),
    },
    // A charge that is not billed would keep an account open; another driver's closing has tests of its own.
    {
      call: "PATCH /users/{other}/deactivate",
      path: { other: "usr_other" },
      refusal: "NOT_FOUND",
      reads: [],
    },
    {
      call: "PATCH /users/{userId}/{token}",
      path: { token: "fcm:a-token-of-tests" },
      reads: ["data"],
    },
    {
      call: "POST /users/{userId}/pushy_device_tokens",
      body: { device_token: "a-token-of-tests" },
      reads: ["data"],
    },
    { call: "GET /options/{x}", path: { x: "make" }, reads: ["content[0]"] },
    { call: "GET /options/{x}/{y}", path: { x: "model", y: "Tata" }, reads: ["content[0]"] },
    {
      call: "GET /vehicles/{x}/{y}",
      path: { x: "Tata", y: "Nexon EV" },
      reads: inContent(["make", "model"]),
    },
    {
      call: "GET /vehicleMeta/vehicles/by-vehicle-type",
      query: { vehicleType: "FOUR_WHEELER", page_size: "100", sort_by: "make" },
      reads: inContent(["make", "model", "vehicle_type"]),
    },
    {
      call: "GET /vehicles/master/search",
      query: { make: "Tata", pageSize: "100", sort_by: "model" },
      reads: inContent(["make", "model"]),
    },
    {
      call: "GET /partners/combined/search",
      query: { page_size: "100", partner_type: "CPO" },
      reads: inContent(["id", "name"]),
    },
    { call: "GET /partners/{operatorId}", reads: inData(["id", "name"]) },
    { call: "GET /bill-info/{id}", path: { id: "default" }, reads: ["data"] },
    { call: "GET /emsp/config/{id}", path: { id: "default" }, reads: ["data.payment_key"] },
    // Of a company the driver does not drive for: its vehicles are not there.
    { call: "GET /company/{id}/vehicles", path: { id: "com_x" }, refusal: "NOT_FOUND", reads: [] },
    {
      call: "GET /support-information/findAll",
      headers: { authorization: "" },
      reads: ["content[0]"],
    },
  ])("$call", async (one) => {
    expect(await call(one)).toBeDefined();
  });

  test("find-by-username by the token's own user_name", async () => {
    const { token } = at.driver;
    const name = String(claimsOf(token)?.["user_name"]);
    const one = { call: "GET /users/find-by-username/DRIVER/{name}", path: { name } };
    const found = await call({ ...one, reads: inData(USER) });
    expect(found).toMatchObject({ data: { id: at.driver.id } });
  });

  test("vehicles: add, list, get, change, delete", async () => {
    const made = (await call({
      call: "POST /{userId}/vehicle",
      body: CAR,
      reads: inData(VEHICLE),
    })) as { data: { id: string } };
    const path = { id: made.data.id };
    await call({ call: "GET /{userId}/vehicle", reads: inContent(VEHICLE) });
    await call({ call: "GET /{userId}/vehicle/{id}", path, reads: inData(VEHICLE) });
    await call({
      call: "PUT /{userId}/vehicle/{id}",
      path,
      body: { ...CAR, range: 300 },
      reads: inData(VEHICLE),
    });
    const gone = await call({ call: "DELETE /{userId}/vehicle/{id}", path, reads: [] });
    expect(gone).toEqual({ data: { deleted: true } });
  });

  test("the social authorize call, which knows no provider here", async () => {
    const challenge = "A".repeat(43);
    await call({
      call: "GET /social/{provider}/authorize",
      path: { provider: "nobody" },
      query: { challenge },
      refusal: "NOT_FOUND",
      reads: [],
    });
    const routes = at.world.service.routes.map(({ path }) => path);
    expect(routes).toContain("/api/user/v1/social/:provider/authorize");
  });

  test("and closes an account", async () => {
    const leaving = await at.world.signUp();
    const headers = { authorization: `Bearer ${leaving.token}` };
    const closed = await call({
      call: "PATCH /users/{id}/deactivate",
      path: { id: leaving.id },
      headers,
      reads: ["data.deactivated_at"],
    });
    expect(closed).toMatchObject({ data: { id: leaving.id } });
  });
});
