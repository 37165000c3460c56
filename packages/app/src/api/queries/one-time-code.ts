import { useQuery } from "@tanstack/react-query";
import { serviceNow } from "../../clock.ts";
import { call } from "../http/call.ts";
import { devOutbox, otpExpiryTime } from "../http/endpoints/account.ts";
import { useConfig } from "./config.ts";
import { keys } from "./keys.ts";

/** `sentAt`: when this device had a code sent, ms; null: not yet. */
type Sent = { mobile: string; sentAt: number | null };

/** When a new code may be asked for, ms of the service's clock. */
export const useOtpExpiry = ({ mobile, sentAt }: Sent) =>
  useQuery({
    queryKey: keys.otpExpiry(mobile, sentAt),
    queryFn: async ({ signal }) => {
      const { data } = await call(
        otpExpiryTime,
        { params: { mobile }, query: { otpType: "CCS" } },
        signal,
      );
      return serviceNow() + data.expiry_time * 1000;
    },
    enabled: mobile !== "" && sentAt !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

/** On a demonstration server the SMS goes to an outbox that anybody may read; null without a code. */
export function useDemoCode({ mobile, sentAt }: Sent): string | null {
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
