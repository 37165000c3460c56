import { call } from "./call.ts";

/** The browser's library, loaded when it is asked for the first time. */
const library = () => import("@simplewebauthn/browser");

/** A passkey that the member did not use: they cancelled, or the browser has none. */
export class NoPasskey extends Error {
  override name = "NoPasskey";
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw new NoPasskey("The passkey was not used.");
  }
}

async function signed(options: { challenge: string }) {
  const { startAuthentication } = await library();
  const made = await asked(() => startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = made.response;
  return {
    id: made.id,
    rawId: made.rawId,
    type: made.type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

export async function signIn(): Promise<void> {
  const { data } = await call("staffSignInOptions", {});
  await call("signInStaff", { body: { passkey: await signed(data) } });
}

/** The passkey once more: money, erasures and credentials open for five minutes. */
export async function confirmWithPasskey(): Promise<void> {
  const { data } = await call("passkeyAgainOptions", {});
  await call("passkeyAgain", { body: { passkey: await signed(data) } });
}

/** Makes the passkey of a new member, which signs them in. */
export async function acceptInvitation(token: string): Promise<void> {
  const { data } = await call("invitationOptions", { body: { token } });
  const { startRegistration } = await library();
  const made = await asked(() => startRegistration({ optionsJSON: data.options as never }));
  const { clientDataJSON, attestationObject, transports } = made.response;
  const response = { clientDataJSON, attestationObject, ...(transports && { transports }) };
  const passkey = { id: made.id, rawId: made.rawId, type: made.type, response };
  await call("acceptInvitation", { body: { token, passkey } });
}
