import { formatInr } from "@voltmarg/rules";
import type { NoticeWords } from "./said.ts";

/** Names and amounts are mostly written from left to right: each keeps its own order in a line of the other one. */
const own = (text: string) => `\u2068${text}\u2069`;

const why = {
  LIMIT: (place: string) => `${place} پر آپ کا چارج آپ کی چنی ہوئی حد تک پہنچ گیا ہے۔`,
  BALANCE: (place: string) => `${place} پر آپ کے چارج کے لیے روکی گئی رقم پوری لگ گئی ہے۔`,
  DRIVER: (place: string) => `آپ نے ${place} پر اپنا چارج روکا۔`,
  OTHER: (place: string) => `${place} پر آپ کا چارج ختم ہو گیا ہے۔`,
} as const;

const failures = {
  REJECTED: "آپریٹر نے اس چارج سے منع کیا۔ چارجنگ شروع نہیں ہوئی۔",
  OCCUPIED: "یہ پلگ کسی اور کے پاس ہے۔ چارجنگ شروع نہیں ہوئی۔",
  OUT_OF_ORDER: "یہ چارجر خراب ہے۔ چارجنگ شروع نہیں ہوئی۔",
  NOT_PLUGGED: "چارجر کو کوئی گاڑی نہیں ملی۔ گن کو کلک ہونے تک لگائیں، پھر کوشش کریں۔",
  NO_ANSWER: "آپریٹر نے جواب نہیں دیا۔",
  UNREACHABLE: "آپریٹر سے رابطہ نہیں ہوا۔ چارجنگ شروع نہیں ہوئی۔",
  FAILED: "چارجر شروع نہیں ہو سکا۔ پھر کوشش کریں یا دوسرا چارجر لیں۔",
  CANCELLED: "آپ نے یہ چارج شروع ہونے سے پہلے منسوخ کیا۔",
} as const;

export const ur: NoticeWords = {
  CHARGE_STARTED: ({ place }) => ({
    title: "چارجنگ شروع ہوئی",
    text: `${own(place)} پر آپ کا چارج شروع ہو گیا ہے۔`,
  }),
  BEGAN_LATE: ({ place }) => ({
    title: "چارجنگ شروع ہوئی",
    text: `${own(place)} پر آپ کا چارج آخر شروع ہو گیا۔`,
  }),
  LIMIT_NEAR: ({ place }) => ({
    title: "تقریباً پورا",
    text: `${own(place)} پر آپ کا چارج آپ کی چنی ہوئی حد کے قریب ہے اور خود رکے گا۔`,
  }),
  CHARGE_STOPPED: (said) => ({
    title: "چارجنگ ختم ہوئی",
    text: `${why[said.why](own(said.place))} دوسروں کے لیے پلگ خالی کریں۔`,
  }),
  STOPPED_LATE: ({ place }) => ({
    title: "چارجنگ روکی جا رہی ہے",
    text: `${own(place)} پر ایک چارج چھوڑ دیے جانے کے بعد شروع ہوا۔ ہم نے آپریٹر سے اسے روکنے کو کہا ہے۔`,
  }),
  START_FAILED: ({ code, not_charged }) => ({
    title: "چارجنگ شروع نہیں ہوئی",
    text: not_charged ? `${failures[code]} آپ سے کچھ نہیں لیا گیا۔` : failures[code],
  }),
  NO_ANSWER: ({ place, operator, unclear }) =>
    unclear
      ? {
          title: "آپ کے چارج کی کوئی خبر نہیں",
          text: `${own(operator)} نہیں بتاتا کہ ${own(place)} پر آپ کا چارج شروع ہوا یا نہیں۔ احتیاط کے لیے پلگ نکال لیں۔ اب کوئی رقم رکی نہیں ہے؛ اگر چارج ہوا تو اس کا بل آئے گا۔`,
        }
      : {
          title: "چارجنگ شروع نہیں ہوئی",
          text: `${own(operator)} نے جواب نہیں دیا۔ ${own(place)} پر چارجنگ شروع نہیں ہوئی، اور اب کوئی رقم رکی نہیں ہے۔`,
        },
  SILENT: ({ place, operator }) => ({
    title: "آپ کے چارج کی کوئی خبر نہیں",
    text: `${own(operator)} نے ${own(place)} پر آپ کے چارج کی 15 منٹ سے خبر نہیں دی ہے۔ چارج چل رہا ہو سکتا ہے۔ آپ کی حد لاگو ہے۔`,
  }),
  GIVEN_UP: ({ place, operator }) => ({
    title: "آپ کے چارج کی کوئی خبر نہیں",
    text: `${own(operator)} نہیں بتاتا کہ ${own(place)} پر آپ کا چارج کیسے ختم ہوا۔ اگر ایک دن میں اس کا بل نہ آیا، تو اب تک کی رپورٹ سے آپ کو بل ملے گا۔`,
  }),
  OPERATOR_LEAVES: ({ place, operator }) => ({
    title: "آپ کے چارج کی کوئی خبر نہیں",
    text: `${own(operator)} ہمارا نیٹ ورک چھوڑ رہا ہے۔ ${own(place)} پر آپ کا چارج روک دیا گیا، اور اس کا بل ایک دن میں ملے گا۔`,
  }),
  PARKING_FEE: ({ place, since, minor, runs }) => {
    const car = `${own(place)} پر آپ کی گاڑی اب پاور نہیں لے رہی۔`;
    const price = `${own(formatInr(BigInt(minor)))} فی منٹ`;
    return {
      title: "پلگ خالی کریں",
      text: runs
        ? `${car} ${own(since)} سے پارکنگ فیس لگ رہی ہے: ${price}۔ اسے روکنے کے لیے پلگ نکالیں۔`
        : `${car} پارکنگ فیس ${own(since)} سے: ${price}۔ اس سے پہلے پلگ نکالیں۔`,
    };
  },
  BILL_READY: ({ place }) => ({
    title: "آپ کا بل تیار ہے",
    text: `${own(place)} پر آپ کے چارج کا بل آ گیا ہے۔`,
  }),
  BILL_PROVISIONAL: ({ place }) => ({
    title: "آپ کا بل عارضی ہے",
    text: `آپریٹر نے ${own(place)} پر آپ کے چارج کا بل نہیں بھیجا ہے۔ اس کی رپورٹ سے بنا عارضی بل آپ کے پاس ہے۔ اگر اس کا بل الگ ہوا، تو ہم اسے ٹھیک کریں گے۔`,
  }),
  WALLET_LOW: () => ({
    title: "آپ کے والیٹ میں رقم کم ہے",
    text: "آپ کا والیٹ کم از کم بیلنس کے قریب ہے۔ براہِ کرم اپنے والیٹ میں پیسے شامل کریں۔",
  }),
  CHARGER_FREE: ({ place }) => ({
    title: "ایک پلگ خالی ہے",
    text: `${own(place)} پر ایک پلگ خالی ہے۔ وہ آپ کے لیے روکا نہیں جاتا۔`,
  }),
  TICKET_ANSWERED: () => ({
    title: "سپورٹ نے جواب دیا ہے",
    text: "آپ کے ٹکٹ کا جواب آیا ہے۔",
  }),
};
