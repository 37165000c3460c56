import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";

/** A call over the bridge: a plugin's method with its options. */
export type Crossed = { plugin: string; method: string; options: Record<string, unknown> };

/** "later": answered by the test, with `answersTo`. */
type Answer = { data: unknown } | { error: string } | "later";
/** `Plugin.method` → Android's answer. Methods that are not listed answer nothing, as most do. */
export type Answers = Record<string, Answer>;

type Native = {
  crossed: Crossed[];
  emit: (plugin: string, event: string, data: unknown) => number;
  settle: (plugin: string, method: string, data: unknown) => number;
  answers: Answers;
};
declare global {
  interface Window {
    native: Native;
  }
}

const app = join(import.meta.dirname, "..", "..", "app", "package.json");
/** Capacitor's side of the bridge, as in every Android app. */
const bridge = readFileSync(
  join(
    dirname(createRequire(app).resolve("@capacitor/android/package.json")),
    "capacitor/src/main/assets/native-bridge.js",
  ),
  "utf8",
);

/** The plugin methods the app calls, as Android announces them. */
const PLUGINS: Record<string, string[]> = {
  App: ["getInfo", "minimizeApp"],
  Camera: ["getPhoto"],
  Filesystem: ["writeFile"],
  Geolocation: ["checkPermissions", "getCurrentPosition"],
  Haptics: ["vibrate"],
  NativeSettings: ["open"],
  PushNotifications: ["checkPermissions", "requestPermissions", "register", "unregister"],
  SecureStorage: ["internalGetItem", "internalSetItem", "internalRemoveItem"],
  Share: ["share"],
  SmsCode: ["next", "stop"],
  SplashScreen: ["hide"],
  StatusBar: ["setStyle"],
};

/**
 * Makes the page run as in the Android app: Capacitor's bridge in the page, and a fake native side that records
 * and answers its calls. Secure storage works, for as long as the page's own storage does.
 */
export async function inAndroid(page: Page, answers: Answers): Promise<void> {
  await page.addInitScript(
    ({ plugins, given }) => {
      type Message = {
        callbackId: string;
        pluginId: string;
        methodName: string;
        options: Record<string, unknown>;
      };
      type Reply = { save?: boolean; success: boolean; data?: unknown; error?: unknown };
      const listeners: (Message & { event: unknown })[] = [];
      const say = (to: Message, reply: Reply) => {
        const { Capacitor } = window as unknown as {
          Capacitor: { fromNative: (answer: unknown) => void };
        };
        const { callbackId, pluginId, methodName } = to;
        Capacitor.fromNative({ callbackId, pluginId, methodName, ...reply });
      };
      const asked: Message[] = [];
      const KEYCHAIN = "keychain of the phone";
      const keychain = () => JSON.parse(sessionStorage.getItem(KEYCHAIN) ?? "{}");
      const kept = ({ methodName, options }: Message): { data: unknown } => {
        const all = keychain() as Record<string, unknown>;
        const key = String(options["prefixedKey"]);
        if (methodName === "internalGetItem") return { data: { data: all[key] ?? null } };
        const had = key in all;
        if (methodName === "internalSetItem") all[key] = options["data"];
        else delete all[key];
        sessionStorage.setItem(KEYCHAIN, JSON.stringify(all));
        return { data: { success: had } };
      };
      window.native = {
        crossed: [],
        answers: given,
        emit: (plugin, event, data) => {
          const hear = listeners.filter((one) => one.pluginId === plugin && one.event === event);
          for (const one of hear) say(one, { save: true, success: true, data });
          return hear.length;
        },
        settle: (plugin, method, data) => {
          const waiting = asked
            .splice(0)
            .filter((one) => one.pluginId === plugin && one.methodName === method);
          for (const one of waiting) say(one, { success: true, data });
          return waiting.length;
        },
      };
      const receive = (message: Message) => {
        const { pluginId: plugin, methodName: method, options } = message;
        if (plugin === undefined) return;
        window.native.crossed.push({ plugin, method, options });
        if (method === "addListener") {
          listeners.push({ ...message, event: options["eventName"] });
          return;
        }
        const answer =
          plugin === "SecureStorage"
            ? kept(message)
            : (window.native.answers[`${plugin}.${method}`] ?? { data: {} });
        if (answer === "later") {
          asked.push(message);
          return;
        }
        // Answers come asynchronously.
        queueMicrotask(() =>
          say(
            message,
            "error" in answer
              ? { success: false, error: { message: answer.error } }
              : { success: true, data: answer.data },
          ),
        );
      };
      Object.assign(window, {
        androidBridge: { postMessage: (text: string) => receive(JSON.parse(text) as Message) },
        Capacitor: {
          PluginHeaders: Object.entries(plugins).map(([name, methods]) => ({
            name,
            methods: [
              { name: "addListener", rtype: "callback" },
              { name: "removeListener" },
              ...methods.map((method) => ({ name: method, rtype: "promise" })),
            ],
          })),
        },
      });
    },
    { plugins: PLUGINS, given: answers },
  );
  await page.addInitScript(bridge);
}

/** The calls of a plugin so far. */
export const crossed = (page: Page, plugin: string, method: string) =>
  page.evaluate(
    ([name, called]) =>
      window.native.crossed
        .filter((one) => one.plugin === name && one.method === called)
        .map(({ options }) => options),
    [plugin, method] as const,
  );

/** Sends an event of the phone. Returns the number of listeners. */
export const happens = (page: Page, plugin: string, event: string, data: unknown) =>
  page.evaluate(([name, what, said]) => window.native.emit(name, what, said), [
    plugin,
    event,
    data,
  ] as const);

/** Answers the pending calls. Returns how many there were. */
export const answersTo = (page: Page, plugin: string, method: string, data: unknown) =>
  page.evaluate(([name, called, said]) => window.native.settle(name, called, said), [
    plugin,
    method,
    data,
  ] as const);

/** Changes Android's answer from now on. */
export const answersNow = (page: Page, answers: Answers) =>
  page.evaluate((more) => void Object.assign(window.native.answers, more), answers);
