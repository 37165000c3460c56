import { useState } from "react";
import { storeTokens, loadAccount } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { sentence } from "../../api/http/refusal.ts";
import { passkeySignIn, passkeySignInOptions } from "../../api/http/endpoints/sign-ins.ts";
import { useConfig } from "../../api/queries/config.ts";
import { deviceType } from "../../native/device.ts";
import { canUsePasskeys, signWithPasskey } from "../../native/passkeys.ts";
import { Button } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.ts";
import { signInCopy as copy } from "./copy.ts";

/** Signs in with a passkey of this device: nothing where the service or the browser has none. */
export function PasskeySignIn() {
  const offered = useConfig().data?.passkeys === true && canUsePasskeys();
  const [busy, setBusy] = useState(false);
  async function signIn() {
    setBusy(true);
    try {
      const signed = await signWithPasskey((await call(passkeySignInOptions, {})).data);
      if ("failed" in signed)
        showToast(
          signed.failed === "stopped" ? copy.socialCancelled : copy.passkeyFailed,
          signed.failed === "stopped" ? "info" : "error",
        );
      else {
        const body = { device_type: deviceType(), credential: signed.answer };
        storeTokens(await call(passkeySignIn, { body }));
        await loadAccount();
      }
    } catch (error) {
      showToast(sentence(error), "error");
    } finally {
      setBusy(false);
    }
  }
  return offered ? (
    <Button
      kind="outline"
      small
      className="social"
      busy={busy && copy.signingIn}
      onClick={() => void signIn()}
    >
      {copy.passkey}
    </Button>
  ) : null;
}
