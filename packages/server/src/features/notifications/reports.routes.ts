import { USUAL_BODY } from "@voltmarg/contract";
import type { RawAnswer, RawRoute } from "../../platform/http/raw.ts";
import type { CarrierSettings } from "../../platform/config/messaging.ts";
import { constantTimeEqual } from "../../platform/database/service-key.ts";
import type { MessagesDeps } from "./messages/messages-deps.ts";
import { readMsg91Reports } from "./messages/msg91.ts";
import { reportMessage } from "./messages/report-message.ts";
import { isFromTwilio, readTwilioReport, TWILIO_REPORTS } from "./messages/twilio.ts";

const TAKEN: RawAnswer = { status: 204 };
const STRANGER: RawAnswer = { status: 401 };

/**
 * Where carriers tell what became of a text message. MSG91 signs nothing, so a secret stands in its address; Twilio signs
 * address and form. A carrier that is not configured has no address here.
 */
export function reportRoutes(
  deps: MessagesDeps,
  { carriers, publicUrl }: { carriers: readonly CarrierSettings[]; publicUrl: string },
): RawRoute[] {
  return carriers.map((settings): RawRoute =>
    settings.name === "msg91"
      ? {
          method: "POST",
          path: "/webhooks/msg91/:secret",
          admit: ({ params }) =>
            constantTimeEqual(params["secret"] ?? "", settings.webhookSecret) ? null : STRANGER,
          handle: async ({ params, body }) => {
            if (!constantTimeEqual(params["secret"] ?? "", settings.webhookSecret)) return STRANGER;
            const reports = readMsg91Reports(body);
            if (!reports) return { status: 400 };
            for (const report of reports) await reportMessage(deps, report);
            return TAKEN;
          },
        }
      : {
          method: "POST",
          path: TWILIO_REPORTS,
          // Signed over what it says, so anybody may send so much; a form has some hundred bytes.
          mostBytes: USUAL_BODY,
          handle: async ({ path, params, query, headers, body }) => {
            const form = new URLSearchParams(body);
            const search = query.size > 0 ? `?${query.toString()}` : "";
            const url = `${publicUrl}${path}${search}`;
            if (!isFromTwilio(settings.authToken, url, form, headers["x-twilio-signature"]))
              return STRANGER;
            const report = readTwilioReport(params["message"] ?? "", form);
            if (report) await reportMessage(deps, report);
            return TAKEN;
          },
        },
  );
}
