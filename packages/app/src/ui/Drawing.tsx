import { connectorKind, connectors, type ConnectorKind } from "./drawings/connectors.ts";
import { type PinDrawing, pinSVG } from "./drawings/pins.ts";
import { type StatusKind, statusGlyph } from "./drawings/status-glyphs.ts";

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

/** The face of a plug; nothing for a standard without a drawing. The name always stands beside it. */
export function ConnectorIcon({
  standard,
  kind = standard === undefined ? undefined : connectorKind(standard),
  size = 32,
}: {
  standard?: string;
  kind?: ConnectorKind | undefined;
  size?: number;
}) {
  return (
    <svg
      className="vm-connector"
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: kind ? connectors[kind].d : "" }}
    />
  );
}

export const PinPicture = ({ pin, scale = 0.84 }: { pin: PinDrawing; scale?: number }) => (
  <Drawing svg={pinSVG(pin, { scale })} className="pin-picture" />
);
