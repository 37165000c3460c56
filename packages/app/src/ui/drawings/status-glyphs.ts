/** State glyphs for lists on a 20 grid, in currentColor. */
const glyphs = {
  available: '<circle cx="10" cy="10" r="7.5" fill="currentColor"/>',
  busy: '<circle cx="10" cy="10" r="6.4" stroke="currentColor" stroke-width="2.2"/><path d="M10 3.6a6.4 6.4 0 0 1 0 12.8Z" fill="currentColor"/>',
  fault:
    '<circle cx="10" cy="10" r="6.6" stroke="currentColor" stroke-width="1.9"/><path d="m7.4 7.4 5.2 5.2m0-5.2-5.2 5.2" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>',
  unknown:
    '<circle cx="10" cy="10" r="6.6" stroke="currentColor" stroke-width="2" stroke-dasharray="3.3 2.6"/>',
  reserved:
    '<circle cx="10" cy="10" r="6.6" stroke="currentColor" stroke-width="1.9"/><path d="M10 6.4V10l2.4 1.6" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>',
  restricted:
    '<path d="M6.8 9V7a3.2 3.2 0 0 1 6.4 0v2" stroke="currentColor" stroke-width="1.9"/><rect x="4.6" y="8.8" width="10.8" height="7.6" rx="1.4" fill="currentColor"/>',
};
export type StatusKind = keyof typeof glyphs;
export const statusGlyph = (kind: StatusKind) => glyphs[kind];
