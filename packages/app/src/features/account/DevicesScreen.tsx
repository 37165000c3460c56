import { Desktop } from "@phosphor-icons/react/dist/csr/Desktop";
import { DeviceMobile } from "@phosphor-icons/react/dist/csr/DeviceMobile";
import type { SignIn } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { keys } from "../../api/queries/keys.ts";
import { useSignIns } from "../../api/queries/sign-ins.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { sentence } from "../../api/http/refusal.ts";
import { endOtherSignIns, endSignIn } from "../../api/http/endpoints/sign-ins.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { ago, when } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { PullToRefresh } from "../../ui/pull/PullToRefresh.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { deviceName } from "./device-name.ts";
import { signInsCopy as copy } from "./sign-ins-copy.ts";

const ConfirmDialog = lazyNamed(() => import("./ConfirmDialog.tsx"), "ConfirmDialog");

/** Where the driver is signed in; from here any of it ends. */
export function DevicesScreen() {
  const { id } = useUser();
  const [asking, setAsking] = useState(false);
  const list = useSignIns();
  const settled = () => queryClient.invalidateQueries({ queryKey: keys.signIns(id) });
  const say = (error: unknown) => showToast(sentence(error), "error");
  const end = useMutation({
    mutationFn: (signIn: string) => call(endSignIn, { params: { id, signIn } }),
    onSuccess: () => showToast(copy.signedOut),
    onError: say,
    onSettled: settled,
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSignIns, { params: { id } }),
    onSuccess: () => {
      setAsking(false);
      showToast(copy.signedOut);
    },
    onError: say,
    onSettled: settled,
  });
  const back = useBack(paths.profile);
  const others = list.data?.filter(({ this_device }) => !this_device) ?? [];
  return (
    <Screen
      title={copy.devices}
      onBack={back}
      footer={
        others.length > 1 ? (
          <Button kind="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {copy.signOutOthers}
          </Button>
        ) : undefined
      }
    >
      <PullToRefresh of={[list.refetch]} />
      {list.data ? (
        <>
          <ul className="rows">
            {list.data.map((device) => (
              <li key={device.id}>
                <DeviceRow
                  device={device}
                  busy={end.isPending && end.variables === device.id}
                  onSignOut={() => end.mutate(device.id)}
                />
              </li>
            ))}
          </ul>
          {others.length === 0 ? <p className="sub ink2 pf-note">{copy.onlyThis}</p> : null}
        </>
      ) : list.isError ? (
        <LoadError
          title={copy.devicesFailed}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
      {asking ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={copy.othersTitle}
            text={copy.othersText}
            keep={copy.keep}
            go={copy.signOut}
            busy={endOthers.isPending && copy.signingOut}
            onGo={() => endOthers.mutate()}
            onClose={() => endOthers.isPending || setAsking(false)}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}

type RowProps = { device: SignIn; busy: boolean; onSignOut: () => void };

function DeviceRow({ device, busy, onSignOut }: RowProps) {
  const name = deviceName(device);
  const handy = device.device_type !== "web" || /Android|iPhone|iPad/.test(device.system ?? "");
  const Icon = handy ? DeviceMobile : Desktop;
  return (
    <div className="row">
      <span className="lead">
        <Icon size={26} aria-hidden="true" />
      </span>
      <span className="body">
        <b className="title--m">{name}</b>
        <span className="sub ink2 num">
          {copy.since(when(device.signed_in_at, INDIA_ZONE).fullDate)}
        </span>
        {device.this_device ? null : (
          <span className="sub ink2 num">{copy.seen(ago(device.last_seen_at))}</span>
        )}
      </span>
      {device.this_device ? (
        <b className="trail">{copy.thisDevice}</b>
      ) : (
        <Button
          kind="danger-quiet"
          small
          aria-label={copy.signOutOf(name)}
          busy={busy && copy.signingOut}
          onClick={onSignOut}
        >
          {copy.signOut}
        </Button>
      )}
    </div>
  );
}
