import { privacyCopy } from "./copy.ts";
import { Notice } from "../../privacy/Notice.tsx";
import "../../privacy/notice.css";
import { TextPage } from "./TextPage.tsx";

export default function PrivacyPage() {
  return <TextPage type="PRIVACY" {...privacyCopy} first={<Notice />} />;
}
