import { ownDrawing } from "../native/trusted-types.ts";
import { type StatusKind, statusGlyph } from "./drawings/status-glyphs.ts";

/** The shape of a plug's state; its word stands beside it. */
export const StatusGlyph = ({ kind, size = 18 }: { kind: StatusKind; size?: number }) => (
  <svg
    className="vm-status-glyph"
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    aria-hidden="true"
    dangerouslySetInnerHTML={ownDrawing(statusGlyph(kind))}
  />
);
