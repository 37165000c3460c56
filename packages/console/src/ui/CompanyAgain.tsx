import { useState } from "react";
import { sentenceOf } from "../api/call.ts";
import { signInThereAgain, useCompany } from "../api/company-account.ts";

/** What is asked of a member who signs in with the company account, where others use their passkey again. */
export function CompanyAgain() {
  const company = useCompany() ?? "your company account";
  const [failure, setFailure] = useState("");
  const press = () => signInThereAgain().catch((error: unknown) => setFailure(sentenceOf(error)));
  return (
    <div className="note stack">
      <p>
        This needs a sign-in with {company} within the last five minutes. You come back to this
        page; what is written here is not kept.
      </p>
      <button type="button" className="btn" onClick={() => void press()}>
        Sign in with {company} again
      </button>
      {failure ? <p role="alert">{failure}</p> : null}
    </div>
  );
}
