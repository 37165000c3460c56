export type InvoiceLanguage = "en" | "hi";

const en = {
  title: { INVOICE: "Tax invoice", CREDIT_NOTE: "Credit note" },
  number: { INVOICE: "Invoice number", CREDIT_NOTE: "Credit note number" },
  date: "Date",
  original: "For invoice",
  seller: "Seller",
  buyer: "Buyer",
  gstin: "GSTIN",
  unregistered: "No GSTIN given",
  station: "Station",
  charger: "Charger",
  operator: "Operator",
  charge: "Charging",
  energy: "Energy",
  placeOfSupply: "Place of supply",
  payment: "Payment",
  record: "Charging record",
  what: "Description",
  sac: "SAC",
  quantity: "Quantity",
  price: "Price",
  gst: "GST",
  amount: "Before GST",
  rate: "Rate",
  noGst: "No GST",
  taxable: "Taxable value",
  tax: "Tax",
  rounding: "Rounding",
  net: "Before GST",
  total: "Total",
  summary: "GST by rate",
  inWords: "In words",
  page: (number: number, of: number) => `Page ${number} of ${of}`,
  dimensions: {
    ENERGY: "Energy",
    TIME: "Charging time",
    PARKING_TIME: "Parking time",
    FLAT: "Start fee",
    RESERVATION_TIME: "Booking time",
    RESERVATION_FLAT: "Booking fee",
    MIN_PRICE: "Raised to the tariff’s minimum price",
    MAX_PRICE: "Capped at the tariff’s maximum price",
    OPERATOR_LESS: "The operator billed less",
    ABOVE_AGREED: "Above what you agreed to: not billed",
    RECORD_TOTAL: "The operator’s total: no price was agreed",
  } as Record<string, string>,
  units: { kWh: "kWh", h: "h" } as Record<string, string>,
  perUnit: { kWh: "/kWh", h: "/h" } as Record<string, string>,
  roundedUp: (added: string, step: string) => `rounded up by ${added} to steps of ${step}`,
  roundingUnits: { Wh: "Wh", s: "s" },
  reservation: "for a booking",
  reservationExpired: "for a booking that was not used",
  hours: (from: string, until: string) => `price from ${from} to ${until}`,
  dates: (from: string | null, before: string | null) =>
    `price ${from ? `from ${from}` : ""}${from && before ? " " : ""}${before ? `before ${before}` : ""}`,
  above: (amount: string) => `from ${amount} up`,
  below: (amount: string) => `below ${amount}`,
  days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  minutes: "min",
  paid: {
    WALLET: "Paid from the wallet",
    COMPANY: "Billed to the company’s account",
  },
  returned: {
    WALLET: "Refunded to the wallet",
    COMPANY: "Credited to the company’s account",
  },
  dispute: (asked: string, checked: string, pays: string) =>
    `The operator billed ${asked}; by our check it is ${checked}. You pay ${pays}.`,
  specimen: "Sample: seller details are not real. Not a tax document.",
  credit: "This credit note reverses the invoice in full.",
  reverseCharge: "Tax is not payable on reverse charge.",
  unsigned: "Computer-generated; no signature required.",
  irn: "IRN",
  ackNumber: "Acknowledgement number",
  ackDate: "Acknowledgement date",
  registered: "Registered with the Invoice Registration Portal",
  pending: "Its registration with the Invoice Registration Portal is pending.",
  language: "This invoice is in English: invoices are issued in English and Hindi.",
};

const hi: typeof en = {
  title: { INVOICE: "टैक्स इनवॉइस", CREDIT_NOTE: "क्रेडिट नोट" },
  number: { INVOICE: "इनवॉइस नंबर", CREDIT_NOTE: "क्रेडिट नोट नंबर" },
  date: "तारीख",
  original: "मूल इनवॉइस",
  seller: "विक्रेता",
  buyer: "खरीदार",
  gstin: "GSTIN",
  unregistered: "GSTIN नहीं दिया गया",
  station: "स्टेशन",
  charger: "चार्जर",
  operator: "ऑपरेटर",
  charge: "चार्जिंग",
  energy: "यूनिट (kWh)",
  placeOfSupply: "सप्लाई की जगह",
  payment: "भुगतान",
  record: "चार्जिंग रिकॉर्ड",
  what: "विवरण",
  sac: "SAC",
  quantity: "मात्रा",
  price: "दर",
  gst: "GST",
  amount: "GST से पहले",
  rate: "टैक्स दर",
  noGst: "GST नहीं",
  taxable: "टैक्स योग्य रकम",
  tax: "टैक्स",
  rounding: "राउंडिंग",
  net: "GST से पहले",
  total: "कुल",
  summary: "दर के हिसाब से GST",
  inWords: "शब्दों में",
  page: (number, of) => `पेज ${number} / ${of}`,
  dimensions: {
    ENERGY: "बिजली",
    TIME: "चार्जिंग का समय",
    PARKING_TIME: "पार्किंग का समय",
    FLAT: "स्टार्ट शुल्क (एक बार)",
    RESERVATION_TIME: "बुकिंग का समय",
    RESERVATION_FLAT: "बुकिंग शुल्क",
    MIN_PRICE: "टैरिफ़ की कम से कम कीमत तक बढ़ाया",
    MAX_PRICE: "टैरिफ़ की ज़्यादा से ज़्यादा कीमत तक घटाया",
    OPERATOR_LESS: "ऑपरेटर ने कम पैसे माँगे",
    ABOVE_AGREED: "आपकी मंज़ूरी से ज़्यादा: नहीं लिया गया",
    RECORD_TOTAL: "ऑपरेटर की कुल रकम: कोई कीमत तय नहीं थी",
  },
  units: { kWh: "kWh", h: "घंटे" },
  perUnit: { kWh: "/kWh", h: "/घंटा" },
  roundedUp: (added, step) => `${step} के चरणों में ${added} बढ़ाकर`,
  roundingUnits: { Wh: "Wh", s: "सेकंड" },
  reservation: "बुकिंग के लिए",
  reservationExpired: "बुकिंग के लिए, जो इस्तेमाल नहीं हुई",
  hours: (from, until) => `${from} से ${until} तक की दर`,
  dates: (from, before) =>
    [from ? `${from} से` : "", before ? `${before} से पहले` : "", "की दर"].filter(Boolean).join(" "),
  above: (amount) => `${amount} से ऊपर`,
  below: (amount) => `${amount} से कम`,
  days: ["सोम", "मंगल", "बुध", "गुरु", "शुक्र", "शनि", "रवि"],
  minutes: "मिनट",
  paid: {
    WALLET: "वॉलेट से भुगतान किया गया",
    COMPANY: "बिल कंपनी को गया",
  },
  returned: {
    WALLET: "वॉलेट में लौटाया गया",
    COMPANY: "कंपनी के खाते में जमा किया गया",
  },
  dispute: (asked, checked, pays) =>
    `ऑपरेटर ने ${asked} माँगे; हमारे हिसाब से ${checked} बनते हैं। आप ${pays} देते हैं।`,
  specimen: "नमूना: विक्रेता की जानकारी असली नहीं है। यह टैक्स दस्तावेज़ नहीं है।",
  credit: "यह क्रेडिट नोट इनवॉइस की पूरी रकम वापस करता है।",
  reverseCharge: "रिवर्स चार्ज पर टैक्स देय नहीं है।",
  unsigned: "कंप्यूटर से बना; हस्ताक्षर की ज़रूरत नहीं।",
  irn: "IRN",
  ackNumber: "पावती नंबर",
  ackDate: "पावती की तारीख",
  registered: "Invoice Registration Portal पर दर्ज",
  pending: "Invoice Registration Portal पर इसे दर्ज करना बाकी है।",
  language: "यह इनवॉइस हिंदी में है: इनवॉइस अंग्रेज़ी और हिंदी में मिलते हैं।",
};

/** The texts of an invoice, in its language. */
export const invoiceCopy = { en, hi };
export type InvoiceCopy = typeof en;

/** The first of a driver's languages that an invoice is written in; English for all others, Urdu included. */
export function invoiceLanguage(acceptLanguage: string | undefined): InvoiceLanguage {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part, order) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const q = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find(Boolean);
      return { tag: tag.split("-")[0], q: q === undefined ? 1 : Number(q), order };
    })
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q || a.order - b.order);
  for (const { tag } of wanted) if (tag === "en" || tag === "hi") return tag;
  return "en";
}
