import { targetOf, wordOf } from "../native/push-target.ts";
import { isLanguage } from "@voltmarg/contract/languages";
import { readWorkerSession, type WorkerSession } from "../native/worker-session.ts";

/** What a notification shows, and what a tap on it carries to the app. */
export type Shown = { title: string; text: string; tag: string; data: { push: string } };

/** How long the service may take to give the words; then they are general ones. */
const PATIENCE_MS = 5000;

/**
 * A push carries an id and perhaps where it leads, nothing of the driver's. The words are asked for as the driver who is
 * signed in on this device; without one, or without an answer, they are general.
 */
export async function whatToShow(
  payload: unknown,
  note: WorkerSession | null,
  provider: string,
  patienceMs = PATIENCE_MS,
): Promise<Shown> {
  const { id } = (payload ?? {}) as { id?: unknown };
  const known = typeof id === "string" && id !== "" ? id : null;
  const target = targetOf(payload);
  const words =
    (known !== null && note && (await wordsOf(known, note, patienceMs))) ||
    general(target, provider, note?.language ?? "en");
  // The same tag is shown once.
  return { ...words, tag: known ?? target, data: { push: wordOf(payload) } };
}

export const driverSession = (): Promise<WorkerSession | null> =>
  readWorkerSession().catch(() => null);

type Words = { title: string; text: string };

async function wordsOf(id: string, note: WorkerSession, patienceMs: number): Promise<Words | null> {
  try {
    const response = await fetch(`${note.server}/api/user/v1/notifications?page_size=50`, {
      headers: {
        Authorization: `Bearer ${note.token}`,
        Accept: "application/json",
        "Accept-Language": note.language,
      },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) return null;
    const { content } = (await response.json()) as { content: (Words & { id: string })[] };
    const found = content.find((one) => one.id === id);
    return found ? { title: found.title, text: found.text } : null;
  } catch {
    return null;
  }
}

/** The page's words are not loaded here. The phones' apps have the same on their locked screens. */
export const GENERAL = {
  en: {
    charging_summary: "Charging has ended. Open the app for the bill.",
    active_session: "There is an update on your charging.",
    trip: "There is an update on your trip.",
    notifications: "You have a new notification.",
  },
  hi: {
    charging_summary: "आपकी चार्जिंग खत्म हुई। बिल देखने के लिए ऐप खोलें।",
    active_session: "आपकी चार्जिंग का नया अपडेट है।",
    trip: "आपके सफ़र का नया अपडेट है।",
    notifications: "आपके लिए नई सूचना है।",
  },
  ur: {
    charging_summary: "آپ کی چارجنگ ختم ہوئی۔ بل دیکھنے کے لیے ایپ کھولیں۔",
    active_session: "آپ کی چارجنگ کا نیا اپ ڈیٹ ہے۔",
    trip: "آپ کے سفر کا نیا اپ ڈیٹ ہے۔",
    notifications: "آپ کے لیے نئی اطلاع ہے۔",
  },
} as const;

function general(push: keyof (typeof GENERAL)["en"], title: string, language: string): Words {
  const [short] = language.split("-");
  return {
    title,
    text: GENERAL[isLanguage(short) ? short : "en"][push],
  };
}
