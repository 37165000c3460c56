import { nativeApp } from "./native-app.ts";

type OtpCredential = Credential & { code?: string };

/** Whether the app can read the code of an SMS on this device. */
export const canReadSms = (): boolean =>
  nativeApp() ? nativeApp()?.nextSms !== null : "OTPCredential" in globalThis;

/** The code in the text of an SMS: exactly `length` digits in a row. Null: none, or more than one. */
export function codeIn(text: string, length: number): string | null {
  const rows = new Set(text.match(/\d+/g)?.filter((digits) => digits.length === length));
  const [code, ...others] = rows;
  return code !== undefined && others.length === 0 ? code : null;
}

/**
 * The code of the next SMS: in the Android app through SMS User Consent, which asks the driver for this one message,
 * in Android's browser through WebOTP. Null: declined or timed out; the driver types the code.
 */
export async function codeFromSms(length: number, signal: AbortSignal): Promise<string | null> {
  try {
    const phone = nativeApp();
    if (phone) {
      const text = (await phone.nextSms?.(signal)) ?? null;
      return text === null ? null : codeIn(text, length);
    }
    const options = { otp: { transport: ["sms"] }, signal } as CredentialRequestOptions;
    const credential: OtpCredential | null = await navigator.credentials.get(options);
    return credential?.code ?? null;
  } catch {
    return null;
  }
}
