import type { Vehicle } from "@voltmarg/contract";
import { rickshaw, scooter } from "../../ui/drawings/brand.ts";

type Body = NonNullable<Vehicle["body_type"]>;
type Picture = (width: number) => string;

// Own drawings, seen from the side, the front to the right. The body has the colour of the paint, the rest the text's.
const PAINT = "var(--veh-paint,currentColor)";
const GLASS = "var(--veh-glass,var(--vm-surface))";

const wheel = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor"/><circle cx="${x}" cy="${y}" r="${r * 0.43}" fill="${GLASS}"/>`;
const painted = (path: string) =>
  `<path d="${path}" fill="${PAINT}" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round"/>`;
const glass = (path: string) => `<path d="${path}" fill="${GLASS}"/>`;
const picture =
  (width: number, height: number, inside: string): Picture =>
  (w) =>
    `<svg width="${w}" height="${Math.round((w * height) / width)}" viewBox="0 0 ${width} ${height}" fill="none" aria-hidden="true">${inside}</svg>`;

/** A body from its rear at the bottom over the roof to its front at y 46; arches over both wheels close it. */
const onFour = (
  top: string,
  panes: string,
  { rear = 7, wheels: [a, b] = [38, 124], more = "" }: Four = {},
): Picture =>
  picture(
    160,
    65,
    `${more}${painted(
      `${top}c0 2-1 3-3 3H${b + 14.3}a14.5 14.5 0 0 0-28.6 0H${a + 14.3}a14.5 14.5 0 0 0-28.6 0H${rear + 3}c-2 0-3-1-3-3Z`,
    )}${glass(panes)}${wheel(a, 51, 11)}${wheel(b, 51, 11)}`,
  );
type Four = { rear?: number; wheels?: [number, number]; more?: string };

const bodies: Record<Body, Picture> = {
  HATCHBACK: onFour(
    "M22 46V30c0-3 .8-5.500 2.500-8l6-8.500C32.500 10.700 35 9.500 38.500 9.500H74c5 0 8 1 11.500 4L100 26.500l28 4c7.500 1 11 4 11 9.500V46",
    "M38.500 15H52V27H28.500l5.500-9c1.200-2 2.300-3 4.500-3ZM57 15h16c3.500 0 5.300.7 7.800 2.900L91 27H57Z",
    { rear: 22, wheels: [46, 114] },
  ),
  SEDAN: onFour(
    "M7 46V35c0-4 2-6.500 6-7.500L30 25 48 14.500c3-1.700 5.500-2.500 9.500-2.500h25c5 0 8.500 1.200 12 4L108 27l33 4.500c8 1.200 11.500 4.500 11.500 10V46",
    "M40 26l12-7.300c1.800-1.100 3.300-1.500 5.500-1.500H70V26ZM75 17.200h8c3.500 0 5.800.7 8.500 2.800l7.500 6H75Z",
  ),
  SUV: onFour(
    "M17 46V30c0-2.500.6-4.500 2-6.700L28.500 9C30.300 6.300 32 5 35.500 5H84c4.500 0 7 1 9.800 3.800L110 25l22 3.500c8 1.300 12.500 4.500 12.500 11.500V46",
    "M38 10.500h14V25H24.500l8-12c1.200-1.800 2.800-2.500 5.500-2.500ZM57 10.500h18.500V25H57ZM80.500 10.500h3.500c2.800 0 4.500.6 6.300 2.400L102 25H80.500Z",
    { rear: 17, wheels: [44, 117] },
  ),
  MPV: onFour(
    "M7 46V20c0-5 2-8.500 5-11 2-1.700 4-2 7-2h70c5 0 8.500 1.200 12.500 4.200L123 25l20 4.500c7 1.600 9.500 5 9.500 10.500V46",
    "M17 12.500h22V25H13.500v-8c0-3 1.300-4.500 3.500-4.500ZM44 12.500h24V25H44ZM73 12.500h16c3 0 5 .7 7.500 2.500L111 25H73Z",
  ),
  BUS: onFour(
    "M3 46V11c0-4 2-6 6-6h138c5 0 8 2.500 8.500 7.500L157 32V46",
    "M9 11h20v14H9ZM34 11h20v14H34ZM59 11h20v14H59ZM84 11h20v14H84ZM109 11h20v14h-20ZM135 11h10c3 0 4.500 1.500 5 4.500l2 14.500h-17Z",
    { rear: 3, wheels: [34, 124] },
  ),
  SMALL_TRUCK: onFour(
    "M4 46V38h102V14c0-2.500 1.500-4 4-4h19c3.500 0 6 1.500 8 4.500L147 29c4 1.500 5.500 4 5.500 8V46",
    "M114 15.500h14c2 0 3 .7 4 2.300L139 29h-25Z",
    {
      rear: 4,
      wheels: [30, 129],
      more: '<path d="M4 4h97v32H4Z" fill="currentColor" fill-opacity=".25" stroke="currentColor" stroke-width="2.400"/><path d="M28 5v30M52 5v30M77 5v30" stroke="currentColor" stroke-opacity=".5" stroke-width="1.500"/>',
    },
  ),
  RICKSHAW: rickshaw,
  RICKSHAW_CARGO: picture(
    132,
    84,
    `<path d="M6 26h60v34H6Z" fill="currentColor" fill-opacity=".25" stroke="currentColor" stroke-width="2.400"/>${painted(
      "M6 66V60h62V22c0-7 3.500-10 9.500-10H88c6.500 0 10.500 2.500 13 8.500L109 41c8.500 2 14 8 14 17v8h-8a12 12 0 0 0-23 0H42a12 12 0 0 0-23 0Z",
    )}${glass("M74 24c0-4 1.500-6 5-6h8c4 0 6.500 1.500 8 5l7 18H74Z")}${wheel(30.5, 69, 10)}${wheel(103.5, 69, 10)}`,
  ),
  SCOOTER: scooter,
  MOTORCYCLE: picture(
    130,
    77,
    `<circle cx="25" cy="57" r="15" stroke="currentColor" stroke-width="5"/><circle cx="105" cy="57" r="15" stroke="currentColor" stroke-width="5"/><path d="M76 13h12l17 44M56 52 25 57" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M48 46h30l-5 14H54Z" fill="currentColor"/>${painted(
      "M46 40c5-10 14-14 26-13l13 1.500 5 9-16 10H50Z",
    )}<path d="M13 30c10-3 22-2 33 3l8 3-6 8H32c-9 0-15-5-19-14Z" fill="currentColor"/>`,
  ),
};

/** What is not known is drawn as most of its kind look. */
const usual: Record<Vehicle["vehicle_type"], Body> = {
  TWO_WHEELER: "SCOOTER",
  THREE_WHEELER: "RICKSHAW",
  FOUR_WHEELER: "SUV",
};

export const drawingOf = (kind: Vehicle["vehicle_type"], body: Body | null | undefined): Picture =>
  bodies[body ?? usual[kind]];
