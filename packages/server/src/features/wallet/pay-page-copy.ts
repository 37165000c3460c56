import type { Language } from "@voltmarg/contract";

/** The words of the payment page; `amount` with its sign. */
export type PayCopy = {
  /** Of the page, and the direction in which it is read. */
  tag: string;
  dir: "ltr" | "rtl";
  pay: (amount: string) => string;
  opens: string;
  failed: string;
  open: string;
  back: string;
  /** What checkout says that is paid, and what it calls the way that was chosen in the app. */
  topUp: string;
  choice: string;
};

export const payCopy: Record<Language, PayCopy> = {
  en: {
    tag: "en-IN",
    dir: "ltr",
    pay: (amount) => `Pay ${amount}`,
    opens: "The payment window opens by itself.",
    failed:
      "The payment service did not load. Check your connection and try again. Nothing was paid.",
    open: "Open payment",
    back: "Back",
    topUp: "Wallet top-up",
    choice: "Your choice",
  },
  hi: {
    tag: "hi-IN",
    dir: "ltr",
    pay: (amount) => `${amount} का भुगतान करें`,
    opens: "भुगतान की विंडो अपने आप खुलती है।",
    failed: "भुगतान सेवा लोड नहीं हुई। अपना कनेक्शन जाँचें और दोबारा कोशिश करें। कोई भुगतान नहीं हुआ।",
    open: "भुगतान खोलें",
    back: "वापस",
    topUp: "वॉलेट में पैसे जोड़ना",
    choice: "आपकी पसंद",
  },
  ur: {
    tag: "ur-IN",
    dir: "rtl",
    // Isolated, so that the sign stays left of the digits.
    pay: (amount) => `\u2066${amount}\u2069 ادا کریں`,
    opens: "ادائیگی کی ونڈو خود بخود کھلتی ہے۔",
    failed:
      "ادائیگی کی سروس لوڈ نہیں ہوئی۔ اپنا کنکشن چیک کریں اور دوبارہ کوشش کریں۔ کوئی ادائیگی نہیں ہوئی۔",
    open: "ادائیگی کھولیں",
    back: "واپس",
    topUp: "والیٹ میں رقم شامل کرنا",
    choice: "آپ کی پسند",
  },
};
