import { nativeApp } from "./native-app.ts";

type OtpCredential = Credential & { code?: string };

/** Whether this device can hand over the code of an SMS. */
export const canReadSms = (): boolean =>
  nativeApp() ? nativeApp()?.nextSms !== null : "OTPCredential" in globalThis;

/** The code in the text of an SMS: so many digits in a row, no more. Null when there is none, or more than one. */
export function codeIn(text: string, length: number): string | null {
  const rows = new Set(text.match(/\d+/g)?.filter((digits) => digits.length === length));
  const [code, ...others] = rows;
  return code !== undefined && others.length === 0 ? code : null;
}

/**
 * The code of the SMS that comes next: in the Android app by the phone's question whether we may read this one message,
 * in Android's browser by WebOTP. Null when it was declined or took too long: then the code is typed.
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
