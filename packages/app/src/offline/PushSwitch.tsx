import { useState } from "react";
import { keys } from "../api/queries/keys.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { useConfig } from "../api/queries/config.ts";
import { canOpenSettings, deviceType, openSettings } from "../native/device.ts";
import { Button } from "../ui/Button.tsx";
import { Switch } from "../ui/Choice.tsx";
import { showToast } from "../ui/toast.ts";
import { offlineCopy as copy } from "./copy.ts";
import { turnPushOff, turnPushOn } from "./push.ts";
import { usePushState } from "./use-push-state.ts";

/** Turns push notifications of this device on and off. The permission is asked for at a press only. */
export function PushSwitch({ stateId }: { stateId: string }) {
  const [busy, setBusy] = useState(false);
  const publicKey = useConfig().data?.web_push_key ?? null;
  const state = usePushState() ?? "none";
  // A browser needs the service's VAPID key; a phone needs none.
  const able = state !== "none" && (deviceType() !== "web" || publicKey !== null);

  async function change(on: boolean): Promise<void> {
    setBusy(true);
    try {
      if (on) await turnPushOn(publicKey ?? "");
      else await turnPushOff();
    } catch {
      showToast(copy.pushFailed, "error");
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: keys.pushState });
  }

  return (
    <div className="wish">
      <span className="grow">
        <span className="title--m">{copy.pushTitle}</span>
        <span className="cap ink2" id={stateId}>
          {state === "denied" && !canOpenSettings()
            ? copy.allowInBrowser
            : copy.push[able ? state : "none"]}
        </span>
      </span>
      {state === "denied" && canOpenSettings() ? (
        <Button kind="quiet" small onClick={() => void openSettings()}>
          {copy.openSettings}
        </Button>
      ) : null}
      {able ? (
        <Switch
          label={copy.pushTitle}
          on={state === "on"}
          busy={busy}
          blocked={state === "denied"}
          onChange={(on) => void change(on)}
        />
      ) : null}
    </div>
  );
}
