import type { Language } from "@voltmarg/contract";

/** Notifies a driver about a successful sign-in. */
export const signInNotices: Record<Language, Record<"notLinked" | "noCompany", string>> = {
  en: {
    notLinked:
      "You are signed in. The other account took too long and was not linked; try it again next time.",
    noCompany:
      "No company has listed this number, so this is an account of your own: you pay from your wallet. Ask your company to list the number.",
  },
  hi: {
    notLinked: "आप साइन इन हो गए हैं। दूसरा खाता समय पर नहीं जुड़ पाया; अगली बार फिर कोशिश करें।",
    noCompany:
      "किसी कंपनी ने यह नंबर नहीं जोड़ा है, इसलिए यह आपका अपना खाता है: आप अपने वॉलेट से भुगतान करते हैं। अपनी कंपनी से नंबर जोड़ने को कहें।",
  },
  ur: {
    notLinked: "آپ سائن اِن ہو گئے ہیں۔ دوسرا اکاؤنٹ وقت پر نہیں جڑ سکا؛ اگلی بار پھر کوشش کریں۔",
    noCompany:
      "کسی کمپنی نے یہ نمبر شامل نہیں کیا ہے، اس لیے یہ آپ کا اپنا اکاؤنٹ ہے: آپ اپنے والیٹ سے ادائیگی کرتے ہیں۔ اپنی کمپنی سے نمبر شامل کرنے کو کہیں۔",
  },
};
