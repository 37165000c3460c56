import { termsCopy } from "./copy.ts";
import { TextPage } from "./TextPage.tsx";

export default function TermsPage() {
  return <TextPage type="TOU" {...termsCopy} />;
}
