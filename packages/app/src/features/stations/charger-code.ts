/**
 * What a driver typed or pasted, made searchable: a link of ours names its station, a QR text like
 * `https://…?evse=IN*CPO*E1` or `VOLT:IN*CPO*E1` names a charger, anything else is taken as it is.
 */
export type ChargerCode = { location: string } | { text: string };

export function readChargerCode(typed: string): ChargerCode | null {
  const text = typed.trim();
  if (text === "") return null;
  const link = /\/charging-details\/([^/?#\s]+)/.exec(text);
  if (link) return { location: decodeURIComponent(link[1]!) };
  if (/^https?:\/\//i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : null;
    const named =
      url && ["evse", "evseid", "qr", "code", "id"].map((key) => url.searchParams.get(key));
    const found = named?.find(Boolean) ?? url?.pathname.split("/").filter(Boolean).at(-1);
    return found ? { text: found } : null;
  }
  return { text: text.replace(/^[a-z]{2,10}:/i, "") };
}
