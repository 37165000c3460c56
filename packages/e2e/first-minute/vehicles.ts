/** Where a new driver stands. Stations of all plugs are within ten kilometres. */
const PLACES = {
  Bengaluru: { latitude: 12.9716, longitude: 77.5946 },
  Pune: { latitude: 18.5204, longitude: 73.8567 },
  Mumbai: { latitude: 19.115, longitude: 72.885 },
};

/**
 * The plugs that go into an inlet, by hand: a combo inlet takes the AC plug of its type (IEC 62196-3), an inlet for a lead
 * the socket. Not the product's own rule, which is what is checked.
 */
const CCS2 = ["IEC_62196_T2_COMBO", "IEC_62196_T2"];
const TYPE_2 = ["IEC_62196_T2"];
/** 15 A, IS 1293. */
const SOCKET = ["DOMESTIC_M"];
/** 15 A and 5 A. */
const SOCKETS = ["DOMESTIC_M", "DOMESTIC_D"];
/** IS 17017-2-7, also known as Type 7. */
const LECCS = ["LECCS", ...SOCKETS];
/** IS 17017-2-6 and IEC 62196-6, also known as Type 6. */
const TYPE_6 = ["LEVDC", ...SOCKETS];
/** The plug of GB/T at up to 100 V. */
const DC_001 = ["GBT_DC", ...SOCKET];

export type Tried = {
  /** What its driver types. */
  words: string;
  /** The row they look for, and the variant under it where there are several. */
  row: RegExp;
  variant?: RegExp;
  /** They carry a portable charger for 15 A sockets. */
  portable?: boolean;
  /** Not in the catalogue: its driver says what it is, and knows no power. */
  typed?: Record<"make" | "model" | "battery" | "range" | "kind" | "plug", string>;
  /** OCPI standards of the plugs it can use. */
  plugs: readonly string[];
  at: { latitude: number; longitude: number };
};

const one = (
  words: string,
  row: RegExp,
  plugs: readonly string[],
  more: Partial<Tried> = {},
): Tried => ({ words, row, plugs, at: PLACES.Bengaluru, ...more });

/** Thirty vehicles of all three kinds. */
export const vehicles: readonly Tried[] = [
  one("nexon 45", /Tata Nexon\.ev/, CCS2),
  one("नेक्सॉन", /Tata Nexon\.ev/, CCS2, { variant: /^45 kWh/ }),
  one("windsor", /MG Windsor EV/, CCS2, { at: PLACES.Pune }),
  one("mg comet", /MG Comet EV/, TYPE_2, { variant: /7\.4 kW/ }),
  one("comet", /MG Comet EV/, [...TYPE_2, ...SOCKET], {
    variant: /3\.3 kW/,
    portable: true,
    at: PLACES.Mumbai,
  }),
  one("tata punch ev", /Tata Punch\.ev/, CCS2, { variant: /^40 kWh/, at: PLACES.Pune }),
  one("creta", /Hyundai Creta Electric/, CCS2, { variant: /^51\.4 kWh/ }),
  one("xev 9e", /Mahindra XEV 9e/, CCS2, { variant: /^79 kWh/, at: PLACES.Mumbai }),
  one("be6", /Mahindra BE 6/, CCS2, { variant: /^59 kWh/ }),
  one("tiago ev", /Tata Tiago\.ev/, CCS2, { variant: /^24 kWh/ }),
  one("byd atto", /BYD Atto 3/, CCS2, { variant: /^Premium/, at: PLACES.Mumbai }),
  one("everito", /Mahindra eVerito/, DC_001, { at: PLACES.Pune }),
  one("xpres t", /Tata XPRES-T EV/, DC_001, { variant: /^21\.5 kWh/, at: PLACES.Pune }),
  one("ace pro", /Tata Ace Pro EV/, SOCKET),
  one("nissan leaf", /Nissan Leaf/, ["CHADEMO"], {
    typed: {
      make: "Nissan",
      model: "Leaf",
      battery: "24",
      range: "135",
      kind: "Four-wheeler",
      plug: "CHAdeMO",
    },
  }),
  one("ather 450x", /Ather 450X/, LECCS, { variant: /^3\.7 kWh/ }),
  one("rizta", /Ather Rizta Z/, LECCS, { variant: /^2\.9 kWh/, at: PLACES.Pune }),
  one("vida vx2", /Vida VX2 Plus/, LECCS),
  one("ola s1 pro", /Ola S1 Pro(?!\+)/, TYPE_6, { variant: /^Gen 3 4 kWh/ }),
  one("f77", /Ultraviolette F77 Mach 2/, ["LEVDC", ...SOCKET], { variant: /^Recon/ }),
  one("iqube", /TVS iQube(?! S)/, SOCKETS, { variant: /^3\.1 kWh/ }),
  one("चेतक", /Bajaj Chetak/, SOCKETS, { variant: /^3501/, at: PLACES.Mumbai }),
  one("rv400", /Revolt RV400/, SOCKETS),
  one("oben ror", /Oben Rorr(?! EZ)/, SOCKET, { at: PLACES.Pune }),
  one("treo", /Mahindra Treo(?! (Plus|Yaari|Zor))/, SOCKET),
  one("ट्रियो ज़ोर", /Mahindra Treo Zor/, SOCKET, { at: PLACES.Mumbai }),
  one("bajaj gogo", /Bajaj GoGo P7012/, SOCKET),
  one("ape e city", /Piaggio Ape E-City FX Max/, SOCKET, { at: PLACES.Pune }),
  one("e rickshaw", /E-rickshaw/, SOCKET),
  one("euler hiload", /Euler HiLoad EV/, SOCKET),
];
