import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, expect, test } from "vitest";
import { type NativeApp, setNativeApp } from "./native-app.ts";
import { canUsePasskeys, makePasskey, signWithPasskey } from "./passkeys.ts";

const noPhone = () => setNativeApp(null as unknown as NativeApp);
const phone = (part: Partial<NativeApp>) => setNativeApp(part as NativeApp);
const browser = (value: object) => give("navigator", value);

afterEach(() => {
  takeBack();
  noPhone();
});

test("passkeys need a browser that can, and not a phone's app", () => {
  expect(canUsePasskeys()).toBe(false);
  give("PublicKeyCredential", () => undefined);
  expect(canUsePasskeys()).toBe(true);
  phone({});
  expect(canUsePasskeys()).toBe(false);
});

test.each([
  ["NotAllowedError", "stopped"],
  ["AbortError", "stopped"],
  ["InvalidStateError", "known"],
  ["SecurityError", "broken"],
])("a passkey request that ends with %s is %s", async (name, failed) => {
  give("PublicKeyCredential", () => undefined);
  give("location", { hostname: "voltmarg.example" });
  const end = () => Promise.reject(new DOMException("ended", name));
  browser({ credentials: { create: end, get: end } });
  const options = {
    challenge: "AAAA",
    rp: { id: "voltmarg.example", name: "Voltmarg" },
    user: { id: "AAAA", name: "a", displayName: "a" },
    pubKeyCredParams: [],
  };
  expect(await makePasskey(options)).toEqual({ failed });
  expect(await signWithPasskey({ challenge: "AAAA" })).toEqual({ failed });
});

test("a passkey is sent to the service without what it does not need", async () => {
  give("PublicKeyCredential", () => undefined);
  give("location", { hostname: "voltmarg.example" });
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const made = (response: object) => ({
    id: "key",
    rawId: bytes("key"),
    type: "public-key",
    authenticatorAttachment: "platform",
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes("c"), ...response },
  });
  const options = {
    challenge: "AAAA",
    rp: { name: "Voltmarg" },
    user: { id: "AAAA", name: "a", displayName: "a" },
    pubKeyCredParams: [],
  };
  const whole = { id: "key", rawId: "a2V5", type: "public-key" };
  const attested = { attestationObject: bytes("o"), getTransports: () => ["internal"] };
  const signed = { authenticatorData: bytes("d"), signature: bytes("s") };
  browser({
    credentials: {
      create: async () => made(attested),
      get: async () => made({ ...signed, userHandle: bytes("u") }),
    },
  });
  expect(await makePasskey(options)).toEqual({
    answer: {
      ...whole,
      response: { clientDataJSON: "Yw", attestationObject: "bw", transports: ["internal"] },
    },
  });
  const answer = { clientDataJSON: "Yw", authenticatorData: "ZA", signature: "cw" };
  expect(await signWithPasskey({ challenge: "AAAA" })).toEqual({
    answer: { ...whole, response: { ...answer, userHandle: "dQ" } },
  });
  browser({
    credentials: {
      create: async () => made({ attestationObject: bytes("o") }),
      get: async () => made(signed),
    },
  });
  expect(await makePasskey(options)).toEqual({
    answer: { ...whole, response: { clientDataJSON: "Yw", attestationObject: "bw" } },
  });
  expect(await signWithPasskey({ challenge: "AAAA" })).toEqual({
    answer: { ...whole, response: answer },
  });
});
