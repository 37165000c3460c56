import { type Random, randomOf } from "@voltmarg/testkit/random";
import { type Party, validPushes } from "./valid-pushes.ts";

export type Push = {
  method: string;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
  /** Valid by the standard: it must be accepted. */
  valid: boolean;
};
/** Those a well-behaved partner may rely on; the others name objects that must not exist. */
const taken = new Set([0, 7, 10, 13, 15]);

const deep = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const texts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "%",
  "%00",
  "..",
  "../..",
  "x".repeat(300),
  "x".repeat(100_000),
  "9e99",
  "' or 1=1 --",
  "<script>alert(1)</script>",
  "${jndi:ldap://x}",
  "__proto__",
  "constructor",
  "\u202Ertl",
  "🔌".repeat(50),
  "1970-1-1T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "0000-00-00T00:00:00Z",
  "2026-02-31T00:00:00Z",
  "http://169.254.169.254/",
];
const values: unknown[] = [
  ...texts,
  null,
  true,
  false,
  -1,
  0,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  1.5,
  [],
  {},
  [null],
  [[]],
  [{}],
  { __proto__: null, toString: 1 },
  Array.from({ length: 2000 }, () => 1),
];

/** A push generated from a seed: every thirtieth is valid, the others are corrupted in one or several ways. */
export function pushOf(seed: number, party: Party, victim: Party): Push {
  const random = randomOf(seed);
  const all = validPushes(party, seed);
  const which = random.int(0, all.length - 1);
  const { method, path, body } = all[which]!;
  const plain: Push = {
    method,
    path,
    body: body && JSON.stringify(body),
    headers: { "content-type": "application/json" },
    valid: false,
  };
  if (random.int(1, 30) === 1) return { ...plain, valid: taken.has(which) };
  return Array.from({ length: random.int(1, 3) }).reduce<Push>(
    (push) => spoil(push, random, party, victim),
    plain,
  );
}

function spoil(push: Push, random: Random, party: Party, victim: Party): Push {
  const of = random.pick;
  const text = push.body ?? "{}";
  switch (random.int(0, 11)) {
    case 0:
      return { ...push, body: text.slice(0, random.int(0, text.length)) };
    case 1:
      return {
        ...push,
        body: of([
          "",
          "{",
          "nul",
          "[]",
          "7",
          '"x"',
          "{}",
          deep(31),
          deep(40),
          deep(50_000),
          `{"a":${deep(200)}}`,
        ]),
      };
    case 2:
    case 3:
    case 4:
      return { ...push, body: change(text, random, () => JSON.stringify(of(values))) };
    case 5:
      return { ...push, body: change(text, random, () => undefined) };
    case 6: {
      // Another party's id: in the address, in the body, in both.
      const where = random.int(0, 2);
      const other = (words: string) =>
        words.replaceAll(
          party.party_id,
          random.chance(0.5) ? victim.party_id : victim.party_id.toLowerCase(),
        );
      return {
        ...push,
        ...(where === 1 ? {} : { path: other(push.path) }),
        ...(where === 0 || push.body === undefined ? {} : { body: other(push.body) }),
      };
    }
    case 7: {
      const places = push.path.split("/");
      const place = random.int(1, places.length - 1);
      return {
        ...push,
        path: places
          .with(place, encodeURIComponent(of(texts).toWellFormed()).slice(0, 3000))
          .join("/"),
      };
    }
    case 8:
      return {
        ...push,
        path:
          push.path +
          of([
            "/",
            "/x",
            "/x/y/z/w",
            "?type=%00",
            "?limit=-1",
            "?offset=9e9",
            "?date_from=never",
            "//",
            "/%2e%2e/",
          ]),
      };
    case 9:
      // A partner may unregister, but that would end the run.
      if (push.path.startsWith("/credentials")) return push;
      return { ...push, method: of(["GET", "POST", "PUT", "PATCH", "DELETE"]) };
    case 10:
      return {
        ...push,
        headers: {
          ...push.headers,
          ...random.pick<Record<string, string>>([
            { "content-type": "text/plain" },
            { "content-type": "application/x-www-form-urlencoded" },
            { "content-type": "multipart/form-data; boundary=x" },
            { authorization: "Token nonsense" },
            { authorization: "Bearer x" },
            { authorization: "" },
            { "x-request-id": "y".repeat(4000) },
            { "ocpi-from-party-id": victim.party_id, "ocpi-from-country-code": "IN" },
            { "x-correlation-id": "é".repeat(3) === "" ? "" : "c" },
          ]),
        },
      };
    default:
      return {
        ...push,
        body: text.replace(/^\{/, `{"__proto__":{"a":1},"from_the_future":${deep(5)},`),
      };
  }
}

/** The JSON with one of its leaves replaced; undefined removes it. Anything that is not JSON stays as it is. */
function change(text: string, random: Random, by: () => string | undefined): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const leaves: [holder: Record<string, unknown>, name: string][] = [];
  const walk = (each: unknown, depth = 0) => {
    if (typeof each !== "object" || each === null || depth > 40) return;
    for (const [name, child] of Object.entries(each)) {
      leaves.push([each as Record<string, unknown>, name]);
      walk(child, depth + 1);
    }
  };
  walk(value);
  if (leaves.length === 0) return text;
  const [holder, name] = random.pick(leaves);
  const written = by();
  if (written === undefined) delete holder[name];
  else holder[name] = JSON.parse(written);
  return JSON.stringify(value);
}
