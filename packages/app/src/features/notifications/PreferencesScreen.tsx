import type { NotificationPreferences, RouteInput } from "@voltmarg/contract";
import type { notifications } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "../../ui/router.tsx";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { updateNotificationPreferences } from "../../api/http/endpoints/notifications.ts";
import { keys } from "../../api/queries/keys.ts";
import { useNotificationPreferences } from "../../api/queries/notifications.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { PushSwitch } from "../../offline/PushSwitch.tsx";
import { usePushState } from "../../offline/use-push-state.ts";
import { Switch } from "../../ui/Choice.tsx";
import { LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { noticeCopy as copy } from "./copy.ts";
import { QuietHours } from "./QuietHours.tsx";

type Change = RouteInput<typeof notifications.updateNotificationPreferences>["body"];
const channels = ["PUSH", "MAIL"] as const;

/** How the driver wants to be notified: each change is shown at once, and undone when it fails. */
export function PreferencesScreen() {
  const wishes = useNotificationPreferences();
  const change = useMutation({
    mutationFn: async (body: Change) => (await call(updateNotificationPreferences, { body })).data,
    mutationKey: keys.notificationPreferences,
    // In order, so that the last press wins.
    scope: { id: "notification-preferences" },
    onMutate: (body) => {
      const before = queryClient.getQueryData<NotificationPreferences>(
        keys.notificationPreferences,
      );
      if (before) queryClient.setQueryData(keys.notificationPreferences, withChange(before, body));
    },
    onSuccess: (saved) => {
      if (queryClient.isMutating({ mutationKey: keys.notificationPreferences }) <= 1)
        queryClient.setQueryData(keys.notificationPreferences, saved);
    },
    onError: (error) => {
      showToast(sentence(error), "error");
      void wishes.refetch();
    },
  });
  const back = useBack(paths.notifications);
  return (
    <Screen title={copy.settingsTitle} onBack={back}>
      {wishes.data ? (
        <Choices wishes={wishes.data} onChange={change.mutate} />
      ) : wishes.isError ? (
        <LoadError
          title={copy.settingsFailed}
          error={wishes.error}
          onRetry={() => void wishes.refetch()}
        />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Screen>
  );
}

function Choices({
  wishes,
  onChange,
}: {
  wishes: NotificationPreferences;
  onChange: (change: Change) => void;
}) {
  const { email } = useUser();
  // Nothing reaches this device by push until that is allowed again, whatever the switches say.
  const blocked = usePushState() === "denied";
  const pushState = useId();
  const asksMail = wishes.kinds.some((one) => one.channels.MAIL);
  return (
    <>
      <div className="form">
        <p className="ink2">{copy.everything}</p>
      </div>
      <PushSwitch stateId={pushState} />
      <div className="wish wish-head cap ink2" aria-hidden="true">
        <span className="grow" />
        {channels.map((channel) => (
          <span key={channel}>{copy.channels[channel]}</span>
        ))}
      </div>
      <ul className="rows">
        {wishes.kinds.map(({ kind, channels: on, urgent }) => (
          <li key={kind} className="wish">
            <span className="grow">
              <span className="title--m">{copy.kinds[kind]}</span>
              {urgent ? <span className="cap ink3">{copy.urgent}</span> : null}
            </span>
            {channels.map((channel) => (
              <Switch
                key={channel}
                label={copy.by(copy.kinds[kind], copy.byChannel[channel])}
                on={on[channel]}
                blocked={blocked && channel === "PUSH"}
                why={pushState}
                onChange={(wanted) =>
                  onChange({ kinds: [{ kind, channels: { [channel]: wanted } }] })
                }
              />
            ))}
          </li>
        ))}
      </ul>
      {asksMail && !email ? (
        <p className="sub ink2 form">
          {copy.mailNeedsAddress}{" "}
          <Link className="textlink" to={paths.profile}>
            {copy.toProfile}
          </Link>
        </p>
      ) : null}
      <QuietHours
        hours={wishes.quiet_hours}
        onChange={(quiet_hours) => onChange({ quiet_hours })}
      />
    </>
  );
}

function withChange(
  wishes: NotificationPreferences,
  { kinds = [], quiet_hours }: Change,
): NotificationPreferences {
  return {
    ...wishes,
    kinds: wishes.kinds.map((one) => {
      const asked = kinds.find(({ kind }) => kind === one.kind)?.channels;
      return asked ? { ...one, channels: { ...one.channels, ...given(asked) } } : one;
    }),
    quiet_hours: quiet_hours === undefined ? wishes.quiet_hours : quiet_hours,
  };
}

const given = ({ PUSH, MAIL }: { PUSH?: boolean | undefined; MAIL?: boolean | undefined }) => ({
  ...(PUSH === undefined ? {} : { PUSH }),
  ...(MAIL === undefined ? {} : { MAIL }),
});
