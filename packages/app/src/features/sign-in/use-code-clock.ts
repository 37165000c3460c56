import { useEffect, useState } from "react";
import { tick } from "../../api/queries/query-client.ts";
import { useOtpExpiry } from "../../api/queries/one-time-code.ts";
import { canReadSms, codeFromSms } from "../../native/sms-code.ts";
import type { Flow } from "./flow.ts";

/** Seconds until a new code may be asked for; null while that is not known. */
export function useSecondsLeft(flow: Flow): number | null {
  const expiry = useOtpExpiry(flow);
  const [left, setLeft] = useState<number | null>(null);
  const deadline = expiry.isError ? 0 : expiry.data;
  useEffect(() => {
    const look = () =>
      setLeft(deadline === undefined ? null : Math.max(0, Math.ceil((deadline - tick()) / 1000)));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [deadline]);
  return left;
}

/** The code of the SMS that comes, where this device can read it; `length` digits. */
export function useSmsCode(length: number, onCode: (code: string) => void): void {
  useEffect(() => {
    if (!canReadSms()) return;
    const stop = new AbortController();
    void codeFromSms(length, stop.signal).then((code) => code && onCode(code));
    return () => stop.abort();
  }, [length, onCode]);
}
