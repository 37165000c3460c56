import { privacyCopy } from "./copy.ts";
import { TextPage } from "./TextPage.tsx";

export default function PrivacyPage() {
  return <TextPage type="PRIVACY" {...privacyCopy} />;
}
