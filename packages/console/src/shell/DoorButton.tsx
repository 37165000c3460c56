import { useState, type ReactNode } from "react";
import { codeOf, sentenceOf } from "../api/call.ts";
import { takeRefused } from "../api/company-account.ts";
import { NoPasskey } from "../api/passkeys.ts";

/** A button that leads in, with what went wrong below it. */
export function DoorButton({
  label,
  plain,
  run,
}: {
  label: string;
  plain?: boolean;
  run: () => Promise<void>;
}) {
  const [failure, setFailure] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    await run().catch((error: unknown) =>
      setFailure(
        error instanceof NoPasskey ? (
          <Failure sentence={error.message} />
        ) : (
          <Failure sentence={sentenceOf(error)} code={codeOf(error)} />
        ),
      ),
    );
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        className={plain ? "btn" : "btn btn--primary"}
        aria-busy={busy || undefined}
        onClick={() => void press()}
      >
        {label}
      </button>
      {failure}
    </>
  );
}

/** The same for what needs a passkey, where the browser has them. */
export function PasskeyButton(of: { label: string; run: () => Promise<void> }) {
  if (typeof globalThis.PublicKeyCredential !== "function")
    return (
      <Failure sentence="This browser has no passkeys. Open the console over https in a current browser." />
    );
  return <DoorButton {...of} />;
}

/** Why the sign-in with the company account led back here. */
export function ReturnedRefused() {
  const [refused] = useState(takeRefused);
  return refused ? <Failure {...refused} /> : null;
}

const Failure = ({ sentence, code }: { sentence: string; code?: string | undefined }) => (
  <div className="note note--bad stack" role="alert">
    {sentence}
    {code ? <small>Code: {code}</small> : null}
  </div>
);
