import type { PushChannel } from "./native-app.ts";

/** Timeout of the browser's push service, which never answers without the internet. */
const patienceMs = 15_000;

const within = <T>(asked: Promise<T>): Promise<T> =>
  Promise.race([
    asked,
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error("the push service does not answer")), patienceMs),
    ),
  ]);

const isAble = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Web Push. What the service sends to is the subscription, as JSON. */
export const webPush: PushChannel = {
  state: async () => {
    if (!isAble() || !(await navigator.serviceWorker.getRegistration())) return "none";
    if (Notification.permission === "denied") return "denied";
    if (Notification.permission === "default") return "ask";
    return (await subscription()) ? "on" : "off";
  },
  open: async (publicKey) => {
    if ((await Notification.requestPermission()) !== "granted") return null;
    const { pushManager } = await within(navigator.serviceWorker.ready);
    // A subscription made for another key is never used.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await within(
      pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    );
    return JSON.stringify(made);
  },
  current: async () => {
    if (!isAble() || Notification.permission !== "granted") return null;
    const made = await subscription();
    return made && JSON.stringify(made);
  },
  close: async () => {
    if (isAble()) await (await subscription())?.unsubscribe();
  },
};
