import { useEffect } from "react";
import { signInThere, useCompany } from "../api/company-account.ts";
import { signIn } from "../api/passkeys.ts";
import { queryClient } from "../api/query-client.ts";
import { providerName } from "../ui/provider-name.ts";
import { DoorButton, PasskeyButton, ReturnedRefused } from "./DoorButton.tsx";
import { Mark } from "./Mark.tsx";

/** Signs a member of the staff in by their passkey, or with the company account. */
export function SignIn() {
  const company = useCompany();
  useEffect(() => {
    document.title = `Sign in · ${providerName} console`;
  }, []);
  return (
    <main className="door">
      <Mark />
      <h1>{providerName} console</h1>
      <p className="quiet">
        For the provider’s staff. You sign in with the passkey of this device
        {company ? ", or with the account that you accepted your invitation with" : null}.
      </p>
      <ReturnedRefused />
      <PasskeyButton
        label="Sign in with passkey"
        run={async () => {
          await signIn();
          await queryClient.resetQueries();
        }}
      />
      {company ? <DoorButton plain label={`Continue with ${company}`} run={signInThere} /> : null}
      <p className="quiet">
        No passkey yet, or lost it? Ask an admin of your company for an invitation.
      </p>
    </main>
  );
}
