/** Names of `src/native/trusted-types.ts`. */
const POLICIES = "default voltmarg-drawings";

/**
 * The content security policy of the phone apps, whose pages are not loaded from a server that could send the header. It
 * is the service's policy, except that requests to any https server are allowed, because a driver may choose the server.
 * `VITE_APP_SERVER` over http is for trials; with `VITE_GOOGLE_MAPS` Google's library suggests addresses.
 */
export function nativeCsp(env: Readonly<Record<string, string | undefined>>): string {
  const google = env["VITE_GOOGLE_MAPS"] ? " https://maps.googleapis.com" : "";
  const plain = env["VITE_APP_SERVER"]?.startsWith("http:")
    ? ` ${new URL(env["VITE_APP_SERVER"]).origin}`
    : "";
  // WebKit does not take the scheme of the iOS app for 'self'.
  const own = "'self' capacitor://localhost";
  return [
    `default-src ${own}`,
    `script-src ${own} 'wasm-unsafe-eval'${google}`,
    `style-src ${own}`,
    `img-src ${own} data: blob: https:${plain}`,
    `font-src ${own}`,
    `connect-src ${own} https:${plain}`,
    `worker-src ${own}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${own}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${google ? "*" : POLICIES}`,
  ].join("; ");
}

/** The page with the policy first in its head. Throws when the page has no head. */
export function withCsp(page: string, policy: string): string {
  const charset = /<meta charset="utf-8"\s*\/?>/i.exec(page);
  if (!charset) throw new Error("index.html does not begin with its charset");
  const end = charset.index + charset[0].length;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return `${page.slice(0, end)}\n    ${meta}${page.slice(end)}`;
}
