import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { nativeCsp, withCsp } from "./native-csp.ts";

test("[N-1] the phones' page names its policy before any script, and runs nothing that is not its own", async () => {
  const page = await readFile(new URL("../index.html", import.meta.url), "utf8");
  const policy = nativeCsp({ VITE_APP_SERVER: "https://charge.example" });
  const shipped = withCsp(page, policy);
  const at = shipped.indexOf("Content-Security-Policy");
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(shipped.indexOf("<script"));
  const scripts = /script-src ([^;]*)/.exec(shipped)![1];
  expect(scripts).toBe("'self' capacitor://localhost 'wasm-unsafe-eval'");
  expect(policy).not.toMatch(/(?<!wasm-)unsafe-(?:inline|eval')|http:|"/);
  expect(policy).toContain("trusted-types default voltmarg-drawings");
});

test("[N-1] a server without TLS can be asked only where the app was built for it", () => {
  const policy = nativeCsp({ VITE_APP_SERVER: "http://10.0.2.2:8080/" });
  expect(/connect-src [^;]*/.exec(policy)![0]).toBe(
    "connect-src 'self' capacitor://localhost https: http://10.0.2.2:8080",
  );
  expect(nativeCsp({ VITE_GOOGLE_MAPS: "1" })).toContain("https://maps.googleapis.com");
});
