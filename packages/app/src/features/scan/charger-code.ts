/** What of a typed code can stand in a station's words: `VOLT:IN*CPO*E1` without its prefix. */
export const searchableCode = (typed: string): string => typed.trim().replace(/^[a-z]{2,10}:/i, "");

/** The host of a code that is an address; null: it is none. It is shown, never opened. */
export function readHost(code: string): string | null {
  const text = code.trim();
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) || !URL.canParse(text)) return null;
  const { protocol, host } = new URL(text);
  return /^https?:$/.test(protocol) ? host : null;
}

const PROVIDER = "message.catalogs.items.provider.id";

/**
 * The operator that a code of Unified Bharat e-Charge names, as it calls itself there; null: it is no such code. Anybody
 * can print one, so only what a name needs is let through.
 */
export function readUbcOperator(code: string): string | null {
  const text = code.trim();
  if (!/^beckn:/i.test(text) || !URL.canParse(text)) return null;
  const query = new URL(text).searchParams;
  const [, party = ""] = (query.get("message.catalogs.items.id") ?? "").split("*");
  const name = (query.get(PROVIDER) || party).replace(/[^\w .&-]/g, "").trim();
  return name.slice(0, 40) || "UBC";
}
