import { unitCopy } from "../copy.ts";

/** Connector faces on a 48 grid, as the driver sees the vehicle inlet. Own drawings, in currentColor. */
const dot = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor"/>`;
const ring = (x: number, y: number, r: number, w = 2) =>
  `<circle cx="${x}" cy="${y}" r="${r}" stroke="currentColor" stroke-width="${w}"/>`;
const S = 'stroke="currentColor" stroke-width="2.4" stroke-linejoin="round"';
// circle with a flat top chord
const flat = (cx: number, cy: number, r: number, chord: number) => {
  const dx = Math.sqrt(r * r - chord * chord);
  return `M${(cx - dx).toFixed(2)} ${cy - chord}A${r} ${r} 0 1 0 ${(cx + dx).toFixed(2)} ${cy - chord}Z`;
};
const t2pins = (cx: number, cy: number, k: number) =>
  (
    [
      [-4.6, -8, 2],
      [4.6, -8, 2],
      [-9.2, -0.6, 2.9],
      [0, -0.6, 2.9],
      [9.2, -0.6, 2.9],
      [-4.8, 7.4, 2.9],
      [4.8, 7.4, 2.9],
    ] as const
  )
    .map(([x, y, r]) =>
      dot(+(cx + x * k).toFixed(2), +(cy + y * k).toFixed(2), +(r * k).toFixed(2)),
    )
    .join("");
export type ConnectorKind =
  | "ccs2"
  | "type2"
  | "chademo"
  | "gbt-dc"
  | "gbt-ac"
  | "bharat-dc-001"
  | "bharat-ac-001"
  | "leccs"
  | "levdc"
  | "socket-15a";
export type ConnectorFace = {
  name: string;
  full: string;
  ocpi: string | null;
  d: string;
  note?: string;
};
export const connectors: Record<ConnectorKind, ConnectorFace> = {
  ccs2: {
    name: "CCS2",
    full: "CCS Combo 2",
    ocpi: "IEC_62196_T2_COMBO",
    d: `<path d="${flat(24, 15.4, 13.2, 9.4)}" ${S}/>${t2pins(24, 15.8, 0.78)}<rect x="8.4" y="30.6" width="31.2" height="14.2" rx="7.1" ${S}/>${dot(16, 37.7, 3.9)}${dot(32, 37.7, 3.9)}`,
  },
  type2: {
    name: "Type 2",
    full: "IEC 62196 Type 2",
    ocpi: "IEC_62196_T2",
    d: `<path d="${flat(24, 25, 19, 13.4)}" ${S}/>${t2pins(24, 25.6, 1.16)}`,
  },
  chademo: {
    name: "CHAdeMO",
    full: "CHAdeMO",
    ocpi: "CHADEMO",
    d: `<circle cx="24" cy="24" r="20" ${S}/>${ring(13.6, 24, 6, 2)}${dot(13.6, 24, 2.6)}${ring(34.4, 24, 6, 2)}${dot(34.4, 24, 2.6)}<circle cx="24" cy="12.6" r="4.9" stroke="currentColor" stroke-width="1.8"/>${dot(22.2, 12.6, 1.15)}${dot(25.8, 12.6, 1.15)}<circle cx="24" cy="35.4" r="4.9" stroke="currentColor" stroke-width="1.8"/>${dot(22.2, 34.2, 1.15)}${dot(25.8, 34.2, 1.15)}${dot(24, 37.2, 1.15)}`,
  },
  "gbt-dc": {
    name: "GB/T DC",
    full: "GB/T 20234.3 DC",
    ocpi: "GBT_DC",
    d: `<path d="M20.6 4.3h6.8v3.4h3.1A19.4 19.4 0 1 1 17.5 7.7h3.1Z" ${S}/>${dot(13.4, 25.6, 4.3)}${dot(34.6, 25.6, 4.3)}${dot(24, 33.8, 3)}${dot(15.4, 16.4, 1.7)}${dot(21.1, 14.4, 1.7)}${dot(26.9, 14.4, 1.7)}${dot(32.6, 16.4, 1.7)}${dot(16.6, 36, 1.9)}${dot(31.4, 36, 1.9)}`,
  },
  "gbt-ac": {
    name: "GB/T AC",
    full: "GB/T 20234.2 AC",
    ocpi: "GBT_AC",
    d: `<path d="M20.6 4.3h6.8v3.4h3.1A19.4 19.4 0 1 1 17.5 7.7h3.1Z" ${S}/>${dot(18.4, 16.6, 2.2)}${dot(29.6, 16.6, 2.2)}${dot(12.8, 25.4, 3.2)}${dot(24, 25.4, 3.2)}${dot(35.2, 25.4, 3.2)}${dot(18.2, 34.6, 3.2)}${dot(29.8, 34.6, 3.2)}`,
  },
  "bharat-dc-001": {
    name: "DC-001",
    full: "Bharat DC-001",
    ocpi: "GBT_DC",
    note: "low-voltage charger with the GB/T DC gun",
    d: `<path d="M21.6 2.7h4.8v2.5h2.4A14.7 14.7 0 1 1 19.2 5.2h2.4Z" ${S}/>${dot(16.1, 19.6, 3.2)}${dot(31.9, 19.6, 3.2)}${dot(24, 26, 2.2)}${dot(18, 12.8, 1.4)}${dot(24, 11.2, 1.4)}${dot(30, 12.8, 1.4)}${dot(18.4, 27.6, 1.3)}${dot(29.6, 27.6, 1.3)}<path d="M6 40.5h36" ${S}/><path d="M6 45h10M19 45h10M32 45h10" stroke="currentColor" stroke-width="2.4"/>`,
  },
  "bharat-ac-001": {
    name: "AC-001",
    full: "Bharat AC-001 (IEC 60309)",
    ocpi: "IEC_60309_2_single_16",
    d: `<path d="M19.6 42.3A19.2 19.2 0 1 1 28.4 42.3V45h-8.8Z" ${S}/><circle cx="24" cy="23.6" r="13.6" stroke="currentColor" stroke-width="1.8"/>${dot(17.6, 19.4, 3)}${dot(30.4, 19.4, 3)}${dot(24, 31, 3.8)}`,
  },
  leccs: {
    name: "LECCS",
    full: "LECCS, IS 17017-2-7 (Type 7)",
    ocpi: "LECCS",
    note: "AC and DC in one inlet, two- and three-wheelers",
    d: `<path d="M15.2 5h17.6a6 6 0 0 1 6 6v13.4a14.8 14.8 0 0 1-6.1 12L29 39.2a8.6 8.6 0 0 1-10 0l-3.7-2.8a14.8 14.8 0 0 1-6.1-12V11a6 6 0 0 1 6-6Z" transform="translate(0 1.6)" ${S}/>${dot(15.8, 13.6, 1.8)}${dot(21.3, 13.6, 1.8)}${dot(26.7, 13.6, 1.8)}${dot(32.2, 13.6, 1.8)}${dot(16.6, 22.6, 3.8)}${dot(31.4, 22.6, 3.8)}${dot(18.6, 32.2, 2.3)}${dot(24, 34.8, 2.3)}${dot(29.4, 32.2, 2.3)}`,
  },
  levdc: {
    name: "LEVDC",
    full: "LEVDC, IS 17017-2-6 (Type 6)",
    ocpi: "LEVDC",
    note: "DC only, two- and three-wheelers",
    d: `<path d="M12.4 9.4h23.2a5 5 0 0 1 5 5v8.4a16.6 16.6 0 0 1-33.2 0v-8.4a5 5 0 0 1 5-5Z" ${S}/>${dot(16.2, 20.6, 4.2)}${dot(31.8, 20.6, 4.2)}${dot(24, 17.2, 1.8)}${dot(18.6, 30.4, 1.8)}${dot(24, 31.8, 1.8)}${dot(29.4, 30.4, 1.8)}`,
  },
  "socket-15a": {
    get name() {
      return unitCopy.socket;
    },
    full: "15 A socket (IS 1293, Type M)",
    ocpi: "DOMESTIC_M",
    d: `<rect x="4.4" y="4.4" width="39.2" height="39.2" rx="5" ${S}/>${ring(24, 15.4, 4.4, 2.4)}${ring(15, 31, 3.6, 2.4)}${ring(33, 31, 3.6, 2.4)}`,
  },
};

/** The face of an OCPI standard, or undefined for one we have no drawing of. Power in kW and volts tell DC-001 from GB/T DC. */
export function connectorKind(
  standard: string,
  powerKw: number | null = null,
  volts: number | null = null,
): ConnectorKind | undefined {
  if (standard === "GBT_DC")
    return powerKw !== null && powerKw <= 15 && volts !== null && volts <= 120
      ? "bharat-dc-001"
      : "gbt-dc";
  return (Object.keys(connectors) as ConnectorKind[]).find(
    (kind) => connectors[kind].ocpi === standard,
  );
}

/** The name a driver knows a plug by; an unknown standard keeps its OCPI name in readable form. */
export function connectorName(
  standard: string,
  powerKw: number | null = null,
  volts: number | null = null,
): string {
  const kind = connectorKind(standard, powerKw, volts);
  return kind ? connectors[kind].name : standard.replaceAll("_", " ");
}
