import { signIns } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import { deviceOf } from "./device.ts";
import { endDevice, endOtherDevices, readDevices, type DevicesDeps } from "./devices.ts";
import { beginPasskeySignIn, signInByPasskey } from "./passkey-sign-in.ts";
import {
  addPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
  type PasskeyDeps,
} from "./passkeys.ts";

/** Where a driver is signed in, and the passkeys they sign in with. */
export function signInsRoutes({ mount }: Mount, deps: DevicesDeps & PasskeyDeps): void {
  mount(signIns.listSignIns, async ({ caller }) =>
    done({ data: { sign_ins: await readDevices(deps, caller) } }),
  );
  mount(signIns.endSignIn, async ({ params, caller }) => {
    const ended = await endDevice(deps, caller, params.signIn);
    return ended.ok ? done({ data: ended.value }) : ended;
  });
  mount(signIns.endOtherSignIns, async ({ caller }) =>
    done({ data: await endOtherDevices(deps, caller) }),
  );

  mount(signIns.listPasskeys, async ({ params }) =>
    done({ data: { passkeys: await readPasskeys(deps, params.id) } }),
  );
  mount(signIns.passkeyOptions, async ({ params }) => {
    const begun = await beginPasskey(deps, params.id);
    return begun.ok ? done({ data: begun.value }) : begun;
  });
  mount(signIns.addPasskey, async ({ params, body, request }) => {
    const added = await addPasskey(deps, params.id, body, deviceOf(request, "web"));
    return added.ok ? done({ data: added.value }) : added;
  });
  mount(signIns.removePasskey, async ({ params }) => {
    const removed = await removePasskey(deps, params.id, params.passkey);
    return removed.ok ? done({ data: removed.value }) : removed;
  });

  mount(signIns.passkeySignInOptions, async () => {
    const begun = await beginPasskeySignIn(deps);
    return begun.ok ? done({ data: begun.value }) : begun;
  });
  mount(signIns.passkeySignIn, ({ body, request }) =>
    signInByPasskey(deps, body.credential, deviceOf(request, body.device_type)),
  );
}
