import { expect, test } from "vitest";
import { forGradle, forXcode, nativeSettings } from "./native-settings.ts";

test("[N-5] without settings the phones' apps are those of the demonstration", () => {
  expect(nativeSettings({})).toEqual({
    name: "Voltmarg",
    label: "Voltmarg",
    linkHost: "voltmarg.example",
    androidApp: "in.voltmarg.app",
    iosApp: { team: "", bundle: "in.voltmarg.app" },
  });
});

test("[S-8] the phones' apps have name, links and ids of the service's own settings", () => {
  const settings = nativeSettings({
    PARTY_NAME: "Ampere & Söhne",
    PARTY_SHORT_NAME: "Ampere",
    PUBLIC_URL: "https://charge.example.in",
    VITE_APP_SERVER: "https://other.example",
    ANDROID_APP: "in.example.app",
    IOS_APP: "ABCDE12345.in.example.ios",
  });
  expect(JSON.parse(forGradle(settings))).toEqual({
    label: "Ampere",
    linkHost: "charge.example.in",
    app: "in.example.app",
  });
  expect(forXcode(settings)).toBe(`PROVIDER_NAME = Ampere
LINK_HOST = charge.example.in
PRODUCT_BUNDLE_IDENTIFIER = in.example.ios
DEVELOPMENT_TEAM = ABCDE12345
`);
  const built = nativeSettings({ VITE_APP_SERVER: "https://app.example.in:8443/" });
  expect(built.linkHost).toBe("app.example.in");
});

test("a name means itself in the files of both phones", () => {
  const settings = nativeSettings({ PARTY_NAME: String.raw`@D'Or "A\B" // C & <D>` });
  const { label } = JSON.parse(forGradle(settings)) as { label: string };
  expect(label).toBe(String.raw`\@D\'Or \"A\\B\" // C & <D>`);
  expect(forXcode(settings)).toContain(String.raw`PROVIDER_NAME = @D'Or "A\B" /$()/ C & <D>`);
});
