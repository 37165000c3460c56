import { currentAccount, onSignedIn } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { updateNotificationPreferences } from "../api/http/endpoints/notifications.ts";
import { language, onLanguageChange } from "../language/current-language.ts";
import { personal } from "../native/storage.ts";

/** The language last reported, for this driver. */
const TOLD = "language-told";

/** Reports the driver's language to the service, which writes mail and text messages in it. Call it once. */
export function startReportingLanguage(): void {
  const tell = () => void reportLanguage().catch(() => undefined);
  onSignedIn(tell);
  onLanguageChange(tell);
}

/** A failed report is repeated at the next start. */
async function reportLanguage(): Promise<void> {
  const spoken = language();
  if (currentAccount().state !== "signed-in" || personal.read(TOLD) === spoken) return;
  await call(updateNotificationPreferences, { body: { language: spoken } });
  personal.write(TOLD, spoken);
}
