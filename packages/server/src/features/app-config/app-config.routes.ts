import {
  legal,
  wallet,
  type Legal,
  type Seller,
  type SupportInformation,
} from "@voltmarg/contract";
import { gstStateName } from "@voltmarg/rules";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import {
  MAXIMUM_TOP_UP,
  MINIMUM_BALANCE,
  MINIMUM_TOP_UP,
  SUGGESTED_TOP_UP,
} from "../wallet/index.ts";

export type AppConfigDeps = {
  settings: {
    name: string;
    partyId: string;
    environment: "DEV" | "INT" | "TEST" | "PROD";
    otpLength: number;
    otpValidSeconds: number;
    mapStyleUrl: string | null;
    googleMaps: { url: string; key: string } | null;
    demoSpeed: number;
    /** The public key of the payment provider. */
    paymentKey: string;
    webPushKey: string | null;
    devOutbox: boolean;
    social: readonly { id: string; name: string }[];
    withdrawal: "anytime" | "closure";
    /** Whether drivers can make passkeys here. */
    passkeys: boolean;
  };
  /** How drivers reach support, as the back office has set it. */
  support(): Promise<SupportInformation>;
  seller(): Promise<Seller>;
  officerOf(seller: Seller): Legal["grievance_officer"];
  termsVersion(): Promise<{ version: number; updated_at: Date }>;
  noticeVersion(): Promise<{ version: number; since: Date }>;
};

export function appConfigRoutes({ mount }: Mount, deps: AppConfigDeps): void {
  mount(wallet.getEmspConfig, async ({ params }) => {
    const { settings } = deps;
    if (params.id !== "default" && params.id !== settings.partyId) return refuse("NOT_FOUND");
    const { email, phone } = await deps.support();
    return done({
      data: {
        id: settings.partyId,
        name: settings.name,
        environment: settings.environment,
        currency: "INR",
        minimum_balance_minor: Number(MINIMUM_BALANCE),
        suggested_top_up_minor: Number(SUGGESTED_TOP_UP),
        minimum_top_up_minor: Number(MINIMUM_TOP_UP),
        maximum_top_up_minor: Number(MAXIMUM_TOP_UP),
        withdrawal: settings.withdrawal,
        otp_length: settings.otpLength,
        otp_valid_s: settings.otpValidSeconds,
        payment_key: settings.paymentKey,
        map_style_url: settings.mapStyleUrl,
        google_maps: settings.googleMaps,
        support_email: email,
        support_phone: phone,
        demo_speed: settings.demoSpeed,
        web_push_key: settings.webPushKey,
        dev_outbox: settings.devOutbox,
        social: [...settings.social],
        passkeys: settings.passkeys,
      },
    });
  });
  mount(legal.getLegal, async () => done({ data: await readLegal(deps) }));
}

/** Who sells and who answers, as everybody may read it. */
async function readLegal(deps: AppConfigDeps): Promise<Legal> {
  const seller = await deps.seller();
  const { name, address, city, postal_code, gst_in, website, example, state_code } = seller;
  const { phone, email, hours } = await deps.support();
  const terms = await deps.termsVersion();
  const notice = await deps.noticeVersion();
  return {
    seller: {
      name,
      address,
      city,
      postal_code,
      gst_in,
      website,
      example,
      state: gstStateName(state_code, "en"),
      branches: (seller.branches ?? "").split("\n").filter((line) => line.trim() !== ""),
    },
    customer_care: { phone, email, hours },
    grievance_officer: deps.officerOf(seller),
    terms: { version: terms.version, updated_at: terms.updated_at.toISOString() },
    privacy: { version: notice.version, updated_at: notice.since.toISOString() },
  };
}
