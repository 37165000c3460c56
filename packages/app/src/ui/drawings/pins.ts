// Own drawings. Map pins: the kilometre stone of Indian highways. Cap = power class. Body = what a driver can do now.
// Solid body: a plug is free. Hollow body: none free. Dashed edge: not known. Cross: out of order. Lock: restricted.
// e = extra half-width for long counts such as 12/16
const stone = (e: number) =>
  `M${6 - e} 21A18 18 0 0 1 ${24 - e} 3H${24 + e}A18 18 0 0 1 ${42 + e} 21V41a4 4 0 0 1-4 4H29.4L24 52l-5.4-7H${10 - e}a4 4 0 0 1-4-4Z`;
const hollow = (e: number) =>
  `M${8.6 - e} 20.4H${39.4 + e}V40.6a1.9 1.9 0 0 1-1.9 1.9H28.2L24 47.9l-4.2-5.4H${10.5 - e}a1.9 1.9 0 0 1-1.9-1.9Z`;
const extra = (state: PinState, n: number, m: number) =>
  state === "available" || state === "busy" ? Math.max(0, (`${n}${m}`.length - 2) * 4.2) : 0;
const BOLT = "M3.1 0 0 5h2.1L1.5 8.6 5 3.4H2.8Z";
const FONT = `font-family="Anek Latin Variable, Anek Latin, system-ui, sans-serif"`;
const C = (k: string) => `var(--vm-${k})`;
export type PinState = "available" | "busy" | "fault" | "unknown" | "restricted" | "closed";
export type PinPower = "slow" | "fast" | "ultra";
type PinLook = { role: string; solid: boolean; dash?: boolean; label: string };
export const pinStates: Record<PinState, PinLook> = {
  available: { role: "available", solid: true, label: "Free" },
  busy: { role: "busy", solid: false, label: "All in use" },
  fault: { role: "fault", solid: false, label: "Out of order" },
  unknown: { role: "unknown", solid: false, dash: true, label: "Status not known" },
  restricted: { role: "restricted", solid: true, label: "Restricted" },
  closed: { role: "unknown", solid: false, label: "Closed now" },
};
const bolts = (n: number, fill: string) => {
  const w = 5,
    g = 1.6,
    tot = n * w + (n - 1) * g;
  let o = "";
  for (let i = 0; i < n; i++)
    o += `<path transform="translate(${24 - tot / 2 + i * (w + g)} 7)" d="${BOLT}" fill="${fill}"/>`;
  return o;
};
export const powerBolts: Record<PinPower, number> = { slow: 1, fast: 2, ultra: 3 };
const glyph = (state: PinState, fill: string, n: number, m: number, base: boolean) => {
  if (base) return "";
  if (state === "available" || state === "busy")
    return `<text x="24" y="38.3" text-anchor="middle" ${FONT} fill="${fill}" font-weight="700" font-size="17">${n}<tspan font-size="12.5" font-weight="600" dx="-.2">/${m}</tspan></text>`;
  if (state === "fault")
    return `<path d="M18.6 27l10.8 10.8M29.4 27 18.6 37.8" stroke="${fill}" stroke-width="3.4" stroke-linecap="round"/>`;
  if (state === "unknown")
    return `<text x="24" y="39.4" text-anchor="middle" ${FONT} fill="${fill}" font-weight="700" font-size="20">?</text>`;
  if (state === "restricted")
    return `<path d="M20 31v-3a4 4 0 0 1 8 0v3" fill="none" stroke="${fill}" stroke-width="2.4"/><rect x="17" y="30.4" width="14" height="10" rx="1.8" fill="${fill}"/>`;
  if (state === "closed")
    return `<circle cx="24" cy="32.5" r="6.6" fill="none" stroke="${fill}" stroke-width="2.4"/><path d="M24 28.6v4.2l2.8 1.8" fill="none" stroke="${fill}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`;
  return "";
};
export type PinDrawing = {
  state?: PinState;
  n?: number;
  m?: number;
  power?: PinPower;
  fav?: boolean;
  selected?: boolean;
  base?: boolean;
};
// returns the inner drawing in a 48 x 58 box, tip at (24, 52)
export function pinInner({
  state = "available",
  n = 2,
  m = 4,
  power = "fast",
  fav = false,
  selected = false,
  base = false,
}: PinDrawing = {}) {
  const e = extra(state, n, m),
    STONE = stone(e);
  const S = pinStates[state],
    col = C(S.role),
    on = C("on-" + S.role),
    surf = C("pin-surface");
  let o = "";
  if (selected)
    o += `<path d="${STONE}" fill="${C("pin-selected")}" stroke="${C("pin-selected")}" stroke-width="9" stroke-linejoin="round"/><path d="${STONE}" fill="${surf}" stroke="${surf}" stroke-width="3.6" stroke-linejoin="round"/>`;
  else
    o += `<path d="${STONE}" fill="${surf}" stroke="${surf}" stroke-width="4" stroke-linejoin="round"/>`;
  if (S.solid) {
    o += `<path d="${STONE}" fill="${col}"/><path d="M${6 - e} 19.4H${42 + e}" stroke="${surf}" stroke-width="1.8"/>`;
  } else if (S.dash) {
    o += `<path d="${STONE}" fill="${surf}"/><path d="${STONE}" fill="none" stroke="${col}" stroke-width="2.4" stroke-dasharray="4.4 3.2" transform="translate(1.4 1.5) scale(.942)"/><path d="M9 19.4H39" stroke="${col}" stroke-width="1.6" stroke-dasharray="3.4 2.6"/>`;
  } else {
    o += `<path d="${STONE}" fill="${col}"/><path d="${hollow(e)}" fill="${surf}"/>`;
  }
  o += bolts(powerBolts[power], S.dash ? col : on);
  o += glyph(state, S.solid ? on : col, n, m, base);
  if (fav)
    o += `<circle cx="${40.5 + e}" cy="8.5" r="9" fill="${surf}"/><circle cx="${40.5 + e}" cy="8.5" r="7.6" fill="${C("ink")}"/><path transform="translate(${40.5 + e} 8.9) scale(.5)" d="M0 7.6C-7.6 2.8-8.6-.8-8.2-3.2A4.4 4.4 0 0 1-.2-4.6L0-4.3l.2-.3A4.4 4.4 0 0 1 8.2-3.2C8.6-.8 7.6 2.8 0 7.6Z" fill="${surf}"/>`;
  return o;
}
export function pinSVG(opt: PinDrawing = {}, { scale = 1, cls = "vm-pin" } = {}) {
  const s = opt.selected ? 1.32 * scale : scale;
  const e = extra(opt.state || "available", opt.n ?? 2, opt.m ?? 4);
  const w = (54 + 2 * e) * s,
    h = 62 * s;
  return `<svg class="${cls}" xmlns="http://www.w3.org/2000/svg" width="${+w.toFixed(2)}" height="${+h.toFixed(2)}" viewBox="${-3 - e} -4 ${54 + 2 * e} 62" fill="none">${pinInner(opt)}</svg>`;
}
export function clusterInner({ total, free, size }: { total: number; free: number; size: number }) {
  const r = size / 2 - 5.5,
    c = 2 * Math.PI * r,
    share = free / total;
  const surf = C("pin-surface");
  const fs = size >= 60 ? 19 : size >= 52 ? 18 : 17;
  return (
    `<circle r="${size / 2 - 1}" fill="${surf}"/><circle r="${r}" fill="none" stroke="${C("unknown")}" stroke-width="1.8" stroke-dasharray="1.8 3.2" opacity=".9"/>` +
    (share > 0
      ? `<circle r="${r}" fill="none" stroke="${surf}" stroke-width="8" stroke-dasharray="${(c * share + (share < 1 ? 5 : 0)).toFixed(1)} ${c.toFixed(1)}" transform="rotate(${-90 - (share < 1 ? (2.5 / r) * 57.3 : 0)})"/><circle r="${r}" fill="none" stroke="${C("available")}" stroke-width="6" stroke-dasharray="${(c * share).toFixed(1)} ${c.toFixed(1)}" transform="rotate(-90)"/>`
      : "") +
    `<text y="${fs * 0.34}" text-anchor="middle" ${FONT} font-size="${fs}" font-weight="700" fill="${C("ink")}">${total}</text>`
  );
}
export const clusterSize = (t: number) => (t < 10 ? 46 : t < 100 ? 52 : 62);
export function clusterSVG({ total, free }: { total: number; free: number }) {
  const size = clusterSize(total);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-size / 2} ${-size / 2} ${size} ${size}" fill="none">${clusterInner({ total, free, size })}</svg>`;
}
// zoomed-out dots, 18 px box
export function dotInner(state: PinState) {
  const S = pinStates[state],
    col = C(S.role),
    surf = C("pin-surface");
  let o = `<circle r="8.4" fill="${surf}"/>`;
  if (state === "available") o += `<circle r="6.6" fill="${col}"/>`;
  else if (state === "restricted")
    o += `<rect x="-5.6" y="-5.6" width="11.2" height="11.2" rx="1.5" fill="${col}"/>`;
  else if (state === "busy")
    o += `<circle r="5.4" fill="none" stroke="${col}" stroke-width="2.6"/>`;
  else if (state === "fault")
    o += `<path d="M-4.3-4.3 4.3 4.3M4.3-4.3-4.3 4.3" stroke="${col}" stroke-width="2.8" stroke-linecap="round"/>`;
  else if (state === "closed")
    o += `<circle r="5.6" fill="none" stroke="${col}" stroke-width="1.8"/><path d="M0-3v3.2l2 1.2" stroke="${col}" stroke-width="1.6" fill="none" stroke-linecap="round"/>`;
  else
    o += `<circle r="5.4" fill="none" stroke="${col}" stroke-width="2.2" stroke-dasharray="3 2.65"/>`;
  return o;
}
export function dotSVG(state: PinState) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="-10 -10 20 20" fill="none">${dotInner(state)}</svg>`;
}
