import { currentAccount, onSignedOut, onSignedIn } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { registerDevice, registerPushyDevice } from "../api/http/endpoints/notifications.ts";
import { deviceType } from "../native/device.ts";
import { pushChannel } from "../native/push.ts";
import type { PushState } from "../native/native-app.ts";
import { personal, readTokens } from "../native/storage.ts";

/** The push token last registered, for this driver. */
const TOLD = "push-told";

/** Registers the push token; A-7: a phone's own token by PATCH, everything else by POST. */
async function tell(token: string): Promise<void> {
  const account = currentAccount();
  if (account.state !== "signed-in" || personal.read(TOLD) === token) return;
  const { id } = account.user;
  await (deviceType() === "web"
    ? call(registerPushyDevice, { params: { id }, body: { device_token: token } })
    : call(registerDevice, { params: { id, token } }));
  personal.write(TOLD, token);
}

/** An app cannot return a phone's permission, so the driver's choice is stored separately. */
const UNWANTED = "push-unwanted";

/** Whether push notifications reach this device. */
export async function pushState(): Promise<PushState> {
  const state = await pushChannel().state();
  return state === "on" && personal.read(UNWANTED) === true ? "off" : state;
}

/** Turns push on for this device; returns whether it is allowed. Call it in a click handler. Throws when it fails. */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  const token = await pushChannel().open(publicKey);
  if (token === null) return false;
  personal.write(UNWANTED, null);
  await tell(token);
  return true;
}

/** Turns push off for this device; the service learns of it when its next push fails. */
export async function turnPushOff(): Promise<void> {
  personal.write(UNWANTED, true);
  personal.write(TOLD, null);
  await pushChannel().close();
}

/** Registers the token of a device that has one, after the sign-in. Call it once. */
export function startPush(): void {
  onSignedIn(() => void tellOfDevice().catch(() => undefined));
  // Push of the driver before must not reach this one; also after a sign-out before this was loaded.
  const close = () =>
    pushChannel()
      .close()
      .catch(() => undefined);
  if (readTokens() === null) void close();
  onSignedOut(close);
}

async function tellOfDevice(): Promise<void> {
  if (personal.read(UNWANTED) === true) return;
  const token = await pushChannel().current();
  if (token !== null) await tell(token);
}
