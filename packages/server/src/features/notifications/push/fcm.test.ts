import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { OutboundError, type OutboundRequest } from "../../../platform/http/outbound.ts";
import { checkFcm, createFcm, fcmVerdictOf } from "./fcm.ts";

const START = new Date("2026-11-20T01:00:00.900Z");
const NOW = START.getTime();
type Detail = { errorCode?: string; fieldViolations?: { field?: string }[] };
const verdict = (status: number, details: Detail[] = [], headers: Record<string, string> = {}) =>
  fcmVerdictOf({ status, headers, body: JSON.stringify({ error: { details } }) }, NOW);

test("a phone gets the push only where Google answers 200", () => {
  expect(verdict(200)).toEqual({ is: "sent" });
  expect(verdict(201)).toEqual({ is: "refused", reason: "HTTP 201" });
  expect(verdict(199)).toEqual({ is: "refused", reason: "HTTP 199" });
});

test("a phone is forgotten where Google names its token, and not for another fault", () => {
  for (const errorCode of ["UNREGISTERED", "SENDER_ID_MISMATCH"])
    expect(verdict(404, [{ errorCode }])).toEqual({ is: "gone", reason: `HTTP 404 ${errorCode}` });
  const token = { fieldViolations: [{ field: "message.token" }] };
  expect(verdict(400, [{ errorCode: "INVALID_ARGUMENT" }, token])).toEqual({
    is: "gone",
    reason: "HTTP 400 INVALID_ARGUMENT",
  });
  expect(verdict(400, [{ errorCode: "INVALID_ARGUMENT" }])).toMatchObject({ is: "refused" });
  expect(verdict(400, [token])).toEqual({ is: "refused", reason: "HTTP 400" });
  expect(verdict(404)).toEqual({ is: "refused", reason: "HTTP 404" });
  expect(verdict(400, [{ fieldViolations: [{}] }, {}])).toEqual({
    is: "refused",
    reason: "HTTP 400",
  });
});

test("a push waits as long as Google asks, a minute after too many, and else as it suits us", () => {
  const wait = (status: number, after?: string) =>
    verdict(status, [], after === undefined ? {} : { "retry-after": after });
  const later = (status: number, seconds: number | null) => ({
    is: "later",
    seconds,
    reason: `HTTP ${status}`,
  });
  expect(wait(429)).toEqual(later(429, 60));
  expect(wait(429, "0")).toEqual(later(429, 0));
  expect(wait(429, "61")).toEqual(later(429, 61));
  expect(wait(500)).toEqual(later(500, null));
  expect(wait(503, "7")).toEqual(later(503, 7));
  // 100 ms and 1.1 s from now.
  expect(wait(503, "Fri, 20 Nov 2026 01:00:01 GMT")).toEqual(later(503, 1));
  expect(wait(503, "Fri, 20 Nov 2026 01:00:02 GMT")).toEqual(later(503, 2));
  expect(wait(499, "7")).toEqual({ is: "refused", reason: "HTTP 499" });
  expect(wait(428, "7")).toEqual({ is: "refused", reason: "HTTP 428" });
});

test("a push that is too large is known by 413", () => {
  expect(verdict(413)).toEqual({ is: "too_large" });
  expect(verdict(412)).toEqual({ is: "refused", reason: "HTTP 412" });
  expect(verdict(414)).toEqual({ is: "refused", reason: "HTTP 414" });
});

test("an access token that expired is renewed; a wrong key of Apple's is not tried again", () => {
  expect(verdict(401)).toEqual({ is: "later", seconds: null, reason: "HTTP 401" });
  expect(verdict(401, [], { "retry-after": "9" })).toMatchObject({ seconds: null });
  expect(verdict(401, [{ errorCode: "THIRD_PARTY_AUTH_ERROR" }])).toEqual({
    is: "refused",
    reason: "HTTP 401 THIRD_PARTY_AUTH_ERROR",
  });
  expect(verdict(403)).toEqual({ is: "refused", reason: "HTTP 403" });
});

test("an answer that is not JSON or says nothing is read by its status", () => {
  const read = (body: string) => fcmVerdictOf({ status: 400, headers: {}, body }, NOW);
  for (const body of ["", "<html>", "{}", '{"error":{}}'])
    expect([body, read(body)]).toEqual([body, { is: "refused", reason: "HTTP 400" }]);
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const settings = {
  baseUrl: "https://fcm.example",
  tokenUrl: "https://token.example/token",
  projectId: "voltmarg",
  clientEmail: "push@voltmarg.example",
  privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  ios: null,
};

/** Google, which gives an access token for an hour and answers each push with a status. */
function google() {
  const clock = fakeClock(START);
  const asked: OutboundRequest[] = [];
  const state = { grant: 200, push: 200, away: false };
  const deps = {
    settings,
    name: "Voltmarg",
    clock,
    outbound: async (request: OutboundRequest) => {
      asked.push(request);
      if (state.away) throw new OutboundError("no answer");
      if (request.url !== settings.tokenUrl) return { status: state.push, headers: {}, body: "{}" };
      const grant = { access_token: `access-${asked.length}`, expires_in: 3600 };
      return { status: state.grant, headers: {}, body: JSON.stringify(grant) };
    },
  };
  const send = createFcm(deps);
  const tell = (more: object = {}) =>
    send({
      token: "phone",
      payload: { id: "ntf_1" },
      topic: "topic-1",
      urgent: false,
      seconds: 59,
      ...more,
    });
  const grants = () => asked.filter(({ url }) => url === settings.tokenUrl).length;
  const messages = () =>
    asked
      .filter(({ url }) => url !== settings.tokenUrl)
      .map(({ body }) => (JSON.parse(String(body)) as { message: object }).message);
  return { clock, asked, state, deps, tell, grants, messages };
}

test("an urgent push is urgent on Android and iOS, and expires with its notification", async () => {
  const { tell, messages, asked } = google();
  await tell();
  await tell({ urgent: true, seconds: 3600, payload: null });
  expect(messages()).toEqual([
    {
      token: "phone",
      data: { id: "ntf_1" },
      android: {
        priority: "NORMAL",
        ttl: "59s",
        collapse_key: "topic-1",
        notification: {
          tag: "topic-1",
          title: "Voltmarg",
          body_loc_key: "push_notifications",
        },
      },
      apns: {
        headers: {
          "apns-priority": "5",
          "apns-expiration": String(Math.floor(NOW / 1000) + 59),
          "apns-collapse-id": "topic-1",
        },
        payload: { aps: { alert: { title: "Voltmarg", "loc-key": "push_notifications" } } },
      },
    },
    expect.objectContaining({
      data: {},
      android: expect.objectContaining({ priority: "HIGH", ttl: "3600s" }),
      apns: expect.objectContaining({
        headers: {
          "apns-priority": "10",
          "apns-expiration": String(Math.floor(NOW / 1000) + 3600),
          "apns-collapse-id": "topic-1",
        },
      }),
    }),
  ]);
  expect(asked[1]).toMatchObject({
    url: "https://fcm.example/v1/projects/voltmarg/messages:send",
    headers: { authorization: "Bearer access-1" },
  });
});

test("Google is asked for access again five minutes before the last one ends, not sooner", async () => {
  const { clock, tell, grants } = google();
  await tell();
  clock.advance(3_300_000 - 1);
  await tell();
  expect(grants()).toBe(1);
  clock.advance(1);
  await tell();
  expect(grants()).toBe(2);
});

test("our service account signs for an hour, from the second that runs", async () => {
  const { asked, tell } = google();
  await tell();
  const form = new URLSearchParams(String(asked[0]!.body));
  expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
  const [head, claims] = form
    .get("assertion")!
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as object);
  const second = Math.floor(NOW / 1000);
  expect(head).toEqual({ alg: "RS256", typ: "JWT" });
  expect(claims).toEqual({
    scope: "https://www.googleapis.com/auth/firebase.messaging",
    iss: "push@voltmarg.example",
    aud: "https://token.example/token",
    iat: second,
    exp: second + 3600,
  });
});

test("access that Google refuses once is asked for again at the next push", async () => {
  const { state, tell, grants } = google();
  state.push = 401;
  expect(await tell()).toEqual({ is: "later", seconds: null, reason: "HTTP 401" });
  state.push = 403;
  await tell();
  expect(grants()).toBe(2);
  // Another refusal is not the access token's fault.
  await tell();
  expect(grants()).toBe(2);
});

test("a push waits while Google gives no access, and is sent when it does", async () => {
  const { state, tell, grants, deps } = google();
  state.grant = 503;
  const later = { is: "later", seconds: null, reason: "no access to Firebase: HTTP 503" };
  expect(await tell()).toEqual(later);
  await expect(checkFcm(deps)).rejects.toThrow("no access to Firebase: HTTP 503");
  state.away = true;
  expect(await tell()).toEqual({ is: "later", seconds: null, reason: "no answer" });
  Object.assign(state, { away: false, grant: 200 });
  expect(await tell()).toEqual({ is: "sent" });
  await expect(checkFcm(deps)).resolves.toBeUndefined();
  expect(grants()).toBe(5);
});
