import { AGREED } from "@voltmarg/testkit/agreed";
import { accounts } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forbiddenWords } from "@voltmarg/testkit/glossary";
import { nextMobile, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { signInNotices } from "./sign-in-notices.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

/** Through the fleet's door, where no company has listed the number. */
async function noticeIn(language: string): Promise<string | undefined> {
  const mobile = nextMobile();
  const asked = { params: { mobile }, query: { otpType: "CCS" } } as const;
  await world.call(accounts.sendOtp, asked);
  const sent = await fetch(`${world.url}/dev/outbox?to=${mobile}`);
  const [{ code }] = (await sent.json()) as [{ code: string }];
  const { body } = await world.call(accounts.verifyOtp, {
    params: { mobile },
    body: { mobile, otp: code, userType: "DRIVER", type: "CCS", consent: AGREED },
    send: { "accept-language": language },
  });
  return body.notice;
}

test("[A-1] notices about a sign-in are in the driver's language", async () => {
  expect(await noticeIn("en")).toMatch(/^No company has listed this number/);
  expect(await noticeIn("hi-IN")).toMatch(/^किसी कंपनी ने यह नंबर नहीं जोड़ा है/);
  expect(await noticeIn("ur")).toMatch(/^کسی کمپنی نے یہ نمبر شامل نہیں کیا ہے/);
});

test("and in the app's words", () => {
  for (const language of ["hi", "ur"] as const)
    expect(forbiddenWords(language, Object.values(signInNotices[language]).join(" "))).toEqual([]);
});
