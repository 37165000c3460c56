/** A name in each language of the Eighth Schedule to the Constitution, by the language's tag, and in English. */
export const namesOfIndia = {
  as: "ৰঞ্জন শৰ্মা বৰুৱা",
  bn: "মধুসূদন চট্টোপাধ্যায়",
  brx: "बिष्णु बर'",
  doi: "प्रेमचन्द डोगरा",
  en: "Ravi O’Brien-D’Souza",
  gu: "જ્ઞાનેશ ત્રિવેદી પટેલ",
  hi: "दुष्यन्त त्रिलोकी क्षत्रिय",
  kn: "ಶ್ರೀನಿವಾಸ ಲಕ್ಷ್ಮೀ ಗೌಡ",
  kok: "ज्ञानेश्वर शेणॉय",
  ks: "کٲشُر غُلام مُحمَّد",
  mai: "विद्यापति ठाकुर",
  ml: "ശ്രീകുമാർ കൃഷ്ണൻ നായർ",
  "mni-Mtei": "ꯏꯕꯣꯝꯆꯥ ꯁꯤꯡꯍ",
  mr: "ऱ्होडे ज्ञानेश्वर कुलकर्णी",
  ne: "लक्ष्मीप्रसाद देवकोटा",
  or: "ଶ୍ରୀ ଜଗନ୍ନାଥ ମହାପାତ୍ର",
  pa: "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਢਿੱਲੋਂ",
  sa: "श्रीकृष्णद्वैपायनः",
  sat: "ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ",
  sd: "سنڌي ڄاڻ ڳوٺ",
  ta: "தமிழ்ச்செல்வன் லக்ஷ்மி ஸ்ரீ",
  te: "శ్రీనివాస్ లక్ష్మి రెడ్డి",
  ur: "محمد مصطفیٰ علی خان",
} as const;

/** Names of people who mean harm to the page they are printed on. */
export const hostileNames = {
  "two hundred marks": `x${"\u0301".repeat(200)}`,
  "marks over Urdu": `ب${"\u064e".repeat(100)}`,
  zalgo: "H\u0338\u0321\u032a\u032f\u0328\u034a\u033d\u0305\u033e\u030ee\u0335\u035c\u0301\u0347",
  "halves of letters": "\ud800Ravi\udc00",
  "an override of the direction": "Ravi \u202e00.005₹\u2066\u2067",
  "the end of an isolate": "علی \u2069\u2069\u202c 12",
  "a letter that is drawn as two": "Kṛṣṇạ",
  "a row of conjuncts": "क्".repeat(20),
} as const;
