import { expect, test } from "vitest";
import { faultsOfPackages, secretsIn } from "./supply-rules.ts";

const x = (text: string, times: number) => text.repeat(times);
// Assembled here: written as one text, they would be reported in this file.
const joined = (...parts: string[]) => parts.join("");
const PLANTED: [string, string][] = [
  ["a private key", joined("-----BEGIN ", "PRIVATE KEY-----\n", x("MIIE", 8))],
  ["a live key of the payment provider", joined("rzp_", "live_", x("a1", 7))],
  ["an access key of Amazon", joined("AK", "IA", x("A1", 8))],
  ["a key of Google", joined("AI", "za", x("a", 35))],
  ["a token of GitHub", joined("gh", "p_", x("a1", 18))],
  ["a credential of the back office", joined("vm", "staff_", x("a1", 16))],
  ["a signed token", joined("ey", "J", x("a", 12), ".ey", "J", x("b", 24), ".", x("c", 43))],
  ["a password in an address", joined("postgres://service:", x("h7", 8), "@db.example/voltmarg")],
];

test.each(PLANTED)("%s is found, and not printed", (name, secret) => {
  const found = secretsIn("a.ts", `const a = 1;\nconst b = "${secret}";\n`);
  expect(found).toEqual([`a.ts:2: ${name}`]);
});

test("a placeholder for a secret is not reported", () => {
  for (const text of ["rzp_test_harness", "https://user@host/", "KEY_SECRET", "postgres://u:p@h/d"])
    expect(secretsIn("a.ts", text)).toEqual([]);
});

test("a package without a checksum, from another source, or with an unreviewed licence is reported", () => {
  const good = { license: "MIT", integrity: "sha512-x" };
  const of = (more: object) =>
    faultsOfPackages({ packages: { "node_modules/p": { ...good, ...more } } });
  expect(of({})).toEqual([]);
  expect(of({ license: "(MIT OR GPL-3.0)" })).toEqual([]);
  expect(of({ license: "Apache-2.0 AND GPL-3.0" })).toEqual(["p: licence Apache-2.0 AND GPL-3.0"]);
  expect(of({ license: undefined })).toEqual(["p: licence not named"]);
  expect(of({ integrity: undefined })).toEqual(["p: no fingerprint in the lockfile"]);
  expect(of({ resolved: "https://evil.example/p.tgz" })).toEqual([
    "p: comes from https://evil.example/p.tgz",
  ]);
});
