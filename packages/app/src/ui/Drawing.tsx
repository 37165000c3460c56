import { ownDrawing } from "../native/trusted-types.ts";

/** One of our own drawings, which are strings of SVG. Never for text that came from outside. */
export const Drawing = ({ svg, className }: { svg: string; className?: string }) => (
  <span aria-hidden="true" className={className} dangerouslySetInnerHTML={ownDrawing(svg)} />
);
