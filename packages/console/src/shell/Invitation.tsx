import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { acceptInvitation } from "../api/passkeys.ts";
import { queryClient } from "../api/query-client.ts";
import { Mark } from "./Mark.tsx";
import { PasskeyButton } from "./SignIn.tsx";

/** A new member of the staff makes the passkey they sign in with. The token is behind the address's #. */
export function Invitation() {
  const [token] = useState(() => location.hash.slice(1));
  const navigate = useNavigate();
  useEffect(() => {
    document.title = "Invitation · Voltmarg console";
    // Not in the browser's history.
    history.replaceState(history.state, "", location.pathname);
  }, []);
  return (
    <main className="door">
      <Mark />
      <h1>You are invited</h1>
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
        </>
      ) : (
        <p className="note note--bad" role="alert">
          This link is not whole. Open it again from where you got it.
        </p>
      )}
    </main>
  );
}
