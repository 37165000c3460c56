import { PushNotifications } from "@capacitor/push-notifications";
import type { PushChannel, PushState } from "./native-app.ts";
import { wordOf } from "./push-target.ts";

/** How long Google's or Apple's service may take to give a token. */
const patienceMs = 15_000;

/**
 * FCM on Android, APNs on iOS. Push is on by the phone's permission and the driver's choice: a token is asked
 * for only once the driver has turned them on, or had done so before.
 */
export function nativePush(onTapped: (word: string) => void): PushChannel {
  let waiting: { resolve: (token: string) => void; reject: (error: Error) => void }[] = [];
  const settle = (by: (one: (typeof waiting)[number]) => void) => {
    for (const one of waiting) by(one);
    waiting = [];
  };
  const ready = Promise.all([
    PushNotifications.addListener("registration", ({ value }) =>
      settle(({ resolve }) => resolve(value)),
    ),
    PushNotifications.addListener("registrationError", ({ error }) =>
      settle(({ reject }) => reject(new Error(error))),
    ),
    // Also the tap that started the app: the plugin keeps it until somebody listens.
    PushNotifications.addListener("pushNotificationActionPerformed", ({ notification }) =>
      onTapped(wordOf(notification.data)),
    ),
  ]);

  const token = async (): Promise<string> => {
    await ready;
    const given = new Promise<string>((resolve, reject) => {
      waiting.push({ resolve, reject });
      setTimeout(() => reject(new Error("the push service does not answer")), patienceMs);
    });
    await PushNotifications.register();
    return given;
  };
  const permission = async () => stateOf((await PushNotifications.checkPermissions()).receive);

  return {
    state: permission,
    open: async () => {
      const { receive } = await PushNotifications.requestPermissions();
      return receive === "granted" ? token() : null;
    },
    current: async () => ((await permission()) === "on" ? token() : null),
    close: () => PushNotifications.unregister(),
  };
}

const stateOf = (receive: string): PushState =>
  receive === "granted" ? "on" : receive === "denied" ? "denied" : "ask";
