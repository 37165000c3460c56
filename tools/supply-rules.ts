export type Lock = {
  packages: Record<
    string,
    { version?: string; license?: string; integrity?: string; link?: boolean; resolved?: string }
  >;
};

/**
 * Licences under which we may distribute what we build; weak copyleft for code that stays a separate file or
 * library.
 */
const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  // Fonts, which may be embedded in what is drawn with them.
  "OFL-1.1",
  "LGPL-3.0-or-later",
  "Python-2.0",
  "Unlicense",
]);
/** Packages without a licence field, reviewed by a person, with the reason. */
const READ: Readonly<Record<string, string>> = { "png-js": "MIT, in its readme" };

/** Problems of the packages in a lockfile: no checksum, another source, or an unreviewed licence. */
export function faultsOfPackages({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { license, integrity, link, resolved }]) => {
    const name = path.split("node_modules/").at(-1)!;
    if (link || !path.includes("node_modules/")) return [];
    const faults: string[] = [];
    if (!integrity?.startsWith("sha512-")) faults.push(`${name}: no fingerprint in the lockfile`);
    if (resolved && !resolved.startsWith("https://registry.npmjs.org/"))
      faults.push(`${name}: comes from ${resolved}`);
    if (!(license ? isAllowed(license) : name in READ))
      faults.push(`${name}: licence ${license ?? "not named"}`);
    return faults;
  });
}

/** SPDX, as far as packages use it: of alternatives one is enough, of a conjunction all are needed. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, "");
  if (bare.includes(" OR ")) return bare.split(" OR ").some(isAllowed);
  return bare.split(" AND ").every((licence) => LICENCES.has(licence.trim()));
}

/** Patterns of known secret formats, and names of secrets followed by a random value. */
const SECRETS: readonly [string, RegExp][] = [
  ["a private key", /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[\w+/=]{24}/g],
  ["a live key of the payment provider", /\brzp_live_[A-Za-z0-9]{10,}/g],
  ["an access key of Amazon", /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g],
  ["a key of Google", /\bAIza[\w-]{35}\b/g],
  ["a token of GitHub", /\bgh[pousr]_[A-Za-z0-9]{36,}\b/g],
  ["a token of npm", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["a key of Stripe", /\b[rs]k_live_[A-Za-z0-9]{16,}/g],
  ["a key of Twilio", /\bSK[0-9a-f]{32}\b/g],
  ["a token of Slack", /\bxox[abprs]-[A-Za-z0-9-]{10,}/g],
  ["a credential of the back office", /\bvm(?:staff|desk)_[a-z0-9]{32}\b/g],
  ["a signed token", /\beyJ[\w-]{10,}\.eyJ[\w-]{20,}\.[\w-]{40,}/g],
  ["a password in an address", /\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/"'`${}<]+:[^\s:@/"'`${}<]{12,}@/g],
];

/** Possible secrets in a file, with their lines; the secret itself is not printed. */
export function secretsIn(file: string, text: string): string[] {
  return SECRETS.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${file}:${line}: ${name}`;
    }),
  );
}
