/** What a text must not say, and what it says instead. */
type Word = readonly [forbidden: RegExp, say: string];

/** The word alone, whatever the script; `\b` knows Latin letters only. */
const word = (source: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${source})(?![\\p{L}\\p{M}])`, "u");
/** Every word that begins so. */
const begins = (source: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${source})`, "u");

/** One word for one thing. A vehicle is charged in all three languages; as a noun, “charge” is a fee. */
const GLOSSARY = {
  en: [
    [/\bconnectors?\b/i, "plug"],
    [/\bEVSEs?\b/, "charger"],
    [/\brecharges?\b/i, "add money, or charging"],
    [/\bpasscodes?\b/i, "OTP"],
  ],
  hi: [
    [word("(?<!रिवर्स )चार्ज(?! हो| कर)|चार्जों"), "चार्जिंग, चार्जिंग सेशन"],
    [word("चार्जिंग (?:हुआ|हो गया|रुका|रुकेगा|चलेगा|खत्म होता)"), "चार्जिंग हुई, रुकी, चलेगी"],
    [begins("ऊर्जा"), "यूनिट (kWh), बिजली"],
    [begins("आरक्ष"), "बुक, बुकिंग"],
    [begins("राशि"), "रकम"],
    [begins("संस्करण"), "वर्शन"],
    [begins("सहेज"), "सेव"],
    [word("सीमा|सीमाएँ|सीमित"), "लिमिट; सबके लिए नहीं"],
    [word("रोका गया|रोकी गई|रुके रहेंगे"), "होल्ड पर"],
    [word("वन-टाइम कोड|कोड भेजें|नया कोड"), "OTP"],
    [begins("बीजक"), "इनवॉइस"],
    [word("मूल्य|दाम|क़ीमत|क़ीमतें"), "कीमत"],
    [begins("इतिहास"), "हिस्ट्री"],
    [/^रूप$/u, "थीम"],
    [word("वैकल्पिक"), "ज़रूरी नहीं"],
    [word("स्थिति"), "स्टेटस"],
    [word("अनुरोध"), "रिक्वेस्ट"],
    [word("संदर्भ"), "रेफ़रेंस नंबर"],
    [word("लॉगआउट|लॉग आउट|लॉगिन"), "साइन आउट, साइन इन"],
    [word("नक्शा|नक्शे|मानचित्र"), "मैप"],
    [word("मेनू"), "मेन्यू"],
    [word("खबर"), "अपडेट"],
    [word("पेमेंट"), "भुगतान"],
    [word("वापस भेजें|वापस भेजा"), "रिफ़ंड"],
    [begins("आख़िर|काग़ज़|तारीख़|फ़र्क़|ख़राब|ग़लत"), "आखिर, कागज़, तारीख, फ़र्क, खराब, गलत"],
    [word("(?:मेरी|आपकी) जगह"), "लोकेशन"],
  ],
  ur: [
    [word("چارج(?! ہو| کر)|چارجز"), "چارجنگ، چارجنگ سیشن"],
    [word("چارجنگ (?:ہوا|ہو گیا|رکا|رکے گا|چلے گا|ختم ہوتا)"), "چارجنگ ہوئی، رکی، چلے گی"],
    [word("توانائی"), "یونٹ (kWh)، بجلی"],
    [word("ریزرویشن|محفوظ شدہ"), "بُک، بُکنگ"],
    [word("محفوظ (?:کریں|کر|ہو|ہوا|ہے۔|اسٹیشن)"), "سیو"],
    [word("کھاتہ|کھاتے|کھاتا"), "اکاؤنٹ"],
    [word("ون ٹائم کوڈ|کوڈ بھیجیں|نیا کوڈ"), "OTP"],
    [word("روکا گیا|روکی گئی|رکے رہیں گے"), "ہولڈ پر"],
    [word("اختیاری"), "ضروری نہیں"],
    [word("حالت"), "اسٹیٹس"],
    [word("آلہ|آلے|آلات"), "ڈیوائس"],
    [word("بھارت|بھارتی"), "ہندوستان، ہندوستانی"],
    [word("دکھتا|دکھتی|دکھتے|دکھے|دکھیں|دکھنے"), "نظر آنا"],
    [word("ابتدائی فیس"), "اسٹارٹ فیس"],
    [word("حوالہ"), "ریفرنس نمبر"],
    [word("قابلِ واپسی"), "ریفنڈ ہو سکتا ہے"],
    [word("لاگ آؤٹ"), "سائن آؤٹ"],
    [word("خبر"), "اپ ڈیٹ"],
    [word("پیمنٹ"), "ادائیگی"],
    [word("واپس بھیجیں|واپس بھیجا"), "ریفنڈ"],
    [word("عموماً"), "عام طور پر"],
    [word("ادائیگی کی سروس"), "ادائیگی سروس"],
    [word("(?:میری|آپ کی) جگہ"), "لوکیشن"],
  ],
} satisfies Record<string, Word[]>;

/** The forbidden words of a text, each with what to say; empty: none. */
export const forbiddenWords = (language: keyof typeof GLOSSARY, text: string): string[] =>
  GLOSSARY[language].flatMap(([forbidden, say]) => {
    const found = forbidden.exec(text);
    return found ? [`“${found[0]}”: say ${say}`] : [];
  });
