import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "../../api/queries/keys.ts";
import { call } from "../../api/http/call.ts";
import { devOutbox, otpExpiryTime } from "../../api/http/endpoints/account.ts";
import { useConfig } from "../../api/queries/config.ts";
import { canReadSms, codeFromSms } from "../../native/sms-code.ts";
import type { Flow } from "./flow.ts";

/** Seconds until a new code may be asked for; null while that is not known. The service's clock, not ours, decides. */
export function useSecondsLeft({ mobile, sentAt }: Flow): number | null {
  const expiry = useQuery({
    queryKey: keys.otpExpiry(mobile, sentAt),
    queryFn: async ({ signal }) => {
      const { data } = await call(
        otpExpiryTime,
        { params: { mobile }, query: { otpType: "CCS" } },
        signal,
      );
      return Date.now() + data.expiry_time * 1000;
    },
    enabled: mobile !== "" && sentAt !== null,
    staleTime: Infinity,
    gcTime: 0,
  });
  const [left, setLeft] = useState<number | null>(null);
  const deadline = expiry.isError ? 0 : expiry.data;
  useEffect(() => {
    const look = () =>
      setLeft(
        deadline === undefined ? null : Math.max(0, Math.ceil((deadline - Date.now()) / 1000)),
      );
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [deadline]);
  return left;
}

/** On a demonstration server the SMS goes to an outbox anybody may read; the code is shown as a quiet note. */
export function useDemoCode({ mobile, sentAt }: Flow): string | null {
  const config = useConfig();
  const outbox = useQuery({
    queryKey: keys.demoCode(mobile, sentAt),
    queryFn: async ({ signal }) => {
      const messages = await call(devOutbox, { query: { to: `+91${mobile}` } }, signal);
      return messages.find((message) => message.code)?.code ?? null;
    },
    enabled: config.data?.dev_outbox === true && mobile !== "",
    // The message leaves the service after the answer to the request.
    refetchInterval: (query) => (query.state.data ? false : 1000),
    retry: false,
    gcTime: 0,
  });
  return outbox.data ?? null;
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
