import { createAppConfig, type AppConfigDeps } from "../features/app-config/index.ts";
import { officerOf, readSeller } from "../features/backoffice/index.ts";
import { versionOf } from "../features/content/index.ts";
import type { Notice } from "../features/personal-data/index.ts";
import { firstSupport } from "../features/support/index.ts";
import type { Feature } from "../platform/feature.ts";
import type { FeatureParts } from "./service-parts.ts";

/** What the app reads at start, and its page of who sells and who answers for complaints. */
export function wireAppConfig(
  { config, database: { db } }: FeatureParts,
  notice: Notice,
  social: AppConfigDeps["settings"]["social"],
  passkeys: boolean,
): Feature {
  const { name, partyId } = config.party;
  return createAppConfig({
    settings: {
      name,
      partyId,
      environment: config.profile,
      otpLength: config.otp.length,
      otpValidSeconds: config.otp.validSeconds,
      mapStyleUrl: config.mapStyleUrl,
      googleMaps: config.googleMaps,
      demoSpeed: config.demoSpeed,
      paymentKey: config.razorpay.keyId,
      webPushKey: config.messages.webPush?.publicKey ?? null,
      devOutbox: config.profile !== "PROD",
      social,
      withdrawal: config.withdrawal,
      passkeys,
    },
    support: () => firstSupport(db, name),
    seller: () => readSeller(db),
    officerOf,
    termsVersion: () => versionOf(db, "TOU"),
    noticeVersion: notice.version,
  });
}
