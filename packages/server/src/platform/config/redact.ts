import type { SettingName } from "./settings/settings.ts";
import { allSettings } from "./settings/settings.ts";

/** Replaces every secret of the settings in a line, for the messages of libraries. */
export function createRedactor(texts: ReadonlyMap<SettingName, string>): (line: string) => string {
  const secrets = allSettings().flatMap(({ name, secret }) =>
    secret ? secretsIn(texts.get(name) ?? "") : [],
  );
  // Shorter ones occur in ordinary words; longer ones first, as one may contain another.
  const long = [...new Set(secrets)].filter((each) => each.length >= 6);
  long.sort((a, b) => b.length - a.length);
  return (line) => long.reduce((rest, secret) => rest.replaceAll(secret, "***"), line);
}

/** A whole text, its parts, the passwords of its URLs as written and as meant, and the secrets of its JSON. */
function secretsIn(text: string): string[] {
  const isJson = /^\s*[[{]/.test(text);
  const parts = isJson ? [] : text.split(",").map((part) => part.trim());
  const passwords = parts.flatMap((part) => (URL.canParse(part) ? [new URL(part).password] : []));
  const inJson = [...text.matchAll(/"\w*(?:token_a|secret|key)\w*"\s*:\s*"((?:[^"\\]|\\.)*)"/g)];
  return [
    text,
    ...parts,
    ...passwords.flatMap((each) => [each, decoded(each)]),
    ...inJson.map(([, found = ""]) => found),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
