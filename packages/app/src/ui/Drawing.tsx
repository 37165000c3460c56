import { type StatusKind, statusGlyph } from "./drawings/status-glyphs.ts";

export { ConnectorIcon } from "./ConnectorIcon.tsx";

/** One of our own drawings, which are strings of SVG. Never for text that came from outside. */
export const Drawing = ({ svg, className }: { svg: string; className?: string }) => (
  <span aria-hidden="true" className={className} dangerouslySetInnerHTML={{ __html: svg }} />
);

export const StatusGlyph = ({ kind, size = 18 }: { kind: StatusKind; size?: number }) => (
  <svg
    className="vm-status-glyph"
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: statusGlyph(kind) }}
  />
);
