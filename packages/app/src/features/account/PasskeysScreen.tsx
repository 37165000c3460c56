import { Fingerprint } from "@phosphor-icons/react/dist/csr/Fingerprint";
import type { Passkey } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { keys } from "../../api/queries/keys.ts";
import { usePasskeys } from "../../api/queries/sign-ins.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { sentence } from "../../api/http/refusal.ts";
import { addPasskey, passkeyOptions, removePasskey } from "../../api/http/endpoints/sign-ins.ts";
import { canUsePasskeys, makePasskey } from "../../native/passkeys.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { ago, when } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner, Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { deviceName } from "./device-name.ts";
import { signInsCopy as copy } from "./sign-ins-copy.ts";

const ConfirmDialog = lazyNamed(() => import("./ConfirmDialog.tsx"), "ConfirmDialog");

/** The driver's passkeys: made here, and removed. */
export function PasskeysScreen() {
  const { id } = useUser();
  const [removing, setRemoving] = useState<Passkey>();
  const list = usePasskeys();
  const settled = () => queryClient.invalidateQueries({ queryKey: keys.passkeys(id) });
  const say = (error: unknown) => showToast(sentence(error), "error");
  const add = useMutation({
    mutationFn: async () => {
      const made = await makePasskey((await call(passkeyOptions, { params: { id } })).data);
      if ("failed" in made) return made.failed;
      await call(addPasskey, { params: { id }, body: made.answer });
      return null;
    },
    onSuccess: (failed) => {
      if (failed === null) showToast(copy.added);
      else showToast(copy[failed], failed === "stopped" ? "info" : "error");
    },
    onError: say,
    onSettled: settled,
  });
  const remove = useMutation({
    mutationFn: (passkey: string) => call(removePasskey, { params: { id, passkey } }),
    onSuccess: () => {
      setRemoving(undefined);
      showToast(copy.removed);
    },
    onError: say,
    onSettled: settled,
  });
  const back = useBack(paths.profile);
  const can = canUsePasskeys();
  return (
    <Screen
      title={copy.passkeys}
      onBack={back}
      footer={
        can ? (
          <Button busy={add.isPending && copy.adding} onClick={() => add.mutate()}>
            {copy.add}
          </Button>
        ) : undefined
      }
    >
      <p className="ink2 pf-note">{copy.passkeysText}</p>
      {can ? null : <Banner kind="info">{copy.cannot}</Banner>}
      {list.data ? (
        list.data.length === 0 ? (
          <Empty title={copy.noPasskey} />
        ) : (
          <ul className="rows">
            {list.data.map((passkey) => (
              <li key={passkey.id}>
                <PasskeyRow passkey={passkey} onRemove={() => setRemoving(passkey)} />
              </li>
            ))}
          </ul>
        )
      ) : list.isError ? (
        <LoadError
          title={copy.passkeysFailed}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <SkeletonRows rows={2} />
      )}
      {removing ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={copy.removeTitle}
            text={copy.removeText}
            keep={copy.keepIt}
            go={copy.remove}
            busy={remove.isPending && copy.removing}
            onGo={() => remove.mutate(removing.id)}
            onClose={() => remove.isPending || setRemoving(undefined)}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const name = deviceName(passkey);
  return (
    <div className="row">
      <span className="lead">
        <Fingerprint size={26} aria-hidden="true" />
      </span>
      <span className="body">
        <b className="title--m">{name}</b>
        <span className="sub ink2 num">
          {copy.madeOn(when(passkey.created_at, INDIA_ZONE).fullDate)}
        </span>
        <span className="sub ink2 num">
          {passkey.last_used_at ? copy.used(ago(passkey.last_used_at)) : copy.neverUsed}
        </span>
      </span>
      <Button
        kind="danger-quiet"
        small
        aria-haspopup="dialog"
        aria-label={copy.removeOf(name)}
        onClick={onRemove}
      >
        {copy.remove}
      </Button>
    </div>
  );
}
