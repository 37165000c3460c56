/** The languages an invoice is written in. */
export type WordsLanguage = "en" | "hi";

/**
 * Paise in words, as Indian invoices have them: "Rupees two lakh three thousand four hundred five and sixty paise
 * only", "दो लाख तीन हज़ार चार सौ पाँच रुपये और साठ पैसे मात्र". Throws RangeError for a negative amount.
 */
export function amountInWords(minor: bigint, language: WordsLanguage): string {
  if (minor < 0n) throw new RangeError("an amount in words is not negative");
  const rupees = minor / 100n;
  const paise = minor % 100n;
  if (language === "en") {
    const rest = paise === 0n ? "" : ` and ${words(paise, ENGLISH)} paise`;
    return `Rupees ${words(rupees, ENGLISH)}${rest} only`;
  }
  const whole = `${words(rupees, HINDI)} ${rupees === 1n ? "रुपया" : "रुपये"}`;
  const rest = paise === 0n ? "" : ` और ${words(paise, HINDI)} ${paise === 1n ? "पैसा" : "पैसे"}`;
  return `${whole}${rest} मात्र`;
}

type Numerals = {
  below100(value: number): string;
  crore: string;
  lakh: string;
  thousand: string;
  hundred: string;
};

function words(value: bigint, numerals: Numerals): string {
  const parts: string[] = [];
  const crores = value / 10_000_000n;
  if (crores > 0n) parts.push(words(crores, numerals), numerals.crore);
  const rest = Number(value % 10_000_000n);
  const take = (count: number, name: string) => {
    if (count > 0) parts.push(numerals.below100(count), name);
  };
  take(Math.floor(rest / 100_000), numerals.lakh);
  take(Math.floor(rest / 1000) % 100, numerals.thousand);
  take(Math.floor(rest / 100) % 10, numerals.hundred);
  if (rest % 100 > 0 || parts.length === 0) parts.push(numerals.below100(rest % 100));
  return parts.join(" ");
}

const BELOW_20 =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const ENGLISH: Numerals = {
  below100: (value) => {
    if (value < 20) return BELOW_20[value]!;
    const ten = TENS[Math.floor(value / 10) - 2]!;
    return value % 10 === 0 ? ten : `${ten}-${BELOW_20[value % 10]}`;
  },
  crore: "crore",
  lakh: "lakh",
  thousand: "thousand",
  hundred: "hundred",
};

// Hindi has a word of its own for each number up to 99; ten a line.
const HINDI_BELOW_100 = `
शून्य एक दो तीन चार पाँच छह सात आठ नौ
दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी
अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
नब्बे इक्यानवे बानवे तिरानवे चौरानवे पंचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`
  .trim()
  .split(/\s+/);

const HINDI: Numerals = {
  below100: (value) => HINDI_BELOW_100[value]!,
  crore: "करोड़",
  lakh: "लाख",
  thousand: "हज़ार",
  hundred: "सौ",
};
