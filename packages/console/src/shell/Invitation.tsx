import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { acceptThere, useCompany } from "../api/company-account.ts";
import { acceptInvitation } from "../api/passkeys.ts";
import { queryClient } from "../api/query-client.ts";
import { providerName } from "../ui/provider-name.ts";
import { DoorButton, PasskeyButton, ReturnedRefused } from "./DoorButton.tsx";
import { Mark } from "./Mark.tsx";

/** A new member of the staff chooses how they sign in. The token is behind the address's #. */
export function Invitation() {
  const [token] = useState(() => location.hash.slice(1));
  const company = useCompany();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `Invitation · ${providerName} console`;
    // Not in the browser's history.
    history.replaceState(history.state, "", location.pathname);
  }, []);
  return (
    <main className="door">
      <Mark />
      <h1>You are invited</h1>
      <ReturnedRefused />
      {token ? (
        <>
          <p className="quiet">
            Make a passkey on this device: a fingerprint, a face or its PIN. With it you sign in
            from now on. The link works once.
          </p>
          <PasskeyButton
            label="Make a passkey and sign in"
            run={async () => {
              await acceptInvitation(token);
              await queryClient.resetQueries();
              await navigate("/", { replace: true });
            }}
          />
          {company ? (
            <>
              <p className="quiet">
                Or sign in with your company account instead of a passkey, now and from now on.
              </p>
              <DoorButton plain label={`Continue with ${company}`} run={() => acceptThere(token)} />
            </>
          ) : null}
        </>
      ) : (
        <p className="note note--bad" role="alert">
          This link is not whole. Open it again from where you got it.
        </p>
      )}
    </main>
  );
}
