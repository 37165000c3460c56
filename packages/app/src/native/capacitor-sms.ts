import { registerPlugin } from "@capacitor/core";

/** Our own plugin, `SmsCodePlugin.java`: Android's SMS User Consent. */
type SmsCodePlugin = {
  /** The text, once the driver allows us to read one message; null: declined, or five minutes passed. */
  next: () => Promise<{ message: string | null }>;
  stop: () => Promise<void>;
};
const SmsCode = registerPlugin<SmsCodePlugin>("SmsCode");

export async function nextSms(signal: AbortSignal): Promise<string | null> {
  const stop = () => void SmsCode.stop().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return (await SmsCode.next()).message;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
