import { nativeApp } from "./native-app.ts";

/** Whether this browser can make passkeys and sign in with them. The phone's app cannot: its pages have no host. */
export const canUsePasskeys = (): boolean =>
  nativeApp() === null && typeof globalThis.PublicKeyCredential === "function";

/** The result of a passkey request. `stopped`: the driver cancelled it, or it timed out. */
export type PasskeyAnswer<T> = { answer: T } | { failed: "stopped" | "known" | "broken" };

/** The browser's library, loaded when it is asked for the first time. */
const library = () => import("@simplewebauthn/browser");

/** Makes a passkey with the service's options. Call it in a click handler. */
export const makePasskey = (options: { challenge: string }) =>
  asked(async () => {
    const { startRegistration } = await library();
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: options as never,
    });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    };
  });

/** Has a passkey sign the service's challenge. Call it in a click handler. */
export const signWithPasskey = (options: { challenge: string }) =>
  asked(async () => {
    const { startAuthentication } = await library();
    const signed = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
    return {
      id: signed.id,
      rawId: signed.rawId,
      type: signed.type,
      response: {
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle && { userHandle }),
      },
    };
  });

async function asked<T>(ask: () => Promise<T>): Promise<PasskeyAnswer<T>> {
  try {
    return { answer: await ask() };
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    if (name === "InvalidStateError" || code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
      return { failed: "known" };
    return { failed: name === "NotAllowedError" || name === "AbortError" ? "stopped" : "broken" };
  }
}
