type State = { code: string; en: string; hi: string; aliases: string };

/** GST state codes, names, and what operators write in OCPI's `state`: ISO 3166-2 and vehicle letters, older names. */
const STATES: readonly State[] = (
  [
    ["01", "Jammu and Kashmir", "जम्मू और कश्मीर", "JK, Jammu Kashmir"],
    ["02", "Himachal Pradesh", "हिमाचल प्रदेश", "HP, Himachal"],
    ["03", "Punjab", "पंजाब", "PB"],
    ["04", "Chandigarh", "चंडीगढ़", "CH"],
    ["05", "Uttarakhand", "उत्तराखंड", "UK, UT, UA, Uttaranchal"],
    ["06", "Haryana", "हरियाणा", "HR"],
    [
      "07",
      "Delhi",
      "दिल्ली",
      "DL, New Delhi, NCT of Delhi, Delhi NCT, National Capital Territory of Delhi",
    ],
    ["08", "Rajasthan", "राजस्थान", "RJ"],
    ["09", "Uttar Pradesh", "उत्तर प्रदेश", "UP"],
    ["10", "Bihar", "बिहार", "BR"],
    ["11", "Sikkim", "सिक्किम", "SK"],
    ["12", "Arunachal Pradesh", "अरुणाचल प्रदेश", "AR, Arunachal"],
    ["13", "Nagaland", "नागालैंड", "NL"],
    ["14", "Manipur", "मणिपुर", "MN"],
    ["15", "Mizoram", "मिज़ोरम", "MZ"],
    ["16", "Tripura", "त्रिपुरा", "TR"],
    ["17", "Meghalaya", "मेघालय", "ML"],
    ["18", "Assam", "असम", "AS"],
    ["19", "West Bengal", "पश्चिम बंगाल", "WB"],
    ["20", "Jharkhand", "झारखंड", "JH"],
    ["21", "Odisha", "ओडिशा", "OD, OR, Orissa"],
    ["22", "Chhattisgarh", "छत्तीसगढ़", "CG, CT, Chattisgarh"],
    ["23", "Madhya Pradesh", "मध्य प्रदेश", "MP"],
    ["24", "Gujarat", "गुजरात", "GJ"],
    [
      "26",
      "Dadra and Nagar Haveli and Daman and Diu",
      "दादरा और नगर हवेली और दमन और दीव",
      "DH, DN, DD, DNHDD, Daman and Diu, Dadra and Nagar Haveli, DNH and DD",
    ],
    ["27", "Maharashtra", "महाराष्ट्र", "MH"],
    ["29", "Karnataka", "कर्नाटक", "KA"],
    ["30", "Goa", "गोवा", "GA"],
    ["31", "Lakshadweep", "लक्षद्वीप", "LD"],
    ["32", "Kerala", "केरल", "KL, Keralam"],
    ["33", "Tamil Nadu", "तमिलनाडु", "TN, Tamilnadu"],
    ["34", "Puducherry", "पुदुचेरी", "PY, Pondicherry"],
    [
      "35",
      "Andaman and Nicobar Islands",
      "अंडमान और निकोबार द्वीपसमूह",
      "AN, Andaman and Nicobar, Andaman Nicobar Islands",
    ],
    ["36", "Telangana", "तेलंगाना", "TS, TG, Telengana"],
    ["37", "Andhra Pradesh", "आंध्र प्रदेश", "AP, AD, Andhra"],
    ["38", "Ladakh", "लद्दाख", "LA"],
    ["97", "Other Territory", "अन्य क्षेत्र", "OT"],
  ] as const
).map(([code, en, hi, aliases]) => ({ code, en, hi, aliases }));

// Daman and Diu joined its neighbour, Andhra Pradesh has a new code: older GSTINs keep the old one.
const FORMER: Record<string, string> = { "25": "26", "28": "37" };
/** Union territories without a legislature: their share is called UTGST. */
const UNION_TERRITORIES = new Set(["04", "26", "31", "35", "38", "97"]);

const byCode = new Map(STATES.map((state) => [state.code, state]));
const byName = new Map<string, string>();
for (const { code, en, hi, aliases } of STATES) {
  for (const name of [en, hi, code, ...aliases.split(", ")]) byName.set(key(name), code);
}

/** The two-digit GST code of a state as people and operators write it; null when it is not known. */
export function gstStateOf(text: string): string | null {
  const name = text.trim();
  return (
    byName.get(key(name)) ??
    FORMER[name] ??
    // ISO 3166-2, such as IN-MH.
    byName.get(key(name.replace(/^IN[-\s]/i, ""))) ??
    byName.get(key(name.replace(/\bstate( of)?\b/i, ""))) ??
    null
  );
}

/** A state's name by its GST code, or the code itself when it is not known. */
export function gstStateName(code: string, language: "en" | "hi"): string {
  return byCode.get(FORMER[code] ?? code)?.[language] ?? code;
}

/** Today's code for one that a GSTIN may still carry. */
export function currentStateCode(code: string): string {
  return FORMER[code] ?? code;
}

/** What the state's half of the tax is called there. */
export function stateTaxName(code: string): "SGST" | "UTGST" {
  return UNION_TERRITORIES.has(code) ? "UTGST" : "SGST";
}

function key(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
