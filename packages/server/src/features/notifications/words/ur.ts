import { formatInr } from "@voltmarg/rules";
import type { NoticeWords } from "./said.ts";

/** Names and amounts are mostly written from left to right: each keeps its own order in a line of the other one. */
const own = (text: string) => `\u2068${text}\u2069`;

const why = {
  LIMIT: (place: string) => `${place} پر آپ کی چارجنگ آپ کی چنی ہوئی حد پر رک گئی ہے۔`,
  BALANCE: (place: string) => `${place} پر آپ کی چارجنگ رک گئی ہے: ہولڈ کی رقم ختم ہو گئی۔`,
  DRIVER: (place: string) => `آپ نے ${place} پر اپنی چارجنگ روکی۔`,
  OTHER: (place: string) => `${place} پر آپ کی چارجنگ ختم ہو گئی ہے۔`,
} as const;

const failures = {
  REJECTED: "آپریٹر نے اس چارجنگ کی منظوری نہیں دی۔ چارجنگ شروع نہیں ہوئی۔",
  OCCUPIED: "اس پلگ پر دوسری گاڑی لگی ہے۔ چارجنگ شروع نہیں ہوئی۔",
  OUT_OF_ORDER: "یہ چارجر خراب ہے۔ چارجنگ شروع نہیں ہوئی۔",
  NOT_PLUGGED: "چارجر کو کوئی گاڑی نہیں ملی۔ گن کو کلک ہونے تک لگائیں، پھر کوشش کریں۔",
  NO_ANSWER: "آپریٹر نے جواب نہیں دیا۔",
  UNREACHABLE: "آپریٹر سے رابطہ نہیں ہوا۔ چارجنگ شروع نہیں ہوئی۔",
  FAILED: "چارجر شروع نہیں ہو سکا۔ پھر کوشش کریں یا دوسرا چارجر لیں۔",
  CANCELLED: "آپ نے چارجنگ شروع ہونے سے پہلے منسوخ کر دی۔",
} as const;

export const ur: NoticeWords = {
  CHARGE_STARTED: ({ place }) => ({
    title: "چارجنگ شروع ہوئی",
    text: `${own(place)} پر آپ کی چارجنگ شروع ہو گئی ہے۔`,
  }),
  BEGAN_LATE: ({ place }) => ({
    title: "چارجنگ شروع ہوئی",
    text: `${own(place)} پر آپ کی چارجنگ آخرکار شروع ہو گئی۔`,
  }),
  LIMIT_NEAR: ({ place }) => ({
    title: "حد تقریباً پوری",
    text: `${own(place)} پر آپ کی چارجنگ آپ کی چنی ہوئی حد تک پہنچنے والی ہے اور خود رک جائے گی۔`,
  }),
  CHARGE_STOPPED: (said) => ({
    title: "چارجنگ ختم ہوئی",
    text: `${why[said.why](own(said.place))} دوسروں کے لیے پلگ خالی کریں۔`,
  }),
  STOPPED_LATE: ({ place }) => ({
    title: "چارجنگ روکی جا رہی ہے",
    text: `${own(place)} پر چارجنگ دیر سے، درخواست بند ہونے کے بعد شروع ہوئی۔ ہم نے آپریٹر سے اسے روکنے کو کہا ہے۔`,
  }),
  START_FAILED: ({ code, not_charged }) => ({
    title: "چارجنگ شروع نہیں ہوئی",
    text: not_charged ? `${failures[code]} آپ سے کچھ نہیں لیا گیا۔` : failures[code],
  }),
  NO_ANSWER: ({ place, operator, unclear }) =>
    unclear
      ? {
          title: "چارجنگ کا اپ ڈیٹ نہیں ملا",
          text: `${own(operator)} نے نہیں بتایا کہ ${own(place)} پر آپ کی چارجنگ شروع ہوئی یا نہیں۔ احتیاط کے لیے گن نکال لیں۔ اب کوئی رقم ہولڈ پر نہیں ہے؛ اگر چارجنگ ہوئی تو اس کا بل آئے گا۔`,
        }
      : {
          title: "چارجنگ شروع نہیں ہوئی",
          text: `${own(operator)} نے جواب نہیں دیا۔ ${own(place)} پر چارجنگ شروع نہیں ہوئی، اور اب کوئی رقم ہولڈ پر نہیں ہے۔`,
        },
  SILENT: ({ place, operator }) => ({
    title: "چارجنگ کا اپ ڈیٹ نہیں ملا",
    text: `${own(operator)} سے ${own(place)} پر آپ کی چارجنگ کا 15 منٹ سے اپ ڈیٹ نہیں ملا۔ چارجنگ چل رہی ہو سکتی ہے؛ حد پر خود رک جائے گی۔`,
  }),
  STOP_REFUSED: ({ place, operator }) => ({
    title: "چارجنگ ابھی نہیں رکی",
    text: `${own(operator)} نے ${own(place)} پر چارجنگ روکنے کی درخواست نہیں لی۔ ہم اسے بھیجتے رہیں گے۔ آپ چارجر پر یا اپنی گاڑی سے بھی چارجنگ روک سکتے ہیں۔`,
  }),
  SECOND_STOPPED: ({ place, operator }) => ({
    title: "جو چارجنگ آپ نے شروع نہیں کی، وہ روکی جا رہی ہے",
    text: `${own(operator)} نے ${own(place)} پر آپ کے نام سے ایک اور چارجنگ شروع کی۔ ہم نے اسے روکنے کو کہا ہے۔ آپ کو اس کے پیسے نہیں دینے ہیں۔`,
  }),
  GIVEN_UP: ({ place, operator }) => ({
    title: "چارجنگ کا اپ ڈیٹ نہیں ملا",
    text: `${own(operator)} نے نہیں بتایا کہ ${own(place)} پر آپ کی چارجنگ کیسے ختم ہوئی۔ اگر ایک دن میں اس کا بل نہ آیا، تو اب تک کی رپورٹ سے آپ کو بل ملے گا۔`,
  }),
  OPERATOR_LEAVES: ({ place, operator }) => ({
    title: "چارجنگ روک دی گئی",
    text: `${own(operator)} ہمارا نیٹ ورک چھوڑ رہا ہے۔ ${own(place)} پر آپ کی چارجنگ روک دی گئی، اور اس کا بل ایک دن میں ملے گا۔`,
  }),
  PARKING_FEE: ({ place, since, minor, runs }) => {
    const car = `${own(place)} پر آپ کی گاڑی اب پاور نہیں لے رہی۔`;
    const price = `${own(formatInr(BigInt(minor)))} فی منٹ`;
    return {
      title: "پلگ خالی کریں",
      text: runs
        ? `${car} ${own(since)} بجے سے پارکنگ فیس لگ رہی ہے: ${price}۔ اسے روکنے کے لیے گن نکالیں۔`
        : `${car} ${own(since)} بجے سے پارکنگ فیس لگے گی: ${price}۔ اس سے پہلے گن نکالیں۔`,
    };
  },
  BILL_READY: ({ place }) => ({
    title: "آپ کا بل تیار ہے",
    text: `${own(place)} پر آپ کی چارجنگ کا بل آ گیا ہے۔`,
  }),
  BILL_PROVISIONAL: ({ place }) => ({
    title: "آپ کا بل عارضی ہے",
    text: `آپریٹر نے ${own(place)} پر آپ کی چارجنگ کا بل ابھی نہیں بھیجا، اس لیے اس کی رپورٹ سے عارضی بل بنا ہے۔ اصل بل الگ ہوا تو فرق لوٹایا یا لیا جائے گا۔`,
  }),
  WALLET_LOW: () => ({
    title: "آپ کے والیٹ میں رقم کم ہے",
    text: "آپ کا والیٹ کم از کم بیلنس کے قریب ہے۔ براہِ کرم اپنے والیٹ میں پیسے شامل کریں۔",
  }),
  CHARGER_FREE: ({ place }) => ({
    title: "ایک پلگ خالی ہے",
    text: `${own(place)} پر ایک پلگ خالی ہے۔ یہ آپ کے لیے بُک نہیں ہے، جو پہلے آئے اس کا۔`,
  }),
  TRIP_STOP_LOST: ({ place }) => ({
    title: "سفر کا ایک اسٹاپ بند ہے",
    text: `${own(place)} پر آپ کی گاڑی کا کوئی پلگ ابھی کام نہیں کر رہا۔ دوسرا اسٹاپ چننے کے لیے سفر کھولیں۔`,
  }),
  TRIP_STOP_TAKEN: ({ place }) => ({
    title: "سفر کا ایک اسٹاپ بھرا ہے",
    text: `${own(place)} پر آپ کی گاڑی کے سبھی پلگ ابھی استعمال میں ہیں۔ دوسرے اسٹاپ کے لیے سفر کھولیں، یا وہاں انتظار کریں۔`,
  }),
  TICKET_ANSWERED: () => ({
    title: "سپورٹ نے جواب دیا ہے",
    text: "آپ کے ٹکٹ کا جواب آیا ہے۔",
  }),
};
