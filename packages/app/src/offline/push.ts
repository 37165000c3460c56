import { currentAccount, onSignedOut, onSignedIn } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { registerDevice, registerPushyDevice } from "../api/http/endpoints/notifications.ts";
import { deviceType } from "../native/device.ts";
import { pushChannel } from "../native/push.ts";
import type { PushState } from "../native/native-app.ts";
import { personal, readTokens } from "../native/storage.ts";

/** What the service was last told to send to, for this driver. */
const TOLD = "push-told";

/** Tells the service what it can send to; A-7: a phone's own token by PATCH, everything else by POST. */
async function tell(token: string): Promise<void> {
  const account = currentAccount();
  if (account.state !== "signed-in" || personal.read(TOLD) === token) return;
  const { id } = account.user;
  await (deviceType() === "web"
    ? call(registerPushyDevice, { params: { id }, body: { device_token: token } })
    : call(registerDevice, { params: { id, token } }));
  personal.write(TOLD, token);
}

/** A phone's permission cannot be given back by us: that the driver wants no news here is kept beside it. */
const UNWANTED = "push-unwanted";

/** Whether news reach this device. */
export async function pushState(): Promise<PushState> {
  const state = await pushChannel().state();
  return state === "on" && personal.read(UNWANTED) === true ? "off" : state;
}

/** The driver wants news on this device; answers whether they may come. Call it in a press. Throws when it fails. */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  const token = await pushChannel().open(publicKey);
  if (token === null) return false;
  personal.write(UNWANTED, null);
  await tell(token);
  return true;
}

/** Nothing reaches this device any more; the service finds that out by its next try. */
export async function turnPushOff(): Promise<void> {
  personal.write(UNWANTED, true);
  personal.write(TOLD, null);
  await pushChannel().close();
}

/** Sends the token of a device that has one, once after the first look at the driver. Call it once. */
export function startPush(): void {
  onSignedIn(() => void tellOfDevice().catch(() => undefined));
  // The news of who was here are not for who is here now; also who left before this was loaded.
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
