import type { Config } from "./config-shape.ts";
import type { SettingsReader } from "./read-settings.ts";

/** The operators to register with at the start. */
export function operatorsOf(read: SettingsReader): Config["operators"] {
  const text = read.env.OPERATORS;
  if (!text) return [];
  const list = objectsOf(text, ["name", "versions_url", "token_a"]);
  if (!list) read.fault("OPERATORS must be a JSON list of {name, versions_url, token_a}.");
  return (list ?? []).map((o) => ({
    name: o.name,
    versionsUrl: o.versions_url,
    tokenA: o.token_a,
  }));
}

/** Whom drivers may sign in with besides their number. */
export function socialOf(read: SettingsReader, profile: Config["profile"]): Config["social"] {
  const text = read.env.SOCIAL_PROVIDERS;
  if (!text) return [];
  const list = objectsOf(text, ["id", "name", "issuer", "client_id", "client_secret"]);
  const isFit = ({ id, issuer }: { id: string; issuer: string }) =>
    /^[a-z][a-z0-9-]{0,31}$/.test(id) && URL.canParse(issuer);
  if (!list?.every(isFit)) {
    read.fault(
      "SOCIAL_PROVIDERS must be a JSON list of {id, name, issuer, client_id, client_secret}; id in small letters.",
    );
    return [];
  }
  if (profile === "PROD" && list.some(({ issuer }) => !issuer.startsWith("https://")))
    read.fault("SOCIAL_PROVIDERS: an issuer must be https in PROD.");
  return list.map((each) => ({
    id: each.id,
    name: each.name,
    issuer: each.issuer,
    clientId: each.client_id,
    clientSecret: each.client_secret,
  }));
}

/** The objects of a JSON list whose `fields` are all texts that say something, without spaces around them; or null. */
function objectsOf<Field extends string>(
  text: string,
  fields: readonly Field[],
): Record<Field, string>[] | null {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return null;
    const found = list.map((each: unknown) =>
      fields.map((field) => {
        const value = (each as Record<string, unknown> | null)?.[field];
        return [field, typeof value === "string" ? value.trim() : ""] as const;
      }),
    );
    if (found.flat().some(([, value]) => value === "")) return null;
    return found.map((each) => Object.fromEntries(each) as Record<Field, string>);
  } catch {
    return null;
  }
}
