import { expect, test } from "vitest";
import { isFromTwilio } from "./twilio.ts";

test("[A-1] Twilio's signature is the one its documentation computes", () => {
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const form = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    Caller: "+12349013030",
    Digits: "1234",
    From: "+12349013030",
    To: "+18005551212",
  });
  const signature = "0/KCTR6DLpKmkAf8muzZqo1nDgQ=";
  expect(isFromTwilio("12345", url, form, signature)).toBe(true);
  expect(isFromTwilio("12346", url, form, signature)).toBe(false);
  expect(isFromTwilio("12345", `${url}&x=1`, form, signature)).toBe(false);
  form.set("Digits", "1235");
  expect(isFromTwilio("12345", url, form, signature)).toBe(false);
  for (const none of [undefined, "", ["a"]])
    expect(isFromTwilio("12345", url, form, none)).toBe(false);
});
