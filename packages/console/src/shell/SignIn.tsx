import { useEffect, useState } from "react";
import { sentenceOf } from "../api/call.ts";
import { NoPasskey, signIn } from "../api/passkeys.ts";
import { queryClient } from "../api/query-client.ts";
import { Mark } from "./Mark.tsx";

/** Signs a member of the staff in by their passkey. */
export function SignIn() {
  useEffect(() => {
    document.title = "Sign in · Voltmarg console";
  }, []);
  return (
    <main className="door">
      <Mark />
      <h1>Voltmarg console</h1>
      <p className="quiet">
        For the provider’s staff. You sign in with the passkey of this device.
      </p>
      <PasskeyButton
        label="Sign in with passkey"
        run={async () => {
          await signIn();
          await queryClient.resetQueries();
        }}
      />
      <p className="quiet">
        No passkey yet, or lost it? Ask an admin of your company for an invitation.
      </p>
    </main>
  );
}

/** A button behind which the browser asks for a passkey, with what went wrong below it. */
export function PasskeyButton({ label, run }: { label: string; run: () => Promise<void> }) {
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setFailure("");
    await run().catch((error: unknown) =>
      setFailure(error instanceof NoPasskey ? error.message : sentenceOf(error)),
    );
    setBusy(false);
  };
  if (typeof globalThis.PublicKeyCredential !== "function")
    return (
      <p className="note note--bad" role="alert">
        This browser has no passkeys. Open the console over https in a current browser.
      </p>
    );
  return (
    <>
      <button
        type="button"
        className="btn btn--primary"
        aria-busy={busy || undefined}
        onClick={() => void press()}
      >
        {label}
      </button>
      {failure ? (
        <p className="note note--bad" role="alert">
          {failure}
        </p>
      ) : null}
    </>
  );
}
