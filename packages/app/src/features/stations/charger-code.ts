/**
 * What a driver typed or pasted, made searchable: a link of ours names its station, a QR text like
 * `https://…?evse=IN*CPO*E1` or `VOLT:IN*CPO*E1` names a charger, anything else is taken as it is.
 */
export type ChargerCode = { location: string } | { text: string };

const CODE_KEYS = ["evse", "evseid", "qr", "code", "id"];

export function readChargerCode(typed: string): ChargerCode | null {
  const text = typed.trim();
  if (text === "") return null;
  const link = /\/charging-details\/([^/?#\s]+)/.exec(text);
  if (link) return { location: decodeURIComponent(link[1]!) };
  if (/^https?:\/\//i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : null;
    const key = CODE_KEYS.find((name) => url?.searchParams.get(name));
    const found = key ? url?.searchParams.get(key) : url?.pathname.split("/").findLast(Boolean);
    return found ? { text: found } : null;
  }
  return { text: text.replace(/^[a-z]{2,10}:/i, "") };
}
