import { formatInr } from "@voltmarg/rules";
import type { NoticeWords } from "./said.ts";

const why = {
  LIMIT: (place: string) => `${place} पर आपका चार्ज आपकी चुनी लिमिट तक पहुँच गया है।`,
  BALANCE: (place: string) => `${place} पर आपके चार्ज के लिए रोकी गई रकम पूरी लग गई है।`,
  DRIVER: (place: string) => `आपने ${place} पर अपना चार्ज रोका।`,
  OTHER: (place: string) => `${place} पर आपका चार्ज खत्म हो गया है।`,
} as const;

const failures = {
  REJECTED: "ऑपरेटर ने इस चार्ज से मना किया। चार्जिंग शुरू नहीं हुई।",
  OCCUPIED: "यह प्लग किसी और के पास है। चार्जिंग शुरू नहीं हुई।",
  OUT_OF_ORDER: "यह चार्जर खराब है। चार्जिंग शुरू नहीं हुई।",
  NOT_PLUGGED: "चार्जर को कोई गाड़ी नहीं मिली। गन को क्लिक होने तक लगाएँ, फिर कोशिश करें।",
  NO_ANSWER: "ऑपरेटर ने जवाब नहीं दिया।",
  UNREACHABLE: "ऑपरेटर से संपर्क नहीं हुआ। चार्जिंग शुरू नहीं हुई।",
  FAILED: "चार्जर शुरू नहीं हो सका। फिर कोशिश करें या दूसरा चार्जर लें।",
  CANCELLED: "आपने यह चार्ज शुरू होने से पहले रद्द किया।",
} as const;

export const hi: NoticeWords = {
  CHARGE_STARTED: ({ place }) => ({
    title: "चार्जिंग शुरू हुई",
    text: `${place} पर आपका चार्ज शुरू हो गया है।`,
  }),
  BEGAN_LATE: ({ place }) => ({
    title: "चार्जिंग शुरू हुई",
    text: `${place} पर आपका चार्ज आखिर शुरू हो गया।`,
  }),
  LIMIT_NEAR: ({ place }) => ({
    title: "लगभग पूरा",
    text: `${place} पर आपका चार्ज आपकी चुनी लिमिट के पास है और अपने आप रुकेगा।`,
  }),
  CHARGE_STOPPED: (said) => ({
    title: "चार्जिंग खत्म हुई",
    text: `${why[said.why](said.place)} दूसरों के लिए प्लग खाली करें।`,
  }),
  STOPPED_LATE: ({ place }) => ({
    title: "चार्जिंग रोकी जा रही है",
    text: `${place} पर एक चार्ज छोड़ दिए जाने के बाद शुरू हुआ। हमने ऑपरेटर से उसे रोकने को कहा है।`,
  }),
  START_FAILED: ({ code, not_charged }) => ({
    title: "चार्जिंग शुरू नहीं हुई",
    text: not_charged ? `${failures[code]} आपसे कुछ नहीं लिया गया।` : failures[code],
  }),
  NO_ANSWER: ({ place, operator, unclear }) =>
    unclear
      ? {
          title: "आपके चार्ज की कोई खबर नहीं",
          text: `${operator} नहीं बताता कि ${place} पर आपका चार्ज शुरू हुआ या नहीं। एहतियात के लिए प्लग निकाल लें। अब कोई रकम रुकी नहीं है; अगर चार्ज हुआ, तो उसका बिल आएगा।`,
        }
      : {
          title: "चार्जिंग शुरू नहीं हुई",
          text: `${operator} ने जवाब नहीं दिया। ${place} पर चार्जिंग शुरू नहीं हुई, और अब कोई रकम रुकी नहीं है।`,
        },
  SILENT: ({ place, operator }) => ({
    title: "आपके चार्ज की कोई खबर नहीं",
    text: `${operator} ने ${place} पर आपके चार्ज की 15 मिनट से खबर नहीं दी है। चार्ज चल रहा हो सकता है। आपकी लिमिट लागू है।`,
  }),
  GIVEN_UP: ({ place, operator }) => ({
    title: "आपके चार्ज की कोई खबर नहीं",
    text: `${operator} नहीं बताता कि ${place} पर आपका चार्ज कैसे खत्म हुआ। अगर एक दिन में उसका बिल न आया, तो अब तक की रिपोर्ट से आपको बिल मिलेगा।`,
  }),
  OPERATOR_LEAVES: ({ place, operator }) => ({
    title: "आपके चार्ज की कोई खबर नहीं",
    text: `${operator} हमारा नेटवर्क छोड़ रहा है। ${place} पर आपका चार्ज रोक दिया गया, और उसका बिल एक दिन में मिलेगा।`,
  }),
  PARKING_FEE: ({ place, since, minor, runs }) => {
    const car = `${place} पर आपकी गाड़ी अब पावर नहीं ले रही।`;
    const price = `${formatInr(BigInt(minor))} प्रति मिनट`;
    return {
      title: "प्लग खाली करें",
      text: runs
        ? `${car} ${since} से पार्किंग शुल्क लग रहा है: ${price}। उसे रोकने के लिए प्लग निकालें।`
        : `${car} पार्किंग शुल्क ${since} से: ${price}। उससे पहले प्लग निकालें।`,
    };
  },
  BILL_READY: ({ place }) => ({
    title: "आपका बिल तैयार है",
    text: `${place} पर आपके चार्ज का बिल आ गया है।`,
  }),
  BILL_PROVISIONAL: ({ place }) => ({
    title: "आपका बिल अस्थायी है",
    text: `ऑपरेटर ने ${place} पर आपके चार्ज का बिल नहीं भेजा है। उसकी रिपोर्ट से बना अस्थायी बिल आपके पास है। अगर उसका बिल अलग हुआ, तो हम उसे ठीक करेंगे।`,
  }),
  WALLET_LOW: () => ({
    title: "आपके वॉलेट में रकम कम है",
    text: "आपका वॉलेट न्यूनतम बैलेंस के पास है। कृपया अपने वॉलेट में पैसे जोड़ें।",
  }),
  CHARGER_FREE: ({ place }) => ({
    title: "एक प्लग खाली है",
    text: `${place} पर एक प्लग खाली है। वह आपके लिए रोका नहीं जाता।`,
  }),
  TICKET_ANSWERED: () => ({
    title: "सपोर्ट ने जवाब दिया है",
    text: "आपके टिकट का जवाब आया है।",
  }),
};
