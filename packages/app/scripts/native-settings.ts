import { DEFAULT_NAME } from "@voltmarg/contract/provider-name";

type Env = Readonly<Record<string, string | undefined>>;

/** The provider's settings that the phone apps need. They have the same names as in the service. */
export function nativeSettings(env: Env) {
  const name = env["PARTY_NAME"] || DEFAULT_NAME;
  const server = env["PUBLIC_URL"] || env["VITE_APP_SERVER"] || "https://voltmarg.example";
  const [team = "", ...bundle] = (env["IOS_APP"] || ".in.voltmarg.app").split(".");
  return {
    name,
    /** Below the icon. */
    label: env["PARTY_SHORT_NAME"] || name,
    linkHost: new URL(server).hostname,
    androidApp: env["ANDROID_APP"] || "in.voltmarg.app",
    iosApp: { team, bundle: bundle.join(".") },
  };
}

type NativeSettings = ReturnType<typeof nativeSettings>;

/** The text that `android/app/build.gradle` reads. Android's resources escape quotes and a leading `@` or `?`. */
export const forGradle = ({ label, linkHost, androidApp }: NativeSettings): string =>
  JSON.stringify({
    label: label.replaceAll(/["'\\]|^[@?]/g, String.raw`\$&`),
    linkHost,
    app: androidApp,
  });

/** What `ios/provider.xcconfig` includes, where two slashes begin a comment. */
export const forXcode = ({ label, linkHost, iosApp }: NativeSettings): string =>
  `PROVIDER_NAME = ${label.replaceAll("//", "/$()/")}
LINK_HOST = ${linkHost}
PRODUCT_BUNDLE_IDENTIFIER = ${iosApp.bundle}
DEVELOPMENT_TEAM = ${iosApp.team}
`;
